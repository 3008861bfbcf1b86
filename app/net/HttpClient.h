// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Secret.h"
#include "models/core/Time.h"

#include <QByteArray>
#include <QCoroTask>
#include <QList>
#include <QPair>
#include <QUrl>

#include <optional>

namespace holdwatch::net {

/// Who we say we are. The secret is exposed only where the Authorization header is written.
struct Credential
{
    enum class Scheme { None, Bearer, Basic };
    Scheme scheme = Scheme::None;
    QByteArray user; ///< Basic only
    Secret secret;
};

/// What all requests have. `credential` is borrowed and must outlive the call; null sends none.
struct Request
{
    QByteArray method = "GET";
    QUrl url;
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray body;
    const Credential *credential = nullptr;
    Millis deadline = Seconds(20);       ///< for the whole exchange, whatever trickles in
    qint64 maxBody = 8 * 1024 * 1024;    ///< bytes; more is Error::Kind::TooLarge
};

/// Asks without changing anything. The client may send it again by itself (once, when a kept-alive
/// connection died before any answer).
struct ReadRequest : Request {};
/// Asks with a declared side effect (a receive count, a redelivered flag). Never sent again by itself.
struct LookRequest : Request {};
/// Changes something. Sent exactly once; an answer that is lost is Error::Kind::OutcomeUnknown.
struct WriteRequest : Request
{
    QByteArray idempotencyKey; ///< required; sent as Idempotency-Key
};

struct Response
{
    int status = 0;
    QList<QPair<QByteArray, QByteArray>> headers; ///< names in lower case
    QByteArray body;
    std::optional<UtcTime> serverTime; ///< its Date header
    Millis took{};

    QByteArray header(const QByteArray &lowerCaseName) const;
};

/// The one way to a web server. An HTTP status is an answer, not an error: any status comes back as a
/// Response (a 3xx too; redirects are never followed). An Error means there was no usable answer.
/// Not thread-safe: used from the thread it lives in.
class HttpClient
{
public:
    virtual ~HttpClient() = default;
    virtual QCoro::Task<Result<Response>> read(ReadRequest request) = 0;
    virtual QCoro::Task<Result<Response>> look(LookRequest request) = 0;
    virtual QCoro::Task<Result<Response>> write(WriteRequest request) = 0;
    /// Ends every request under way with Error::Kind::Cancelled (a write that was already sent: with
    /// OutcomeUnknown). Must be called, and the tasks be let finish, before whoever awaits them is destroyed.
    virtual void cancelAll() = 0;
};

} // namespace holdwatch::net

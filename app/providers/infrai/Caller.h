// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/net/ServerClock.h"
#include "app/providers/infrai/Answer.h"

#include <QCoroTask>
#include <QVector>

#include <memory>

namespace holdwatch::providers::infrai {

/// 401, 402, 429, a certificate that isn't trusted, or our own cancelling: no further request makes sense.
bool endsTheBatch(Error::Kind kind);
/// No answer came at all.
bool meansNobodyAnswered(Error::Kind kind);

/// Asks and, where told so, writes, within one deadline for everything between two begin()s, and keeps the books: requests sent,
/// what they cost, the server's clock. Same thread and lifetime as its provider; `clock` must outlive it.
class Caller
{
public:
    Caller(std::shared_ptr<net::HttpClient> client, const Clock &clock, Millis deadline);

    void begin();
    void cancelAll(); ///< until the next begin(), nothing more is asked

    QCoro::Task<Result<Answer>> ask(net::ReadRequest request);
    QCoro::Task<Result<net::Response>> send(net::ReadRequest request); ///< the same, with the answer as it came; its cost is not counted

    /// Sends a write, once, with its own deadline. Cancelled: it was not sent.
    QCoro::Task<Result<net::Response>> write(net::WriteRequest request);

    struct Outcome
    {
        Result<Answer> answer;
        UtcTime at{}; ///< by the server's clock
    };
    using Outcomes = QVector<Outcome>; ///< one for each request, in their order

    /// At most 16 under way at once. An error that ends the batch is the error of the whole; once so many in
    /// a row brought no answer, the rest is not asked and fails alike.
    QCoro::Task<Result<Outcomes>> askAll(QVector<net::ReadRequest> requests);

    int requestsSent() const { return m_sent; }
    std::optional<double> costUsd() const { return m_costUsd; }
    std::optional<Millis> clockOffset() const { return m_serverClock.offset(); }
    UtcTime serverNow() const { return m_serverClock.serverNow(m_clock.now()); }
    UtcTime now() const { return m_clock.now(); }

private:
    struct Round;
    QCoro::Task<void> work(std::shared_ptr<Round> round);

    std::shared_ptr<net::HttpClient> m_client;
    const Clock &m_clock;
    Millis m_deadline;
    net::ServerClock m_serverClock;
    Millis m_endsAt{}; ///< monotonic
    bool m_cancelled = false;
    int m_sent = 0;
    std::optional<double> m_costUsd;
};

} // namespace holdwatch::providers::infrai

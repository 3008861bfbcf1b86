// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

#include <memory>

namespace holdwatch::providers::rabbitmq {

/// Sends requests to the management API and judges the answers' status; what the broker says itself is quoted
/// with the password removed. Counts requests and learns the broker's clock. Same thread and lifetime as its
/// provider; `credential` and `clock` must outlive it.
class Caller
{
public:
    Caller(std::shared_ptr<net::HttpClient> client, const net::Credential &credential, const Clock &clock);

    QCoro::Task<Result<net::Response>> ask(net::ReadRequest request);
    QCoro::Task<Result<net::Response>> look(net::LookRequest request);
    QCoro::Task<Result<net::Response>> write(net::WriteRequest request);

    void begin() { m_sent = 0; }
    int requestsSent() const { return m_sent; } ///< since begin()
    std::optional<Millis> clockOffset() const { return m_clockOffset; } ///< server − desktop, from the last answer that had a Date
    UtcTime serverNow() const { return m_clock.now() + m_clockOffset.value_or(Millis(0)); }

private:
    Result<net::Response> judged(Result<net::Response> answer, const QUrl &url);

    std::shared_ptr<net::HttpClient> m_client;
    const net::Credential &m_credential;
    const Clock &m_clock;
    std::optional<Millis> m_clockOffset;
    int m_sent = 0;
};

} // namespace holdwatch::providers::rabbitmq

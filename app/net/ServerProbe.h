// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/ConnectionOptions.h"
#include "models/connections/ServerIdentity.h"

#include <QCoroTask>

#include <memory>

namespace holdwatch::net {

/// The first steps of a connection test: what stands below HTTP. Looks at one server under the policy of
/// one connection and sends no request and no key, so it may also look at a server that is not trusted.
/// Lives and is used in one thread; the tasks still finish if it dies first (with Cancelled) and the event
/// loop goes on.
class ServerProbe
{
public:
    /// Only scheme, host and port of `url` matter.
    ServerProbe(ConnectionOptions options, QUrl url);
    ~ServerProbe();
    ServerProbe(const ServerProbe &) = delete;
    ServerProbe &operator=(const ServerProbe &) = delete;

    /// Configuration (checkUrl), Unreachable (no such name), Timeout or Cancelled. Through a proxy nothing is
    /// looked up here: the proxy does, and the answer says so.
    QCoro::Task<Result<NameLookup>> lookUp(Millis deadline = Seconds(10));

    /// Success with State::Untrusted if a chain came that is not believed. An error if there was no handshake to
    /// look at, or if the server refused our client certificate or the lack of one. With TLS 1.3 a server says
    /// that late: it is waited for as long as the handshake took, and at least `patience`. A refusal that comes
    /// still later is left to the first request.
    QCoro::Task<Result<TlsFindings>> handshake(Millis deadline = Seconds(10), Millis patience = Millis(250));

    void cancel(); ///< ends what is under way with Error::Kind::Cancelled

private:
    struct Work;
    std::shared_ptr<Work> m_work;
};

} // namespace holdwatch::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/ConnectionOptions.h"

#include <memory>

namespace holdwatch::net {

/// A byte stream to one server for a client library that brings a socket layer of its own: the library writes to a
/// local socket, and what it writes goes to the server under the connection's policy (TLS verified against system store
/// and CA file, host name or IP address checked, client certificate, proxy), and back. So that library needs no TLS.
///
/// Used from a thread that may block; a thread of its own carries the bytes. `end` is for any thread.
class ServerPipe
{
public:
    struct Server
    {
        QString host;
        quint16 port = 0;
        bool isSecure = true; ///< TLS from the first byte; false only to this machine, where the policy allows that
    };

    /// Blocks until connected (and encrypted), at most `deadline`. Kinds as with HttpClient: Configuration, Unreachable,
    /// TlsRefused, Timeout; after any of them the server has not had a byte of what the library would have sent.
    static Result<std::unique_ptr<ServerPipe>> open(const ConnectionOptions &options, Server server, Millis deadline);
    ~ServerPipe(); ///< sends what was written before the library closed its end, for at most two seconds
    ServerPipe(const ServerPipe &) = delete;
    ServerPipe &operator=(const ServerPipe &) = delete;

    /// The library's end, not blocking. The caller closes it, before this dies.
    int takeDescriptor();

    /// Ends the stream unless `rest` comes within `span`: the deadline of one call, kept to a fifth of a second whatever
    /// the library waits for.
    void allow(Millis span);
    void rest();
    bool isOverdue() const; ///< ended by `allow`

    void end(); ///< at once; the library sees a closed socket

    /// Why it ended, if the server or the network ended it.
    std::optional<Error> problem() const;

private:
    struct Shared;
    class Relay;
    explicit ServerPipe(std::shared_ptr<Shared> shared);

    std::shared_ptr<Shared> m_shared;
};

} // namespace holdwatch::net

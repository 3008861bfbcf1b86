// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/ConnectionOptions.h"
#include "app/net/HttpClient.h"

#include <memory>

namespace holdwatch::net {

/// HttpClient over QNetworkAccessManager, one per connection. Refuses, before a byte is sent, a URL that
/// checkUrl() refuses, a credential for any origin but the connection's own, and a write without an
/// idempotency key. Keeps no cookies and no cache. `clock` must outlive it.
class QtHttpClient final : public HttpClient
{
public:
    QtHttpClient(ConnectionOptions options, const Clock &clock);
    ~QtHttpClient() override; ///< cancels what is under way; its tasks still finish if the event loop goes on

    QCoro::Task<Result<Response>> read(ReadRequest request) override;
    QCoro::Task<Result<Response>> look(LookRequest request) override;
    QCoro::Task<Result<Response>> write(WriteRequest request) override;
    void cancelAll() override;

private:
    struct Wire;
    std::shared_ptr<Wire> m_wire; ///< shared with the coroutines under way, so that none touches a dead client
};

} // namespace holdwatch::net

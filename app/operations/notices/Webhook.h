// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/operations/notices/NoticeChannel.h"

#include <QPointer>
#include <QQueue>

#include <memory>

namespace holdwatch::operations {

/// Posts each notice to an address of the connection. A 2xx is all it wants. The address may hold a token,
/// so no sentence names more of it than its host.
class Webhook final : public NoticeChannel
{
    Q_OBJECT
public:
    static constexpr Millis deadline = Seconds(10);

    Webhook(QUrl url, std::shared_ptr<net::HttpClient> client, QObject *parent = nullptr);
    ~Webhook() override; ///< cancels what is under way; its task finishes by itself

    void deliver(const Notice &notice) override;

private:
    static QCoro::Task<void> send(QPointer<Webhook> self, std::shared_ptr<net::HttpClient> client, net::WriteRequest request);
    void sendNext();
    void end(const Result<net::Response> &outcome);

    QUrl m_url;
    std::shared_ptr<net::HttpClient> m_client;
    QQueue<Notice> m_waiting; ///< the first is under way
    bool m_sending = false;
};

} // namespace holdwatch::operations

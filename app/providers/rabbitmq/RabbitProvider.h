// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/providers/api/Provider.h"
#include "app/providers/rabbitmq/QueueRow.h"
#include "app/providers/rabbitmq/Requests.h"

#include <memory>

namespace holdwatch::providers::rabbitmq {

/// RabbitMQ through its management API, monitoring only: pages of queues, the statistics the broker
/// publishes, and the dead-letter graph. One request under way at a time: a busy broker answers the
/// management API slowly, and several lists at once make that worse.
class RabbitProvider final : public Provider, private Metrics
{
public:
    RabbitProvider(const ConnectionConfig &config, std::unique_ptr<net::HttpClient> client, net::Credential credential, const Clock &clock);
    ~RabbitProvider() override;

    Description describe() const override;
    Metrics *metrics() override { return this; }
    void cancelAll() override;

private:
    QCoro::Task<Result<ProbeReport>> probe() override;
    QCoro::Task<Result<QVector<WatchedQueue>>> list() override;
    QCoro::Task<Result<SampleBatch>> sample(QVector<WatchedQueue> queues) override;

    QCoro::Task<Result<net::Response>> ask(net::ReadRequest request);
    QCoro::Task<Result<QVector<QueueRow>>> allRows(QByteArray columns);
    QCoro::Task<Rights> askRights();
    void noteServerTime(const net::Response &response);

    ConnectionId m_connection;
    std::unique_ptr<net::HttpClient> m_client;
    net::Credential m_credential;
    const Clock &m_clock;
    Requests m_requests;
    QVector<WatchedQueue> m_known; ///< all of the broker's queues at the last list, watched or not
    QString m_version;
    Millis m_clockOffset{};     ///< server − desktop, from the last answer that had a Date
    bool m_clockKnown = false;
    int m_sent = 0;             ///< requests since the current batch began
};

} // namespace holdwatch::providers::rabbitmq

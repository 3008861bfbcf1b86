// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/providers/api/Provider.h"
#include "app/providers/rabbitmq/Caller.h"
#include "app/providers/rabbitmq/LetterReader.h"
#include "app/providers/rabbitmq/QueueRow.h"
#include "app/providers/rabbitmq/RabbitRedriver.h"
#include "app/providers/rabbitmq/Requests.h"
#include "app/providers/rabbitmq/ShovelRedriver.h"

#include <memory>

namespace holdwatch::providers::rabbitmq {

/// RabbitMQ through its management API: pages of queues, the statistics the broker publishes,
/// the dead-letter graph, and looks at dead letters; moving them goes over AMQP. Monitoring has one request under way at a time: a busy broker answers the
/// management API slowly, and several lists at once make that worse.
class RabbitProvider final : public Provider, private Metrics
{
public:
    /// `writing` unset: whoever reads also moves.
    RabbitProvider(const ConnectionConfig &config, std::unique_ptr<net::HttpClient> client, net::Credential credential, const Clock &clock, std::optional<WriteLogin> writing = {});
    ~RabbitProvider() override;

    Description describe() const override;
    Metrics *metrics() override { return this; }
    DeadLetterReader *deadLetterReader() override { return &m_reader; }
    ItemRedriver *itemRedriver() override { return &m_redriver; }
    BulkRedriver *bulkRedriver() override { return &m_shovels; } ///< its terms say where the broker has none
    void cancelAll() override;

private:
    QCoro::Task<Result<ProbeReport>> probe() override;
    QCoro::Task<Result<QVector<WatchedQueue>>> list() override;
    QCoro::Task<Result<SampleBatch>> sample(QVector<WatchedQueue> queues) override;

    QCoro::Task<Result<QVector<QueueRow>>> allRows(QByteArray columns);
    QCoro::Task<Rights> askRights();

    ConnectionId m_connection;
    std::shared_ptr<net::HttpClient> m_client;
    net::Credential m_credential;
    Caller m_caller;
    Requests m_requests;
    WriteLogin m_writing;
    QVector<WatchedQueue> m_known; ///< all of the broker's queues at the last list, watched or not
    QString m_version;
    LetterReader m_reader;
    RabbitRedriver m_redriver;
    ShovelRedriver m_shovels;
};

} // namespace holdwatch::providers::rabbitmq

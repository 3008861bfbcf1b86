// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QString>
#include <QVector>

#include <optional>

namespace holdwatch::providers::rabbitmq {

/// One row of `GET /api/queues`. Every figure is optional: right after a declare or a restart of the
/// broker, rows come with little more than a name.
struct QueueRow
{
    QString vhost;
    QString name;
    QString type;  ///< "classic", "quorum", "stream"; empty when the row does not say
    QString state; ///< "running", "idle", "flow", "down", …

    std::optional<qint64> ready;
    std::optional<qint64> unacknowledged;
    std::optional<qint64> consumers;

    enum class HeadTimestamp { Absent, Null, Present };
    HeadTimestamp headTimestamp = HeadTimestamp::Absent;
    qint64 headTimestampSeconds = 0; ///< unix seconds as the publisher wrote them; only when Present

    std::optional<QString> deadLetterExchange; ///< argument, else policy; "" is the default exchange
    std::optional<QString> deadLetterRoutingKey;
    std::optional<qint64> deliveryLimit;

    std::optional<qint64> publishTotal;
    std::optional<qint64> completedTotal;   ///< acknowledged, plus what was delivered without acknowledgement
    std::optional<qint64> redeliveredTotal;
    std::optional<double> publishPerSecond;
    std::optional<double> completedPerSecond;
    std::optional<double> redeliveredPerSecond;

    bool operator==(const QueueRow &) const = default;
};

struct QueuePage
{
    QVector<QueueRow> rows;
    int page = 1;
    int pageCount = 1;
    qint64 totalCount = 0;
};

struct ExchangeRow
{
    QString vhost;
    QString name;
    QString type; ///< "direct", "fanout", "topic", "headers", or a plugin's own
    bool operator==(const ExchangeRow &) const = default;
};

struct BindingRow
{
    QString vhost;
    QString source; ///< exchange; "" is the default exchange
    QString destination;
    bool destinationIsQueue = true;
    QString routingKey;
    bool operator==(const BindingRow &) const = default;
};

struct Overview
{
    QString version;
    bool statisticsDisabled = false;
    bool ratesDisabled = false;
};

/// The unambiguous name of a queue on its connection: "orders" in the default vhost, "shop/orders" in
/// vhost shop. Slashes inside a vhost, or in a queue of the default vhost, are percent-encoded.
QString queueName(const QString &vhost, const QString &queue);

} // namespace holdwatch::providers::rabbitmq

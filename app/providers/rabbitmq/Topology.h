// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/rabbitmq/QueueRow.h"
#include "models/queue/QueueSample.h"

namespace holdwatch::providers::rabbitmq {

/// What one broker is made of, as far as the user may see it.
struct Topology
{
    QVector<QueueRow> queues;
    QVector<ExchangeRow> exchanges;
    QVector<BindingRow> bindings;
};

/// Finds out which queue is whose dead-letter queue by following each dead-letter exchange through the
/// bindings, and lists every queue with the configuration faults seen on the way. Pure.
///
/// An argument beats a policy (already merged into QueueRow). Without a dead-letter routing key the
/// message's own keys are used: those by which the queue itself is bound. A missing exchange is a
/// finding, because the broker then drops dead letters without a word.
QVector<WatchedQueue> watchedQueues(const ConnectionId &connection, const Topology &topology);

/// AMQP topic match: `*` is one word, `#` any number of them.
bool topicMatches(const QString &pattern, const QString &routingKey);

} // namespace holdwatch::providers::rabbitmq

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"
#include "app/providers/rabbitmq/QueueRow.h"

namespace holdwatch::providers::rabbitmq {

/// Turns a row into a sample taken at `now` (the broker's own clock). Pure. What the row does not say is
/// not reported, with the reason; dead letters are filled in by `addDeadLetters`.
QueueSample toSample(const WatchedQueue &queue, const QueueRow &row, UtcTime now);

/// Sums the messages of each sample's dead-letter queues. `queues` and `rows` (by queue name) are all of
/// the broker's, watched or not. A dead-letter queue that several queues share gives each of them an
/// upper bound, because the broker keeps no count by origin.
void addDeadLetters(QVector<QueueSample> &samples, const QVector<WatchedQueue> &queues, const QHash<QString, QueueRow> &rows);

/// What each metric means on RabbitMQ.
QVector<MetricMeaning> metricMeanings();

} // namespace holdwatch::providers::rabbitmq

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/infrai/FieldMap.h"
#include "models/queue/QueueSample.h"

namespace holdwatch::providers::infrai {

/// One page of queue.list.
struct QueueListing
{
    QVector<WatchedQueue> queues;
    QString nextCursor; ///< empty: the end, as far as the server says
};

/// The container is one of the usual names, a bare list, or the only list there is; an element is an
/// object with a name, or the name itself. Malformed when no list or an element without a name is found.
/// A queue named "." or ".." is left out: no path leads to it.
Result<QueueListing> readQueueList(const json::Value &data, const ConnectionId &connection);

/// Fills in whose dead letters land where. `learnt`: queue → dead-letter queue, as stats said. A
/// dead-letter queue that is named but not listed is a finding.
void linkDeadLetters(QVector<WatchedQueue> &queues, const QHash<QString, QString> &learnt);

/// The figures of queue.stats. `serverNow` is the sample's time, and what moments are subtracted from.
/// Malformed if nothing the map expects is there; a single field that is absent, null or of another type
/// is not reported, with the reason.
Result<QueueSample> readStats(const json::Value &data, const FieldMap &fields, const QueueId &queue, UtcTime serverNow);

/// The dead-letter queue that a queue's own answer names.
std::optional<QString> deadLetterQueueIn(const json::Value &queueOrStats);

/// The list in an answer: the answer itself, the first of these names that is one, or the only list there is.
Result<QVector<json::Value>> listIn(const json::Value &data, std::initializer_list<const char *> names);
Result<QVector<json::Value>> deadLettersIn(const json::Value &data);
/// Where a next page begins; empty: the end. Nothing if the answer does not speak of it.
std::optional<QString> nextCursorIn(const json::Value &data);
std::optional<qint64> totalIn(const json::Value &data);

/// A moment as a published field writes it.
tl::expected<UtcTime, QString> momentIn(const json::Value &value, const TimeUnit &unit);

struct DeadLetterCount
{
    qint64 count = 0;
    bool isExact = false; ///< the server said it is the total
};
Result<DeadLetterCount> countDeadLetters(const json::Value &data);

} // namespace holdwatch::providers::infrai

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/judging/QueueJudge.h"
#include "app/operations/judging/ServerTime.h"
#include "app/providers/api/Provider.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <map>

namespace holdwatch::operations {

/// All watched queues of one connection and how they stand. Pure, and used from one thread.
class QueueBook
{
public:
    using ToleranceOf = std::function<Tolerance(const QueueId &)>;

    QueueBook(ConnectionConfig config, ToleranceOf toleranceOf);

    /// Takes over a fresh listing; returns the queues that are in it no longer.
    QVector<QueueId> list(const QVector<WatchedQueue> &queues);
    void observe(const providers::SampleBatch &batch, Moment now);
    void tick(Moment now); ///< lets time alone turn queues stale

    /// The same system, of which a person has changed something: what is known of its queues stays.
    void setConnection(const ConnectionConfig &config, ToleranceOf toleranceOf);
    void judgeAnew(); ///< tolerances have changed
    void setWatchedSince(const QHash<QueueId, UtcTime> &since);

    /// Those that changed since the last call, as they stand.
    QVector<QueueStatus> takeChanged();
    QVector<QueueStatus> all() const;
    const QueueStatus *find(const QueueId &id) const;
    bool allSampled() const; ///< each listed queue has had a sample

private:
    /// Where a system gives no dead letters with a queue, the depth of its own dead-letter queues says it.
    void fillDeadLetters(QVector<QueueSample> &samples) const;
    Metric<qint64> deadLettersOf(const WatchedQueue &queue, const QHash<QString, Metric<qint64>> &depthOf) const;

    ConnectionConfig m_config;
    ToleranceOf m_toleranceOf;
    ServerTime m_time;
    UtcTime m_newestGiven{}; ///< of the last batch, whether its samples were taken or not
    std::map<QueueId, QueueJudge> m_queues;
    QHash<QueueId, UtcTime> m_watchedSince;
    QSet<QueueId> m_changed;
};

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/judging/QueueBook.h"

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

QueueBook::QueueBook(ConnectionConfig config, ToleranceOf toleranceOf) : m_config(std::move(config)), m_toleranceOf(std::move(toleranceOf)) {}

QVector<QueueId> QueueBook::list(const QVector<WatchedQueue> &queues)
{
    QSet<QueueId> listed;
    for (const WatchedQueue &queue : queues) {
        listed.insert(queue.id);
        const auto known = m_queues.find(queue.id);
        if (known != m_queues.end() && known->second.status().queue.isDeadLetterQueue == queue.isDeadLetterQueue) {
            known->second.setQueue(queue);
            continue;
        }
        QueueStatus frame;
        frame.queue = queue;
        frame.connectionName = m_config.name;
        frame.provider = m_config.provider;
        frame.environment = m_config.environment;
        if (const auto since = m_watchedSince.constFind(queue.id); since != m_watchedSince.constEnd())
            frame.watchedSince = *since;
        m_queues.insert_or_assign(queue.id, QueueJudge(std::move(frame), m_toleranceOf(queue.id), m_config.pollInterval));
        m_changed.insert(queue.id);
    }
    QVector<QueueId> gone;
    for (const auto &[id, judge] : m_queues) {
        if (!listed.contains(id))
            gone.append(id);
    }
    for (const QueueId &id : std::as_const(gone)) {
        m_queues.erase(id);
        m_changed.remove(id);
    }
    return gone;
}

void QueueBook::observe(const providers::SampleBatch &batch, Moment now)
{
    QVector<QueueSample> samples = batch.samples;
    fillDeadLetters(samples);
    UtcTime newest{};
    UtcTime newestTaken{};
    for (const QueueSample &sample : std::as_const(samples)) {
        const auto found = m_queues.find(sample.queue);
        if (found == m_queues.end())
            continue;
        newest = std::max(newest, sample.takenAt);
        if (!found->second.observe(sample))
            continue;
        m_changed.insert(sample.queue);
        newestTaken = std::max(newestTaken, sample.takenAt);
    }
    if (newestTaken != UtcTime{})
        m_time.sampledAt(newestTaken, now);
    else if (newest > m_newestGiven)
        m_time.heardAgain(now);
    if (newest != UtcTime{})
        m_newestGiven = newest;
    tick(now); // those that failed in this batch go on ageing
}

void QueueBook::tick(Moment now)
{
    const UtcTime there = m_time.at(now);
    for (auto &[id, judge] : m_queues) {
        if (judge.tick(there))
            m_changed.insert(id);
    }
}

void QueueBook::setConnection(const ConnectionConfig &config, ToleranceOf toleranceOf)
{
    m_config = config;
    m_toleranceOf = std::move(toleranceOf);
    for (auto &[id, judge] : m_queues) {
        judge.setConnection(config.name, config.environment, config.pollInterval);
        m_changed.insert(id);
    }
    judgeAnew();
}

void QueueBook::judgeAnew()
{
    for (auto &[id, judge] : m_queues) {
        const Tolerance tolerance = m_toleranceOf(id);
        if (tolerance == judge.status().tolerance)
            continue;
        judge.setTolerance(tolerance);
        m_changed.insert(id);
    }
}

void QueueBook::setWatchedSince(const QHash<QueueId, UtcTime> &since)
{
    m_watchedSince = since;
    for (auto &[id, judge] : m_queues) {
        if (const auto found = since.constFind(id); found != since.constEnd()) {
            judge.setWatchedSince(*found);
            m_changed.insert(id);
        }
    }
}

QVector<QueueStatus> QueueBook::takeChanged()
{
    QVector<QueueStatus> changed;
    changed.reserve(m_changed.size());
    for (const QueueId &id : std::as_const(m_changed))
        changed.append(m_queues.at(id).status());
    m_changed.clear();
    return changed;
}

QVector<QueueStatus> QueueBook::all() const
{
    QVector<QueueStatus> statuses;
    for (const auto &[id, judge] : m_queues)
        statuses.append(judge.status());
    return statuses;
}

const QueueStatus *QueueBook::find(const QueueId &id) const
{
    const auto found = m_queues.find(id);
    return found == m_queues.end() ? nullptr : &found->second.status();
}

bool QueueBook::allSampled() const
{
    return std::all_of(m_queues.cbegin(), m_queues.cend(), [](const auto &entry) { return entry.second.hasSample(); });
}

void QueueBook::fillDeadLetters(QVector<QueueSample> &samples) const
{
    QHash<QString, Metric<qint64>> depthOf;
    for (const QueueSample &sample : std::as_const(samples))
        depthOf.insert(sample.queue.name, sample.depth);
    for (QueueSample &sample : samples) {
        if (const QueueStatus *status = find(sample.queue); status && !sample.deadLetters.has())
            sample.deadLetters = deadLettersOf(status->queue, depthOf);
    }
}

Metric<qint64> QueueBook::deadLettersOf(const WatchedQueue &queue, const QHash<QString, Metric<qint64>> &depthOf) const
{
    const QString names = queue.deadLetterQueues.join(QStringLiteral(", "));
    qint64 sum = 0;
    for (const QString &name : queue.deadLetterQueues) {
        const Metric<qint64> depth = depthOf.value(name);
        if (!depth.has())
            return Metric<qint64>::notReported(QStringLiteral("the depth of %1 is not known").arg(name));
        const QueueStatus *deadSet = find(QueueId{queue.id.connection, name});
        if (deadSet && deadSet->queue.origins.size() > 1)
            return Metric<qint64>::notReported(QStringLiteral("%1 is shared with other queues").arg(name));
        sum += depth.value();
    }
    if (queue.deadLetterQueues.isEmpty())
        return Metric<qint64>::notReported(QStringLiteral("no dead-letter queue is known"));
    return Metric<qint64>::derived(sum, QStringLiteral("depth of %1").arg(names));
}

} // namespace holdwatch::operations

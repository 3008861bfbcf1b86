// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/SignalBoard.h"

#include <QMutexLocker>

namespace holdwatch::operations {

namespace {

/// A queue is on the board as soon as it is listed, before its first sample.
bool isRead(const QueueStatus &status)
{
    return status.sample.takenAt != UtcTime{};
}

} // namespace

void SignalBoard::take(const QVector<QueueStatus> &statuses)
{
    const QMutexLocker lock(&m_mutex);
    for (const QueueStatus &each : statuses)
        m_statuses.insert(each.queue.id, each);
}

void SignalBoard::take(const ConnectionStatus &status)
{
    const QMutexLocker lock(&m_mutex);
    if (status.clockOffset)
        m_offsets.insert(status.id, *status.clockOffset);
}

void SignalBoard::forget(const QVector<QueueId> &gone)
{
    const QMutexLocker lock(&m_mutex);
    for (const QueueId &each : gone)
        m_statuses.remove(each);
}

std::optional<QueueStatus> SignalBoard::status(const QueueId &queue) const
{
    const QMutexLocker lock(&m_mutex);
    const auto found = m_statuses.constFind(queue);
    return found == m_statuses.cend() ? std::nullopt : std::optional(*found);
}

bool SignalBoard::hasFresh(const QueueId &queue) const
{
    const std::optional<QueueStatus> known = status(queue);
    return known && isRead(*known) && known->assessment.verdict != Verdict::Stale;
}

std::optional<Millis> SignalBoard::clockOffset(const ConnectionId &connection) const
{
    const QMutexLocker lock(&m_mutex);
    const auto found = m_offsets.constFind(connection);
    return found == m_offsets.cend() ? std::nullopt : std::optional(*found);
}

RunSignals SignalBoard::signalsOf(const ConnectionId &connection, const QString &deadSet, const QStringList &targets, UtcTime desktopNow) const
{
    const QMutexLocker lock(&m_mutex);
    RunSignals seen;
    seen.now = desktopNow + m_offsets.value(connection, Millis(0));
    if (const auto dead = m_statuses.constFind(QueueId{connection, deadSet}); dead != m_statuses.cend() && dead->sample.depth.has())
        seen.deadDepth = dead->sample.depth.value();
    for (const QString &target : targets) {
        const auto status = m_statuses.constFind(QueueId{connection, target});
        if (status == m_statuses.cend() || !isRead(*status)) {
            seen.target.reset(); // one that nobody has read spoils the whole
            seen.targetSampledAt.reset();
            return seen;
        }
        if (!seen.target || severityOf(status->assessment.verdict) > severityOf(*seen.target))
            seen.target = status->assessment.verdict;
        if (status->assessment.age && (!seen.targetAge || *status->assessment.age > *seen.targetAge))
            seen.targetAge = status->assessment.age;
        if (!seen.targetSampledAt || status->sample.takenAt < *seen.targetSampledAt)
            seen.targetSampledAt = status->sample.takenAt;
        if (status->sample.consumers.has())
            seen.consumers = seen.consumers.value_or(0) + double(status->sample.consumers.value());
        if (!seen.deadDepth && status->sample.deadLetters.has())
            seen.deadDepth = status->sample.deadLetters.value();
    }
    return seen;
}

} // namespace holdwatch::operations

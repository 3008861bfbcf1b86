// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/judging/QueueJudge.h"

#include <limits>
#include <utility>

namespace holdwatch::operations {

namespace {

/// What of a dead-letter queue is judged: its messages are dead letters, and nothing waits in it for work.
QueueSample asQuarantine(const QueueSample &sample)
{
    QueueSample judged = sample;
    judged.deadLetters = sample.depth;
    judged.depth = Metric<qint64>::reported(0);
    judged.inFlight = judged.depth;
    judged.delayed = judged.depth;
    judged.oldestAge = Metric<Millis>::notReported(QStringLiteral("a dead-letter queue always ages"));
    judged.arrivalsTotal = judged.completionsTotal = judged.retriesTotal = Metric<qint64>();
    judged.arrivalsPerMinute = judged.completionsPerMinute = judged.retriesPerMinute = Metric<double>();
    return judged;
}

/// It has neither a window nor a cadence: silence is what one hopes for there.
Tolerance forQuarantine(Tolerance tolerance)
{
    tolerance.arrivalCadence.reset();
    return tolerance;
}

QString quarantineReason(const QueueSample &sample, qint64 arrived)
{
    if (!sample.depth.has())
        return QStringLiteral("Dead-letter queue: judged by what arrives, but its depth is not reported.");
    const QString waiting = QStringLiteral("Dead-letter queue: %1 waiting").arg(sample.depth.value());
    if (arrived > 0)
        return waiting + QStringLiteral(", %1 of them new in the last 10 minutes.").arg(arrived);
    return waiting + QStringLiteral(", none arriving. It is judged by what arrives, not by age.");
}

QStringList notesOn(const QueueSample &sample, const Assessment &assessment, const Tolerance &tolerance)
{
    QStringList notes;
    if (!tolerance.workClasses.isEmpty())
        notes << QStringLiteral("mixed, urgent class not observable");
    if (sample.oldestAge.has() && !sample.ageIncludesInFlight)
        notes << QStringLiteral("age leaves out messages in flight: a returned lease can make it leap");
    const bool nothingWaits = sample.depth.has() && sample.depth.value() == 0 && sample.inFlight.has() && sample.inFlight.value() == 0;
    if (!sample.oldestAge.note().isEmpty() && !nothingWaits) // an empty queue has no age that somebody could miss
        notes << sample.oldestAge.note();
    const bool isStorm = sample.retriesPerMinute.has() && sample.completionsPerMinute.has() && sample.retriesPerMinute.value() >= 1
        && sample.retriesPerMinute.value() > sample.completionsPerMinute.value();
    if (isStorm && assessment.ageSlope.value_or(0) > 0)
        notes << QStringLiteral("retry storm: more retries than completions while the age grows");
    return notes;
}

} // namespace

QueueJudge::QueueJudge(QueueStatus frame, Tolerance tolerance, Millis pollInterval)
    : m_status(std::move(frame)), m_pollInterval(pollInterval),
      m_engine(m_status.queue.isDeadLetterQueue ? forQuarantine(tolerance) : tolerance, pollInterval)
{
    m_status.tolerance = std::move(tolerance);
    m_status.assessment.reason = QStringLiteral("Waiting for the first sample.");
}

bool QueueJudge::observe(const QueueSample &sample)
{
    if (m_hasSample && sample.takenAt <= m_status.sample.takenAt && !isClockSetBack(sample))
        return false;
    drawSparkline(sample);
    countDeadLetters(sample);
    if (!m_status.watchedSince)
        m_status.watchedSince = sample.takenAt;
    m_status.sample = m_rates.derive(sample);
    m_status.timeToDrain = drainTime(m_status.sample);
    m_hasSample = true;
    judge();
    return true;
}

bool QueueJudge::isClockSetBack(const QueueSample &sample)
{
    const UtcTime before = m_engine.current().at;
    if (m_engine.observe(asJudged(sample)).at == before)
        return false;
    // What was measured by the old clock has no distance to what comes now.
    m_rates = RateDeriver();
    m_deadLetters.clear();
    return true;
}

QueueSample QueueJudge::asJudged(const QueueSample &sample) const
{
    return m_status.queue.isDeadLetterQueue ? asQuarantine(sample) : sample;
}

void QueueJudge::judge()
{
    const QueueSample &sample = m_status.sample;
    const bool isQuarantine = m_status.queue.isDeadLetterQueue;
    m_status.assessment = m_engine.observe(asJudged(sample));
    if (isQuarantine) {
        m_status.assessment.headroom.reset();
        m_status.assessment.earliestBreach.reset();
        m_status.assessment.projectedBreach.reset();
        m_status.assessment.reason = quarantineReason(sample, m_status.deadLettersDelta.value_or(0));
        if (!sample.depth.has()) {
            m_status.assessment.verdict = Verdict::NotReported;
            m_status.assessment.cause = Cause::AgeNotReported;
        }
    }
    m_status.notes = notesOn(sample, m_status.assessment, m_status.tolerance);
}

bool QueueJudge::tick(UtcTime now)
{
    if (!m_hasSample || !m_engine.staleAt() || now < *m_engine.staleAt())
        return false;
    const Verdict before = m_status.assessment.verdict;
    m_status.assessment = m_engine.tick(now);
    return m_status.assessment.verdict != before;
}

void QueueJudge::setTolerance(const Tolerance &tolerance)
{
    if (tolerance == m_status.tolerance)
        return;
    m_status.tolerance = tolerance;
    startTrend();
}

void QueueJudge::setConnection(const QString &name, Environment environment, Millis pollInterval)
{
    m_status.connectionName = name;
    m_status.environment = environment;
    if (std::exchange(m_pollInterval, pollInterval) != pollInterval)
        startTrend();
}

void QueueJudge::startTrend()
{
    const Tolerance &tolerance = m_status.tolerance;
    m_engine = ToleranceEngine(m_status.queue.isDeadLetterQueue ? forQuarantine(tolerance) : tolerance, m_pollInterval);
    if (m_hasSample)
        judge();
}

void QueueJudge::setWatchedSince(UtcTime since)
{
    if (!m_status.watchedSince || since < *m_status.watchedSince)
        m_status.watchedSince = since;
}

void QueueJudge::drawSparkline(const QueueSample &sample)
{
    QVector<float> &line = m_status.sparkline;
    constexpr float gap = std::numeric_limits<float>::quiet_NaN();
    // Two polls that were missed, not one that came a little late.
    const Millis elapsed = m_hasSample ? sample.takenAt - m_status.sample.takenAt : m_pollInterval;
    const bool isSetBack = elapsed < Millis(0);
    if (isSetBack || elapsed > m_pollInterval * 5 / 2)
        line.append(gap);
    line.append(sample.depth.has() ? static_cast<float>(sample.depth.value()) : gap);
    if (line.size() > sparklineLength)
        line.remove(0, line.size() - sparklineLength);
}

void QueueJudge::countDeadLetters(const QueueSample &sample)
{
    const Metric<qint64> &count = m_status.queue.isDeadLetterQueue ? sample.depth : sample.deadLetters;
    m_status.deadLettersDelta.reset();
    if (!count.has())
        return;
    if (m_deadLetters.empty() || sample.takenAt - m_deadLetters.back().at >= Seconds(30))
        m_deadLetters.push_back({sample.takenAt, count.value()});
    while (m_deadLetters.size() > 1 && m_deadLetters.front().at + deltaSpan < sample.takenAt)
        m_deadLetters.pop_front();
    m_status.deadLettersDelta = count.value() - m_deadLetters.front().count;
}

} // namespace holdwatch::operations

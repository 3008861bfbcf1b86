// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Replay.h"

namespace holdwatch {

Replay::Replay(const Tolerance &tolerance, Millis pollPeriod) : m_engine(tolerance, pollPeriod) {}

void Replay::feed(const QueueSample &sample, const std::function<void(const Assessment &)> &changed)
{
    // A sample that comes exactly when it was last due is in time.
    if (const auto due = m_engine.staleAt(); due && sample.takenAt > *due)
        report(m_engine.tick(*due), changed);
    report(m_engine.observe(sample), changed);
}

void Replay::report(const Assessment &assessment, const std::function<void(const Assessment &)> &changed)
{
    if (!m_engine.staleAt() || m_last == assessment.verdict)
        return;
    m_last = assessment.verdict;
    changed(assessment);
}

QVector<Assessment> replay(const Tolerance &tolerance, Millis pollPeriod, const QVector<QueueSample> &samples)
{
    Replay run(tolerance, pollPeriod);
    QVector<Assessment> changes;
    for (const QueueSample &sample : samples)
        run.feed(sample, [&changes](const Assessment &change) { changes << change; });
    return changes;
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/Recorded.h"

namespace holdwatch::storage::test {

inline const UtcTime noon = fromEpochMillis(1'790'000'123'000); // a moment inside a minute, a quarter and a two-hour stretch

inline QueueId queueNamed(const QString &name)
{
    return {ConnectionId(QStringLiteral("orders-eu")), name};
}

inline RecordedSample sampleAt(UtcTime at, std::optional<int> ageSeconds, qint64 depth, Verdict verdict = Verdict::Healthy,
                               const QueueId &queue = queueNamed(QStringLiteral("expiry")))
{
    RecordedSample recorded;
    recorded.sample.queue = queue;
    recorded.sample.takenAt = at;
    if (ageSeconds)
        recorded.sample.oldestAge = Metric<Millis>::reported(Seconds(*ageSeconds));
    recorded.sample.depth = Metric<qint64>::reported(depth);
    recorded.verdict = verdict;
    return recorded;
}

/// `count` samples `step` apart, depth 0, 1, 2, …
inline QVector<RecordedSample> series(UtcTime from, int count, Millis step, const QueueId &queue = queueNamed(QStringLiteral("expiry")))
{
    QVector<RecordedSample> samples;
    for (int i = 0; i < count; ++i)
        samples.append(sampleAt(from + step * i, i % 100, i, Verdict::Healthy, queue));
    return samples;
}

} // namespace holdwatch::storage::test

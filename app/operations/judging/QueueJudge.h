// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"
#include "models/queue/RateDeriver.h"
#include "models/tolerance/ToleranceEngine.h"

#include <deque>

namespace holdwatch::operations {

/// Follows one queue: missing rates derived, judged by its tolerance, with what a row of the overview
/// shows beside that. Pure: time is what the samples and `tick` say.
///
/// A dead-letter queue is not judged by age, since a quarantine always ages, but by what flows in.
class QueueJudge
{
public:
    static constexpr int sparklineLength = 40;
    static constexpr Millis deltaSpan = Minutes(10);

    /// `frame` carries what does not change with samples: connection, provider, environment.
    QueueJudge(QueueStatus frame, Tolerance tolerance, Millis pollInterval);

    /// False: the sample is not newer than the last and changed nothing. The third such sample in a row that
    /// is in order with the two before it is taken: the source's clock was set back.
    bool observe(const QueueSample &sample);
    bool tick(UtcTime now); ///< true if the verdict changed

    void setQueue(const WatchedQueue &queue) { m_status.queue = queue; }
    void setTolerance(const Tolerance &tolerance); ///< the last sample is judged anew, the trend starts again
    void setWatchedSince(UtcTime since);
    /// What a person changed about its connection; a new interval starts the trend again.
    void setConnection(const QString &name, Environment environment, Millis pollInterval);

    const QueueStatus &status() const { return m_status; }
    bool hasSample() const { return m_hasSample; }

private:
    struct DeadLetterMark
    {
        UtcTime at;
        qint64 count;
    };
    bool isClockSetBack(const QueueSample &sample); ///< of one that is not newer; if so, it is judged already
    QueueSample asJudged(const QueueSample &sample) const;
    void judge();
    void startTrend();
    void drawSparkline(const QueueSample &sample);
    void countDeadLetters(const QueueSample &sample);

    QueueStatus m_status;
    Millis m_pollInterval;
    RateDeriver m_rates;
    ToleranceEngine m_engine;
    std::deque<DeadLetterMark> m_deadLetters; ///< one a half minute, oldest first
    bool m_hasSample = false;
};

} // namespace holdwatch::operations

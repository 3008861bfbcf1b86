// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"
#include "models/tolerance/Tolerance.h"

namespace holdwatch {

/// How long a queue has had work and nobody to do it.
class ConsumerWatch
{
public:
    void observe(const QueueSample &sample);
    /// Seen without consumers for this long; unset while somebody is attached or nothing waits.
    std::optional<Millis> goneFor(UtcTime at) const;

private:
    std::optional<UtcTime> m_goneSince;
    int m_seenInARow = 0; ///< samples with a consumer; one alone may be a crash loop's short life
};

/// Whether the dead-letter count has grown lately.
class DeadLetterWatch
{
public:
    struct Growth
    {
        qint64 from = 0;
        qint64 to = 0;
        Millis over{};
        bool operator==(const Growth &) const = default;
    };

    void observe(const QueueSample &sample);
    std::optional<Growth> growth(UtcTime at) const;

private:
    struct Episode
    {
        qint64 from = 0;     ///< the count before it grew
        UtcTime began{};
        UtcTime lastGrew{};
        int samples = 0;     ///< that showed more than `from`
    };
    std::optional<qint64> m_count;
    UtcTime m_countedAt{};
    std::optional<Episode> m_episode;
};

/// Whether a queue with a declared arrival cadence has fallen silent. Judges only where the source reports
/// arrivals: on depth alone, work that came and went between two polls can't be seen.
class ArrivalWatch
{
public:
    void observe(const QueueSample &sample);
    std::optional<Millis> silentFor(UtcTime at) const;

private:
    bool arrived(const QueueSample &sample) const;

    std::optional<UtcTime> m_lastArrival; ///< or since when we look
    std::optional<qint64> m_total;
    bool m_reported = false;
};

} // namespace holdwatch

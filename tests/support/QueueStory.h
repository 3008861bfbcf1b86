// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"
#include "models/series/History.h"

namespace holdwatch::test {

/// A queue whose past can be asked for at any resolution: what its samples were is a function of time.
/// The age is a sawtooth for most of it, climbs past the window once, and ten minutes are missing.
class QueueStory
{
public:
    enum class Kind { Sawtooth, Breach, NoAge, Quiet };

    QueueStory(Kind kind, UtcTime now, Millis pollPeriod = Seconds(5));

    HistorySlice slice(const HistoryQuery &query) const; ///< honours maxBuckets, min/max and gaps as a store does
    QueueStatus status() const;                          ///< as of the story's `now`
    void setNow(UtcTime now) { m_now = now; }

private:
    struct Figures
    {
        std::optional<double> age;
        double depth;
        double inFlight;
        double retries;
        double dead;
        Verdict verdict;
    };
    Figures at(UtcTime time) const;
    bool isMissing(UtcTime time) const;

    Kind m_kind;
    UtcTime m_now;
    UtcTime m_origin; ///< what the story's times are relative to, so that it stays put while `now` moves
    Millis m_poll;
};

} // namespace holdwatch::test

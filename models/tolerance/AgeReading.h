// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/Limits.h"
#include "models/tolerance/Trend.h"

namespace holdwatch {

/// What the recorded ages of one queue say at one moment, before any memory of earlier verdicts.
struct AgeReading
{
    UtcTime at{};
    double age = 0;                   ///< seconds, as reported
    std::optional<Trend> trend;       ///< over the last `Limits::steady`, as far as there are dots
    std::optional<double> movingFor;  ///< seconds since the age was lowest (rising) or highest (falling)
    std::optional<double> projection; ///< seconds until the headroom is used up if the trend goes on
    std::optional<double> turnedFrom; ///< the age at which it lately turned against the trend; for words only
    std::optional<double> waitFaced;  ///< seconds that work arriving now will wait, read cautiously
    bool workedOff = false;           ///< what waits now is shrinking and gone before its headroom is

    bool breached = false;   ///< at or past the window
    bool atAlarm = false;    ///< headroom down to the reaction time, judged one poll early
    bool trendAlarm = false; ///< not there yet, but steadily heading there for longer than any pause
    bool rising = false;     ///< steadily, and projected to breach inside the look-ahead
    bool falling = false;    ///< steadily; only told of an alarmed queue
};

/// The memory behind an `AgeReading`: every recent dot, and a thinned run of them over the whole look-back.
class AgeRecord
{
public:
    explicit AgeRecord(const Limits &limits);

    void add(const AgePoint &point);
    void clear();
    bool isEmpty() const { return m_recent.size() == 0; }
    /// Reads the newest dot. `lag` is how old that dot's age already was when it was looked at, `lateness`
    /// how much later than promised the next one may come; both in seconds. Only of an `alarmed` queue
    /// it matters whether the age falls.
    AgeReading read(const Limits &limits, double lag, double lateness, bool alarmed) const;

    /// Where the age has lately gone the other way than over the longer stretch that `read` looked at: what is
    /// told of it is the turn, and no breach is projected. For words only, after the verdict. A turn too young for
    /// a trend of its own is told by where it began.
    void tellTurn(AgeReading &reading, const Limits &limits) const;

private:
    void readTrend(AgeReading &reading, const Limits &limits) const;
    bool isStoppedFor(double seconds, const AgeReading &reading) const;
    bool alarmsByTrend(AgeReading &reading, const Limits &limits) const;
    bool risesSteadily(const AgeReading &reading, const Limits &limits) const;
    bool isKnownTooth(const AgeReading &reading) const; ///< as high a rise fell back by itself a short while ago
    double waitByBacklog(double age, const Limits &limits) const;
    bool fallsSteadily(const Limits &limits) const;
    bool fallsSteeply(const Limits &limits) const;
    bool isWorkedOff(double headroom) const;
    double secondsSinceExtreme(bool rising) const;
    std::optional<double> youngTurn(const AgeReading &reading, const Limits &limits) const;

    SampleRing m_recent;  ///< each dot
    SampleRing m_longRun; ///< thinned
    Millis m_spacing;
};

} // namespace holdwatch

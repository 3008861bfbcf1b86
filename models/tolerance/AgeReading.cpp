// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/AgeReading.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr std::size_t FallDots = 5;
constexpr std::size_t BacklogDots = 8;

Millis spacingFor(const Limits &limits)
{
    // Four fifths of the ring for the longest stretch that is ever asked for, the rest for late samples.
    return fromSeconds(std::max(limits.confirm, limits.steady) / 48);
}

/// How long work that arrives now will wait. In first-in-first-out order the dots say it by themselves: the
/// queue holds `age` seconds of arrivals and works off 1 − slope of them a second. The cautious slope
/// makes this an underestimate, so that an alarm raised by it would have come anyway.
double waitFacedBy(const Trend &trend)
{
    return trend.level / (1 - std::clamp(trend.low, 0.0, 0.95));
}

/// The stretch [newest − seconds, newest], provided that the dots cover it.
std::span<const AgePoint> covering(const SampleRing &ring, double seconds, Millis spacing)
{
    const UtcTime newest = ring.fromNewest(0).at;
    const auto points = ring.since(newest - fromSeconds(seconds) - spacing);
    const bool covered = !points.empty() && newest - points.front().at >= fromSeconds(seconds);
    return covered ? points : std::span<const AgePoint>();
}

} // namespace

AgeRecord::AgeRecord(const Limits &limits)
    : m_recent(Millis(0)), m_longRun(spacingFor(limits)), m_spacing(std::max(spacingFor(limits), limits.staleAfter / 3))
{
}

void AgeRecord::add(const AgePoint &point)
{
    m_recent.add(point);
    m_longRun.add(point);
}

void AgeRecord::clear()
{
    m_recent.clear();
    m_longRun.clear();
}

AgeReading AgeRecord::read(const Limits &limits, double lag) const
{
    AgeReading reading;
    reading.at = m_recent.fromNewest(0).at;
    reading.age = m_recent.fromNewest(0).age;
    reading.breached = reading.age >= limits.window;
    reading.atAlarm = reading.age + lag >= limits.alarmAge;
    reading.workedOff = isWorkedOff(limits.headroom(reading.age));
    readTrend(reading, limits);
    reading.trendAlarm = !reading.atAlarm && alarmsByTrend(reading, limits);
    reading.rising = risesSteadily(reading, limits);
    reading.falling = fallsSteadily();
    return reading;
}

void AgeRecord::readTrend(AgeReading &reading, const Limits &limits) const
{
    reading.trend = trendOfAge(m_longRun.since(reading.at - fromSeconds(limits.steady) - m_spacing));
    if (!reading.trend)
        return;
    const Trend &trend = *reading.trend;
    reading.movingFor = secondsSinceExtreme(trend.slope > 0);
    if (trend.slope <= 0.005 || trend.agreement < 0.3 || reading.workedOff)
        return;
    const double headroom = limits.headroom(reading.age);
    // No age rises faster than the clock, whatever a line through noisy dots says.
    const double ahead = std::max(headroom, limits.headroom(trend.level) / trend.slope);
    if (headroom > 0 && ahead <= 4 * limits.lookAhead)
        reading.projection = ahead;
}

bool AgeRecord::alarmsByTrend(AgeReading &reading, const Limits &limits) const
{
    if (!reading.projection || *reading.projection > limits.horizon)
        return false;
    const auto points = covering(m_longRun, limits.confirm, m_spacing);
    const auto trend = trendOfAge(points);
    if (!trend || trend->agreement < 0.7 || trend->low <= 0)
        return false;
    reading.waitFaced = waitFacedBy(*trend);
    const auto backlog = trendOfBacklog(m_recent.newest(BacklogDots));
    const bool backlogFalls = backlog && backlog->slope <= 0;
    return *reading.waitFaced >= limits.alarmAge && !backlogFalls && risesThroughout(points, 0.85);
}

bool AgeRecord::risesSteadily(const AgeReading &reading, const Limits &limits) const
{
    if (!reading.projection || *reading.projection > limits.lookAhead)
        return false;
    const bool steady = reading.trend->agreement >= 0.6 && reading.trend->low > 0;
    return steady && risesThroughout(covering(m_longRun, limits.steady, m_spacing), 0.7);
}

bool AgeRecord::fallsSteadily() const
{
    const auto points = m_recent.newest(FallDots);
    const auto trend = trendOfAge(points);
    return trend && trend->slope < 0 && trend->agreement <= -0.6 && points.back().age < points.front().age;
}

bool AgeRecord::isWorkedOff(double headroom) const
{
    const auto backlog = trendOfBacklog(m_recent.newest(BacklogDots));
    if (!backlog || backlog->slope >= 0 || backlog->agreement > -0.5)
        return false;
    return backlog->level / -backlog->slope < headroom;
}

double AgeRecord::secondsSinceExtreme(bool rising) const
{
    const AgePoint newest = m_longRun.fromNewest(0);
    AgePoint extreme = newest;
    for (std::size_t back = 1; back < m_longRun.size(); ++back) {
        const AgePoint &point = m_longRun.fromNewest(back);
        if (rising ? point.age < extreme.age : point.age > extreme.age)
            extreme = point;
    }
    return toSeconds(newest.at - extreme.at);
}

} // namespace holdwatch

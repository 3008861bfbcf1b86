// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/AgeReading.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdwatch {

namespace {

constexpr std::size_t BacklogDots = 8;
/// A rise this steep is a full stop or a batch: it says nothing about how fast the queue works.
constexpr double FullStop = 0.9;

Millis spacingFor(const Limits &limits)
{
    // Two thirds of the ring for the longest stretch that is ever asked for: its pairs cost a few microseconds.
    return fromSeconds(std::max(limits.confirm, limits.steady) / 32);
}

/// How long work that arrives now will wait, in first-in-first-out order, if `lost` is the share of the
/// arrivals that the queue does not keep up with: it holds `age` seconds of arrivals and works off 1 − lost
/// of them a second.
double waitFaced(double age, double lost)
{
    return age / (1 - std::clamp(lost, 0.0, 0.95));
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

AgeReading AgeRecord::read(const Limits &limits, double lag, double lateness, bool alarmed) const
{
    AgeReading reading;
    reading.at = m_recent.fromNewest(0).at;
    reading.age = m_recent.fromNewest(0).age;
    reading.breached = reading.age >= limits.window;
    reading.workedOff = isWorkedOff(limits.headroom(reading.age));
    readTrend(reading, limits);
    // Where polls get lost, the one that would cross the line may be next; a full stop will cross it.
    const bool crossesNext = isStoppedFor(0.8 * limits.alarmAge, reading)
        && reading.age + std::min(lateness, limits.window / 60) >= limits.alarmAge;
    reading.atAlarm = reading.age + lag >= limits.alarmAge || crossesNext;
    reading.trendAlarm = !reading.atAlarm && alarmsByTrend(reading, limits);
    reading.rising = risesSteadily(reading, limits);
    reading.falling = (alarmed || reading.atAlarm) && fallsSteadily(limits);
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

bool AgeRecord::isStoppedFor(double seconds, const AgeReading &reading) const
{
    return reading.trend && reading.trend->slope >= FullStop && reading.movingFor.value_or(0) >= seconds;
}

bool AgeRecord::alarmsByTrend(AgeReading &reading, const Limits &limits) const
{
    if (!reading.projection || *reading.projection > limits.horizon)
        return false;
    const auto points = covering(m_longRun, limits.confirm, m_spacing);
    const auto trend = trendOfAge(points);
    if (!trend || trend->agreement < 0.7 || trend->low <= 0)
        return false;
    reading.waitFaced = std::min(waitFaced(trend->level, trend->low), waitByBacklog(reading.age, limits));
    return *reading.waitFaced >= 1.15 * limits.alarmAge && trend->slope < FullStop && risesThroughout(points, 0.9);
}

double AgeRecord::waitByBacklog(double age, const Limits &limits) const
{
    // The age tells of arrivals long ago; the backlog tells when a surge is over or a batch is being worked
    // off, lately or, where it wobbles more than it shrinks, for a while.
    const auto lately = trendOfBacklog(m_recent.newest(BacklogDots));
    const auto longer = trendOfBacklog(covering(m_longRun, limits.steady, m_spacing));
    if (std::isnan(m_recent.fromNewest(0).backlog))
        return std::numeric_limits<double>::infinity(); // then the age alone has to do
    if (!lately || !longer || lately->level <= 0)
        return 0;
    const double arrivals = lately->level / std::max(age, 1.0);
    return waitFaced(age, std::min(lately->slope, longer->slope) / arrivals);
}

bool AgeRecord::risesSteadily(const AgeReading &reading, const Limits &limits) const
{
    if (!reading.projection || *reading.projection > limits.lookAhead || reading.movingFor.value_or(0) < limits.watchAfter)
        return false;
    const bool steady = reading.trend->agreement >= 0.6 && reading.trend->low > 0;
    return steady && !isKnownTooth(reading) && risesThroughout(covering(m_longRun, limits.steady, m_spacing), 0.7);
}

bool AgeRecord::isKnownTooth(const AgeReading &reading) const
{
    const UtcTime lowest = reading.at - fromSeconds(reading.movingFor.value_or(0));
    for (std::size_t back = 1; back < m_longRun.size(); ++back) {
        const AgePoint dot = m_longRun.fromNewest(back);
        if (dot.at < lowest && dot.age >= 0.9 * reading.age)
            return true;
    }
    return false;
}

bool AgeRecord::fallsSteadily(const Limits &limits) const
{
    if (fallsSteeply(limits))
        return true;
    const auto points = covering(m_recent, limits.fall, Millis(0));
    const auto trend = trendOfAge(points);
    if (!trend || trend->slope >= 0 || trend->agreement > -0.6)
        return false;
    // Where old work is done but ever more waits, it only looks better.
    const auto backlog = trendOfBacklog(points);
    return !backlog || backlog->slope <= 0;
}

bool AgeRecord::fallsSteeply(const Limits &limits) const
{
    const auto points = m_recent.newest(5);
    const auto trend = trendOfAge(points);
    const auto backlog = trendOfBacklog(points);
    const bool everyDotFalls = trend && points.size() == 5 && trend->agreement <= -0.99;
    return everyDotFalls && backlog && backlog->agreement <= -0.8 && points.front().age - points.back().age >= limits.window / 12;
}

void AgeRecord::tellTurn(AgeReading &reading, const Limits &limits) const
{
    const auto moves = [](const std::optional<Trend> &trend) { return trend && std::abs(trend->agreement) >= 0.6 && trend->slope * trend->agreement > 0; };
    auto lately = trendOfAge(covering(m_recent, limits.fall, Millis(0)));
    if (reading.falling && (!moves(lately) || lately->slope > 0))
        lately = trendOfAge(m_recent.newest(5));
    if (!reading.trend)
        return;
    if (moves(lately) && lately->slope * reading.trend->slope <= 0) {
        reading.trend = lately;
        reading.movingFor = secondsSinceExtreme(lately->slope > 0);
        reading.projection.reset();
        return;
    }
    reading.turnedFrom = youngTurn(reading, limits);
    if (reading.turnedFrom)
        reading.projection.reset();
}

std::optional<double> AgeRecord::youngTurn(const AgeReading &reading, const Limits &limits) const
{
    const bool wasRising = reading.trend->slope > 0;
    const double sign = wasRising ? -1 : 1;
    std::size_t steps = 0;
    while (steps + 1 < m_recent.size() && sign * (m_recent.fromNewest(steps).age - m_recent.fromNewest(steps + 1).age) > 0)
        ++steps;
    const double from = m_recent.fromNewest(steps).age;
    const bool isTurn = steps >= 3 || (steps == 2 && std::abs(reading.age - from) >= limits.window / 40);
    if (wasRising) // the saw falls in one step, which is no turn unless it brings the age back inside its window
        return isTurn || (steps > 0 && from >= limits.window && !reading.breached) ? std::optional(from) : std::nullopt;
    // Of a recovery each tooth rises for a while; only an alarm that stands is contradicted by it.
    return isTurn && reading.atAlarm && !reading.falling ? std::optional(from) : std::nullopt;
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
    const double sign = rising ? 1 : -1;
    const AgePoint newest = m_longRun.fromNewest(0);
    double deepest = sign * newest.age;
    for (std::size_t back = 1; back < m_longRun.size(); ++back)
        deepest = std::min(deepest, sign * m_longRun.fromNewest(back).age);
    // The last dot that lay about as deep: the wobble of a calm hour before is no part of the move.
    const double nearlyDeepest = deepest + 0.1 * (sign * newest.age - deepest);
    std::size_t back = 0;
    while (back + 1 < m_longRun.size() && sign * m_longRun.fromNewest(back).age > nearlyDeepest)
        ++back;
    return toSeconds(newest.at - m_longRun.fromNewest(back).at);
}

} // namespace holdwatch

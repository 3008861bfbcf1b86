// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/VerdictMemory.h"

#include <algorithm>

namespace holdwatch {

Verdict VerdictMemory::next(const AgeReading &reading, const Limits &limits)
{
    count(reading, limits);
    const Verdict before = m_verdict;
    m_verdict = decide(reading, limits);
    if (m_verdict == Verdict::Recovering)
        m_lowest = before == Verdict::Recovering ? std::min(m_lowest, reading.age) : reading.age;
    return m_verdict;
}

void VerdictMemory::count(const AgeReading &reading, const Limits &limits)
{
    const double elapsed = m_at ? std::max(0.0, toSeconds(reading.at - *m_at)) : 0.0;
    m_at = reading.at;
    const bool alarmSign = reading.atAlarm || reading.trendAlarm || reading.age >= limits.clearAge || reading.projection;
    m_trendAlarms = reading.trendAlarm ? m_trendAlarms + 1 : 0;
    m_rises = reading.rising ? m_rises + 1 : 0;
    m_healthyAges = reading.age < limits.healthyAge ? m_healthyAges + 1 : 0;
    m_calmFor = alarmSign ? 0 : m_calmFor + elapsed;
    m_flatFor = reading.falling ? 0 : m_flatFor + elapsed;
    m_restlessFor = reading.rising ? 0 : m_restlessFor + elapsed;
}

Verdict VerdictMemory::decide(const AgeReading &reading, const Limits &limits)
{
    if (reading.breached)
        return Verdict::Breached;
    switch (m_verdict) {
    case Verdict::Breached:
    case Verdict::Approaching:
        return fromAlarm(reading, limits);
    case Verdict::Recovering:
        return fromRecovery(reading, limits);
    default:
        return reading.atAlarm ? Verdict::Approaching : fromCalm(limits);
    }
}

Verdict VerdictMemory::fromCalm(const Limits &limits) const
{
    if (m_trendAlarms >= 2)
        return Verdict::Approaching;
    const bool keepsWatch = m_verdict == Verdict::Watch && m_restlessFor < limits.release;
    return keepsWatch ? Verdict::Watch : calmVerdict();
}

Verdict VerdictMemory::fromAlarm(const AgeReading &reading, const Limits &limits) const
{
    if (reading.falling && !reading.trendAlarm)
        return Verdict::Recovering;
    return m_calmFor >= limits.release ? calmVerdict() : Verdict::Approaching;
}

Verdict VerdictMemory::fromRecovery(const AgeReading &reading, const Limits &limits) const
{
    // One tooth of the saw is no turn; two polls of full rise are.
    const bool turned = reading.age > m_lowest + std::max(1.5 * limits.poll, limits.window / 40);
    const bool stuck = m_flatFor >= limits.release;
    if (m_trendAlarms >= 2 || (reading.atAlarm && (turned || stuck)))
        return Verdict::Approaching;
    const bool over = m_healthyAges >= 2 || (stuck && !reading.atAlarm);
    return over ? calmVerdict() : Verdict::Recovering;
}

Verdict VerdictMemory::calmVerdict() const
{
    return m_rises >= 2 ? Verdict::Watch : Verdict::Healthy;
}

} // namespace holdwatch

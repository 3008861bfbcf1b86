// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/AgeReading.h"
#include "models/tolerance/Assessment.h"

namespace holdwatch {

/// The hysteresis: turns one reading after another into a verdict on the age. What physics demands
/// (*breached*, and *approaching* at the alarm age) counts at once; what a trend suggests needs two
/// readings in a row; what is taken back needs a steady fall or a stretch of calm.
class VerdictMemory
{
public:
    /// Only healthy, watch, approaching, breached or recovering come back.
    Verdict next(const AgeReading &reading, const Limits &limits);
    /// The queue is empty: whatever was, nothing waits any more.
    void emptied() { *this = VerdictMemory(); }

    Verdict verdict() const { return m_verdict; }
    bool isAlarmed() const { return severityOf(m_verdict) >= severityOf(Verdict::Approaching) || m_verdict == Verdict::Recovering; }

private:
    Verdict decide(const AgeReading &reading, const Limits &limits);
    Verdict fromCalm(const Limits &limits) const;
    Verdict fromAlarm(const AgeReading &reading, const Limits &limits) const;
    Verdict fromRecovery(const AgeReading &reading, const Limits &limits) const;
    Verdict calmVerdict() const;
    void count(const AgeReading &reading, const Limits &limits);

    Verdict m_verdict = Verdict::Healthy;
    int m_trendAlarms = 0;       ///< readings in a row
    int m_rises = 0;             ///< readings in a row
    int m_healthyAges = 0;       ///< readings in a row well inside the window
    double m_lowest = 0;         ///< age, since the recovery began
    double m_calmFor = 0;        ///< seconds without an alarm sign
    double m_flatFor = 0;        ///< seconds without a steady fall
    double m_restlessFor = 0;    ///< seconds since the last steady rise
    std::optional<UtcTime> m_at; ///< of the last reading
};

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Assessment.h"

#include <algorithm>
#include <array>

namespace holdwatch {

QString toWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Healthy: return QStringLiteral("healthy");
    case Verdict::Watch: return QStringLiteral("watch");
    case Verdict::Approaching: return QStringLiteral("approaching");
    case Verdict::Breached: return QStringLiteral("breached");
    case Verdict::Recovering: return QStringLiteral("recovering");
    case Verdict::Stale: return QStringLiteral("stale");
    case Verdict::NotReported: break;
    }
    return QStringLiteral("not reported");
}

std::optional<Verdict> verdictFromWord(QStringView word)
{
    for (Verdict verdict : {Verdict::Healthy, Verdict::Watch, Verdict::Approaching, Verdict::Breached,
                            Verdict::Recovering, Verdict::Stale, Verdict::NotReported}) {
        if (toWord(verdict) == word)
            return verdict;
    }
    return std::nullopt;
}

QString toWord(Cause cause)
{
    switch (cause) {
    case Cause::None: return QStringLiteral("none");
    case Cause::AgeInWindow: return QStringLiteral("age");
    case Cause::NoConsumers: return QStringLiteral("no-consumers");
    case Cause::NoArrivals: return QStringLiteral("no-arrivals");
    case Cause::DeadLettersGrowing: return QStringLiteral("dead-letters");
    case Cause::NoFreshSample: return QStringLiteral("stale");
    case Cause::RetentionEnds: return QStringLiteral("retention");
    case Cause::AgeNotReported: break;
    }
    return QStringLiteral("not-reported");
}

int severityOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Breached: return 6;
    case Verdict::Approaching: return 5;
    case Verdict::Stale: return 4;
    case Verdict::Watch: return 3;
    case Verdict::Recovering: return 2;
    case Verdict::NotReported: return 1;
    case Verdict::Healthy: break;
    }
    return 0;
}

std::optional<double> slopeAhead(const Assessment &assessment)
{
    if (!assessment.age || assessment.verdict == Verdict::Stale)
        return std::nullopt;
    if (assessment.projectedBreach && assessment.headroom && *assessment.headroom > Millis(0))
        return std::min(1.0, toSeconds(*assessment.headroom) / std::max(1.0, toSeconds(*assessment.projectedBreach)));
    if (!assessment.ageSlope || (*assessment.ageSlope > 0 && assessment.verdict != Verdict::Breached))
        return std::nullopt;
    return std::min(1.0, *assessment.ageSlope);
}

QString wordForNoProjection(const Assessment &assessment)
{
    if (assessment.verdict == Verdict::Breached)
        return QStringLiteral("past the window");
    const bool isKnown = assessment.verdict != Verdict::Stale && assessment.verdict != Verdict::NotReported;
    return isKnown ? QStringLiteral("not heading there") : QStringLiteral("unknown");
}

} // namespace holdwatch

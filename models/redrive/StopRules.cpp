// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/StopRules.h"

#include "models/core/Format.h"

#include <algorithm>

namespace holdwatch {

namespace {

using StopCause = RunState::StopCause;

constexpr Millis clockTolerance = Seconds(60);
constexpr int looksForPauses = 3;

std::optional<StopReason> unreadable(const RedrivePlan &plan, const RunSignals &seen)
{
    if (!seen.target || !seen.targetSampledAt)
        return StopReason{StopCause::StaleSignal, QStringLiteral("The target queue can't be read.")};
    const Millis age = seen.now - *seen.targetSampledAt;
    if (*seen.target == Verdict::Stale || age > plan.bounds.stop.staleAfter)
        return StopReason{StopCause::StaleSignal, QStringLiteral("The target queue was last read %1 ago.").arg(formatAgo(age))};
    if (age < -clockTolerance)
        return StopReason{StopCause::StaleSignal, QStringLiteral("The reading of the target queue is dated in the future: the clocks disagree.")};
    if (plan.deadDepth && !seen.deadDepth)
        return StopReason{StopCause::StaleSignal, QStringLiteral("The depth of the dead-letter queue can't be read.")};
    if (plan.bounds.proof == RedriveBounds::CanaryProof::Ledger && !seen.secondEffects)
        return StopReason{StopCause::StaleSignal, QStringLiteral("The ledger can't be read.")};
    return std::nullopt;
}

} // namespace

std::optional<StopReason> reasonToStop(const RedrivePlan &plan, const RunSignals &seen)
{
    const StopConditions &stop = plan.bounds.stop;
    if (seen.secondEffects.value_or(0) > 0)
        return StopReason{StopCause::SecondEffect, QStringLiteral("A key had a second business effect.")};
    if (stop.onApproaching && (seen.target == Verdict::Breached || seen.target == Verdict::Approaching))
        return StopReason{StopCause::Approaching, QStringLiteral("The target queue is %1.").arg(toWord(*seen.target))};
    if (stop.onThrottled && seen.isThrottled)
        return StopReason{StopCause::Throttled, QStringLiteral("The system asked to slow down.")};
    return unreadable(plan, seen);
}

int stepSize(const RedriveBounds &bounds, int step)
{
    if (bounds.steps.isEmpty())
        return 1;
    return std::max(1, bounds.steps.at(std::clamp<qsizetype>(step - 1, 0, bounds.steps.size() - 1)));
}

int stepCount(const RedrivePlan &plan)
{
    if (plan.kind == RedrivePlan::Kind::WholeQueue)
        return 1;
    qint64 rest = (isByItem(plan) ? plan.items.size() : mostMoved(plan)) - 1;
    int steps = 0;
    for (; rest > 0 && steps < plan.bounds.steps.size(); rest -= stepSize(plan.bounds, steps))
        ++steps;
    const qint64 last = stepSize(plan.bounds, steps);
    return rest > 0 ? int(steps + (rest + last - 1) / last) : steps;
}

int mostLooks(const RedrivePlan &plan)
{
    constexpr int afterCanaries = 1, afterWatch = 1, atContinuing = 1;
    return afterCanaries + stepCount(plan) + afterWatch + atContinuing + looksForPauses;
}

} // namespace holdwatch

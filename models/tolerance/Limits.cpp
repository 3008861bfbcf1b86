// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Limits.h"

#include <algorithm>

namespace holdwatch {

namespace {

/// The age at which the headroom is down to reaction time plus one poll. A message can't be told from one
/// that has just come until it has waited a poll, so a reaction time as long as the window ends there.
double alarmAgeOf(const Limits &limits)
{
    const double atReaction = limits.window - limits.handling - limits.reaction - limits.poll;
    return std::max(atReaction, std::min(limits.poll, limits.window / 10));
}

} // namespace

Limits limitsFor(const Tolerance &tolerance, Millis pollPeriod)
{
    Limits limits;
    limits.window = std::max(1.0, toSeconds(tolerance.rulingWindow()));
    limits.handling = toSeconds(tolerance.handlingTime.value_or(Millis(0)));
    limits.reaction = toSeconds(tolerance.effectiveReactionTime());
    limits.lookAhead = toSeconds(tolerance.effectiveLookAhead());
    limits.poll = toSeconds(pollPeriod);
    limits.alarmAge = alarmAgeOf(limits);
    limits.clearAge = 0.9 * limits.alarmAge;
    limits.healthyAge = 0.8 * limits.alarmAge;
    limits.confirm = std::max(1.1 * limits.alarmAge, 8 * limits.poll);
    limits.steady = std::max(limits.window / 3, 5 * limits.poll);
    limits.watchAfter = std::max(0.36 * limits.window, limits.steady);
    limits.fall = std::max(limits.window / 7.5, 5 * limits.poll);
    limits.horizon = std::min(limits.lookAhead, 4 * limits.reaction);
    limits.release = std::max(3 * limits.poll, limits.window / 10);
    limits.staleAfter = 3 * pollPeriod;
    return limits;
}

} // namespace holdwatch

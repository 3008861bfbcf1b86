// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/Tolerance.h"

namespace holdwatch {

/// Every threshold that follows from a tolerance and a poll period, in one place. Durations in seconds,
/// because they are compared with ages and slopes.
struct Limits
{
    double window = 0;     ///< the ruling hold window; past it: breached
    double handling = 0;   ///< subtracted from every headroom
    double reaction = 0;   ///< what a person needs
    double lookAhead = 0;  ///< of *watch*
    double poll = 0;       ///< how often samples are expected
    double alarmAge = 0;   ///< from here on *approaching*, without confirmation: headroom ≤ reaction + one poll
    double clearAge = 0;   ///< an alarm may end below this
    double healthyAge = 0; ///< *recovering* is over below this
    double confirm = 0;    ///< a rise must have lasted this long before it alarms ahead of `alarmAge`
    double steady = 0;     ///< the stretch over which slope and projection are read
    double watchAfter = 0; ///< a rise must have lasted this long to be worth a *watch*
    double fall = 0;       ///< a fall must have lasted this long to be a recovery
    double horizon = 0;    ///< a trend alarms at most this far ahead of the breach it projects
    double release = 0;    ///< calm must last this long before a verdict is taken back
    Millis staleAfter{};   ///< three periods without a sample

    double headroom(double age) const { return window - age - handling; }
    bool operator==(const Limits &) const = default;
};

/// Zero consumers for longer than this, with work waiting, is no deploy any more.
constexpr Millis LongestDeploy = Minutes(6);

Limits limitsFor(const Tolerance &tolerance, Millis pollPeriod);

} // namespace holdwatch

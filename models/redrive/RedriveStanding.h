// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

namespace holdwatch {

/// Where a redrive stands between its signature and its end, as lists show it.
enum class RedriveStanding {
    WaitsForApproval, ///< nobody has approved it, refused it or withdrawn it
    Approved,         ///< an approval counts; not started
    Refused,
    Withdrawn,
    Expired,          ///< the plan's time is over and it never ran
    Running,          ///< canaries, steps, stopping
    Paused,
    Stopped,          ///< may be continued
    AfterWatch,
    Finished,
};

/// `now`: by the same clock as the plan's expiry.
RedriveStanding standingOf(const RedriveRecord &record, UtcTime now);
QString toWord(RedriveStanding standing); ///< "waits for approval", "running", …

QString titleOf(const RedrivePlan &plan);  ///< "12 from orders.dlq", "at most 50 from …", "all 80 of …", "a corrected copy from …"
/// "9 of 12 moved, 1 returned, 1 unknown"; of a bounded plan what the system said it moved.
QString countsText(const RedriveRecord &record);
/// What a person must do now, one short sentence; empty: nothing.
QString nextText(const RedriveRecord &record, UtcTime now);

} // namespace holdwatch

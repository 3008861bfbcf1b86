// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Run.h"

namespace holdwatch {

struct StopReason
{
    RunState::StopCause cause = RunState::StopCause::None;
    QString text; ///< one sentence
    bool operator==(const StopReason &) const = default;
};

/// Whether a run of this plan must stop by what is seen now. A signal that can't be read or is stale is a reason: a target's
/// verdict, when it was sampled, the dead-letter depth where the plan knew one, second effects where the ledger is the proof. A verdict
/// "not reported" is none: such a plan says so in its warnings.
std::optional<StopReason> reasonToStop(const RedrivePlan &plan, const RunSignals &seen);

/// How many looks one run of this plan makes at most: one after the canaries, one after each step, one at the end of the after-watch,
/// one at the start of a continued run, and three for pauses. RunDirector keeps to it.
int mostLooks(const RedrivePlan &plan);
/// Steps after the canaries that the plan can come to.
int stepCount(const RedrivePlan &plan);
/// Of step 1, 2, …; the last one repeats. At least 1.
int stepSize(const RedriveBounds &bounds, int step);

} // namespace holdwatch

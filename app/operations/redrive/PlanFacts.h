// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/RedriveWorker.h"
#include "models/redrive/PlanCheck.h"

namespace holdwatch::operations {

/// What is known about a plan at this moment, from the system's answer, the monitor and the other redrives.
PlanFacts gatherFacts(const RedrivePlan &plan, const SystemAnswer &system, const SignalBoard &board, const QVector<RedriveRecord> &others, const OperatorState &people,
                      UtcTime desktopNow);

/// Live figures for the capacity sum; what the target does not report stays unset.
CapacitySum liveCapacity(const std::optional<QueueStatus> &target);

/// Bounds to begin with: brisk on practice, patient elsewhere; the rate from the sum where it is known, else one a second.
RedriveBounds firstBounds(const RedrivePlan &plan, const CapacitySum &capacity);

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Approval.h"

namespace holdwatch::operations {

class ApprovalGate
{
public:
    static Approval make(const RedrivePlan &plan, UtcTime deadline, bool isContinued) { return Approval(plan.id, QByteArray(32, 'd'), deadline, {}, isContinued); }
};

} // namespace holdwatch::operations

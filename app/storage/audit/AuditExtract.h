// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/core/Result.h"

namespace holdwatch::storage {

/// The entries of one plan in a record that was exported as JSON lines, oldest first. The whole file is checked before: Malformed
/// where its chain does not hold. NotFound, Storage: there is no such file, or it can't be read. Any thread.
Result<QVector<AuditEntry>> extractEntries(const QString &exported, const PlanId &plan);

} // namespace holdwatch::storage

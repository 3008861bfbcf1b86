// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"

namespace holdwatch::test {

/// The record of one redrive from its plan to its end, and of what came before, `outcomes` messages long; newest first.
/// Hashes and signatures are invented.
QVector<AuditEntry> auditStory(UtcTime now, int outcomes);

/// What a check of it would say.
AuditCheck auditCheckOf(const QVector<AuditEntry> &newestFirst);

} // namespace holdwatch::test

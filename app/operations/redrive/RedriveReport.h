// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/ports/RedrivePort.h"

namespace holdwatch::operations {

/// Everything a report of one redrive is made from. No payload is in any of it.
struct ReportMatter
{
    RedriveRecord record;
    QVector<ItemResult> items;
    QVector<AuditEntry> entries; ///< of this plan, oldest first
    UtcTime writtenAt{};
};

/// A report a manager can read: what was asked, why, who approved having seen what, what became of every message, what can't be proven.
/// Plain HTML without a script or a reference to anything outside; simple enough to be printed as it is.
QByteArray reportHtml(const ReportMatter &matter);
/// The same as one JSON document, schema 1.
QByteArray reportJson(const ReportMatter &matter);

/// "12 planned = 10 confirmed + 1 returned + 1 unknown".
QString sumOf(const RunCounts &counts);

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/core/Result.h"

namespace holdwatch::storage {

/// A record as JSON lines: first one about the record, then one for each entry, oldest first. README.md describes them. There is
/// exactly one way to write an entry, so a line that was touched can be told by its bytes.

struct LinesHeader
{
    qint64 entries = 0;
    QByteArray head; ///< hash of the last entry; empty: there is none
};

QByteArray toLine(const LinesHeader &header); ///< both without the line's end
QByteArray toLine(const AuditEntry &entry);

/// Malformed for anything that `toLine` would not have written.
Result<LinesHeader> headerFrom(const QByteArray &line);
Result<AuditEntry> entryFromLine(const QByteArray &line);

constexpr qint64 longestLine = 1024 * 1024; ///< 64 KB of data, escaped, and all the rest

} // namespace holdwatch::storage

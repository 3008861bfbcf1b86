// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"

namespace holdwatch::storage {

/// What an entry's hash is made of: the words "holdwatch-audit-1", number, time in milliseconds, kind, plan, by, data,
/// previous and the signer's key; numbers as 8 bytes, anything else as its length in 8 bytes and then its bytes (UTF-8),
/// the most significant byte first. No two entries have the same bytes. README.md shows an example.
QByteArray canonicalBytes(const AuditEntry &entry);
QByteArray hashOf(const AuditEntry &entry); ///< SHA-256, 32 bytes

QByteArray noEntryBefore(); ///< what stands as `previous` in the first entry: 32 zeros

} // namespace holdwatch::storage

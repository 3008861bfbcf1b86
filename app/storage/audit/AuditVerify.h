// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/audit/ChainCheck.h"
#include "models/core/Result.h"

#include <atomic>

namespace holdwatch::storage {

/// Checks a record from its first entry to its last: the file itself (also while it is written) or what `exportAudit` made of
/// it. Never writes to it, holds one entry at a time, and may be called on any thread. A record that was damaged, cut off or
/// changed is an AuditCheck that says so; an Error (NotFound, Storage) means that there is no record there, or none that can be read.
/// Cancelled as soon as `stop` becomes true.
Result<AuditCheck> verifyAudit(const QString &path, const std::optional<AuditHead> &expected = std::nullopt, const SignatureCheck &signature = {},
                               const std::atomic<bool> *stop = nullptr);

/// Writes a record as JSON lines (0600), as it stands at this moment and whether it holds or not; an earlier file of that name
/// stays until the new one is whole. How many entries. Any thread.
Result<qint64> exportAudit(const QString &record, const QString &path, const std::atomic<bool> *stop = nullptr);

} // namespace holdwatch::storage

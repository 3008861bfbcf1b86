// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/sqlite/Migrations.h"
#include "models/audit/AuditEntry.h"

namespace holdwatch::storage {

/// Opens or makes the record for its owner alone (0600), set up so that a commit is on the disk before it returns, and looks that
/// nobody took away or added to what refuses changes.
Result<std::unique_ptr<Database>> openAudit(const QString &path);

/// One table, its index and the rules that refuse to change, remove or replace an entry, exactly as they were made.
Result<bool> hasAuditSchema(Database &database);

/// What `entryFrom` reads, for behind SELECT.
QString auditColumns();

struct ReadEntry
{
    AuditEntry entry;
    bool isExact = true; ///< false: the file holds something that is not what was written, such as a number in a text's place
};

ReadEntry entryFrom(const QSqlQuery &query);

} // namespace holdwatch::storage

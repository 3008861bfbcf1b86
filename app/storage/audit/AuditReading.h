// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/audit/AuditSchema.h"
#include "app/storage/audit/AuditStore.h"

#include <QTemporaryDir>

namespace holdwatch::storage {

/// A record opened to be read, beside whoever writes it, without changing a byte of it or of its log. A log that nobody is
/// at work on any more (the program was killed) is read from a private copy. For the thread that opened it.
class AuditReading
{
public:
    /// NotFound; Storage for what is no record, damaged from the first page on, or of a newer Holdwatch.
    static Result<std::unique_ptr<AuditReading>> open(const QString &path);

    Database &database() { return *m_database; }

private:
    AuditReading() = default;

    std::unique_ptr<QTemporaryDir> m_copy; ///< outlives the database in it
    std::unique_ptr<Database> m_database;
};

/// Of one plan, oldest first.
Result<void> readEntries(Database &database, const PlanId &plan, const EntryReader &tell);
/// Newest first, before that number; 0: from the end.
Result<QVector<AuditEntry>> readNewest(Database &database, qint64 before, int count);
/// All of them as they stand, oldest first, as of one moment. Cancelled if `tell` wants no more.
Result<void> readAll(Database &database, const std::function<bool(const ReadEntry &)> &tell);

} // namespace holdwatch::storage

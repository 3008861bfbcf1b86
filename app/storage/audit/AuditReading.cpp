// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditReading.h"

#include <QFile>
#include <QFileInfo>

namespace holdwatch::storage {

namespace {

QString logOf(const QString &path)
{
    return path + QStringLiteral("-wal");
}

Error notARecord(const QString &path)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 is no record of Holdwatch.").arg(QFileInfo(path).fileName());
    error.kept = QStringLiteral("It was left exactly as it is.");
    return error;
}

Result<void> checkIsRecord(Database &database)
{
    const auto version = database.number(QStringLiteral("PRAGMA user_version"));
    const auto table = database.number(QStringLiteral("SELECT count(*) FROM sqlite_master WHERE name = 'entry'"));
    for (const auto &answer : {version, table}) {
        if (!answer)
            return failure(answer.error());
    }
    if (*table == 0)
        return failure(notARecord(database.path()));
    constexpr int newestKnown = 1;
    if (*version > newestKnown) {
        Error error = notARecord(database.path());
        error.what = QStringLiteral("%1 was written by a newer Holdwatch.").arg(QFileInfo(database.path()).fileName());
        error.next = QStringLiteral("Use the newer program.");
        return failure(error);
    }
    return {};
}

Result<std::unique_ptr<Database>> openToRead(const QString &path)
{
    auto database = Database::open(path, QFileInfo::exists(logOf(path)) ? Database::Mode::ReadOnly : Database::Mode::Unchanging);
    if (!database)
        return database;
    if (auto fine = checkIsRecord(**database); !fine)
        return failure(fine.error());
    return database;
}

// Without its index a log can't be read where it lies: SQLite would have to make one beside it.
bool needsCopy(const QString &path)
{
    const QFileInfo info(path);
    return QFileInfo::exists(logOf(path)) && (!QFileInfo::exists(path + QStringLiteral("-shm")) || !QFileInfo(info.absolutePath()).isWritable());
}

Result<std::unique_ptr<Database>> openCopy(const QString &path, const QTemporaryDir &folder)
{
    const QString copy = folder.filePath(QFileInfo(path).fileName());
    if (!folder.isValid() || !QFile::copy(path, copy) || !QFile::copy(logOf(path), logOf(copy)))
        return failure(Error::Kind::Storage, QStringLiteral("%1 was not closed properly, and there is no room for the copy it is read from.").arg(QFileInfo(path).fileName()),
                       QStringLiteral("Make room in the folder for temporary files, or open the window on this profile once."));
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    QFile::setPermissions(logOf(copy), QFile::ReadOwner | QFile::WriteOwner);
    return openToRead(copy);
}

} // namespace

Result<std::unique_ptr<AuditReading>> AuditReading::open(const QString &path)
{
    if (!QFileInfo(path).isFile())
        return failure(Error::Kind::NotFound, QStringLiteral("There is no record at %1.").arg(path));
    std::unique_ptr<AuditReading> self(new AuditReading);
    if (needsCopy(path))
        self->m_copy = std::make_unique<QTemporaryDir>();
    auto database = self->m_copy ? openCopy(path, *self->m_copy) : openToRead(path);
    if (!database)
        return failure(database.error());
    self->m_database = *std::move(database);
    return self;
}

Result<void> readEntries(Database &database, const PlanId &plan, const EntryReader &tell)
{
    // The second condition lets SQLite use the index, which leaves out entries about no plan.
    auto query = database.prepare(QStringLiteral("SELECT %1 FROM entry WHERE plan = ? AND plan <> '' ORDER BY number").arg(auditColumns()));
    if (!query)
        return failure(query.error());
    query->bindValue(0, plan.text());
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    while (query->next()) {
        if (!tell(entryFrom(*query).entry))
            return {};
    }
    return database.ended(*query);
}

Result<QVector<AuditEntry>> readNewest(Database &database, qint64 before, int count)
{
    const QString condition = before > 0 ? QStringLiteral("WHERE number < %1 ").arg(before) : QString();
    auto query = database.prepare(QStringLiteral("SELECT %1 FROM entry %2ORDER BY number DESC LIMIT %3").arg(auditColumns(), condition).arg(count));
    if (!query)
        return failure(query.error());
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    QVector<AuditEntry> entries;
    while (query->next())
        entries.append(entryFrom(*query).entry);
    if (auto done = database.ended(*query); !done)
        return failure(done.error());
    return entries;
}

Result<void> readAll(Database &database, const std::function<bool(const ReadEntry &)> &tell)
{
    auto query = database.prepare(QStringLiteral("SELECT %1 FROM entry ORDER BY number").arg(auditColumns()));
    if (!query)
        return failure(query.error());
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    while (query->next()) {
        if (!tell(entryFrom(*query)))
            return failure(Error::Kind::Cancelled, QStringLiteral("Reading the record was stopped."));
    }
    return database.ended(*query);
}

} // namespace holdwatch::storage

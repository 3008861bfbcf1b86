// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditSchema.h"

#include "app/storage/sqlite/OwnersFile.h"

#include <QFileInfo>

namespace holdwatch::storage {

namespace {

QStringList firstVersion()
{
    return {
        QStringLiteral("CREATE TABLE entry (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, plan TEXT NOT NULL, "
                       "actor TEXT NOT NULL, data BLOB NOT NULL, previous BLOB NOT NULL, hash BLOB NOT NULL, signer BLOB NOT NULL, signature BLOB NOT NULL)"),
        QStringLiteral("CREATE INDEX entry_plan ON entry (plan, number) WHERE plan <> ''"),
        QStringLiteral("CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the record is never changed'); END"),
        QStringLiteral("CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'nothing is removed from the record'); END"),
        // Also against INSERT OR REPLACE, which fires no delete trigger.
        QStringLiteral("CREATE TRIGGER entry_comes_last BEFORE INSERT ON entry WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entry) "
                       "BEGIN SELECT RAISE(ABORT, 'an entry can only be added at the end'); END"),
    };
}

/// The statement that sets and the one that asks whether it took.
Result<void> makeDurable(Database &database)
{
    for (const char *pragma : {"PRAGMA synchronous=FULL", "PRAGMA fullfsync=ON", "PRAGMA checkpoint_fullfsync=ON"}) {
        if (auto done = database.exec(QString::fromLatin1(pragma)); !done)
            return done;
    }
    constexpr int full = 2;
    const auto level = database.number(QStringLiteral("PRAGMA synchronous"));
    if (!level)
        return failure(level.error());
    if (*level < full)
        return failure(Error::Kind::Storage, QStringLiteral("%1 can't be written so that it survives a power cut.").arg(QFileInfo(database.path()).fileName()));
    return {};
}

Error isNotAsItWasMade(const QString &path)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 is not as Holdwatch made it: its rules against changes are missing or altered.").arg(QFileInfo(path).fileName());
    error.kept = QStringLiteral("It was left exactly as it is.");
    error.next = QStringLiteral("Check it with “holdwatch audit verify”, keep it, and move it aside to begin a new one.");
    return error;
}

} // namespace

Result<bool> hasAuditSchema(Database &database)
{
    auto query = database.prepare(QStringLiteral("SELECT sql FROM sqlite_master ORDER BY rowid"));
    if (!query)
        return failure(query.error());
    if (auto done = database.run(*query); !done)
        return failure(done.error());
    QStringList found;
    while (query->next())
        found << query->value(0).toString();
    return found == firstVersion();
}

Result<std::unique_ptr<Database>> openAudit(const QString &path)
{
    if (auto done = makeOwnersFile(path); !done)
        return failure(done.error());
    auto database = openMigrated(path, {firstVersion()});
    if (!database)
        return database;
    const auto isOurs = hasAuditSchema(**database);
    if (!isOurs)
        return failure(isOurs.error());
    if (!*isOurs)
        return failure(isNotAsItWasMade(path));
    if (auto done = makeDurable(**database); !done)
        return failure(done.error());
    return database;
}

QString auditColumns()
{
    // A text kept as bytes would look the same and yet not be found by its plan.
    return QStringLiteral("number, at, CAST(kind AS BLOB), CAST(plan AS BLOB), CAST(actor AS BLOB), data, previous, hash, signer, signature, "
                          "typeof(at) || typeof(kind) || typeof(plan) || typeof(actor) || typeof(data) || typeof(previous) || typeof(hash) "
                          "|| typeof(signer) || typeof(signature) = 'integertexttexttextblobblobblobblobblob'");
}

ReadEntry entryFrom(const QSqlQuery &query)
{
    ReadEntry read;
    read.isExact = query.value(10).toBool();
    const auto textAt = [&](int column) {
        const QByteArray bytes = query.value(column).toByteArray();
        const QString text = QString::fromUtf8(bytes);
        read.isExact = read.isExact && text.toUtf8() == bytes;
        return text;
    };
    AuditEntry &entry = read.entry;
    entry.number = query.value(0).toLongLong();
    entry.at = fromEpochMillis(query.value(1).toLongLong());
    entry.what.kind = textAt(2);
    entry.what.plan = PlanId(textAt(3));
    entry.what.by = textAt(4);
    entry.what.data = query.value(5).toByteArray();
    entry.previous = query.value(6).toByteArray();
    entry.hash = query.value(7).toByteArray();
    entry.signer = query.value(8).toByteArray();
    entry.signature = query.value(9).toByteArray();
    return read;
}

} // namespace holdwatch::storage

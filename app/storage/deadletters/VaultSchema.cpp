// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/VaultSchema.h"

#include "app/storage/sqlite/OwnersFile.h"

#include <QFileInfo>

namespace holdwatch::storage {

namespace {

QStringList firstVersion()
{
    return {
        QStringLiteral("CREATE TABLE dead_set (id INTEGER PRIMARY KEY, connection TEXT NOT NULL, name TEXT NOT NULL, "
                       "looks INTEGER NOT NULL DEFAULT 0, UNIQUE (connection, name))"),
        QStringLiteral("CREATE TABLE snapshot (id INTEGER PRIMARY KEY AUTOINCREMENT, dead_set INTEGER NOT NULL, captured_at INTEGER NOT NULL, "
                       "stage INTEGER NOT NULL, seen INTEGER NOT NULL, total INTEGER, approximate INTEGER NOT NULL, looks INTEGER NOT NULL, "
                       "note TEXT NOT NULL, erased INTEGER NOT NULL DEFAULT 0)"),
        // id = snapshot × 2³² + number; the row comes first, so that a list never touches a payload's pages.
        QStringLiteral("CREATE TABLE letter (id INTEGER PRIMARY KEY, row BLOB NOT NULL, facts BLOB NOT NULL, payload BLOB NOT NULL)"),
        QStringLiteral("CREATE TABLE record (dead_set INTEGER NOT NULL, identity BLOB NOT NULL, message TEXT NOT NULL, key TEXT NOT NULL, "
                       "digest BLOB, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL, times_seen INTEGER NOT NULL, "
                       "attempts INTEGER NOT NULL, class TEXT NOT NULL, resolution TEXT NOT NULL DEFAULT '', resolved_at INTEGER, "
                       "redrives INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (dead_set, identity)) WITHOUT ROWID"),
        QStringLiteral("CREATE INDEX record_key ON record (key) WHERE key <> ''"),
        QStringLiteral("CREATE TABLE look (id INTEGER PRIMARY KEY, dead_set INTEGER NOT NULL, at INTEGER NOT NULL, looks INTEGER NOT NULL, "
                       "reason TEXT NOT NULL)"),
        QStringLiteral("CREATE TABLE reveal (id INTEGER PRIMARY KEY, dead_set INTEGER NOT NULL, at INTEGER NOT NULL, message TEXT NOT NULL, "
                       "digest BLOB, field TEXT NOT NULL, who TEXT NOT NULL)"),
        QStringLiteral("CREATE TABLE expiry (dead_set INTEGER NOT NULL, hour INTEGER NOT NULL, first_at INTEGER NOT NULL, letters INTEGER NOT NULL, "
                       "PRIMARY KEY (dead_set, hour)) WITHOUT ROWID"),
    };
}

Result<void> erasePayloadsOfOlder(const QString &path, int newest)
{
    if (QFileInfo(path).size() == 0)
        return {};
    const auto before = Database::open(path, Database::Mode::ReadOnly);
    const auto version = before ? (*before)->number(QStringLiteral("PRAGMA user_version")) : Result<qint64>(0);
    if (!version || *version <= 0 || *version >= newest)
        return {};
    auto database = Database::open(path, Database::Mode::ReadWrite);
    if (!database)
        return failure(database.error());
    for (const char *sql : {"PRAGMA secure_delete=ON", "DELETE FROM letter", "UPDATE snapshot SET erased = 1"}) {
        if (auto done = (*database)->exec(QString::fromLatin1(sql)); !done)
            return done;
    }
    return settle(**database);
}

Result<void> setUp(Database &database)
{
    // A larger cache and log write a page that changes often once instead of every time.
    for (const char *pragma : {"PRAGMA secure_delete=ON", "PRAGMA cache_size=-32768"}) {
        if (auto done = database.exec(QString::fromLatin1(pragma)); !done)
            return done;
    }
    (void)database.number(QStringLiteral("PRAGMA wal_autocheckpoint=8192"));
    // Has to be chosen while there is next to nothing in the file; afterwards room is given back in small steps.
    constexpr int incremental = 2;
    const auto chosen = database.number(QStringLiteral("PRAGMA auto_vacuum"));
    const auto letters = database.number(QStringLiteral("SELECT count(*) FROM (SELECT 1 FROM record LIMIT 1)"));
    if (!chosen || !letters || *chosen == incremental || *letters > 0)
        return {};
    (void)database.number(QStringLiteral("PRAGMA auto_vacuum=%1").arg(incremental));
    return database.exec(QStringLiteral("VACUUM"));
}

} // namespace

MigrationSteps vaultSchema()
{
    return {firstVersion()};
}

Result<void> settle(Database &database)
{
    const auto isBusy = database.number(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
    if (!isBusy)
        return failure(isBusy.error());
    if (*isBusy == 0)
        return {};
    return failure(Error::Kind::Storage, QStringLiteral("Another program is using %1, so what was erased may still stand in its log.").arg(QFileInfo(database.path()).fileName()),
                   QStringLiteral("Close the other program; it is tried again within the hour."));
}

Result<std::unique_ptr<Database>> openVault(const QString &path)
{
    if (auto done = makeOwnersFile(path); !done)
        return failure(done.error());
    const MigrationSteps steps = vaultSchema();
    if (auto done = erasePayloadsOfOlder(path, int(steps.size())); !done)
        return failure(done.error());
    auto database = openMigrated(path, steps);
    if (!database)
        return database;
    if (auto done = setUp(**database); !done)
        return failure(done.error());
    return database;
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/sqlite/Migrations.h"

#include <QFile>
#include <QFileInfo>

namespace holdwatch::storage {

namespace {

// "application_id" in the file's header: "Hold".
constexpr qint64 ourMark = 0x486f6c64;

Error refusal(const QString &path, const QString &what, const QString &next)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.what = what;
    error.kept = QStringLiteral("It was left exactly as it is.");
    error.next = next;
    error.where = path;
    return error;
}

Error notOurs(const QString &path)
{
    return refusal(path, QStringLiteral("%1 is damaged or not a file of Holdwatch.").arg(QFileInfo(path).fileName()),
                   QStringLiteral("Move %1 aside to begin a new one.").arg(path));
}

// SQLite would happily take some broken files for empty ones, so the first bytes are read without it.
Result<void> checkHeader(const QString &path)
{
    QFile file(path);
    if (!file.exists() || file.size() == 0)
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return failure(refusal(path, QStringLiteral("%1 can't be read: %2.").arg(QFileInfo(path).fileName(), file.errorString()),
                               QStringLiteral("Allow reading and writing it; recording resumes by itself.")));
    const QByteArray header = file.read(100);
    if (header.size() < 100 || !header.startsWith(QByteArrayLiteral("SQLite format 3\0")))
        return failure(notOurs(path));
    return {};
}

// Through a read-only connection, which sees a write-ahead log too and never folds it into the file.
Result<void> checkVersion(const QString &path, int newest)
{
    if (QFileInfo(path).size() == 0)
        return {};
    auto database = Database::open(path, Database::Mode::ReadOnly);
    if (!database)
        return failure(database.error());
    const auto version = (*database)->number(QStringLiteral("PRAGMA user_version"));
    const auto mark = (*database)->number(QStringLiteral("PRAGMA application_id"));
    const auto tables = (*database)->number(QStringLiteral("SELECT count(*) FROM sqlite_master"));
    for (const auto &answer : {version, mark, tables}) {
        if (!answer)
            return failure(answer.error());
    }
    if (*tables > 0 && *mark != ourMark)
        return failure(notOurs(path));
    if (*version > newest)
        return failure(refusal(path, QStringLiteral("%1 was written by a newer Holdwatch (format %2, this one knows up to %3).")
                                         .arg(QFileInfo(path).fileName()).arg(*version).arg(newest),
                               QStringLiteral("Use the newer program, or another profile folder.")));
    return {};
}

QString backupName(const QString &path, qint64 version)
{
    const QString first = QStringLiteral("%1.bak-v%2").arg(path).arg(version);
    QString name = first;
    for (int n = 2; QFileInfo::exists(name); ++n)
        name = QStringLiteral("%1.%2").arg(first).arg(n);
    return name;
}

Result<void> backUp(Database &database, qint64 version)
{
    QString target = backupName(database.path(), version);
    auto done = database.exec(QStringLiteral("VACUUM INTO '%1'").arg(QString(target).replace(QLatin1Char('\''), QStringLiteral("''"))));
    if (!done)
        QFile::remove(target); // half a copy would pass for a whole one
    return done;
}

Result<void> migrate(Database &database, qint64 version, const MigrationSteps &steps)
{
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return failure(transaction.error());
    for (qint64 from = version; from < steps.size(); ++from) {
        for (const QString &statement : steps[from]) {
            if (auto done = database.exec(statement); !done)
                return done;
        }
    }
    for (const QString &pragma : {QStringLiteral("PRAGMA application_id=%1").arg(ourMark), QStringLiteral("PRAGMA user_version=%1").arg(steps.size())}) {
        if (auto done = database.exec(pragma); !done)
            return done;
    }
    return transaction->commit();
}

} // namespace

Result<std::unique_ptr<Database>> openMigrated(const QString &path, const MigrationSteps &steps)
{
    if (auto fine = checkHeader(path); !fine)
        return failure(fine.error());
    if (auto fine = checkVersion(path, int(steps.size())); !fine)
        return failure(fine.error());
    auto database = Database::open(path, Database::Mode::ReadWrite);
    if (!database)
        return database;
    const auto version = (*database)->number(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return failure(version.error());
    if (*version > 0 && *version < steps.size()) {
        if (auto done = backUp(**database, *version); !done)
            return failure(done.error());
    }
    if (*version < steps.size()) {
        if (auto done = migrate(**database, *version, steps); !done)
            return failure(done.error());
    }
    return database;
}

} // namespace holdwatch::storage

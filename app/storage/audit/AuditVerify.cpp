// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditVerify.h"

#include "app/storage/audit/AuditLines.h"
#include "app/storage/audit/AuditReading.h"

#include <QFileInfo>
#include <QSaveFile>

namespace holdwatch::storage {

namespace {

Error unreadable(const QString &path, const QString &why)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 can't be read: %2.").arg(QFileInfo(path).fileName(), why);
    return error;
}

QString damaged(const QString &why)
{
    return QStringLiteral("The file is damaged: %1").arg(why);
}

/// Nothing if SQLite finds the file whole, else what it says.
QString faultInPages(Database &database)
{
    auto query = database.prepare(QStringLiteral("PRAGMA integrity_check(1)"));
    if (!query)
        return query.error().what;
    if (auto done = database.run(*query); !done)
        return done.error().what;
    if (!query->next())
        return QStringLiteral("it can't be checked.");
    const QString answer = query->value(0).toString();
    return answer == QLatin1String("ok") ? QString() : answer + QLatin1Char('.');
}

using StopFlag = const std::atomic<bool> *;

bool isWanted(StopFlag stop)
{
    return !stop || !*stop;
}

Result<AuditCheck> verifyOnce(const QString &path, ChainCheck check, StopFlag stop)
{
    auto reading = AuditReading::open(path);
    if (!reading)
        return failure(reading.error());
    Database &database = (*reading)->database();
    const auto done = readAll(database, [&check, stop](const ReadEntry &read) {
        check.take(read.entry, read.isExact);
        return isWanted(stop);
    });
    if (!done && !database.isDamaged())
        return failure(done.error());
    if (!done)
        check.fault(check.nextNumber(), damaged(done.error().what));
    if (const QString fault = faultInPages(database); !fault.isEmpty())
        check.fault(check.nextNumber(), damaged(fault));
    const auto isAsMade = hasAuditSchema(database);
    if (!isAsMade || !*isAsMade)
        check.fault(check.nextNumber(), QStringLiteral("The rules that refuse to change or remove an entry are missing from the file or were altered."));
    return check.finish();
}

Result<AuditCheck> verifyDatabase(const QString &path, const ChainCheck &check, StopFlag stop)
{
    const auto hasLog = [&path] { return QFileInfo::exists(path + QStringLiteral("-wal")); };
    const bool hadLog = hasLog();
    const auto result = verifyOnce(path, check, stop);
    // Somebody began to write while it was read without a lock: what looks broken may only have moved.
    if (!hadLog && hasLog() && (!result || !result->holds()))
        return verifyOnce(path, check, stop);
    return result;
}

/// A line without its end; unset at the end of the file. `isCut`: the line has no end, or is far too long to be one of ours.
std::optional<QByteArray> nextLine(QFile &file, bool &isCut)
{
    QByteArray line = file.readLine(longestLine);
    if (line.isEmpty())
        return std::nullopt;
    isCut = !line.endsWith('\n');
    if (!isCut)
        line.chop(1);
    return line;
}

Result<AuditCheck> verifyLines(QFile &file, ChainCheck check, StopFlag stop)
{
    bool isCut = false;
    const auto first = nextLine(file, isCut);
    const auto header = headerFrom(first.value_or(QByteArray()));
    if (!header || isCut)
        return failure(unreadable(file.fileName(), QStringLiteral("it is no record of Holdwatch, or its first line was changed")));
    while (const auto line = nextLine(file, isCut)) {
        const auto entry = entryFromLine(*line);
        if (isCut || !entry) {
            check.fault(check.nextNumber(), isCut ? QStringLiteral("The file ends in the middle of it.") : QStringLiteral("Its line is not as Holdwatch wrote it."));
            break;
        }
        check.take(*entry);
        if (!isWanted(stop))
            return failure(Error::Kind::Cancelled, QStringLiteral("Reading the record was stopped."));
    }
    if (file.error() != QFileDevice::NoError)
        return failure(unreadable(file.fileName(), file.errorString()));
    if (check.nextNumber() <= header->entries)
        check.fault(check.nextNumber(), QStringLiteral("It is missing: the file ends before entry %1, which its first line speaks of.").arg(header->entries));
    const AuditCheck result = check.finish();
    if (result.holds() && (result.entries != header->entries || result.head != header->head))
        check.fault(check.nextNumber(), QStringLiteral("The file has more entries than its first line speaks of."));
    return check.finish();
}

Error notExported(const QString &path, const QString &why)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 could not be written: %2.").arg(path, why);
    error.kept = QStringLiteral("The record is unchanged, and so is any earlier file of that name.");
    error.next = QStringLiteral("Choose another folder, or make room.");
    return error;
}

bool isTheRecordItself(const QString &record, const QString &path)
{
    const QString target = QFileInfo(path).canonicalFilePath();
    for (const char *part : {"", "-wal", "-shm"}) {
        if (!target.isEmpty() && target == QFileInfo(record + QString::fromLatin1(part)).canonicalFilePath())
            return true;
    }
    return false;
}

Result<LinesHeader> headerOf(Database &database)
{
    LinesHeader header;
    const auto newest = readNewest(database, 0, 1);
    const auto count = database.number(QStringLiteral("SELECT count(*) FROM entry"));
    if (!newest)
        return failure(newest.error());
    if (!count)
        return failure(count.error());
    header.entries = *count;
    if (!newest->isEmpty())
        header.head = newest->constFirst().hash;
    return header;
}

} // namespace

Result<AuditCheck> verifyAudit(const QString &path, const std::optional<AuditHead> &expected, const SignatureCheck &signature, const std::atomic<bool> *stop)
{
    QFile file(path);
    if (!file.exists())
        return failure(Error::Kind::NotFound, QStringLiteral("There is no record at %1.").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return failure(unreadable(path, file.errorString()));
    const ChainCheck check(expected, signature);
    if (file.peek(1) == "{")
        return verifyLines(file, check, stop);
    if (!file.peek(16).startsWith("SQLite format 3"))
        return failure(unreadable(path, file.size() == 0 ? QStringLiteral("it is empty") : QStringLiteral("it is damaged or no record of Holdwatch")));
    file.close();
    return verifyDatabase(path, check, stop);
}

Result<qint64> exportAudit(const QString &record, const QString &path, const std::atomic<bool> *stop)
{
    if (isTheRecordItself(record, path))
        return failure(notExported(path, QStringLiteral("it is the record itself")));
    auto reading = AuditReading::open(record);
    if (!reading)
        return failure(reading.error());
    Database &database = (*reading)->database();
    // One transaction, so that the first line speaks of the same entries as the others.
    if (auto begun = database.exec(QStringLiteral("BEGIN")); !begun)
        return failure(begun.error());
    const auto header = headerOf(database);
    if (!header)
        return failure(header.error());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return failure(notExported(path, file.errorString()));
    file.write(toLine(*header) + '\n');
    const auto done = readAll(database, [&file, stop](const ReadEntry &read) {
        file.write(toLine(read.entry) + '\n');
        return isWanted(stop);
    });
    if (!done)
        return failure(done.error());
    // commit() alone would not tell that the last bytes could not be written.
    if (file.error() != QFileDevice::NoError || !file.flush() || !file.commit())
        return failure(notExported(path, file.errorString()));
    return header->entries;
}

} // namespace holdwatch::storage

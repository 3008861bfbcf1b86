// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/sqlite/Database.h"

#include <QFileInfo>
#include <QSqlError>
#include <QUrl>

#include <atomic>
#include <utility>

namespace holdwatch::storage {

namespace {

// The primary result codes of sqlite3.h that a person can do something about.
enum SqliteCode { Permission = 3, Busy = 5, Locked = 6, ReadOnlyFile = 8, IoFailed = 10, Damaged = 11, Full = 13, CannotOpen = 14, NotADatabase = 26 };

int primaryCode(const QSqlError &error)
{
    return error.nativeErrorCode().toInt() & 0xff;
}

Error describe(const QSqlError &error, const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    const QString folder = QFileInfo(path).path();
    Error result;
    result.kind = Error::Kind::Storage;
    result.where = path;
    switch (primaryCode(error)) {
    case Busy:
    case Locked:
        result.what = QStringLiteral("%1 is locked by another program.").arg(name);
        result.next = QStringLiteral("Close the other program; writing resumes by itself.");
        break;
    case Full:
        result.what = QStringLiteral("There is no room left to write %1.").arg(name);
        result.next = QStringLiteral("Make room on the disk that holds %1; writing resumes by itself.").arg(folder);
        break;
    case Damaged:
    case NotADatabase:
        result.what = QStringLiteral("%1 is damaged or not a file of Holdwatch.").arg(name);
        result.kept = QStringLiteral("It was left exactly as it is.");
        result.next = QStringLiteral("Move %1 aside to begin a new one.").arg(path);
        break;
    case ReadOnlyFile:
    case Permission:
        result.what = QStringLiteral("%1 may only be read.").arg(name);
        result.next = QStringLiteral("Allow writing in %1; writing resumes by itself.").arg(folder);
        break;
    case CannotOpen:
        result.what = QStringLiteral("%1 can't be opened or created.").arg(name);
        result.next = QStringLiteral("Check that %1 exists and may be written.").arg(folder);
        break;
    case IoFailed:
        result.what = QStringLiteral("The disk failed while %1 was used.").arg(name);
        result.next = QStringLiteral("Check the disk that holds %1; writing resumes by itself.").arg(folder);
        break;
    default:
        result.what = QStringLiteral("%1 could not be used: %2.").arg(name, error.databaseText().isEmpty() ? error.driverText() : error.databaseText());
        break;
    }
    return result;
}

QString optionsOf(Database::Mode mode)
{
    switch (mode) {
    case Database::Mode::ReadOnly: return QStringLiteral("QSQLITE_BUSY_TIMEOUT=250;QSQLITE_OPEN_READONLY");
    case Database::Mode::Unchanging: return QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI");
    case Database::Mode::ReadWrite: break;
    }
    return QStringLiteral("QSQLITE_BUSY_TIMEOUT=250");
}

QString unchangingUri(const QString &path)
{
    const QByteArray name = QUrl::toPercentEncoding(QFileInfo(path).absoluteFilePath(), "/");
    return QStringLiteral("file:%1?immutable=1").arg(QString::fromLatin1(name));
}

} // namespace

Database::Database(QString path, QString connection) : m_path(std::move(path)), m_connection(std::move(connection)) {}

Database::~Database()
{
    QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

Result<std::unique_ptr<Database>> Database::open(const QString &path, Mode mode)
{
    static std::atomic<int> opened = 0;
    std::unique_ptr<Database> self(new Database(path, QStringLiteral("holdwatch-%1").arg(++opened)));
    QSqlDatabase connection = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), self->m_connection);
    connection.setDatabaseName(mode == Mode::Unchanging ? unchangingUri(path) : path);
    connection.setConnectOptions(optionsOf(mode));
    if (!connection.open())
        return failure(self->errorFrom(connection.lastError()));
    if (mode == Mode::ReadWrite) {
        // NORMAL with a write-ahead log: a killed program loses nothing committed, a power cut perhaps the
        // last commits, and neither leaves a damaged file.
        for (const QString &pragma : {QStringLiteral("PRAGMA journal_mode=WAL"), QStringLiteral("PRAGMA synchronous=NORMAL"),
                                      QStringLiteral("PRAGMA journal_size_limit=16777216")}) {
            if (auto done = self->exec(pragma); !done)
                return failure(done.error());
        }
    }
    return self;
}

Error Database::errorFrom(const QSqlError &error)
{
    const int code = primaryCode(error);
    m_damaged = m_damaged || code == Damaged || code == NotADatabase;
    return describe(error, m_path);
}

Result<void> Database::exec(const QString &sql)
{
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    if (!query.exec(sql))
        return failure(errorFrom(query.lastError()));
    return {};
}

Result<qint64> Database::number(const QString &sql)
{
    auto query = prepare(sql);
    if (!query)
        return failure(query.error());
    if (auto done = run(*query); !done)
        return failure(done.error());
    return query->next() ? query->value(0).toLongLong() : 0;
}

Result<QSqlQuery> Database::prepare(const QString &sql)
{
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return failure(errorFrom(query.lastError()));
    return query;
}

Result<void> Database::run(QSqlQuery &query)
{
    if (!query.exec())
        return failure(errorFrom(query.lastError()));
    return {};
}

Result<void> Database::ended(const QSqlQuery &query)
{
    if (query.lastError().isValid())
        return failure(errorFrom(query.lastError()));
    return {};
}

Result<Transaction> Transaction::begin(Database &database)
{
    if (auto begun = database.exec(QStringLiteral("BEGIN IMMEDIATE")); !begun)
        return failure(begun.error());
    return Transaction(database);
}

Transaction::Transaction(Transaction &&other) noexcept : m_database(std::exchange(other.m_database, nullptr)) {}

Transaction::~Transaction()
{
    // A failure here means SQLite has already gone back by itself (disk full, I/O error).
    if (m_database)
        (void)m_database->exec(QStringLiteral("ROLLBACK"));
}

Result<void> Transaction::commit()
{
    if (auto done = m_database->exec(QStringLiteral("COMMIT")); !done)
        return done;
    m_database = nullptr;
    return {};
}

} // namespace holdwatch::storage

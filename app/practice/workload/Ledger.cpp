// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Ledger.h"

#include "app/practice/workload/LedgerSql.h"

#include <QFile>
#include <QSqlError>
#include <QUuid>

namespace holdwatch::practice {
namespace {

constexpr int schemaVersion = 1;

/// One business table per kind of work, all of one shape.
const QStringList &schema()
{
    static const QStringList statements{
        QStringLiteral("CREATE TABLE holds (id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, status TEXT NOT NULL, "
                       "due_at INTEGER NOT NULL, changed_at INTEGER NOT NULL)"),
        QStringLiteral("CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, status TEXT NOT NULL, "
                       "due_at INTEGER NOT NULL, changed_at INTEGER NOT NULL)"),
        QStringLiteral("CREATE TABLE grants (id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, status TEXT NOT NULL, "
                       "due_at INTEGER NOT NULL, changed_at INTEGER NOT NULL)"),
        QStringLiteral("CREATE TABLE outbox (idempotency_key TEXT PRIMARY KEY, work INTEGER NOT NULL, subject INTEGER NOT NULL, "
                       "revision INTEGER NOT NULL, schema_version INTEGER NOT NULL, due_at INTEGER NOT NULL, priority INTEGER NOT NULL)"),
        QStringLiteral("CREATE TABLE processed_jobs (idempotency_key TEXT PRIMARY KEY, consumer TEXT NOT NULL, message_id TEXT NOT NULL, "
                       "processed_at INTEGER NOT NULL, conflicts INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID"),
        QStringLiteral("CREATE TABLE effects (id INTEGER PRIMARY KEY AUTOINCREMENT, idempotency_key TEXT NOT NULL, subject INTEGER NOT NULL, "
                       "effect TEXT NOT NULL, at INTEGER NOT NULL)"),
        QStringLiteral("CREATE INDEX effects_by_key ON effects (idempotency_key)"),
        QStringLiteral("CREATE TABLE audit_events (id INTEGER PRIMARY KEY AUTOINCREMENT, idempotency_key TEXT NOT NULL, outcome TEXT NOT NULL, "
                       "consumer TEXT NOT NULL, message_id TEXT NOT NULL, delivery_count INTEGER NOT NULL, at INTEGER NOT NULL)"),
    };
    return statements;
}

OutboxEntry entryIn(const QSqlQuery &row)
{
    const Command command{static_cast<Work>(row.value(0).toInt()), row.value(1).toLongLong(), row.value(2).toInt(), row.value(3).toInt()};
    return {command, fromEpochMillis(row.value(4).toLongLong()), row.value(5).toInt()};
}

Result<void> insertOutbox(const QSqlDatabase &database, const OutboxEntry &entry)
{
    const Command &command = entry.command;
    return runSql(database,
                  QStringLiteral("INSERT INTO outbox (idempotency_key, work, subject, revision, schema_version, due_at, priority) VALUES (?,?,?,?,?,?,?)"),
                  {command.idempotencyKey(), static_cast<int>(command.work), command.subject, command.revision, command.schemaVersion,
                   toEpochMillis(entry.dueAt), entry.priority})
        .map([](const QSqlQuery &) {});
}

} // namespace

Result<std::unique_ptr<Ledger>> Ledger::open(const QString &path)
{
    const QString connection = QStringLiteral("practice-ledger-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
    std::unique_ptr<Ledger> ledger(new Ledger(connection));
    QSqlDatabase &database = *ledger->m_database;
    database.setDatabaseName(path);
    database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=2000"));
    if (!database.open()) {
        return failure(Error::Kind::Storage, QStringLiteral("The practice ledger can't be opened: %1.").arg(database.lastError().databaseText()),
                       QStringLiteral("Check the rights of the practice data folder."));
    }
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    return ledger->prepareSchema().and_then([&] { return ledger->readCounts(); }).map([&] { return std::move(ledger); });
}

Ledger::Ledger(const QString &connection)
    : m_database(std::make_unique<QSqlDatabase>(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection)))
{
}

Ledger::~Ledger()
{
    const QString connection = m_database->connectionName();
    m_database.reset();
    QSqlDatabase::removeDatabase(connection);
}

Result<void> Ledger::prepareSchema()
{
    const auto version = numberFrom(*m_database, QStringLiteral("PRAGMA user_version"));
    if (!version)
        return failure(version.error());
    if (*version > schemaVersion) {
        return failure(Error::Kind::Storage, QStringLiteral("The practice ledger was written by a newer Holdwatch (version %1). It was left as it is.").arg(*version),
                       QStringLiteral("Use the newer program, or another practice data folder."));
    }
    for (const QString &pragma : {QStringLiteral("PRAGMA journal_mode=WAL"), QStringLiteral("PRAGMA synchronous=FULL")}) {
        if (const auto set = runSql(*m_database, pragma); !set)
            return failure(set.error());
    }
    if (*version == schemaVersion)
        return {};

    SqlTransaction transaction(*m_database);
    Result<void> done = transaction.begin();
    for (const QString &statement : schema())
        done = done.and_then([&] { return runSql(*m_database, statement).map([](const QSqlQuery &) {}); });
    return done.and_then([&] { return runSql(*m_database, QStringLiteral("PRAGMA user_version=%1").arg(schemaVersion)); })
        .and_then([&](const QSqlQuery &) { return transaction.commit(); });
}

Result<void> Ledger::readCounts()
{
    struct Figure
    {
        qint64 LedgerCounts::*count;
        QString sql;
    };
    const QVector<Figure> figures{
        // The sequences go on counting what was forgotten since.
        {&LedgerCounts::holds, QStringLiteral("SELECT seq FROM sqlite_sequence WHERE name='holds'")},
        {&LedgerCounts::effects, QStringLiteral("SELECT seq FROM sqlite_sequence WHERE name='effects'")},
        {&LedgerCounts::duplicates, QStringLiteral("SELECT SUM(conflicts) FROM processed_jobs")},
        {&LedgerCounts::secondEffects, QStringLiteral("SELECT COUNT(*) - COUNT(DISTINCT idempotency_key) FROM effects")},
    };
    for (const Figure &figure : figures) {
        const auto value = numberFrom(*m_database, figure.sql);
        if (!value)
            return failure(value.error());
        m_counts.*figure.count = *value;
    }
    return {};
}

Result<void> Ledger::record(QVector<OutboxEntry> entries, UtcTime now)
{
    SqlTransaction transaction(*m_database);
    Result<void> done = transaction.begin();
    qint64 holds = 0;
    for (OutboxEntry &entry : entries) {
        const WorkFacts &facts = factsOf(entry.command.work);
        holds += entry.command.work == Work::ExpireReservation ? 1 : 0;
        done = done.and_then([&] {
                       return runSql(*m_database, QStringLiteral("INSERT INTO %1 (revision, status, due_at, changed_at) VALUES (?,?,?,?)").arg(facts.table),
                                     {entry.command.revision, facts.from, toEpochMillis(entry.dueAt), toEpochMillis(now)});
                   })
                   .and_then([&](const QSqlQuery &query) {
                       entry.command.subject = query.lastInsertId().toLongLong();
                       return insertOutbox(*m_database, entry);
                   });
    }
    return done.and_then([&] { return transaction.commit(); }).map([&] { m_counts.holds += holds; });
}

Result<QVector<OutboxEntry>> Ledger::outbox(int most) const
{
    return runSql(*m_database, QStringLiteral("SELECT work, subject, revision, schema_version, due_at, priority FROM outbox ORDER BY due_at LIMIT ?"), {most})
        .map([](QSqlQuery query) {
            QVector<OutboxEntry> entries;
            while (query.next())
                entries.append(entryIn(query));
            return entries;
        });
}

Result<void> Ledger::markPublished(const QStringList &idempotencyKeys)
{
    SqlTransaction transaction(*m_database);
    Result<void> done = transaction.begin();
    for (const QString &key : idempotencyKeys) {
        done = done.and_then([&] {
            return runSql(*m_database, QStringLiteral("DELETE FROM outbox WHERE idempotency_key=?"), {key}).map([](const QSqlQuery &) {});
        });
    }
    return done.and_then([&] { return transaction.commit(); });
}

Result<bool> Ledger::confirmHold(qint64 hold)
{
    return runSql(*m_database, QStringLiteral("UPDATE holds SET status='confirmed' WHERE id=? AND status='held'"), {hold})
        .map([](const QSqlQuery &query) { return query.numRowsAffected() == 1; });
}

Result<bool> Ledger::extendHold(qint64 hold, UtcTime newDueAt)
{
    SqlTransaction transaction(*m_database);
    if (const auto begun = transaction.begin(); !begun)
        return failure(begun.error());
    const auto extended = runSql(*m_database, QStringLiteral("UPDATE holds SET revision=revision+1, due_at=? WHERE id=? AND status='held'"),
                                 {toEpochMillis(newDueAt), hold});
    if (!extended)
        return failure(extended.error());
    if (extended->numRowsAffected() == 0)
        return false;
    return numberFrom(*m_database, QStringLiteral("SELECT revision FROM holds WHERE id=?"), {hold})
        .and_then([&](qint64 revision) {
            const Command command{Work::ExpireReservation, hold, static_cast<int>(revision), usualSchema};
            return insertOutbox(*m_database, {command, newDueAt, 0});
        })
        .and_then([&] { return transaction.commit(); })
        .map([] { return true; });
}

qint64 Ledger::lastSubject(Work work) const
{
    return numberFrom(*m_database, QStringLiteral("SELECT MAX(id) FROM %1").arg(factsOf(work).table)).value_or(0);
}

} // namespace holdwatch::practice

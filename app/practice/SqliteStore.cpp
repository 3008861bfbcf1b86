// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/SqliteStore.h"

#include "app/practice/PrivateFile.h"

#include <QDataStream>
#include <QFile>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include <initializer_list>
#include <span>

namespace holdwatch::practice {

namespace {

constexpr int schemaVersion = 2;

const char *const schema[] = {
    "CREATE TABLE queues (name TEXT PRIMARY KEY, fifo INTEGER, priority INTEGER, dead_letter_queue TEXT, max_retries INTEGER,"
    " retention_s INTEGER, lease_s INTEGER, entered INTEGER, completed INTEGER, redelivered INTEGER, dead_lettered INTEGER) WITHOUT ROWID",
    "CREATE TABLE messages (id TEXT PRIMARY KEY, queue TEXT NOT NULL, position INTEGER, priority INTEGER, message_group TEXT,"
    " published_at INTEGER, due_at INTEGER, available_at INTEGER, expires_at INTEGER, deliveries INTEGER, failures INTEGER,"
    " receipt TEXT, lease_until INTEGER, origin TEXT, last_error TEXT, first_failed_at INTEGER, died_at INTEGER,"
    " idempotency_key TEXT, lent_to TEXT, attempts BLOB) WITHOUT ROWID",
    // Apart from the messages: a lease must not write a quarter of a megabyte anew.
    "CREATE TABLE payloads (id TEXT PRIMARY KEY, payload BLOB NOT NULL)",
    "CREATE TABLE answered_keys (scope TEXT, key TEXT, fingerprint BLOB, result BLOB, expires_at INTEGER, PRIMARY KEY (scope, key)) WITHOUT ROWID",
};

const char *const sinceVersion1[] = {
    "ALTER TABLE messages ADD COLUMN idempotency_key TEXT",
    "ALTER TABLE messages ADD COLUMN lent_to TEXT",
    "ALTER TABLE messages ADD COLUMN attempts BLOB",
};

QByteArray toBlob(const QVector<FailedAttempt> &attempts)
{
    QByteArray blob;
    QDataStream to(&blob, QIODevice::WriteOnly);
    to.setVersion(QDataStream::Qt_6_4);
    for (const FailedAttempt &attempt : attempts)
        to << qint64(toEpochMillis(attempt.at)) << attempt.consumer << attempt.reason << attempt.errorClass;
    return blob;
}

QVector<FailedAttempt> attemptsIn(const QByteArray &blob)
{
    QVector<FailedAttempt> attempts;
    QDataStream from(blob);
    from.setVersion(QDataStream::Qt_6_4);
    while (!from.atEnd() && from.status() == QDataStream::Ok && attempts.size() < FailedAttempt::mostKept) {
        qint64 at = 0;
        FailedAttempt attempt;
        from >> at >> attempt.consumer >> attempt.reason >> attempt.errorClass;
        attempt.at = fromEpochMillis(at);
        attempts.append(attempt);
    }
    return attempts;
}

QVariant moment(const std::optional<UtcTime> &time)
{
    return time ? QVariant(qint64(toEpochMillis(*time))) : QVariant();
}

/// A null QString would become NULL, which no key column equals.
QString text(const QString &value)
{
    return value.isNull() ? QStringLiteral("") : value;
}

UtcTime timeIn(const QSqlQuery &row, int column)
{
    return fromEpochMillis(row.value(column).toLongLong());
}

std::optional<UtcTime> optionalTimeIn(const QSqlQuery &row, int column)
{
    return row.isNull(column) ? std::nullopt : std::optional(timeIn(row, column));
}

QueueRecord queueIn(const QSqlQuery &row)
{
    QueueRecord queue;
    queue.settings = {row.value(0).toString(), row.value(1).toBool(), row.value(2).toBool(), row.value(3).toString(), row.value(4).toInt(),
                      Seconds(row.value(5).toLongLong()), Seconds(row.value(6).toLongLong())};
    queue.totals = {row.value(7).toLongLong(), row.value(8).toLongLong(), row.value(9).toLongLong(), row.value(10).toLongLong()};
    return queue;
}

MessageRecord messageIn(const QSqlQuery &row)
{
    MessageRecord message;
    message.id = MessageId(row.value(0).toString());
    message.queue = row.value(1).toString();
    message.position = row.value(2).toLongLong();
    message.priority = row.value(3).toInt();
    message.group = row.value(4).toString();
    message.publishedAt = timeIn(row, 5);
    message.dueAt = timeIn(row, 6);
    message.availableAt = timeIn(row, 7);
    message.expiresAt = timeIn(row, 8);
    message.deliveries = row.value(9).toInt();
    message.failures = row.value(10).toInt();
    message.receipt = row.value(11).toString();
    message.leaseUntil = optionalTimeIn(row, 12);
    message.origin = row.value(13).toString();
    message.lastError = row.value(14).toString();
    message.firstFailedAt = optionalTimeIn(row, 15);
    message.diedAt = optionalTimeIn(row, 16);
    message.idempotencyKey = row.value(17).toString();
    message.lentTo = row.value(18).toString();
    message.attempts = attemptsIn(row.value(19).toByteArray());
    return message;
}

KeyRecord keyIn(const QSqlQuery &row)
{
    return {row.value(0).toString(), row.value(1).toString(), row.value(2).toByteArray(), row.value(3).toByteArray(), timeIn(row, 4)};
}

bool run(QSqlQuery &query, std::initializer_list<QVariant> values)
{
    int place = 0;
    for (const QVariant &value : values)
        query.bindValue(place++, value);
    return query.exec();
}

template<typename Record>
bool readAll(const QSqlDatabase &database, const QString &select, Record (*read)(const QSqlQuery &), QVector<Record> &into)
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.exec(select))
        return false;
    while (query.next())
        into.append(read(query));
    return !query.lastError().isValid();
}

} // namespace

/// Prepared once: a publish costs little more than its sync.
struct SqliteStore::Statements
{
    explicit Statements(const QSqlDatabase &database)
        : putQueue(database), putMessage(database), putPayload(database), putKey(database), dropQueue(database), dropMessage(database),
          dropPayload(database), dropKey(database), readPayload(database)
    {
        prepared = putQueue.prepare(QStringLiteral("INSERT OR REPLACE INTO queues VALUES (?,?,?,?,?,?,?,?,?,?,?)"))
            && putMessage.prepare(QStringLiteral("INSERT OR REPLACE INTO messages VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"))
            && putPayload.prepare(QStringLiteral("INSERT OR REPLACE INTO payloads VALUES (?,?)"))
            && putKey.prepare(QStringLiteral("INSERT OR REPLACE INTO answered_keys VALUES (?,?,?,?,?)"))
            && dropQueue.prepare(QStringLiteral("DELETE FROM queues WHERE name = ?"))
            && dropMessage.prepare(QStringLiteral("DELETE FROM messages WHERE id = ?"))
            && dropPayload.prepare(QStringLiteral("DELETE FROM payloads WHERE id = ?"))
            && dropKey.prepare(QStringLiteral("DELETE FROM answered_keys WHERE scope = ? AND key = ?"))
            && readPayload.prepare(QStringLiteral("SELECT payload FROM payloads WHERE id = ?"));
        readPayload.setForwardOnly(true);
    }

    QSqlQuery putQueue, putMessage, putPayload, putKey, dropQueue, dropMessage, dropPayload, dropKey, readPayload;
    bool prepared = false;
};

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const QString &path)
{
    std::unique_ptr<SqliteStore> store(new SqliteStore(path));
    return store->prepareFile().map([&] { return std::move(store); });
}

SqliteStore::SqliteStore(const QString &path)
    : m_path(path)
    , m_connection(QStringLiteral("practice-") + QUuid::createUuid().toString(QUuid::WithoutBraces))
    , m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection))
{
    m_database.setDatabaseName(path);
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
}

SqliteStore::~SqliteStore()
{
    m_statements.reset();
    m_database.close();
    m_database = {};
    QSqlDatabase::removeDatabase(m_connection);
}

Result<void> SqliteStore::prepareFile()
{
    // An empty file is an empty database; made here so that it, and the log beside it, are private.
    if (!QFile::exists(m_path)) {
        if (Result<void> made = writePrivateFile(m_path, {}); !made)
            return made;
    }
    if (!m_database.open())
        return failed(QStringLiteral("open"), m_database.lastError());
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return failed(QStringLiteral("read"), query.lastError());
    const int version = query.value(0).toInt();
    query.finish();
    if (version > schemaVersion) {
        return failure(Error::Kind::Storage, QStringLiteral("The practice queue in %1 was written by a newer Holdwatch.").arg(m_path),
                       QStringLiteral("Use that version, or another folder."));
    }
    if (!query.exec(QStringLiteral("PRAGMA journal_mode = WAL")) || !query.exec(QStringLiteral("PRAGMA synchronous = FULL")))
        return failed(QStringLiteral("prepare"), query.lastError());
    if (version < schemaVersion) {
        m_database.transaction();
        const auto statements = version == 0 ? std::span<const char *const>(schema) : std::span<const char *const>(sinceVersion1);
        for (const char *statement : statements) {
            if (!query.exec(QString::fromLatin1(statement)))
                return failed(QStringLiteral("create"), query.lastError());
        }
        query.exec(QStringLiteral("PRAGMA user_version = %1").arg(schemaVersion));
        if (!m_database.commit())
            return failed(QStringLiteral("create"), m_database.lastError());
    }
    m_statements = std::make_unique<Statements>(m_database);
    if (!m_statements->prepared)
        return failed(QStringLiteral("read"), m_database.lastError());
    return {};
}

Result<Snapshot> SqliteStore::load()
{
    Snapshot all;
    const bool complete = readAll(m_database, QStringLiteral("SELECT * FROM queues"), queueIn, all.queues)
        && readAll(m_database, QStringLiteral("SELECT * FROM messages WHERE queue IN (SELECT name FROM queues)"), messageIn, all.messages)
        && readAll(m_database, QStringLiteral("SELECT * FROM answered_keys"), keyIn, all.keys);
    if (!complete)
        return failed(QStringLiteral("read"), m_database.lastError());
    return all;
}

Result<void> SqliteStore::commit(const Changes &changes)
{
    if (!m_database.transaction())
        return failed(QStringLiteral("write"), m_database.lastError());
    Result<void> written = write(changes);
    if (written && !m_database.commit())
        written = failed(QStringLiteral("write"), m_database.lastError());
    if (!written)
        m_database.rollback();
    return written;
}

Result<void> SqliteStore::write(const Changes &changes)
{
    const auto check = [this](QSqlQuery &query, std::initializer_list<QVariant> values) -> Result<void> {
        if (run(query, values))
            return {};
        return failed(QStringLiteral("write"), query.lastError());
    };
    Statements &to = *m_statements;
    Result<void> result;
    for (const auto &[settings, totals] : changes.queues) {
        result = result.and_then([&, &settings = settings, &totals = totals] {
            return check(to.putQueue, {settings.name, settings.fifo, settings.priority, settings.deadLetterQueue, settings.maxRetries,
                                       qint64(settings.retention.count()), qint64(settings.visibilityTimeout.count()), totals.entered,
                                       totals.completed, totals.redelivered, totals.deadLettered});
        });
    }
    for (const MessageRecord &m : changes.messages) {
        result = result.and_then([&] {
            return check(to.putMessage, {m.id.text(), m.queue, m.position, m.priority, m.group, moment(m.publishedAt), moment(m.dueAt),
                                         moment(m.availableAt), moment(m.expiresAt), m.deliveries, m.failures, m.receipt,
                                         moment(m.leaseUntil), m.origin, m.lastError, moment(m.firstFailedAt), moment(m.diedAt),
                                         m.idempotencyKey, m.lentTo, toBlob(m.attempts)});
        });
    }
    for (auto it = changes.payloads.cbegin(); it != changes.payloads.cend(); ++it)
        result = result.and_then([&] { return check(to.putPayload, {it.key().text(), it.value()}); });
    for (const KeyRecord &key : changes.keys)
        result = result.and_then([&] { return check(to.putKey, {text(key.scope), key.key, key.fingerprint, key.result, moment(key.expiresAt)}); });
    for (const MessageId &id : changes.removedMessages) {
        result = result.and_then([&] { return check(to.dropMessage, {id.text()}); }).and_then([&] { return check(to.dropPayload, {id.text()}); });
    }
    for (const KeyName &name : changes.removedKeys)
        result = result.and_then([&] { return check(to.dropKey, {text(name.first), name.second}); });
    for (const QString &name : changes.removedQueues)
        result = result.and_then([&] { return check(to.dropQueue, {name}); });
    return result;
}

Result<QByteArray> SqliteStore::payload(const MessageId &id)
{
    QSqlQuery &query = m_statements->readPayload;
    if (!run(query, {id.text()}) || !query.next())
        return failed(QStringLiteral("read"), query.lastError());
    const QByteArray payload = query.value(0).toByteArray();
    query.finish();
    return payload;
}

QString SqliteStore::pragma(const QString &name) const
{
    QSqlQuery query(QStringLiteral("PRAGMA ") + name, m_database);
    return query.next() ? query.value(0).toString() : QString();
}

tl::unexpected<Error> SqliteStore::failed(const QString &doing, const QSqlError &error) const
{
    Error failed;
    failed.kind = Error::Kind::Storage;
    failed.what = QStringLiteral("The practice queue can't %1 its file: %2.").arg(doing, error.databaseText());
    failed.kept = QStringLiteral("What was acknowledged before is kept.");
    failed.next = QStringLiteral("Check the disk and that no other program has the file open.");
    failed.where = m_path;
    return failure(std::move(failed));
}

} // namespace holdwatch::practice

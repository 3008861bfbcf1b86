// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/RecordBook.h"

#include "app/storage/sqlite/Bind.h"

#include <QCryptographicHash>

#include <algorithm>
#include <map>

namespace holdwatch::storage {

namespace {

constexpr qint64 hour = 3'600'000;

/// By the system's own id, else by content. An id stays as it is where it is short: many systems count them or begin them
/// with the time, and neighbours that lie side by side are far cheaper to write than hashes all over the file.
QByteArray identityOf(const DeadLetterRow &row)
{
    constexpr qsizetype longestAsItIs = 64;
    const QByteArray id = row.id.text().toUtf8();
    if (id.isEmpty())
        return 'd' + row.digest.left(16);
    return id.size() <= longestAsItIs ? 'i' + id : 'h' + QCryptographicHash::hash(id, QCryptographicHash::Sha256).left(16);
}

QVariant digestOf(const DeadLetterRow &row)
{
    return row.digest.isEmpty() ? QVariant(QMetaType(QMetaType::QByteArray)) : QVariant(row.digest);
}

QString sightingText(const QString &failureClass, qint64 times, const QString &resolution, bool isFirst)
{
    if (isFirst)
        return QStringLiteral("first seen as a dead letter");
    const QString seen = QStringLiteral("dead letter, class %1, %2").arg(failureClass, times == 1 ? QStringLiteral("seen once") : QStringLiteral("seen %1 times").arg(times));
    return resolution.isEmpty() ? seen : QStringLiteral("%1; %2").arg(seen, resolution);
}

} // namespace

Result<std::unique_ptr<RecordBook>> RecordBook::open(Database &database)
{
    std::unique_ptr<RecordBook> self(new RecordBook(database));
    auto see = database.prepare(QStringLiteral(
        "INSERT INTO record (dead_set, identity, message, key, digest, first_seen, last_seen, times_seen, attempts, class) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT (dead_set, identity) DO UPDATE SET "
        "times_seen = times_seen + (last_seen < excluded.last_seen), last_seen = max(last_seen, excluded.last_seen), "
        "attempts = max(attempts, excluded.attempts), class = excluded.class, key = iif(excluded.key = '', key, excluded.key), "
        "digest = coalesce(excluded.digest, digest), resolution = '', resolved_at = NULL RETURNING first_seen, redrives"));
    if (!see)
        return failure(see.error());
    self->m_see = *std::move(see);
    return self;
}

Result<void> RecordBook::see(qint64 deadSet, UtcTime at, std::vector<LetterWithRow> &letters)
{
    for (LetterWithRow &each : letters) {
        DeadLetterRow &row = each.row;
        if (row.id.isEmpty() && row.digest.isEmpty())
            continue; // without an id and a whole payload it can't be known again
        m_see.bindValue(0, deadSet);
        m_see.bindValue(1, identityOf(row));
        m_see.bindValue(2, bound(row.id.text()));
        m_see.bindValue(3, bound(row.key));
        m_see.bindValue(4, digestOf(row));
        m_see.bindValue(5, bound(at));
        m_see.bindValue(6, bound(at));
        m_see.bindValue(7, std::max<qint64>(row.deliveries, each.letter.attempts.size()));
        m_see.bindValue(8, bound(row.failureClass));
        if (auto done = m_database.run(m_see); !done)
            return done;
        if (m_see.next()) {
            row.firstSeenAt = fromEpochMillis(m_see.value(0).toLongLong());
            row.redrives = m_see.value(1).toInt();
        }
        m_see.finish();
    }
    return {};
}

Result<void> RecordBook::closeMissing(qint64 deadSet, UtcTime at)
{
    return m_database.exec(QStringLiteral("UPDATE record SET resolution = 'no longer there', resolved_at = %2 "
                                          "WHERE dead_set = %1 AND last_seen < %2 AND resolution = ''").arg(deadSet).arg(toEpochMillis(at)));
}

Result<void> RecordBook::resolve(qint64 deadSet, const DeadLetterRow &row, const QString &resolution, bool isRedrive, UtcTime at)
{
    auto query = m_database.prepare(QStringLiteral("UPDATE record SET resolution = ?, resolved_at = ?, redrives = redrives + ? WHERE dead_set = ? AND identity = ?"));
    if (!query)
        return failure(query.error());
    query->bindValue(0, bound(resolution));
    query->bindValue(1, bound(at));
    query->bindValue(2, isRedrive ? 1 : 0);
    query->bindValue(3, deadSet);
    query->bindValue(4, identityOf(row));
    return m_database.run(*query);
}

Result<QVector<KeySighting>> RecordBook::follow(const QString &key)
{
    auto query = m_database.prepare(QStringLiteral("SELECT dead_set.connection, dead_set.name, message, first_seen, last_seen, times_seen, class, resolution "
                                                   "FROM record JOIN dead_set ON dead_set.id = record.dead_set WHERE key = ? AND key <> '' LIMIT 10000"));
    if (!query)
        return failure(query.error());
    query->bindValue(0, bound(key));
    if (auto done = m_database.run(*query); !done)
        return failure(done.error());
    QVector<KeySighting> sightings;
    while (query->next()) {
        const QueueId queue{ConnectionId(query->value(0).toString()), query->value(1).toString()};
        const MessageId message(query->value(2).toString());
        const UtcTime first = fromEpochMillis(query->value(3).toLongLong());
        const UtcTime last = fromEpochMillis(query->value(4).toLongLong());
        const auto text = [&](bool isFirst) {
            return sightingText(query->value(6).toString(), query->value(5).toLongLong(), query->value(7).toString(), isFirst);
        };
        if (first != last)
            sightings.append({first, queue, message, text(true)});
        sightings.append({last, queue, message, text(false)});
    }
    std::stable_sort(sightings.begin(), sightings.end(), [](const KeySighting &a, const KeySighting &b) { return a.at < b.at; });
    return sightings;
}

Result<void> RecordBook::addLooks(qint64 deadSet, int looks, const QString &reason, UtcTime at)
{
    auto entry = m_database.prepare(QStringLiteral("INSERT INTO look (dead_set, at, looks, reason) VALUES (?, ?, ?, ?)"));
    if (!entry)
        return failure(entry.error());
    entry->bindValue(0, deadSet);
    entry->bindValue(1, bound(at));
    entry->bindValue(2, looks);
    entry->bindValue(3, bound(reason));
    if (auto done = m_database.run(*entry); !done)
        return done;
    return m_database.exec(QStringLiteral("UPDATE dead_set SET looks = looks + %1 WHERE id = %2").arg(looks).arg(deadSet));
}

Result<void> RecordBook::forgetLooks(qint64 deadSet)
{
    return m_database.exec(QStringLiteral("UPDATE dead_set SET looks = 0 WHERE id = %1").arg(deadSet));
}

Result<int> RecordBook::looks(qint64 deadSet)
{
    return m_database.number(QStringLiteral("SELECT looks FROM dead_set WHERE id = %1").arg(deadSet)).map([](qint64 looks) { return int(looks); });
}

Result<void> RecordBook::addReveal(qint64 deadSet, const DeadLetterRow &row, const QString &field, const QString &who, UtcTime at)
{
    auto query = m_database.prepare(QStringLiteral("INSERT INTO reveal (dead_set, at, message, digest, field, who) VALUES (?, ?, ?, ?, ?, ?)"));
    if (!query)
        return failure(query.error());
    query->bindValue(0, deadSet);
    query->bindValue(1, bound(at));
    query->bindValue(2, bound(row.id.text()));
    query->bindValue(3, digestOf(row));
    query->bindValue(4, bound(field));
    query->bindValue(5, bound(who));
    return m_database.run(*query);
}

Result<void> RecordBook::forgetExpiries(qint64 deadSet)
{
    return m_database.exec(QStringLiteral("DELETE FROM expiry WHERE dead_set = %1").arg(deadSet));
}

Result<void> RecordBook::addExpiries(qint64 deadSet, const std::vector<LetterWithRow> &letters)
{
    std::map<qint64, std::pair<qint64, int>> hours; // hour → first moment in it, letters
    for (const LetterWithRow &each : letters) {
        if (!each.row.expiresAt)
            continue;
        const qint64 at = toEpochMillis(*each.row.expiresAt);
        auto &[first, count] = hours.try_emplace(at / hour, at, 0).first->second;
        first = std::min(first, at);
        ++count;
    }
    for (const auto &[number, found] : hours) {
        auto done = m_database.exec(QStringLiteral("INSERT INTO expiry (dead_set, hour, first_at, letters) VALUES (%1, %2, %3, %4) ON CONFLICT (dead_set, hour) "
                                                   "DO UPDATE SET first_at = min(first_at, excluded.first_at), letters = letters + excluded.letters")
                                        .arg(deadSet).arg(number).arg(found.first).arg(found.second));
        if (!done)
            return done;
    }
    return {};
}

Result<QVector<Expiries>> RecordBook::expiries(UtcTime now, UtcTime horizon)
{
    auto query = m_database.prepare(QStringLiteral("SELECT connection, name, min(iif(first_at > %1, first_at, (hour + 1) * %3)), sum(iif(first_at <= %2, letters, 0)) "
                                                   "FROM expiry JOIN dead_set ON dead_set.id = expiry.dead_set WHERE (hour + 1) * %3 > %1 GROUP BY dead_set.id")
                                        .arg(toEpochMillis(now)).arg(toEpochMillis(horizon)).arg(hour));
    if (!query)
        return failure(query.error());
    if (auto done = m_database.run(*query); !done)
        return failure(done.error());
    QVector<Expiries> found;
    while (query->next()) {
        found.append({QueueId{ConnectionId(query->value(0).toString()), query->value(1).toString()}, fromEpochMillis(query->value(2).toLongLong()),
                      query->value(3).toLongLong()});
    }
    return found;
}

Result<void> RecordBook::trim(UtcTime lastSeenBefore)
{
    for (const char *sql : {"DELETE FROM record WHERE last_seen < %1", "DELETE FROM look WHERE at < %1", "DELETE FROM reveal WHERE at < %1"}) {
        if (auto done = m_database.exec(QString::fromLatin1(sql).arg(toEpochMillis(lastSeenBefore))); !done)
            return done;
    }
    return {};
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/LetterStore.h"

#include "app/storage/deadletters/LetterCodec.h"
#include "app/storage/sqlite/Bind.h"

namespace holdwatch::storage {

namespace {

constexpr int numberBits = 32;

qint64 idOf(qint64 snapshot, LetterNumber number)
{
    return (snapshot << numberBits) | number;
}

// Qt writes a null QByteArray as NULL; an empty payload is an empty payload.
QVariant bytes(const QByteArray &value)
{
    return value.isNull() ? QVariant(QByteArray("")) : QVariant(value);
}

void bindState(QSqlQuery &query, int first, const ReadingState &state)
{
    query.bindValue(first, bound(state.capturedAt));
    query.bindValue(first + 1, int(state.stage));
    query.bindValue(first + 2, state.seen);
    query.bindValue(first + 3, state.total ? QVariant(*state.total) : QVariant(QMetaType(QMetaType::LongLong)));
    query.bindValue(first + 4, state.totalIsApproximate);
    query.bindValue(first + 5, state.looks);
    query.bindValue(first + 6, bound(state.note));
}

ReadingState readState(const QSqlQuery &query, int first)
{
    ReadingState state;
    state.capturedAt = fromEpochMillis(query.value(first).toLongLong());
    state.stage = ReadingState::Stage(query.value(first + 1).toInt());
    state.seen = query.value(first + 2).toLongLong();
    if (!query.isNull(first + 3))
        state.total = query.value(first + 3).toLongLong();
    state.totalIsApproximate = query.value(first + 4).toBool();
    state.looks = query.value(first + 5).toInt();
    state.note = query.value(first + 6).toString();
    return state;
}

} // namespace

Result<std::unique_ptr<LetterStore>> LetterStore::open(Database &database)
{
    std::unique_ptr<LetterStore> self(new LetterStore(database));
    auto insert = database.prepare(QStringLiteral("INSERT OR REPLACE INTO letter (id, row, facts, payload) VALUES (?, ?, ?, ?)"));
    if (!insert)
        return failure(insert.error());
    self->m_insert = *std::move(insert);
    return self;
}

Result<qint64> LetterStore::deadSetId(const QueueId &deadSet)
{
    const auto named = [&](const QString &sql) -> Result<QSqlQuery> {
        auto query = m_database.prepare(sql);
        if (!query)
            return query;
        query->bindValue(0, bound(deadSet.connection.text()));
        query->bindValue(1, bound(deadSet.name));
        if (auto done = m_database.run(*query); !done)
            return failure(done.error());
        return query;
    };
    auto found = named(QStringLiteral("SELECT id FROM dead_set WHERE connection = ? AND name = ?"));
    if (!found)
        return failure(found.error());
    if (found->next())
        return found->value(0).toLongLong();
    return named(QStringLiteral("INSERT INTO dead_set (connection, name) VALUES (?, ?)")).map([](const QSqlQuery &query) {
        return query.lastInsertId().toLongLong();
    });
}

Result<qint64> LetterStore::begin(qint64 deadSet, const ReadingState &state)
{
    auto query = m_database.prepare(QStringLiteral("INSERT INTO snapshot (dead_set, captured_at, stage, seen, total, approximate, looks, note) "
                                                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    if (!query)
        return failure(query.error());
    query->bindValue(0, deadSet);
    bindState(*query, 1, state);
    return m_database.run(*query).map([&] { return query->lastInsertId().toLongLong(); });
}

Result<void> LetterStore::saveState(qint64 snapshot, const ReadingState &state)
{
    auto query = m_database.prepare(QStringLiteral("UPDATE snapshot SET captured_at = ?, stage = ?, seen = ?, total = ?, approximate = ?, looks = ?, "
                                                   "note = ? WHERE id = ?"));
    if (!query)
        return failure(query.error());
    bindState(*query, 0, state);
    query->bindValue(7, snapshot);
    return m_database.run(*query);
}

Result<void> LetterStore::add(qint64 snapshot, const std::vector<LetterWithRow> &letters)
{
    for (const LetterWithRow &each : letters) {
        m_insert.bindValue(0, idOf(snapshot, each.row.number));
        m_insert.bindValue(1, encodeRow(each.row));
        m_insert.bindValue(2, encodeFacts(each.letter));
        m_insert.bindValue(3, bytes(each.letter.payload));
        if (auto done = m_database.run(m_insert); !done)
            return done;
    }
    return {};
}

Result<void> LetterStore::saveRow(qint64 snapshot, const DeadLetterRow &row)
{
    auto query = m_database.prepare(QStringLiteral("UPDATE letter SET row = ? WHERE id = ?"));
    if (!query)
        return failure(query.error());
    query->bindValue(0, encodeRow(row));
    query->bindValue(1, idOf(snapshot, row.number));
    return m_database.run(*query);
}

Result<std::optional<KeptSnapshot>> LetterStore::newest(qint64 deadSet)
{
    auto query = m_database.prepare(QStringLiteral("SELECT id, captured_at, stage, seen, total, approximate, looks, note FROM snapshot "
                                                   "WHERE dead_set = ? AND erased = 0 ORDER BY id DESC LIMIT 1"));
    if (!query)
        return failure(query.error());
    query->bindValue(0, deadSet);
    if (auto done = m_database.run(*query); !done)
        return failure(done.error());
    if (!query->next())
        return std::nullopt;
    KeptSnapshot kept{query->value(0).toLongLong(), readState(*query, 1), 0};
    const auto last = m_database.number(QStringLiteral("SELECT max(id) FROM letter WHERE id BETWEEN %1 AND %2")
                                            .arg(idOf(kept.id, 0)).arg(idOf(kept.id + 1, 0) - 1));
    if (!last)
        return failure(last.error());
    kept.nextNumber = *last > 0 ? *last - idOf(kept.id, 0) + 1 : 0;
    return kept;
}

Result<std::vector<LetterWithRow>> LetterStore::select(qint64 snapshot, LetterNumber from, int limit, bool withLetter)
{
    auto query = m_database.prepare(QStringLiteral("SELECT row%1 FROM letter WHERE id >= ? AND id < ? ORDER BY id LIMIT ?")
                                        .arg(withLetter ? QStringLiteral(", facts, payload") : QString()));
    if (!query)
        return failure(query.error());
    query->bindValue(0, idOf(snapshot, from));
    query->bindValue(1, idOf(snapshot + 1, 0));
    query->bindValue(2, limit);
    if (auto done = m_database.run(*query); !done)
        return failure(done.error());
    std::vector<LetterWithRow> found;
    while (query->next()) {
        auto row = decodeRow(query->value(0).toByteArray());
        auto letter = withLetter ? decodeFacts(query->value(1).toByteArray()) : Result<DeadLetter>(DeadLetter());
        if (!row || !letter)
            return failure(row ? letter.error() : row.error());
        if (withLetter)
            letter->payload = query->value(2).toByteArray();
        found.push_back({*std::move(letter), *std::move(row)});
    }
    return found;
}

Result<std::vector<DeadLetterRow>> LetterStore::rows(qint64 snapshot, LetterNumber from, int limit)
{
    auto found = select(snapshot, from, limit, false);
    if (!found)
        return failure(found.error());
    std::vector<DeadLetterRow> rows;
    rows.reserve(found->size());
    for (LetterWithRow &each : *found)
        rows.push_back(std::move(each.row));
    return rows;
}

Result<std::vector<LetterWithRow>> LetterStore::letters(qint64 snapshot, LetterNumber from, int limit)
{
    return select(snapshot, from, limit, true);
}

Result<LetterWithRow> LetterStore::letter(qint64 snapshot, LetterNumber number)
{
    auto found = select(snapshot, number, 1, true);
    if (!found)
        return failure(found.error());
    if (found->empty() || found->front().row.number != number)
        return failure(Error::Kind::NotFound, QStringLiteral("This dead letter is no longer kept here."), QStringLiteral("Read the dead letters again."));
    return std::move(found->front());
}

Result<void> LetterStore::doom(std::optional<qint64> deadSet, std::optional<qint64> except)
{
    QString sql = QStringLiteral("UPDATE snapshot SET erased = 1 WHERE erased = 0");
    if (deadSet)
        sql += QStringLiteral(" AND dead_set = %1").arg(*deadSet);
    if (except)
        sql += QStringLiteral(" AND id <> %1").arg(*except);
    return m_database.exec(sql);
}

Result<void> LetterStore::doomBefore(UtcTime capturedAt)
{
    return m_database.exec(QStringLiteral("UPDATE snapshot SET erased = 1 WHERE erased = 0 AND captured_at <= %1").arg(toEpochMillis(capturedAt)));
}

Result<bool> LetterStore::doomOldestBut(qint64 snapshot)
{
    const auto oldest = m_database.number(QStringLiteral("SELECT min(id) FROM snapshot WHERE erased = 0 AND id <> %1").arg(snapshot));
    if (!oldest || *oldest == 0)
        return oldest.map([](qint64) { return false; });
    return m_database.exec(QStringLiteral("UPDATE snapshot SET erased = 1 WHERE id = %1").arg(*oldest)).map([] { return true; });
}

Result<bool> LetterStore::sweep(int letters)
{
    const auto doomed = m_database.number(QStringLiteral("SELECT min(id) FROM snapshot WHERE erased = 1"));
    if (!doomed || *doomed == 0)
        return doomed.map([](qint64) { return false; });
    const QString range = QStringLiteral("id BETWEEN %1 AND %2").arg(idOf(*doomed, 0)).arg(idOf(*doomed + 1, 0) - 1);
    auto taken = m_database.exec(QStringLiteral("DELETE FROM letter WHERE id IN (SELECT id FROM letter WHERE %1 ORDER BY id LIMIT %2)").arg(range).arg(letters));
    if (!taken)
        return failure(taken.error());
    const auto left = m_database.number(QStringLiteral("SELECT count(*) FROM (SELECT 1 FROM letter WHERE %1 LIMIT 1)").arg(range));
    if (!left)
        return failure(left.error());
    if (*left > 0)
        return true;
    return m_database.exec(QStringLiteral("DELETE FROM snapshot WHERE id = %1").arg(*doomed)).map([] { return true; });
}

Result<bool> LetterStore::giveBack()
{
    constexpr int pagesPerStep = 2'000;
    const auto unused = m_database.number(QStringLiteral("PRAGMA freelist_count"));
    if (!unused || *unused == 0)
        return unused.map([](qint64) { return false; });
    auto query = m_database.prepare(QStringLiteral("PRAGMA incremental_vacuum(%1)").arg(pagesPerStep));
    if (!query)
        return failure(query.error());
    if (auto done = m_database.run(*query); !done)
        return failure(done.error());
    while (query->next()) { } // a row a page
    query->finish();
    return m_database.number(QStringLiteral("PRAGMA freelist_count")).map([&](qint64 left) { return left > 0 && left < *unused; });
}

Result<qint64> LetterStore::bytesInUse()
{
    const auto pages = m_database.number(QStringLiteral("PRAGMA page_count"));
    const auto unused = m_database.number(QStringLiteral("PRAGMA freelist_count"));
    const auto size = m_database.number(QStringLiteral("PRAGMA page_size"));
    for (const auto &answer : {pages, unused, size}) {
        if (!answer)
            return answer;
    }
    return (*pages - *unused) * *size;
}

} // namespace holdwatch::storage

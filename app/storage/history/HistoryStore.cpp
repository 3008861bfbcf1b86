// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistoryStore.h"

#include "app/storage/sqlite/Bind.h"

namespace holdwatch::storage {

Result<std::unique_ptr<HistoryStore>> HistoryStore::open(Database &database)
{
    std::unique_ptr<HistoryStore> self(new HistoryStore(database));
    if (auto done = self->prepareAll(); !done)
        return failure(done.error());
    if (auto done = self->load(); !done)
        return failure(done.error());
    return self;
}

Result<void> HistoryStore::prepareAll()
{
    const auto into = [this](QSqlQuery &target, const QString &sql) -> Result<void> {
        auto query = m_database.prepare(sql);
        if (!query)
            return failure(query.error());
        target = std::move(*query);
        return {};
    };
    std::vector<Result<void>> done;
    done.push_back(into(m_insertQueue, QStringLiteral("INSERT INTO queue (connection, name, first_at) VALUES (?, ?, ?)")));
    done.push_back(into(m_insertSample, QStringLiteral("INSERT OR IGNORE INTO sample (minute, queue, at, %1) VALUES (%2)")
                                            .arg(sampleColumns(), placeholders(3, sampleColumns()))));
    done.push_back(into(m_replaceOpen, QStringLiteral("INSERT OR REPLACE INTO rollup_open (level, queue, start, %1) VALUES (%2)")
                                           .arg(rollupColumns(), placeholders(3, rollupColumns()))));
    for (const Level level : rollupLevels) {
        done.push_back(into(m_findRollup[size_t(level)], QStringLiteral("SELECT %1 FROM %2 WHERE queue = ? AND start = ?")
                                                             .arg(rollupColumns(), tableOf(level))));
        done.push_back(into(m_replaceRollup[size_t(level)], QStringLiteral("INSERT OR REPLACE INTO %1 (queue, start, %2) VALUES (%3)")
                                                                .arg(tableOf(level), rollupColumns(), placeholders(2, rollupColumns()))));
    }
    for (const Result<void> &result : done) {
        if (!result)
            return result;
    }
    return {};
}

Result<void> HistoryStore::load()
{
    auto queues = m_database.prepare(QStringLiteral("SELECT id, connection, name, first_at FROM queue"));
    auto open = m_database.prepare(QStringLiteral("SELECT level, queue, start, %1 FROM rollup_open").arg(rollupColumns()));
    auto dropped = m_database.prepare(QStringLiteral("SELECT level, before FROM dropped"));
    for (auto *query : {&queues, &open, &dropped}) {
        if (!*query)
            return failure(query->error());
        if (auto done = m_database.run(**query); !done)
            return done;
    }
    while (queues->next()) {
        const QueueId queue{ConnectionId(queues->value(1).toString()), queues->value(2).toString()};
        m_ids.insert(queue, queues->value(0).toLongLong());
        m_watchedSince.insert(queue, fromEpochMillis(queues->value(3).toLongLong()));
    }
    while (open->next()) {
        Rollup rollup = readRollup(*open, 3);
        rollup.start = open->value(2).toLongLong();
        m_open[open->value(1).toLongLong()].restore(Level(open->value(0).toInt()), rollup);
    }
    while (dropped->next())
        m_dropped[dropped->value(0).toUInt() % m_dropped.size()] = dropped->value(1).toLongLong();
    return {};
}

Result<void> HistoryStore::append(const std::vector<SampleRow> &rows, const std::function<QueueId(int)> &nameOf)
{
    auto transaction = Transaction::begin(m_database);
    if (!transaction)
        return failure(transaction.error());
    Batch batch;
    for (const SampleRow &row : rows) {
        if (auto done = take(row, nameOf, batch); !done)
            return done;
    }
    for (const auto &[id, cascade] : batch.touched) {
        if (auto done = storeOpen(id, cascade); !done)
            return done;
    }
    if (auto done = transaction->commit(); !done)
        return done;
    adopt(batch);
    return {};
}

Result<void> HistoryStore::take(const SampleRow &row, const std::function<QueueId(int)> &nameOf, Batch &batch)
{
    if (!batch.ids.contains(row.queue)) {
        const auto interned = intern(nameOf(row.queue), row.at, batch);
        if (!interned)
            return failure(interned.error());
        batch.ids.emplace(row.queue, *interned);
    }
    const qint64 id = batch.ids.at(row.queue);
    const auto inserted = insertSample(id, row);
    if (!inserted)
        return failure(inserted.error());
    if (!*inserted)
        return {};
    const RollupCascade *known = openRollups(id);
    RollupCascade &cascade = batch.touched.try_emplace(id, known ? *known : RollupCascade()).first->second;
    RollupCascade::Closed closed;
    cascade.add(row, closed);
    for (const auto &[level, rollup] : closed) {
        if (auto done = storeClosed(id, level, rollup); !done)
            return done;
    }
    return {};
}

void HistoryStore::adopt(const Batch &batch)
{
    for (const NewQueue &queue : batch.fresh) {
        m_ids.insert(queue.queue, queue.id);
        m_watchedSince.insert(queue.queue, fromEpochMillis(queue.firstAt));
    }
    for (const auto &[id, cascade] : batch.touched)
        m_open[id] = cascade;
}

std::optional<qint64> HistoryStore::idOf(const QueueId &queue) const
{
    const auto found = m_ids.constFind(queue);
    return found == m_ids.cend() ? std::nullopt : std::optional(*found);
}

const RollupCascade *HistoryStore::openRollups(qint64 id) const
{
    const auto found = m_open.find(id);
    return found == m_open.end() ? nullptr : &found->second;
}

Result<qint64> HistoryStore::intern(const QueueId &queue, qint64 firstAt, Batch &batch)
{
    if (const auto known = idOf(queue))
        return *known;
    m_insertQueue.bindValue(0, bound(queue.connection.text()));
    m_insertQueue.bindValue(1, bound(queue.name));
    m_insertQueue.bindValue(2, firstAt);
    if (auto done = m_database.run(m_insertQueue); !done)
        return failure(done.error());
    batch.fresh.push_back({queue, m_insertQueue.lastInsertId().toLongLong(), firstAt});
    return batch.fresh.back().id;
}

Result<bool> HistoryStore::insertSample(qint64 id, const SampleRow &row)
{
    m_insertSample.bindValue(0, floorTo(row.at, 60'000) / 60'000);
    m_insertSample.bindValue(1, id);
    m_insertSample.bindValue(2, row.at);
    bindSample(m_insertSample, 3, row);
    if (auto done = m_database.run(m_insertSample); !done)
        return failure(done.error());
    return m_insertSample.numRowsAffected() > 0;
}

Result<void> HistoryStore::storeClosed(qint64 id, Level level, const Rollup &rollup)
{
    // A late sample may bring more for a stretch that is already in the table.
    Rollup whole = rollup;
    QSqlQuery &find = m_findRollup[size_t(level)];
    find.bindValue(0, id);
    find.bindValue(1, rollup.start);
    if (auto done = m_database.run(find); !done)
        return done;
    if (find.next())
        whole.merge(readRollup(find, 0));
    find.finish();

    QSqlQuery &replace = m_replaceRollup[size_t(level)];
    replace.bindValue(0, id);
    replace.bindValue(1, rollup.start);
    bindRollup(replace, 2, whole);
    return m_database.run(replace);
}

Result<void> HistoryStore::storeOpen(qint64 id, const RollupCascade &cascade)
{
    const RollupCascade *before = openRollups(id);
    for (const Level level : rollupLevels) {
        const auto &rollup = cascade.open(level);
        if (!rollup || (before && before->open(level) == rollup))
            continue;
        m_replaceOpen.bindValue(0, int(level));
        m_replaceOpen.bindValue(1, id);
        m_replaceOpen.bindValue(2, rollup->start);
        bindRollup(m_replaceOpen, 3, *rollup);
        if (auto done = m_database.run(m_replaceOpen); !done)
            return done;
    }
    return {};
}

} // namespace holdwatch::storage

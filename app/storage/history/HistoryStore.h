// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/HistorySchema.h"
#include "app/storage/history/Resolution.h"

#include <QHash>

#include <functional>
#include <unordered_map>
#include <vector>

namespace holdwatch::storage {

/// Samples and their rollups in an open history file: what is written, and what must be known to read it.
/// Synchronous; lives on the thread that opened `database`, which it borrows.
class HistoryStore
{
public:
    static Result<std::unique_ptr<HistoryStore>> open(Database &database);

    /// Writes the rows and every rollup they lead to in one transaction: all of it or nothing.
    /// `nameOf` turns a row's queue number into its id. A sample that is already there is skipped.
    Result<void> append(const std::vector<SampleRow> &rows, const std::function<QueueId(int)> &nameOf);

    Database &database() const { return m_database; }
    std::optional<qint64> idOf(const QueueId &queue) const; ///< unset: never recorded
    const RollupCascade *openRollups(qint64 id) const;      ///< borrowed until the next append; null: none
    const QHash<QueueId, UtcTime> &watchedSince() const { return m_watchedSince; }
    const DroppedBefore &droppedBefore() const { return m_dropped; }
    void noteDropped(Level level, qint64 before) { m_dropped[size_t(level)] = before; }

private:
    using Cascades = std::unordered_map<qint64, RollupCascade>;
    struct NewQueue
    {
        QueueId queue;
        qint64 id;
        qint64 firstAt;
    };

    /// What a transaction has learnt; the memory takes it over only after the commit, so that a failure
    /// leaves it as true as the file.
    struct Batch
    {
        std::unordered_map<int, qint64> ids; ///< a row's queue number → id in the file
        std::vector<NewQueue> fresh;
        Cascades touched;
    };

    explicit HistoryStore(Database &database) : m_database(database) {}
    Result<void> prepareAll();
    Result<void> load();
    Result<void> take(const SampleRow &row, const std::function<QueueId(int)> &nameOf, Batch &batch);
    Result<qint64> intern(const QueueId &queue, qint64 firstAt, Batch &batch);
    Result<bool> insertSample(qint64 id, const SampleRow &row); ///< false: it was there already
    Result<void> storeClosed(qint64 id, Level level, const Rollup &rollup);
    Result<void> storeOpen(qint64 id, const RollupCascade &cascade);
    void adopt(const Batch &batch);

    Database &m_database;
    QHash<QueueId, qint64> m_ids;
    QHash<QueueId, UtcTime> m_watchedSince;
    Cascades m_open;
    DroppedBefore m_dropped{};
    QSqlQuery m_insertQueue;
    QSqlQuery m_insertSample;
    QSqlQuery m_replaceOpen;
    std::array<QSqlQuery, allLevels.size()> m_findRollup;    ///< by level; Raw stays unused
    std::array<QSqlQuery, allLevels.size()> m_replaceRollup;
};

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/HistoryStore.h"

#include <functional>
#include <vector>

namespace holdwatch::storage {

/// Visits rows in time order; an error it returns ends the reading.
using RowVisitor = std::function<Result<void>(const SampleRow &)>;

/// What can be said while the file can't be used: from the queue's rows in memory, in time order. Pure.
HistorySlice sliceFromMemory(const HistoryQuery &query, const std::vector<SampleRow> &rows);
RecordedSamples samplesFromMemory(const QueueId &queue, const std::vector<SampleRow> &rows, int limit);

/// Reads what HistoryStore wrote. Costs a few thousand rows at most a call of `read`, however long the history.
class HistoryReader
{
public:
    explicit HistoryReader(const HistoryStore &store) : m_store(store) {}

    /// `unwritten` are the queue's rows that are not in the file yet.
    Result<HistorySlice> read(const HistoryQuery &query, const std::vector<SampleRow> &unwritten) const;
    Result<RecordedSamples> readSamples(const QueueId &queue, UtcTime from, UtcTime until, int limit,
                                        const std::vector<SampleRow> &unwritten) const;
    /// Raw rows of the file in [from, until), a bounded number in memory at a time.
    Result<void> forEachRaw(const QueueId &queue, qint64 from, qint64 until, const RowVisitor &visit) const;

private:
    Result<std::vector<SampleRow>> rawRows(qint64 id, qint64 from, qint64 until) const;
    Result<std::vector<Rollup>> rollups(qint64 id, Level level, qint64 from, qint64 until) const;
    Result<std::vector<Rollup>> pieces(qint64 id, const Resolution &resolution, qint64 from, qint64 until) const;

    const HistoryStore &m_store;
};

} // namespace holdwatch::storage

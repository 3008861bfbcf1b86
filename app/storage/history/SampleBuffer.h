// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/SampleRow.h"

#include <QHash>

#include <deque>
#include <limits>
#include <mutex>
#include <vector>

namespace holdwatch::storage {

/// The newest samples in memory: those that wait to be written and, as far as there is room, those that
/// were. Bounded: the oldest fall out, and unwritten ones that had to are counted. Thread-safe.
class SampleBuffer
{
public:
    struct Pending
    {
        std::vector<SampleRow> rows;
        qint64 end = 0; ///< for markWritten
    };
    enum class Which { All, Unwritten };

    explicit SampleBuffer(int capacity) : m_capacity(size_t(std::max(capacity, 1))) {}

    void add(const QVector<RecordedSample> &samples);

    int pendingCount() const;
    Pending pending(int atMost) const;   ///< the oldest unwritten ones
    void markWritten(qint64 end);
    qint64 lost() const; ///< samples that fell out before they could be written

    std::optional<int> indexOf(const QueueId &queue) const;
    QueueId queueAt(int index) const;
    std::vector<SampleRow> rowsOf(const QueueId &queue, Which which, qint64 from = std::numeric_limits<qint64>::min(),
                                  qint64 until = std::numeric_limits<qint64>::max()) const; ///< in time order

private:
    int internLocked(const QueueId &queue);

    const size_t m_capacity;
    mutable std::mutex m_mutex;
    std::deque<SampleRow> m_rows;
    qint64 m_first = 0;   ///< running number of the front row
    qint64 m_written = 0; ///< rows before this running number are in the file
    qint64 m_lost = 0;
    QHash<QueueId, int> m_indexes;
    std::vector<QueueId> m_queues;
};

} // namespace holdwatch::storage

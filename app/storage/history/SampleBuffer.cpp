// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/SampleBuffer.h"

#include <algorithm>

namespace holdwatch::storage {

void SampleBuffer::add(const QVector<RecordedSample> &samples)
{
    const std::lock_guard lock(m_mutex);
    for (const RecordedSample &sample : samples)
        m_rows.push_back(toRow(internLocked(sample.sample.queue), sample));
    while (m_rows.size() > m_capacity) {
        m_rows.pop_front();
        if (m_first >= m_written)
            ++m_lost;
        ++m_first;
    }
    m_written = std::max(m_written, m_first);
}

int SampleBuffer::pendingCount() const
{
    const std::lock_guard lock(m_mutex);
    return int(m_first + qint64(m_rows.size()) - m_written);
}

SampleBuffer::Pending SampleBuffer::pending(int atMost) const
{
    const std::lock_guard lock(m_mutex);
    const qint64 end = std::min(m_first + qint64(m_rows.size()), m_written + atMost);
    return {{m_rows.begin() + (m_written - m_first), m_rows.begin() + (end - m_first)}, end};
}

void SampleBuffer::markWritten(qint64 end)
{
    const std::lock_guard lock(m_mutex);
    m_written = std::max(m_written, end);
}

qint64 SampleBuffer::lost() const
{
    const std::lock_guard lock(m_mutex);
    return m_lost;
}

std::optional<int> SampleBuffer::indexOf(const QueueId &queue) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_indexes.constFind(queue);
    return found == m_indexes.cend() ? std::nullopt : std::optional(*found);
}

QueueId SampleBuffer::queueAt(int index) const
{
    const std::lock_guard lock(m_mutex);
    return m_queues.at(size_t(index));
}

std::vector<SampleRow> SampleBuffer::rowsOf(const QueueId &queue, Which which, qint64 from, qint64 until) const
{
    const auto index = indexOf(queue);
    std::vector<SampleRow> found;
    if (!index)
        return found;
    const std::lock_guard lock(m_mutex);
    const auto begin = which == Which::All ? m_rows.begin() : m_rows.begin() + (m_written - m_first);
    std::copy_if(begin, m_rows.end(), std::back_inserter(found), [&](const SampleRow &row) {
        return row.queue == *index && row.at >= from && row.at < until;
    });
    std::stable_sort(found.begin(), found.end(), [](const SampleRow &a, const SampleRow &b) { return a.at < b.at; });
    return found;
}

int SampleBuffer::internLocked(const QueueId &queue)
{
    const auto found = m_indexes.constFind(queue);
    if (found != m_indexes.cend())
        return *found;
    const int index = int(m_queues.size());
    m_queues.push_back(queue);
    m_indexes.insert(queue, index);
    return index;
}

} // namespace holdwatch::storage

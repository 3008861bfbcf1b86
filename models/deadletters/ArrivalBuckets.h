// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

#include <array>
#include <limits>

namespace holdwatch {

/// The scale that all sparklines of one list share: 32 spans side by side, each a minute times a power of two, on
/// whole multiples of their width. Grows when a time falls outside; never shrinks.
class ArrivalScale
{
public:
    static constexpr int buckets = 32;

    /// True if the scale had to change: counts kept for the old one have to be carried over.
    bool include(qint64 millis);
    int bucketOf(qint64 millis) const; ///< of a time that was included
    qint64 start(int bucket) const { return (m_first + bucket) * width(); }
    qint64 width() const { return minute << m_doublings; } ///< milliseconds
    bool isEmpty() const { return m_last < m_first; }

    bool operator==(const ArrivalScale &) const = default;

private:
    static constexpr qint64 minute = 60'000;
    qint64 spanOf(qint64 millis) const;

    int m_doublings = 0; ///< a shift instead of a division for each of a million letters
    qint64 m_first = 0; ///< in widths since 1970
    qint64 m_last = -1; ///< the last one that has a time
};

using ArrivalCounts = std::array<quint32, ArrivalScale::buckets>;

/// Counts of an earlier scale in a later one. Exact.
ArrivalCounts carriedOver(const ArrivalCounts &counts, const ArrivalScale &before, const ArrivalScale &after);

} // namespace holdwatch

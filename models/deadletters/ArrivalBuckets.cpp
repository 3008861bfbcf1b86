// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/ArrivalBuckets.h"

#include <algorithm>

namespace holdwatch {

/// Rounds down below 1970 as well.
qint64 ArrivalScale::spanOf(qint64 millis) const
{
    return (millis / minute - qint64(millis % minute < 0)) >> m_doublings;
}

bool ArrivalScale::include(qint64 millis)
{
    const qint64 at = spanOf(millis);
    if (!isEmpty() && at >= m_first && at < m_first + buckets) {
        m_last = std::max(m_last, at);
        return false;
    }
    qint64 first = isEmpty() ? at : std::min(at, m_first);
    qint64 last = isEmpty() ? at : std::max(at, m_last);
    while (last - first >= buckets) {
        ++m_doublings;
        first >>= 1;
        last >>= 1;
    }
    m_first = first;
    m_last = last;
    return true;
}

int ArrivalScale::bucketOf(qint64 millis) const
{
    return int(std::clamp<qint64>(spanOf(millis) - m_first, 0, buckets - 1));
}

ArrivalCounts carriedOver(const ArrivalCounts &counts, const ArrivalScale &before, const ArrivalScale &after)
{
    ArrivalCounts carried{};
    for (int bucket = 0; bucket < ArrivalScale::buckets; ++bucket) {
        if (counts[std::size_t(bucket)] > 0)
            carried[std::size_t(after.bucketOf(before.start(bucket)))] += counts[std::size_t(bucket)];
    }
    return carried;
}

} // namespace holdwatch

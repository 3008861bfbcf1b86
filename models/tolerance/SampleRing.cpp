// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/SampleRing.h"

#include <algorithm>

namespace holdwatch {

void SampleRing::add(const AgePoint &point)
{
    const bool newestIsProvisional = m_size >= 2 && m_points[m_size - 1].at - m_points[m_size - 2].at < m_spacing;
    if (newestIsProvisional) {
        m_points[m_size - 1] = point;
        return;
    }
    if (m_size == Capacity) {
        // A contiguous array is what the trend reads; moving 1 KB costs less than copying it out each time.
        std::copy(m_points.begin() + 1, m_points.end(), m_points.begin());
        --m_size;
    }
    m_points[m_size++] = point;
}

std::span<const AgePoint> SampleRing::since(UtcTime from) const
{
    const auto end = m_points.begin() + static_cast<std::ptrdiff_t>(m_size);
    const auto first = std::lower_bound(m_points.begin(), end, from,
                                        [](const AgePoint &point, UtcTime time) { return point.at < time; });
    return {first, end};
}

std::span<const AgePoint> SampleRing::newest(std::size_t count) const
{
    const std::size_t kept = std::min(count, m_size);
    return std::span<const AgePoint>(m_points).subspan(m_size - kept, kept);
}

} // namespace holdwatch

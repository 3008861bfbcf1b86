// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <array>
#include <cstddef>
#include <span>

namespace holdwatch {

/// One dot of the trend. `backlog` (ready + in flight) is NaN where it was not reported.
struct AgePoint
{
    UtcTime at{};
    double age = 0; ///< seconds
    double backlog = 0;
};

/// Keeps dots in time order in a fixed amount of memory, however fast they come. Neighbours are kept at
/// least `spacing` apart, except that the newest dot is always there (it is replaced by the next one while
/// it stands too close to its neighbour). When full, the oldest goes.
class SampleRing
{
public:
    static constexpr std::size_t Capacity = 48;

    explicit SampleRing(Millis spacing) : m_spacing(spacing) {}

    void add(const AgePoint &point); ///< must be newer than the newest
    void clear() { m_size = 0; }

    std::size_t size() const { return m_size; }
    const AgePoint &fromNewest(std::size_t back) const { return m_points[m_size - 1 - back]; }
    /// The dots not older than `from`, oldest first; valid until the next `add`.
    std::span<const AgePoint> since(UtcTime from) const;
    /// The `count` newest dots, oldest first; fewer where there are fewer.
    std::span<const AgePoint> newest(std::size_t count) const;

private:
    Millis m_spacing;
    std::array<AgePoint, Capacity> m_points{};
    std::size_t m_size = 0;
};

} // namespace holdwatch

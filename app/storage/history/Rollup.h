// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/SampleRow.h"
#include "models/series/History.h"

#include <utility>
#include <vector>

namespace holdwatch::storage {

/// The widths history is kept in, finest first. Raw has no width.
enum class Level { Raw, Minute, QuarterHour, TwoHours };
inline constexpr std::array rollupLevels{Level::Minute, Level::QuarterHour, Level::TwoHours};
inline constexpr std::array allLevels{Level::Raw, Level::Minute, Level::QuarterHour, Level::TwoHours};

constexpr qint64 widthOf(Level level) ///< milliseconds
{
    constexpr std::array<qint64, 4> widths{0, 60'000, 900'000, 7'200'000};
    return widths[size_t(level)];
}

/// The start of the stretch of `width` that `at` lies in; right before 1970 too.
constexpr qint64 floorTo(qint64 at, qint64 width)
{
    return at - ((at % width) + width) % width;
}

/// The figures a rollup keeps, in the order of its columns.
inline constexpr std::array rolledFigures{Figure::OldestAge, Figure::Depth, Figure::InFlight, Figure::RetriesPerMinute, Figure::DeadLetters};

/// Some samples of one queue, summed up.
struct Rollup
{
    qint64 start = 0;  ///< epoch milliseconds; of the stretch, not of the first sample
    qint64 lastAt = 0; ///< of the newest sample in it
    int samples = 0;
    std::optional<int> worst; ///< verdictCode
    std::array<std::optional<BucketRange>, rolledFigures.size()> ranges;

    static Rollup of(const SampleRow &row);
    void merge(const Rollup &other); ///< any order, except that `last` of stretches that interlace follows lastAt
    HistoryBucket toBucket() const;
    bool operator==(const Rollup &) const = default;
};

/// The stretches of one queue that are still growing, one a level; a finer one is added to the next level
/// when it closes. Pure: what closes is handed back to be stored.
class RollupCascade
{
public:
    using Closed = std::vector<std::pair<Level, Rollup>>;

    /// Adds a sample. A sample of another minute, later or earlier, closes the open one.
    void add(const SampleRow &row, Closed &closed);

    const std::optional<Rollup> &open(Level level) const { return m_open[size_t(level)]; }
    void restore(Level level, const Rollup &rollup) { m_open[size_t(level)] = rollup; }

private:
    void addTo(Level level, Rollup piece, Closed &closed);

    std::array<std::optional<Rollup>, allLevels.size()> m_open; ///< Raw stays unset
};

} // namespace holdwatch::storage

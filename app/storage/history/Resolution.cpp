// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/Resolution.h"

#include <algorithm>

namespace holdwatch::storage {

namespace {

// Polling may be as fast as once a second: 7,200 raw rows are the most a chart may cost.
constexpr qint64 longestRawSpan = 7'200'000;

qint64 bucketsIn(qint64 from, qint64 until, qint64 width)
{
    return (floorTo(until - 1, width) - floorTo(from, width)) / width + 1;
}

Level levelFor(qint64 span, int maxBuckets)
{
    for (const Level level : {Level::TwoHours, Level::QuarterHour, Level::Minute}) {
        if (span / widthOf(level) >= maxBuckets / 2)
            return level;
    }
    return span <= longestRawSpan ? Level::Raw : Level::Minute;
}

qint64 widthFor(Level level, qint64 from, qint64 until, int maxBuckets)
{
    if (level == Level::Raw) {
        for (const qint64 width : {1'000, 2'000, 5'000, 10'000, 15'000, 30'000}) {
            if (bucketsIn(from, until, width) <= maxBuckets)
                return width;
        }
    }
    const qint64 unit = level == Level::Raw ? widthOf(Level::Minute) : widthOf(level);
    qint64 width = std::max<qint64>(1, (until - from) / maxBuckets / unit) * unit;
    while (bucketsIn(from, until, width) > maxBuckets)
        width += unit;
    return width;
}

} // namespace

Resolution resolutionFor(qint64 from, qint64 until, int maxBuckets, const DroppedBefore &dropped)
{
    // One bucket can't be enough for a span that crosses a bucket's edge.
    const int buckets = std::max(maxBuckets, 2);
    Level level = levelFor(until - from, buckets);
    while (level != Level::TwoHours && dropped[size_t(level)] > from)
        level = Level(int(level) + 1);
    return {level, widthFor(level, from, until, buckets)};
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/Downsample.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdwatch {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double secondsOf(UtcTime time)
{
    return static_cast<double>(toEpochMillis(time)) / 1000.0;
}

UtcTime middleOf(const HistoryBucket &bucket, const HistorySlice &slice)
{
    return bucket.start + slice.bucket / 2;
}

/// The buckets of one pixel column, folded into one range.
struct Column
{
    int index = 0;
    double first = 0;
    double last = 0;
    double smallest = 0;
    double largest = 0;
    double lastValue = 0;

    Column(int column, double at, const BucketRange &range)
        : index(column), first(at), last(at), smallest(range.min), largest(range.max), lastValue(range.last)
    {
    }

    void add(double at, const BucketRange &range)
    {
        last = at;
        smallest = std::min(smallest, range.min);
        largest = std::max(largest, range.max);
        lastValue = range.last;
    }

    void appendTo(QVector<QPointF> &points) const
    {
        if (smallest == largest) {
            points.append({last, largest});
            return;
        }
        // The extreme nearer to the column's last value goes second, so the line leaves where the data did.
        const bool endsHigh = std::abs(largest - lastValue) <= std::abs(lastValue - smallest);
        points.append({first, endsHigh ? smallest : largest});
        points.append({last, endsHigh ? largest : smallest});
    }
};

auto firstAtOrAfter(const HistorySlice &slice, UtcTime time)
{
    return std::lower_bound(slice.buckets.begin(), slice.buckets.end(), time,
                            [](const HistoryBucket &bucket, UtcTime at) { return bucket.start < at; });
}

} // namespace

Millis longestStride(const HistorySlice &slice)
{
    constexpr Millis unknown = Minutes(1);
    const Millis usual = slice.spacing > Millis::zero() ? slice.spacing * 7 / 2 : unknown;
    return std::max(slice.bucket * 2, usual);
}

QVector<QPointF> envelope(const HistorySlice &slice, BucketField field, const TimeRange &range, int columns)
{
    QVector<QPointF> points;
    const double from = secondsOf(range.from);
    const double columnWidth = toSeconds(range.width()) / std::max(1, columns);
    if (columnWidth <= 0)
        return points;

    const Millis stride = longestStride(slice);
    std::optional<Column> column;
    std::optional<UtcTime> previous;
    const auto flush = [&] {
        if (column)
            column->appendTo(points);
        column.reset();
    };
    const auto breakLine = [&](double at) {
        flush();
        if (!points.isEmpty() && !std::isnan(points.constLast().y()))
            points.append({at, nan});
    };
    // One stride more on either side, so that the line runs out of the picture instead of ending in it.
    for (auto it = firstAtOrAfter(slice, range.from - stride); it != slice.buckets.end() && it->start <= range.until + stride; ++it) {
        const UtcTime middle = middleOf(*it, slice);
        const double at = secondsOf(middle);
        if (previous && middle - *previous > stride)
            breakLine(at);
        previous = middle;
        const std::optional<BucketRange> &value = (*it).*field;
        if (!value) {
            breakLine(at);
            continue;
        }
        const int index = static_cast<int>(std::floor((at - from) / columnWidth));
        if (column && column->index == index) {
            column->add(at, *value);
        } else {
            flush();
            column.emplace(index, at, *value);
        }
    }
    flush();
    return points;
}

std::optional<double> largestIn(const HistorySlice &slice, BucketField field, const TimeRange &range)
{
    std::optional<double> largest;
    for (auto it = firstAtOrAfter(slice, range.from - slice.bucket); it != slice.buckets.end() && it->start <= range.until; ++it) {
        if (const std::optional<BucketRange> &value = (*it).*field)
            largest = std::max(largest.value_or(value->max), value->max);
    }
    return largest;
}

const HistoryBucket *bucketAt(const HistorySlice &slice, UtcTime time)
{
    if (slice.buckets.isEmpty())
        return nullptr;
    auto after = firstAtOrAfter(slice, time - slice.bucket / 2);
    auto nearest = after == slice.buckets.end() ? after - 1 : after;
    if (after != slice.buckets.begin()) {
        const auto before = after - 1;
        if (time - middleOf(*before, slice) <= middleOf(*nearest, slice) - time)
            nearest = before;
    }
    const Millis distance = std::chrono::abs(middleOf(*nearest, slice) - time);
    return distance <= longestStride(slice) / 2 ? &*nearest : nullptr;
}

QVector<TimeRange> gapsOf(const HistorySlice &slice, const TimeRange &range, UtcTime now)
{
    QVector<TimeRange> gaps;
    const Millis stride = longestStride(slice);
    const auto addGap = [&](UtcTime from, UtcTime until) {
        const TimeRange gap{std::max(from, range.from), std::min(until, range.until)};
        if (until - from > stride && gap.width() > Millis::zero())
            gaps.append(gap);
    };
    for (int i = 1; i < slice.buckets.size(); ++i)
        addGap(slice.buckets[i - 1].start + slice.bucket, slice.buckets[i].start);
    if (!slice.buckets.isEmpty())
        addGap(slice.buckets.constLast().start + slice.bucket, std::min(now, slice.query.until));
    return gaps;
}

QVector<VerdictChange> verdictChangesOf(const HistorySlice &slice, const TimeRange &range)
{
    QVector<VerdictChange> changes;
    std::optional<Verdict> current;
    for (const HistoryBucket &bucket : slice.buckets) {
        if (!bucket.worst || bucket.worst == current)
            continue;
        if (current && range.contains(bucket.start))
            changes.append({bucket.start, *bucket.worst});
        current = bucket.worst;
    }
    return changes;
}

} // namespace holdwatch

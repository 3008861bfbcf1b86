// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/series/History.h"
#include "models/series/TimeView.h"

#include <QPointF>

namespace holdwatch {

/// One figure of a bucket ("depth of this bucket"), as a pointer to the bucket's field.
using BucketField = std::optional<BucketRange> HistoryBucket::*;

/// The longest distance between two neighbouring buckets that still counts as one unbroken record:
/// three and a half of the usual distances, since three missed polls make a queue stale.
Millis longestStride(const HistorySlice &slice);

/// The line of one figure for a plot `columns` pixels wide: x in UTC seconds, at most two points a column
/// (its smallest and its largest value, so a spike stays), and a NaN between two stretches that a gap
/// separates, or where the figure was not reported.
QVector<QPointF> envelope(const HistorySlice &slice, BucketField field, const TimeRange &range, int columns);

/// The largest value of a figure inside `range`; unset when it was never reported there.
std::optional<double> largestIn(const HistorySlice &slice, BucketField field, const TimeRange &range);

/// The bucket a crosshair at `time` reads: the nearest one, unless it lies across a gap.
const HistoryBucket *bucketAt(const HistorySlice &slice, UtcTime time);

/// Stretches inside `range`, after the first bucket, in which nothing was recorded. One that is still
/// open ends at `now`.
QVector<TimeRange> gapsOf(const HistorySlice &slice, const TimeRange &range, UtcTime now);

/// Where the worst verdict of the buckets changes: for the markers along the top.
struct VerdictChange
{
    UtcTime at{};
    Verdict to = Verdict::NotReported;
    bool operator==(const VerdictChange &) const = default;
};
QVector<VerdictChange> verdictChangesOf(const HistorySlice &slice, const TimeRange &range);

} // namespace holdwatch

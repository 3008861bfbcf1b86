// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Result.h"
#include "models/tolerance/Assessment.h"

#include <QMetaType>
#include <QVector>

namespace holdwatch {

/// Smallest, largest and last value inside a bucket; unset when nothing was reported in it.
struct BucketRange
{
    double min = 0;
    double max = 0;
    double last = 0;
    bool operator==(const BucketRange &) const = default;
};

/// A stretch of history. Buckets without a sample are absent: a gap stays a gap.
struct HistoryBucket
{
    UtcTime start{};
    int samples = 0;
    std::optional<BucketRange> oldestAge;        ///< seconds
    std::optional<BucketRange> depth;
    std::optional<BucketRange> inFlight;
    std::optional<BucketRange> retriesPerMinute;
    std::optional<BucketRange> deadLetters;
    std::optional<Verdict> worst;
    bool operator==(const HistoryBucket &) const = default;
};

struct HistoryQuery
{
    QueueId queue;
    UtcTime from{};
    UtcTime until{};
    int maxBuckets = 600; ///< at most this many come back: about one a pixel column
    bool operator==(const HistoryQuery &) const = default;
};

struct HistorySlice
{
    HistoryQuery query;
    Millis bucket{};      ///< width of each bucket
    Millis spacing{};     ///< usual distance from one bucket to the next (median), at least `bucket`; a line
                          ///< breaks where more than three of these are empty
    QVector<HistoryBucket> buckets; ///< in time order
    std::optional<UtcTime> watchedSince;
    bool inMemoryOnly = false; ///< the store is not usable right now; only this run's samples are here
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::HistorySlice)

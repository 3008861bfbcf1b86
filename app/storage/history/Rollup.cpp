// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/Rollup.h"

#include <algorithm>

namespace holdwatch::storage {

namespace {

void mergeRange(std::optional<BucketRange> &mine, const std::optional<BucketRange> &other, bool otherIsLater)
{
    if (!other)
        return;
    if (!mine) {
        mine = other;
        return;
    }
    mine->min = std::min(mine->min, other->min);
    mine->max = std::max(mine->max, other->max);
    if (otherIsLater)
        mine->last = other->last;
}

// The screens count ages in seconds, the sample table in milliseconds.
double inBucketUnits(Figure figure, double value)
{
    return figure == Figure::OldestAge ? value / 1000.0 : value;
}

} // namespace

Rollup Rollup::of(const SampleRow &row)
{
    Rollup rollup;
    rollup.start = row.at;
    rollup.lastAt = row.at;
    rollup.samples = 1;
    rollup.worst = verdictCode(row.verdict);
    for (size_t i = 0; i < rolledFigures.size(); ++i) {
        if (const auto value = row.value(rolledFigures[i])) {
            const double shown = inBucketUnits(rolledFigures[i], *value);
            rollup.ranges[i] = BucketRange{shown, shown, shown};
        }
    }
    return rollup;
}

void Rollup::merge(const Rollup &other)
{
    const bool otherIsLater = other.lastAt >= lastAt;
    for (size_t i = 0; i < ranges.size(); ++i)
        mergeRange(ranges[i], other.ranges[i], otherIsLater);
    samples += other.samples;
    lastAt = std::max(lastAt, other.lastAt);
    if (other.worst)
        worst = worst ? std::max(*worst, *other.worst) : *other.worst;
}

HistoryBucket Rollup::toBucket() const
{
    HistoryBucket bucket;
    bucket.start = fromEpochMillis(start);
    bucket.samples = samples;
    bucket.oldestAge = ranges[0];
    bucket.depth = ranges[1];
    bucket.inFlight = ranges[2];
    bucket.retriesPerMinute = ranges[3];
    bucket.deadLetters = ranges[4];
    if (worst)
        bucket.worst = verdictOfCode(*worst);
    return bucket;
}

void RollupCascade::add(const SampleRow &row, Closed &closed)
{
    addTo(Level::Minute, Rollup::of(row), closed);
}

void RollupCascade::addTo(Level level, Rollup piece, Closed &closed)
{
    piece.start = floorTo(piece.start, widthOf(level));
    std::optional<Rollup> &open = m_open[size_t(level)];
    if (open && open->start == piece.start) {
        open->merge(piece);
        return;
    }
    if (open) {
        closed.emplace_back(level, *open);
        if (level != rollupLevels.back())
            addTo(Level(int(level) + 1), *open, closed);
    }
    open = std::move(piece);
}

} // namespace holdwatch::storage

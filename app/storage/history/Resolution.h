// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/Rollup.h"

namespace holdwatch::storage {

/// Which level a chart is read from, and how wide its buckets are. Pure.
struct Resolution
{
    Level level = Level::Raw;
    qint64 bucket = 1000; ///< milliseconds, a multiple of the level's width
};

/// Before this (epoch milliseconds) a level has been dropped; by level.
using DroppedBefore = std::array<qint64, allLevels.size()>;

/// At most `maxBuckets` buckets, at least about half as many where the samples allow it, and never more
/// than a few thousand rows to read, however long the history. A level that no longer reaches back to
/// `from` is passed over for a coarser one.
Resolution resolutionFor(qint64 from, qint64 until, int maxBuckets, const DroppedBefore &dropped);

} // namespace holdwatch::storage

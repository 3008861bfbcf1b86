// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <array>
#include <optional>

namespace holdwatch::storage {

/// How much is kept, how often it is written. The defaults suit from one to a thousand queues.
struct HistoryOptions
{
    Millis flushEvery = Seconds(2); ///< what a `kill -9` can cost at most
    int flushAt = 5'000;            ///< samples waiting; written at once when there are so many
    int memorySamples = 100'000;    ///< newest samples kept in memory, written or not (about 14 MB)
    qint64 diskLimit = 2LL * 1024 * 1024 * 1024; ///< bytes in use; past it the oldest raw samples go first

    /// How long each resolution is kept: raw, 1 min, 15 min, 2 h.
    std::array<Millis, 4> keep{std::chrono::hours(24 * 7), std::chrono::hours(24 * 30),
                               std::chrono::hours(24 * 366), std::chrono::hours(24 * 3660)};

    Millis keepAlerts = std::chrono::hours(24 * 366); ///< log lines, closed alerts, ended maintenance
    int mostLogLines = 200'000;                       ///< the oldest go first (about 40 MB)

    /// Pages the file may have at all; unset: as many as the disk takes. Past it SQLite says "full".
    std::optional<int> pageCap;
};

} // namespace holdwatch::storage

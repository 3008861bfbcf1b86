// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/HistoryReader.h"

namespace holdwatch::storage {

/// Hands the rows to the visitor in time order.
using RowSource = std::function<Result<void>(const RowVisitor &)>;

/// Writes {"hold_window_s", "poll_s", "samples": [{"t", "oldest_age_s", "depth", "in_flight",
/// "retries_total", "dead_letters"}]}: what `holdwatch replay` reads. Times are epoch seconds, null is not
/// reported. Row by row, and replaces `path` only when all of it is on disk.
Result<void> writeReplayFile(const QString &path, const ReplayHeader &header, const RowSource &source);

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/HistoryReader.h"

namespace holdwatch::storage {

/// Hands the rows to the visitor in time order.
using RowSource = std::function<Result<void>(const RowVisitor &)>;

/// Writes what `holdwatch replay` reads, see models/tolerance/README.md: how an age was obtained, delayed and
/// consumers only where they were recorded. Row by row, and replaces `path` only when all of it is on disk.
Result<void> writeReplayFile(const QString &path, const ReplayHeader &header, const RowSource &source);

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/Rollup.h"
#include "app/storage/sqlite/Migrations.h"

namespace holdwatch::storage {

/// How history.sqlite came to be what it is; README.md explains the layout.
MigrationSteps historySchema();

/// The table of a rollup level.
QString tableOf(Level level);

/// "verdict, flags, depth, …" and "samples, last_at, …": what follows the key columns, in one order for
/// reading and writing.
QString sampleColumns();
QString rollupColumns();
/// "?, ?, …" for `keys` key columns and the columns above.
QString placeholders(int keys, const QString &columns);

/// Bind everything but the key, from position `first` on.
void bindSample(QSqlQuery &query, int first, const SampleRow &row);
void bindRollup(QSqlQuery &query, int first, const Rollup &rollup);
SampleRow readSample(const QSqlQuery &query, int first);
Rollup readRollup(const QSqlQuery &query, int first);

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/sqlite/Database.h"

#include <QStringList>
#include <QVector>

namespace holdwatch::storage {

/// Statements that bring a file from version n (their index) to n + 1; the first makes an empty file.
using MigrationSteps = QVector<QStringList>;

/// Opens `path` and brings it to the version the steps end at, all in one transaction, after a complete
/// copy of a file that held data was put beside it ("history.sqlite.bak-v1"). Looks before it touches:
/// a file that is damaged, foreign or of a newer version is an Error and stays byte for byte.
Result<std::unique_ptr<Database>> openMigrated(const QString &path, const MigrationSteps &steps);

} // namespace holdwatch::storage

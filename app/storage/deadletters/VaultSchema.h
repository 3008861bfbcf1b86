// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/sqlite/Migrations.h"

namespace holdwatch::storage {

/// How deadletters.sqlite came to be what it is; README.md explains the layout.
MigrationSteps vaultSchema();

/// Opens or makes the file for its owner alone (0600), brought to the newest form, set up so that what is
/// deleted is overwritten. Before an older file is copied and brought on, its payloads are erased: they are a
/// cache, and a copy would outlive them.
Result<std::unique_ptr<Database>> openVault(const QString &path);

/// Folds the write-ahead log into the file and empties it: what was deleted is then in neither.
Result<void> settle(Database &database);

} // namespace holdwatch::storage

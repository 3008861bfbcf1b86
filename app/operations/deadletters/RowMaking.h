// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/VaultTypes.h"

namespace holdwatch::operations {

/// How the vault makes rows: models/deadletters, with these rules and for letters of this system.
storage::RowMaker rowMakerFor(const ClassRules &rules, const QString &provider);

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ToleranceFormat.h"
#include "models/connections/ConnectionConfig.h"

namespace holdwatch::storage {

/// Everything that keeps a connection from being used or saved. Addresses and variables are never repeated
/// in the sentences, since a secret may have been written into them. `others` are for unique names.
Findings findingsOf(const ConnectionConfig &connection, const QVector<ConnectionConfig> &others);

} // namespace holdwatch::storage

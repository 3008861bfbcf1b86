// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QString>

namespace holdwatch::storage {

/// Makes the file where it is missing, and sees to it that its owner alone can read and write it (0600).
Result<void> makeOwnersFile(const QString &path);

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>

namespace holdwatch::practice {

/// Writes the whole file or leaves the old one; only its owner may read it, from the first byte on.
Result<void> writePrivateFile(const QString &path, const QByteArray &content);

/// Empty if there is none or it can't be read.
QByteArray readSmallFile(const QString &path);

} // namespace holdwatch::practice

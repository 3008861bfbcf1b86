// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch::bootstrap {

constexpr qint64 recentLogSize = 500 * 1024;

/// The last whole lines of the log in `directory`, at most `most` bytes, oldest first, across the files it was
/// rotated into. Empty where there is none.
QString recentLog(const QString &directory, qint64 most = recentLogSize);

} // namespace holdwatch::bootstrap

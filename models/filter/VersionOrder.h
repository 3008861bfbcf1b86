// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace holdwatch::filter {

/// Below 0, 0 or above 0. Part by part between '.', '-' and '_': numbers by value whatever their length
/// (1.10 is above 1.9), texts regardless of case, a text below every number (1.2-rc1 is below 1.2), a
/// missing part counts as 0 (3 = 3.0). A "v" in front and what follows a '+' don't count.
int compareVersions(QStringView left, QStringView right);

/// It begins with a number, perhaps after a "v". Only such versions can be above or below one another.
bool beginsWithNumber(QStringView version);

} // namespace holdwatch::filter

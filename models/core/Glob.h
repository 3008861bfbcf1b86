// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace holdwatch {

/// True if `text` as a whole matches `pattern`, where * stands for any run of characters ('/' included,
/// unlike a file glob: queue names hold slashes) and ? for exactly one. Case counts.
bool matchesGlob(QStringView pattern, QStringView text);

} // namespace holdwatch

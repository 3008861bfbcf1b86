// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch {

/// Of a name from elsewhere what a person can see, compare and type, on one line: controls are spaces; characters that show nothing or
/// turn the reading direction are gone; one form for letters with several (NFC). At most `most` UTF-16 units.
QString plainName(const QString &name, qsizetype most = 200);

} // namespace holdwatch

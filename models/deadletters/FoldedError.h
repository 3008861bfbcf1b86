// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace holdwatch {

/// An error text without what differs from one message to the next, so that equal failures look equal:
/// "order 123 failed at 10:00" → "order # failed at ‹time›". Numbers become #, moments ‹time›, UUIDs and other ids
/// ‹id›, quoted values ‹value›, runs of white space one space. Folding twice changes nothing more. At most
/// `longestFolded` units of the text are looked at. For comparing and for showing; not for reading anything back.
QString foldedError(QStringView error);

constexpr qsizetype longestFolded = 512;

} // namespace holdwatch

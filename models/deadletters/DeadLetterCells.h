// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/deadletters/ClassRules.h"
#include "models/deadletters/DeadLetterRow.h"

#include <QVector>

namespace holdwatch {

/// What a list says of a dead letter in one cell.
enum class LetterCell { Id, Key, Class, Version, Handler, Queue, Error, Died, Published, Expires, Size, Deliveries, Status, Redrives, FirstSeen, ContentType };
constexpr int letterCellCount = int(LetterCell::ContentType) + 1;

QString cellTitle(LetterCell cell);
QString cellDescription(LetterCell cell); ///< header tooltip
bool isNumeric(LetterCell cell);          ///< right-aligned with equal-width digits

/// One line, plain text, at `now`; "–" where there is nothing. Errors with white space for line breaks.
QString cellText(const DeadLetterRow &row, LetterCell cell, const QVector<FailureClass> &classes, UtcTime now, Zone zone);

/// The whole of it: exact and relative times, where a value was found, or why there is none. Plain text.
QString cellToolTip(const DeadLetterRow &row, LetterCell cell, const QVector<FailureClass> &classes, UtcTime now, Zone zone);

QString expiryText(const std::optional<UtcTime> &expires, UtcTime now); ///< "expires in 3 d 4 h", "expired 2 min ago", "–"
QString formatBytes(qint64 bytes);                                       ///< "812 B", "1.4 KB", "50 MB"; of 1,000
QString classTitle(const QVector<FailureClass> &classes, const QString &id); ///< the id where the class is not known

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

namespace holdwatch::filter {

/// The letters of the grammar, shared by the parser, the writer and the completion so that they can't drift apart.

bool isSpace(QChar c);
bool endsWord(QChar c); ///< white space, a bracket or a quotation mark

bool startsName(QChar c);
bool continuesName(QChar c); ///< without the dot
bool isBareName(QStringView name); ///< "order.items.0": may stand before a colon without quotation marks
bool isBareSegment(QStringView segment, bool first);

/// "OR", "or", "AND", "NOT": no plain text without quotation marks.
bool isKeyword(QStringView word);
bool isOr(QStringView word);

/// With quotation marks, and the escapes \" \\ \n \t \r \u0000 where needed (control characters and those that change
/// the direction of writing are shown by number).
QString quoted(QStringView text);

/// As it is where the grammar reads it back as this very text, else quoted.
QString asValue(QStringView text);    ///< after "field:"
QString asFreeText(QStringView text); ///< on its own

} // namespace holdwatch::filter

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterRow.h"
#include "models/payload/SensitiveNames.h"

#include <QStringList>

namespace holdwatch {

/// Where the letters of an export come from; stands in each JSON line.
struct LetterProvenance
{
    QString connection;
    QString deadSet;
    UtcTime capturedAt{}; ///< of the snapshot
    bool isWhole = false; ///< false: the snapshot is a part of what lies there
    QString program;      ///< "Holdwatch 0.1.0"
};

/// A text as a CSV cell: always in quotation marks, and with an apostrophe in front where a spreadsheet would take it for a
/// formula: `=`, `+`, `-`, `@`, their full-width forms, tab, line breaks, also behind white space or invisible characters.
QByteArray csvCell(const QString &text);
QByteArray csvNumber(std::optional<qint64> value); ///< nothing where there is no figure

/// RFC 4180, with CR LF at the end; UTF-8. One row's cells are the columns of the heading. Without payload. With `masked`
/// values of fields of such names are hidden, in error texts too.
QByteArray csvHeading();
QByteArray csvLine(const DeadLetterRow &row, const payload::SensitiveNames *masked = nullptr);

/// A JSON string; ASCII controls, characters that change the reading direction and lone surrogates as \uXXXX.
QByteArray jsonString(const QString &text);

/// One line, LF at the end: an object of fixed order. Not reported is null. The digest is hexadecimal, with its kind in
/// its name. `payload` is inserted as it is: a JSON value that the caller wrote, or empty for none.
QByteArray jsonLine(const DeadLetterRow &row, const LetterProvenance &from, const payload::SensitiveNames *masked = nullptr, const QByteArray &payload = {});

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"

#include <QStringList>

namespace holdwatch::test {

struct MessageSample
{
    DeadLetter letter;
    DeadLetterRow row;
};

/// Invented dead letters, ordinary and nasty ones, by name.
QStringList messageSampleNames();
MessageSample messageSample(const QString &name, UtcTime now);

/// A gzip file that would become 64 MB of zeros.
QByteArray gzipBomb();
/// JSON of about so many bytes, in lines or in one.
QByteArray jsonOfSize(qsizetype bytes, bool inOneLine);

} // namespace holdwatch::test

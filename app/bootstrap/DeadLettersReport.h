// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/LetterGroups.h"
#include "models/deadletters/LetterLines.h"
#include "models/deadletters/Reading.h"

namespace holdwatch::bootstrap {

/// What was read, as the command prints it. Sensitive fields are masked by `names`.
struct DeadLettersReport
{
    LetterProvenance source;
    ReadingState state;
    LookTerms terms;
    QVector<DeadLetterRow> letters; ///< those the filter let through
    QStringList sensitiveNames;
    ClassRules rules;
    bool groups = false;
};

QByteArray deadLettersJson(const DeadLettersReport &report); ///< one document, described in README.md; ends with a newline
QByteArray deadLettersTable(const DeadLettersReport &report); ///< for people; one line a letter or group

} // namespace holdwatch::bootstrap

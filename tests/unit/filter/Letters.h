// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Matcher.h"
#include "models/filter/Parser.h"

#include <QHash>

namespace holdwatch::filter {

/// A catalogue such as the one of dead letters, and rows that answer for it.
enum LetterField : FieldId { Class, Version, Age, Seen, Attempts, Owner, Queue };

FieldCatalogue letterCatalogue();

/// 2026-11-30T12:00:00Z, a Monday.
Moment noon();

class Letter final : public FilterSource
{
public:
    bool anyValue(FieldId field, const ValueTest &test) const override;
    bool anyValueAt(const FieldPath &path, const ValueTest &test) const override;
    bool anyTextContains(const TextPattern &pattern) const override;

    QString failureClass;
    QString version;
    QString owner;
    QStringList queues;
    std::optional<Millis> age;
    std::optional<UtcTime> seen;
    std::optional<QString> attempts; ///< digits
    QHash<QString, QString> message; ///< path with dots → "17" in quotation marks is a text, without a number
    QString body;
};

/// A parsed text, or a test that fails with the sentence.
Expression parsed(const QString &text);
bool matches(const QString &filter, const FilterSource &row);

} // namespace holdwatch::filter

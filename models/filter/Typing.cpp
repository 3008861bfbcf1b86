// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Typing.h"

#include "models/core/Time.h"
#include "models/filter/Decimal.h"
#include "models/filter/TimeText.h"
#include "models/filter/VersionOrder.h"

namespace holdwatch::filter {

namespace {

bool isEquality(Comparison comparison)
{
    return comparison == Comparison::Is || comparison == Comparison::IsNot;
}

bool isDuration(const QString &text)
{
    constexpr qsizetype longest = 64; // keeps the pattern of durations off endless text
    return text.size() <= longest && parseDuration(text).has_value();
}

bool fits(FieldType type, const QString &text, Comparison comparison)
{
    switch (type) {
    case FieldType::Text: return isEquality(comparison);
    case FieldType::Number: return Decimal::read(text).has_value();
    case FieldType::Duration: return isDuration(text);
    case FieldType::Time: return timeForm(text).has_value();
    case FieldType::Version: return isEquality(comparison) || beginsWithNumber(text);
    }
    return false;
}

Literal literal(FieldType type, const Word &word)
{
    return {type, word.parts};
}

/// What a value in the message is compared as: its type is not known before it is met.
std::optional<FieldType> typeInMessage(const Word &word, Comparison comparison)
{
    const QString text = word.text();
    if (isEquality(comparison)) {
        if (word.isQuoted || word.hasWildcard())
            return FieldType::Text;
        const bool isTime = timeForm(text) == TimeForm::Absolute;
        return Decimal::read(text) ? FieldType::Number : isTime ? FieldType::Time : FieldType::Text;
    }
    for (const FieldType type : {FieldType::Number, FieldType::Duration, FieldType::Time, FieldType::Version}) {
        if (fits(type, text, comparison))
            return type;
    }
    return std::nullopt;
}

std::optional<Literal> refuse(const Word &word, Scanner &scanner, const QString &sentence)
{
    scanner.fail(word.offset, word.length, sentence);
    return std::nullopt;
}

std::optional<Literal> typedInMessage(Comparison comparison, const Word &word, Scanner &scanner)
{
    if (const auto type = typeInMessage(word, comparison))
        return literal(*type, word);
    return refuse(word, scanner, QStringLiteral("To compare, a number, a duration (1h), a time (2026-11-30) or a version (1.2.3) is expected."));
}

} // namespace

QString expectedFor(FieldType type)
{
    switch (type) {
    case FieldType::Text: return QStringLiteral("text");
    case FieldType::Number: return QStringLiteral("a number such as 3 or 12.50");
    case FieldType::Duration: return QStringLiteral("a duration such as 90s, 8m30s, 1h or 2d");
    case FieldType::Time: return QStringLiteral("a time such as 2026-11-30, 2026-11-30T14:03Z, today or -2h");
    case FieldType::Version: return QStringLiteral("a version such as 3 or 1.2.0");
    }
    return {};
}

std::optional<Literal> typed(const FieldRef &field, Comparison comparison, const Word &word, Scanner &scanner)
{
    if (word.hasWildcard() && !isEquality(comparison))
        return refuse(word, scanner, QStringLiteral("A comparison takes no *; put it right after the colon."));
    if (!field.isKnown())
        return typedInMessage(comparison, word, scanner);
    if (field.type == FieldType::Text && !isEquality(comparison))
        return refuse(word, scanner, QStringLiteral("%1 holds text, which is neither above nor below other text; write %1:value.").arg(field.name));
    if (word.hasWildcard() && (field.type == FieldType::Text || field.type == FieldType::Version))
        return literal(FieldType::Text, word);
    if (word.hasWildcard() || !fits(field.type, word.text(), comparison))
        return refuse(word, scanner, QStringLiteral("For %1 %2 is expected.").arg(field.name, expectedFor(field.type)));
    if (field.type == FieldType::Time && isEquality(comparison) && timeForm(word.text()) == TimeForm::Instant)
        return refuse(word, scanner, QStringLiteral("Nothing happens at exactly that moment; write %1:>%2 or %1:<%2.").arg(field.name, word.text()));
    return literal(field.type, word);
}

bool isRange(const Literal &from, const Literal &upTo)
{
    if (from.type != upTo.type)
        return false;
    switch (from.type) {
    case FieldType::Number: return Decimal::read(from.parts.first())->compare(*Decimal::read(upTo.parts.first())) <= 0;
    case FieldType::Duration: return parseDuration(from.text()) <= parseDuration(upTo.text());
    case FieldType::Version: return compareVersions(from.text(), upTo.text()) <= 0;
    default: return true; // what "today" is, only a now can tell
    }
}

} // namespace holdwatch::filter

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Approval.h"

namespace holdwatch {

namespace {

constexpr std::pair<Statement::Kind, const char *> kinds[] = {
    {Statement::Kind::Approve, "approve"},
    {Statement::Kind::Refuse, "refuse"},
    {Statement::Kind::Withdraw, "withdraw"},
    {Statement::Kind::Review, "review"},
};

} // namespace

QString toWord(Statement::Kind kind)
{
    for (const auto &[value, word] : kinds) {
        if (value == kind)
            return QString::fromLatin1(word);
    }
    return {};
}

std::optional<Statement::Kind> statementKindFromWord(QStringView word)
{
    for (const auto &[value, text] : kinds) {
        if (word == QLatin1String(text))
            return value;
    }
    return std::nullopt;
}

} // namespace holdwatch

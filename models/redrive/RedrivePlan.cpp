// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RedrivePlan.h"

#include "models/redrive/PlainName.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr std::pair<RedrivePlan::Kind, const char *> kinds[] = {
    {RedrivePlan::Kind::Selected, "selected"},
    {RedrivePlan::Kind::Bounded, "bounded"},
    {RedrivePlan::Kind::WholeQueue, "whole-queue"},
    {RedrivePlan::Kind::Corrected, "corrected"},
};

constexpr qsizetype longestNameTyped = 60;

} // namespace

QString toWord(RedrivePlan::Kind kind)
{
    for (const auto &[value, word] : kinds) {
        if (value == kind)
            return QString::fromLatin1(word);
    }
    return {};
}

std::optional<RedrivePlan::Kind> planKindFromWord(QStringView word)
{
    for (const auto &[value, text] : kinds) {
        if (word == QLatin1String(text))
            return value;
    }
    return std::nullopt;
}

bool isByItem(const RedrivePlan &plan)
{
    return plan.kind == RedrivePlan::Kind::Selected || plan.kind == RedrivePlan::Kind::Corrected;
}

int mostMoved(const RedrivePlan &plan)
{
    const int bound = std::max(0, plan.bounds.maxMessages);
    return isByItem(plan) ? std::min(bound, int(plan.items.size())) : bound;
}

QString approvalPhrase(const RedrivePlan &plan)
{
    QString where = plainName(plan.connectionName, longestNameTyped);
    if (where.isEmpty())
        where = plainName(plan.connection.text(), longestNameTyped);
    if (where.isEmpty())
        where = QStringLiteral("a connection without a name");
    const QString all = plan.kind == RedrivePlan::Kind::WholeQueue ? QStringLiteral("all ") : QString();
    return QStringLiteral("redrive ") + all + QString::number(mostMoved(plan)) + QStringLiteral(" on ") + where;
}

bool needsSecondPerson(const RedrivePlan &plan)
{
    return plan.environment == Environment::Production && !plan.breakGlass;
}

bool needsPhrase(const RedrivePlan &plan)
{
    return plan.environment != Environment::Practice;
}

} // namespace holdwatch

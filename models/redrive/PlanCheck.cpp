// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/PlanCheck.h"

#include "models/core/Format.h"
#include "models/redrive/PlanRules.h"
#include "models/redrive/StopRules.h"

#include <QSet>

#include <algorithm>

namespace holdwatch {

namespace {

int classCount(const RedrivePlan &plan)
{
    QSet<std::pair<QString, QString>> classes;
    for (const PlanItem &item : plan.items)
        classes.insert({item.failureClass, item.version});
    return int(classes.size());
}

} // namespace

QVector<PlanRemark> checkPlan(const RedrivePlan &plan, const PlanFacts &facts)
{
    return checkWhat(plan, facts) + checkWhy(plan, facts) + checkHowMuch(plan, facts) + checkWho(plan, facts);
}

PlanRemark::State stateOf(const QVector<PlanRemark> &remarks, PlanRemark::Section section)
{
    PlanRemark::State worst = PlanRemark::State::Fine;
    for (const PlanRemark &remark : remarks) {
        if (remark.section == section)
            worst = std::max(worst, remark.state, [](auto a, auto b) {
                // Something refused outweighs what is only missing, and both what is only warned of.
                constexpr int weight[] = {0, 2, 1, 3};
                return weight[int(a)] < weight[int(b)];
            });
    }
    return worst;
}

bool canBeSigned(const QVector<PlanRemark> &remarks)
{
    return std::none_of(remarks.cbegin(), remarks.cend(),
                        [](const PlanRemark &remark) { return remark.state == PlanRemark::State::Missing || remark.state == PlanRemark::State::Refused; });
}

std::optional<UtcTime> latestSafeStart(const RedrivePlan &plan)
{
    std::optional<UtcTime> earliest;
    for (const PlanItem &item : plan.items) {
        if (item.expiresAt && (!earliest || *item.expiresAt < *earliest))
            earliest = item.expiresAt;
    }
    return earliest ? std::optional(*earliest - shortestRun(plan)) : std::nullopt;
}

Millis shortestRun(const RedrivePlan &plan)
{
    const RedriveBounds &bounds = plan.bounds;
    const qint64 count = mostMoved(plan);
    const bool isWatched = bounds.proof != RedriveBounds::CanaryProof::AcceptedUnproven && count > 0;
    Millis span = isWatched ? std::max(Millis(0), bounds.canaryWatch) : Millis(0);
    if (plan.kind == RedrivePlan::Kind::WholeQueue)
        return span;
    if (bounds.milliPerSecond > 0)
        span += Millis((count * 1'000'000 + bounds.milliPerSecond - 1) / bounds.milliPerSecond);
    int steps = 0;
    for (qint64 rest = count - (isByItem(plan) ? classCount(plan) : 1); rest > 0; rest -= stepSize(bounds, steps))
        ++steps;
    return span + steps * std::max(Millis(0), bounds.stepWatch);
}

QString messages(qint64 count)
{
    return count == 1 ? QStringLiteral("1 message") : formatCount(count) + QStringLiteral(" messages");
}

QString messagesWere(qint64 count)
{
    return messages(count) + (count == 1 ? QStringLiteral(" was") : QStringLiteral(" were"));
}

const FailureClass *findClass(const QVector<FailureClass> &classes, const QString &id)
{
    const auto at = std::find_if(classes.cbegin(), classes.cend(), [&id](const FailureClass &each) { return each.id == id; });
    return at == classes.cend() ? nullptr : &*at;
}

bool isPastUse(const FailureClass *its, const std::optional<UtcTime> &publishedAt, const std::optional<UtcTime> &diedAt, UtcTime now)
{
    const std::optional<UtcTime> since = publishedAt ? publishedAt : diedAt;
    return its && its->usefulFor && since && now - *since > *its->usefulFor;
}

} // namespace holdwatch

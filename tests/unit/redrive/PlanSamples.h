// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/PlanCheck.h"

namespace holdwatch::test {

/// A moment that everything here is counted from.
inline UtcTime planTime()
{
    return fromEpochMillis(1'764'500'000'000);
}

inline PlanItem planItem(int ordinal, const QString &failureClass = QStringLiteral("rate-limit"))
{
    PlanItem item;
    item.ordinal = ordinal;
    item.id = MessageId(QStringLiteral("m-%1").arg(ordinal));
    item.key = QStringLiteral("reserve:%1").arg(ordinal);
    item.digest = QByteArray(31, 'd') + char(ordinal % 251) ;
    item.failureClass = failureClass;
    item.version = QStringLiteral("3");
    item.originQueue = QStringLiteral("orders");
    item.publishedAt = planTime() - Minutes(60);
    item.diedAt = planTime() - Minutes(30);
    item.expiresAt = planTime() + std::chrono::hours(72);
    return item;
}

inline Diagnosis fixedDiagnosis(const QString &failureClass, int count)
{
    Diagnosis made;
    made.failureClass = failureClass;
    made.version = QStringLiteral("3");
    made.verdict = FailureClass::Verdict::Transient;
    made.count = count;
    made.cause = QStringLiteral("the stock service was down");
    made.fixReference = QStringLiteral("change 8812");
    made.consumerVersion = QStringLiteral("2.4.1");
    made.evidence = Diagnosis::Evidence::Seen;
    made.isFixed = true;
    return made;
}

inline CapacitySum roomFor(double perSecond)
{
    return {{4, {}}, {(perSecond + 2) / 4, {}}, {1, {}}, {0.5, {}}, {0.5, {}}};
}

/// A plan that nothing can be said against.
inline RedrivePlan soundPlan(int items, Environment environment = Environment::Production)
{
    RedrivePlan plan;
    plan.id = PlanId(QStringLiteral("rd-20251130-1"));
    plan.installation = InstallationId(QStringLiteral("here"));
    plan.requester = {QStringLiteral("Ada"), QByteArray(32, 'a')};
    plan.createdAt = planTime();
    plan.expiresAt = planTime() + std::chrono::hours(8);
    plan.connection = ConnectionId(QStringLiteral("orders-eu"));
    plan.connectionName = QStringLiteral("Orders (EU)");
    plan.environment = environment;
    plan.deadSet = QStringLiteral("orders.dlq");
    plan.target = QStringLiteral("orders");
    plan.rule = QStringLiteral("class = rate-limit");
    plan.snapshotAt = planTime();
    plan.deadDepth = items;
    for (int ordinal = 0; ordinal < items; ++ordinal)
        plan.items << planItem(ordinal);
    plan.diagnoses << fixedDiagnosis(QStringLiteral("rate-limit"), items);
    plan.reference = QStringLiteral("INC-7");
    plan.reason = QStringLiteral("The stock service answers again.");
    plan.capacity = roomFor(2);
    plan.bounds.maxMessages = items;
    return plan;
}

} // namespace holdwatch::test

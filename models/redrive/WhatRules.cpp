// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Format.h"
#include "models/payload/Diff.h"
#include "models/redrive/PlanRules.h"

#include <QSet>

#include <algorithm>

namespace holdwatch {

namespace {

template<typename Holds>
qint64 countIf(const RedrivePlan &plan, Holds holds)
{
    return std::count_if(plan.items.cbegin(), plan.items.cend(), holds);
}

PlanRemark::State onProduction(const RedrivePlan &plan)
{
    return plan.environment == Environment::Production ? PlanRemark::State::Refused : PlanRemark::State::Warned;
}

void checkList(const RedrivePlan &plan, Remarks &remarks)
{
    remarks.refuseIf(isByItem(plan) && plan.items.isEmpty(), "selection-empty", QStringLiteral("No message is selected."));
    QSet<MessageId> ids;
    bool isSound = true;
    for (int ordinal = 0; ordinal < plan.items.size(); ++ordinal) {
        const PlanItem &item = plan.items.at(ordinal);
        isSound = isSound && item.ordinal == ordinal && (item.id.isEmpty() || !ids.contains(item.id));
        ids.insert(item.id);
    }
    remarks.refuseIf(!isSound, "list-invalid", QStringLiteral("A message stands in the list twice, or the list is not in order."));
    const qint64 unread = countIf(plan, [](const PlanItem &item) { return item.digest.isEmpty(); });
    remarks.refuseIf(isByItem(plan) && unread > 0, "digest-missing", QStringLiteral("Of %1 the whole payload was not read.").arg(messages(unread)));
}

void checkKeys(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    QHash<QString, int> uses;
    for (const PlanItem &item : plan.items)
        ++uses[item.key];
    const int missing = uses.take(QString());
    remarks.addIf(missing > 0, onProduction(plan), "key-missing", QStringLiteral("Without an idempotency key, so that a consumer can't tell a second delivery: %1.").arg(messages(missing)));
    const qint64 repeated = std::count_if(uses.cbegin(), uses.cend(), [](int count) { return count > 1; });
    remarks.warnIf(repeated > 0, "key-repeated", repeated == 1 ? QStringLiteral("One key stands on several messages: only the first can have an effect.") : QStringLiteral("%1 keys stand on several messages each: only the first of each can have an effect.").arg(formatCount(repeated)));

    const UtcTime end = facts.now + shortestRun(plan);
    const qint64 undated = countIf(plan, [](const PlanItem &item) { return !item.publishedAt; });
    remarks.warnIf(undated > 0, "published-unknown", QStringLiteral("When %1 first enqueued is not known, so the ledger may have forgotten.").arg(messagesWere(undated)));
    if (!facts.ledgerHorizon) {
        remarks.warnIf(plan.environment == Environment::Production, "ledger-horizon-unknown", QStringLiteral("It is not set how long the consumer's ledger keeps its keys."));
        return;
    }
    const qint64 forgotten = countIf(plan, [&](const PlanItem &item) { return item.publishedAt && *item.publishedAt < end - *facts.ledgerHorizon; });
    remarks.addIf(forgotten > 0, onProduction(plan), "ledger-horizon", QStringLiteral("%1 first enqueued longer ago than the %2 that the ledger keeps its keys, and would look new.").arg(messagesWere(forgotten), formatSpan(*facts.ledgerHorizon)));
}

void checkHistory(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const qint64 again = countIf(plan, [](const PlanItem &item) { return item.earlierRedrives > 0; });
    remarks.warnIf(again > 0, "came-back-before", QStringLiteral("%1 redriven before and came back.").arg(messagesWere(again)));
    const qint64 useless = countIf(plan, [&](const PlanItem &item) { return isPastUse(findClass(facts.classes, item.failureClass), item.publishedAt, item.diedAt, facts.now); });
    remarks.refuseIf(useless > 0, "past-useful-until", QStringLiteral("Past the time they are useful for by their class: %1.").arg(messages(useless)));
    const qint64 expired = countIf(plan, [&](const PlanItem &item) { return item.expiresAt && *item.expiresAt <= facts.now; });
    remarks.refuseIf(isByItem(plan) && expired > 0, "retention-over", QStringLiteral("Retention has deleted %1.").arg(messages(expired)));
}

void checkTarget(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const qint64 elsewhere = countIf(plan, [&](const PlanItem &item) { return !item.originQueue.isEmpty() && item.originQueue != plan.target; });
    const qint64 homeless = countIf(plan, [](const PlanItem &item) { return item.originQueue.isEmpty(); });
    remarks.refuseIf(!facts.targetExists, "target-missing", QStringLiteral("The target queue does not exist."));
    remarks.missIf(plan.target.isEmpty() && homeless > 0, "origin-unknown", QStringLiteral("Where %1 came from is not known: name a target.").arg(messages(homeless)));
    remarks.warnIf(!plan.target.isEmpty() && elsewhere > 0, "target-not-origin", QStringLiteral("%1 came from another queue than the target.").arg(messages(elsewhere)));
    remarks.warnIf(facts.targetConsumers == 0, "consumer-absent", QStringLiteral("No consumer is attached to the target queue."));
    remarks.warnIf(facts.isFifo, "fifo-window", QStringLiteral("A FIFO queue drops what it has seen within its window (often 5 min): such a message would vanish without an effect."));
    remarks.warnIf(facts.isFifo, "fifo-order", QStringLiteral("Later messages of a group have passed already: these come after them, and a failing one holds up its group."));
}

QStringList missingIn(const QStringList &listed, const QStringList &needed)
{
    QStringList missing;
    for (const QString &each : needed) {
        if (!listed.contains(each))
            missing << each;
    }
    return missing;
}

void checkMeans(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    for (const QString &refusal : facts.refusals)
        remarks.add(PlanRemark::State::Refused, "system-refuses", refusal);
    const bool isPossible = plan.kind == RedrivePlan::Kind::WholeQueue ? facts.whyNot.isEmpty() : isByItem(plan) ? facts.canSelect : facts.canBound;
    remarks.refuseIf(!isPossible, "not-possible", !facts.whyNot.isEmpty() ? facts.whyNot : isByItem(plan) ? QStringLiteral("This system can't move chosen messages.") : QStringLiteral("This system can't keep to a number."));
    for (const QString &change : missingIn(plan.changes, facts.changes))
        remarks.add(PlanRemark::State::Refused, "change-unlisted", QStringLiteral("Not listed in the plan: %1").arg(change));
    remarks.refuseIf(!facts.lookEffect.isEmpty() && plan.lookCost.isEmpty(), "look-cost-unlisted", QStringLiteral("The plan does not say what looking does there: %1").arg(facts.lookEffect));
    if (isByItem(plan))
        return;
    remarks.add(PlanRemark::State::Warned, "moves-by-count", QStringLiteral("The system chooses which messages it moves; what became of each can't be said."));
    for (const QString &lost : missingIn(plan.notKept, facts.notKept))
        remarks.add(PlanRemark::State::Refused, "not-kept-unlisted", QStringLiteral("Not listed in the plan: %1").arg(lost));
    const bool isKnown = plan.deadDepth && facts.deadDepth;
    remarks.refuseIf(!isKnown, "depth-unknown", QStringLiteral("How many messages lie there is not known, so a change could not be seen."));
    remarks.refuseIf(isKnown && *plan.deadDepth != *facts.deadDepth, "queue-changed", QStringLiteral("The dead-letter queue has changed since it was read: %1 then, %2 now.").arg(formatCount(plan.deadDepth.value_or(0)), formatCount(facts.deadDepth.value_or(0))));
    remarks.warnIf(plan.kind == RedrivePlan::Kind::WholeQueue && facts.canBound, "bound-possible", QStringLiteral("This system could keep to a number."));
}

void checkCorrection(const RedrivePlan &plan, Remarks &remarks)
{
    if (plan.kind != RedrivePlan::Kind::Corrected) {
        remarks.refuseIf(plan.correction.has_value(), "correction-unexpected", QStringLiteral("A changed payload belongs to a plan of its own."));
        return;
    }
    remarks.refuseIf(plan.items.size() != 1, "correction-count", QStringLiteral("A corrected copy is of exactly one message."));
    remarks.missIf(!plan.correction, "correction-missing", QStringLiteral("The changed payload is missing."));
    if (!plan.correction || plan.items.size() != 1)
        return;
    const Correction &correction = *plan.correction;
    const PlanItem &item = plan.items.first();
    const QByteArray key = item.key.toUtf8();
    const bool isSame = correction.original == correction.payload || payload::diffOf({correction.original, {}}, {correction.payload, {}}).isSame();
    remarks.refuseIf(isSame, "correction-same", QStringLiteral("The corrected payload says the same as the original."));
    remarks.refuseIf(!key.isEmpty() && correction.original.contains(key) && !correction.payload.contains(key), "correction-key", QStringLiteral("The corrected payload must keep the idempotency key."));
    remarks.refuseIf(item.size > 0 && item.size != correction.original.size(), "correction-original", QStringLiteral("The original is not kept whole as evidence."));
    remarks.missIf(correction.why.trimmed().isEmpty(), "correction-why", QStringLiteral("Say why the payload is changed."));
}

} // namespace

QVector<PlanRemark> checkWhat(const RedrivePlan &plan, const PlanFacts &facts)
{
    Remarks remarks(PlanRemark::Section::What);
    checkList(plan, remarks);
    checkKeys(plan, facts, remarks);
    checkHistory(plan, facts, remarks);
    checkTarget(plan, facts, remarks);
    checkMeans(plan, facts, remarks);
    checkCorrection(plan, remarks);
    return remarks.all();
}

} // namespace holdwatch

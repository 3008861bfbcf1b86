// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/RunRecord.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace holdwatch::operations {

namespace {

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

QString bounded(const QString &text)
{
    return text.size() <= RunRecord::longestText ? text : text.left(RunRecord::longestText) + QChar(0x2026);
}

QJsonArray numbers(const QVector<int> &values)
{
    QJsonArray array;
    for (int each : values)
        array.append(each);
    return array;
}

QJsonArray texts(const QStringList &values)
{
    QJsonArray array;
    for (const QString &each : values)
        array.append(bounded(each));
    return array;
}

template<typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    return value ? QJsonValue(double(*value)) : QJsonValue();
}

QJsonValue orNull(const std::optional<UtcTime> &time)
{
    return time ? QJsonValue(toIso(*time)) : QJsonValue();
}

QJsonObject countsOf(const RunCounts &counts)
{
    return {{QStringLiteral("planned"), counts.planned},     {QStringLiteral("waiting"), counts.waiting}, {QStringLiteral("confirmed"), counts.confirmed},
            {QStringLiteral("returned"), counts.returned},   {QStringLiteral("unknown"), counts.unknown}, {QStringLiteral("skipped"), counts.skipped},
            {QStringLiteral("failed"), counts.failed},       {QStringLiteral("left"), counts.left},       {QStringLiteral("intended"), counts.intended}};
}

} // namespace

AuditDraft RunRecord::make(const char *kind, const QJsonObject &data) const
{
    return {QString::fromLatin1(kind), m_plan, m_by, QJsonDocument(data).toJson(QJsonDocument::Compact)};
}

AuditDraft RunRecord::planSigned(const RedrivePlan &plan, const QByteArray &digest) const
{
    return make("plan-signed", {{QStringLiteral("digest"), hex(digest)}, {QStringLiteral("kind"), holdwatch::toWord(plan.kind)}, {QStringLiteral("most"), mostMoved(plan)},
                                {QStringLiteral("connection"), plan.connectionName}, {QStringLiteral("origin"), plan.origin},
                                {QStringLiteral("environment"), holdwatch::toWord(plan.environment)}, {QStringLiteral("dead_set"), plan.deadSet},
                                {QStringLiteral("target"), plan.target}, {QStringLiteral("rule"), bounded(plan.rule)}, {QStringLiteral("reference"), bounded(plan.reference)},
                                {QStringLiteral("reason"), bounded(plan.reason)}, {QStringLiteral("break_glass"), plan.breakGlass ? plan.breakGlass->incident : QString()},
                                {QStringLiteral("adopts"), plan.adopts ? plan.adopts->text() : QString()}});
}

AuditDraft RunRecord::planOpened(const RedrivePlan &plan, const QByteArray &digest, const QString &problem) const
{
    return make("plan-opened", {{QStringLiteral("digest"), hex(digest)}, {QStringLiteral("requester"), plan.requester.name},
                                {QStringLiteral("fingerprint"), fingerprint(plan.requester.publicKey)}, {QStringLiteral("problem"), bounded(problem)}});
}

AuditDraft RunRecord::statement(const Statement &statement, const QString &problem) const
{
    return make("statement", {{QStringLiteral("kind"), holdwatch::toWord(statement.kind)}, {QStringLiteral("id"), statement.id}, {QStringLiteral("by"), statement.by.name},
                              {QStringLiteral("fingerprint"), fingerprint(statement.by.publicKey)}, {QStringLiteral("digest"), hex(statement.planDigest)},
                              {QStringLiteral("evidence"), texts(statement.evidence)}, {QStringLiteral("reason"), bounded(statement.reason)},
                              {QStringLiteral("roster"), statement.rosterDigest}, {QStringLiteral("problem"), bounded(problem)}});
}

AuditDraft RunRecord::approvalSpent(const Approval &approval) const
{
    QJsonArray ids, by;
    for (const Statement &each : approval.statements()) {
        ids.append(each.id);
        by.append(each.by.name);
    }
    return make("approval-spent", {{QStringLiteral("ids"), ids}, {QStringLiteral("by"), by}, {QStringLiteral("digest"), hex(approval.planDigest())},
                                   {QStringLiteral("deadline"), toIso(approval.deadline())}});
}

AuditDraft RunRecord::started(const RunCounts &counts, const providers::RedriveTerms &terms, bool isContinued) const
{
    return make(isContinued ? "run-continued" : "run-started",
                {{QStringLiteral("counts"), countsOf(counts)}, {QStringLiteral("target"), terms.target}, {QStringLiteral("dead_depth"), orNull(terms.deadDepth)},
                 {QStringLiteral("consumers"), orNull(terms.targetConsumers)}, {QStringLiteral("changes"), texts(terms.changes)}, {QStringLiteral("not_kept"), texts(terms.notKept)}});
}

AuditDraft RunRecord::claimed(const providers::Claim &claim) const
{
    return make("claim", {{QStringLiteral("held"), int(claim.held.size())}, {QStringLiteral("missing"), int(claim.missing.size())}, {QStringLiteral("looks"), claim.looks},
                          {QStringLiteral("seen"), claim.seen}});
}

QVector<AuditDraft> RunRecord::intents(int step, const QVector<int> &ordinals) const
{
    QVector<AuditDraft> drafts;
    for (qsizetype from = 0; from < ordinals.size(); from += mostOrdinals)
        drafts.append(make("intent", {{QStringLiteral("step"), step}, {QStringLiteral("ordinals"), numbers(ordinals.mid(from, mostOrdinals))}}));
    return drafts;
}

AuditDraft RunRecord::bulkIntent(int step, qint64 atMost, const QByteArray &idempotencyKey) const
{
    return make("intent", {{QStringLiteral("step"), step}, {QStringLiteral("at_most"), atMost}, {QStringLiteral("idempotency_key"), QString::fromUtf8(idempotencyKey)}});
}

QVector<AuditDraft> RunRecord::outcomes(const QVector<ItemResult> &results) const
{
    QVector<AuditDraft> drafts;
    drafts.reserve(results.size());
    for (const ItemResult &each : results) {
        QJsonObject data{{QStringLiteral("ordinal"), each.ordinal}, {QStringLiteral("outcome"), holdwatch::toWord(each.outcome)}};
        if (!each.detail.isEmpty())
            data.insert(QStringLiteral("detail"), bounded(each.detail));
        if (!each.lineage.isEmpty())
            data.insert(QStringLiteral("lineage"), bounded(each.lineage));
        drafts.append(make("outcome", data));
    }
    return drafts;
}

AuditDraft RunRecord::bulkOutcome(int step, const providers::BulkMove &move) const
{
    return make("outcome", {{QStringLiteral("step"), step}, {QStringLiteral("outcome"), holdwatch::toWord(move.outcome)}, {QStringLiteral("moved"), orNull(move.moved)},
                            {QStringLiteral("remaining"), orNull(move.remaining)}, {QStringLiteral("detail"), move.error ? bounded(toSentence(*move.error)) : QString()}});
}

AuditDraft RunRecord::seen(const RunSignals &seen) const
{
    return make("signals", {{QStringLiteral("verdict"), seen.target ? QJsonValue(holdwatch::toWord(*seen.target)) : QJsonValue()},
                            {QStringLiteral("age_s"), seen.targetAge ? QJsonValue(toSeconds(*seen.targetAge)) : QJsonValue()},
                            {QStringLiteral("sampled_at"), orNull(seen.targetSampledAt)}, {QStringLiteral("dead_depth"), orNull(seen.deadDepth)},
                            {QStringLiteral("consumers"), orNull(seen.consumers)}, {QStringLiteral("second_effects"), orNull(seen.secondEffects)}});
}

AuditDraft RunRecord::returned(int ordinal, const QString &how) const
{
    return make("returned", {{QStringLiteral("ordinal"), ordinal}, {QStringLiteral("how"), bounded(how)}});
}

AuditDraft RunRecord::told(const QString &kind, const QString &text) const
{
    return make(kind.toLatin1().constData(), {{QStringLiteral("text"), bounded(text)}});
}

AuditDraft RunRecord::stopped(const RunState &state) const
{
    return make("stopped", {{QStringLiteral("cause"), holdwatch::toWord(state.cause)}, {QStringLiteral("text"), bounded(state.text)}, {QStringLiteral("counts"), countsOf(state.counts)}});
}

AuditDraft RunRecord::reconciled(const Reconciliation &found) const
{
    return make("reconciled", {{QStringLiteral("ordinal"), found.ordinal}, {QStringLiteral("found"), holdwatch::toWord(found.found)}, {QStringLiteral("source"), holdwatch::toWord(found.source)},
                               {QStringLiteral("by"), bounded(found.by)}, {QStringLiteral("note"), bounded(found.note)}});
}

AuditDraft RunRecord::reconciledCount(qint64 moved, const QString &by, const QString &note) const
{
    return make("reconciled", {{QStringLiteral("moved"), moved}, {QStringLiteral("source"), holdwatch::toWord(Reconciliation::Source::Word)}, {QStringLiteral("by"), bounded(by)},
                               {QStringLiteral("note"), bounded(note)}});
}

AuditDraft RunRecord::unprovenAccepted(int ordinal) const
{
    return make("unproven-accepted", {{QStringLiteral("ordinal"), ordinal}});
}

AuditDraft RunRecord::afterWatch(const RunState &state) const
{
    return make("after-watch", {{QStringLiteral("counts"), countsOf(state.counts)}, {QStringLiteral("text"), bounded(state.text)}});
}

AuditDraft RunRecord::closed(const RunState &state) const
{
    return make("closed", {{QStringLiteral("counts"), countsOf(state.counts)}, {QStringLiteral("cause"), holdwatch::toWord(state.cause)}, {QStringLiteral("verdict"), bounded(state.verdict)}});
}

AuditDraft RunRecord::reportWritten(const QString &format, const QByteArray &digest) const
{
    return make("report-written", {{QStringLiteral("format"), format}, {QStringLiteral("sha256"), hex(digest)}});
}

} // namespace holdwatch::operations

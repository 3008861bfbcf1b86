// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RedriveText.h"

#include "models/redrive/RedriveStanding.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace holdwatch::bootstrap {

namespace {

/// A message may hold what moves a terminal's cursor.
QString plain(const QString &text)
{
    QString safe;
    for (const QChar each : text)
        safe += each.category() == QChar::Other_Control || each.category() == QChar::Other_Format ? QString(QChar(0xfffd)) : QString(each);
    return safe;
}

QByteArray line(const QString &text)
{
    return plain(text).toUtf8() + '\n';
}

QByteArray fact(const QString &name, const QString &value)
{
    return value.isEmpty() ? QByteArray() : line(name.leftJustified(12) + value);
}

QByteArray document(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

QString stateWord(PlanRemark::State state)
{
    switch (state) {
    case PlanRemark::State::Fine: return QStringLiteral("fine");
    case PlanRemark::State::Missing: return QStringLiteral("missing");
    case PlanRemark::State::Warned: return QStringLiteral("warned");
    case PlanRemark::State::Refused: break;
    }
    return QStringLiteral("refused");
}

QJsonObject countsJson(const RunCounts &counts)
{
    return {{QStringLiteral("planned"), counts.planned},   {QStringLiteral("waiting"), counts.waiting}, {QStringLiteral("intended"), counts.intended},
            {QStringLiteral("confirmed"), counts.confirmed}, {QStringLiteral("returned"), counts.returned}, {QStringLiteral("unknown"), counts.unknown},
            {QStringLiteral("skipped"), counts.skipped},   {QStringLiteral("failed"), counts.failed},   {QStringLiteral("left"), counts.left}};
}

QJsonObject itemObject(const ItemResult &item)
{
    return {{QStringLiteral("item"), item.ordinal + 1}, {QStringLiteral("outcome"), toWord(item.outcome)}, {QStringLiteral("detail"), item.detail}};
}

QJsonObject stateObject(const RunState &state)
{
    return {{QStringLiteral("plan"), state.plan.text()}, {QStringLiteral("stage"), toWord(state.stage)},   {QStringLiteral("cause"), toWord(state.cause)},
            {QStringLiteral("text"), state.text},        {QStringLiteral("verdict"), state.verdict},       {QStringLiteral("step"), state.step},
            {QStringLiteral("counts"), countsJson(state.counts)}, {QStringLiteral("moved_by_count"), state.movedByCount}, {QStringLiteral("review_due"), state.isReviewDue}};
}

QJsonObject planObject(const RedrivePlan &plan)
{
    QJsonArray items, diagnoses, left;
    for (const PlanItem &each : plan.items)
        items.append(QJsonObject{{QStringLiteral("id"), each.id.text()}, {QStringLiteral("idempotency_key"), each.key}, {QStringLiteral("digest"), hex(each.digest)},
                                 {QStringLiteral("class"), each.failureClass}, {QStringLiteral("schema_version"), each.version}, {QStringLiteral("origin"), each.originQueue}});
    for (const Diagnosis &each : plan.diagnoses)
        diagnoses.append(QJsonObject{{QStringLiteral("class"), each.failureClass}, {QStringLiteral("schema_version"), each.version}, {QStringLiteral("count"), each.count},
                                     {QStringLiteral("cause"), each.cause}, {QStringLiteral("fix"), each.fixReference}, {QStringLiteral("fixed"), each.isFixed}});
    for (const LeftBehind &each : plan.left)
        left.append(QJsonObject{{QStringLiteral("reason"), each.reason}, {QStringLiteral("count"), each.count}});
    return {{QStringLiteral("id"), plan.id.text()},
            {QStringLiteral("connection"), plan.connectionName},
            {QStringLiteral("environment"), toWord(plan.environment)},
            {QStringLiteral("dead_set"), plan.deadSet},
            {QStringLiteral("target"), plan.target},
            {QStringLiteral("kind"), toWord(plan.kind)},
            {QStringLiteral("rule"), plan.rule},
            {QStringLiteral("most"), mostMoved(plan)},
            {QStringLiteral("per_second"), double(plan.bounds.milliPerSecond) / 1000.0},
            {QStringLiteral("requester"), plan.requester.name},
            {QStringLiteral("phrase"), needsPhrase(plan) ? QJsonValue(approvalPhrase(plan)) : QJsonValue()},
            {QStringLiteral("expires_at"), toIso(plan.expiresAt)},
            {QStringLiteral("items"), items},
            {QStringLiteral("diagnoses"), diagnoses},
            {QStringLiteral("left"), left},
            {QStringLiteral("changes"), QJsonArray::fromStringList(plan.changes)},
            {QStringLiteral("not_kept"), QJsonArray::fromStringList(plan.notKept)},
            {QStringLiteral("requests"), QJsonArray::fromStringList(plan.requests)},
            {QStringLiteral("look_cost"), plan.lookCost}};
}

QJsonObject recordObject(const RedriveRecord &record)
{
    QJsonArray statements;
    for (const StatementRow &each : record.statements)
        statements.append(QJsonObject{{QStringLiteral("kind"), toWord(each.statement.kind)}, {QStringLiteral("by"), each.statement.by.name}, {QStringLiteral("at"), toIso(each.statement.at)},
                                      {QStringLiteral("reason"), each.statement.reason}, {QStringLiteral("problem"), each.problem}});
    return {{QStringLiteral("plan"), planObject(record.plan)},     {QStringLiteral("digest"), hex(record.digest)}, {QStringLiteral("own"), record.isOwn},
            {QStringLiteral("signature_problem"), record.signatureProblem}, {QStringLiteral("statements"), statements}, {QStringLiteral("spent"), record.isSpent},
            {QStringLiteral("run"), stateObject(record.run)},      {QStringLiteral("why_not_start"), record.whyNotStart}};
}

} // namespace

QString remarkText(const PlanRemark &remark)
{
    return QStringLiteral("%1 (%2): %3").arg(stateWord(remark.state), remark.code, plain(remark.text));
}

QString evidenceText(const QVector<EvidenceRow> &rows)
{
    int equal = 0, different = 0;
    for (const EvidenceRow &each : rows) {
        equal += each.found == EvidenceRow::Found::Equal ? 1 : 0;
        different += each.found == EvidenceRow::Found::Different ? 1 : 0;
    }
    return QStringLiteral("read from the queue: of %1 are %2 equal, %3 different, %4 missing").arg(rows.size()).arg(equal).arg(different).arg(int(rows.size()) - equal - different);
}

QString stateText(const RunState &state)
{
    const RunCounts &counts = state.counts;
    QString text = QStringLiteral("%1: %2 of %3 confirmed, %4 returned, %5 unknown, %6 waiting.").arg(toWord(state.stage)).arg(counts.confirmed).arg(counts.planned).arg(counts.returned)
                       .arg(counts.unknown).arg(counts.waiting);
    if (state.movedByCount > 0)
        text += QStringLiteral(" Moved by count: %1.").arg(state.movedByCount);
    if (!state.text.isEmpty())
        text += QLatin1Char(' ') + state.text;
    return plain(text);
}

QByteArray planText(const RedrivePlan &plan, const QVector<PlanRemark> &remarks)
{
    QByteArray text = fact(QStringLiteral("Plan"), plan.id.text()) + fact(QStringLiteral("From"), plan.deadSet + QStringLiteral(" on ") + plan.connectionName + QStringLiteral(", ") + toWord(plan.environment))
        + fact(QStringLiteral("To"), plan.target.isEmpty() ? QStringLiteral("each message's own queue") : plan.target)
        + fact(QStringLiteral("What"), QStringLiteral("%1, at most %2, rule: %3").arg(toWord(plan.kind)).arg(mostMoved(plan)).arg(plan.rule)) + fact(QStringLiteral("Why"), plan.reference + QLatin1Char(' ') + plan.reason)
        + fact(QStringLiteral("Rate"), QStringLiteral("%1 a second; %2").arg(double(plan.bounds.milliPerSecond) / 1000.0).arg(plan.capacity.text()));
    for (const QString &each : plan.changes + plan.notKept)
        text += fact(QStringLiteral("Changes"), each);
    for (const LeftBehind &each : plan.left)
        text += fact(QStringLiteral("Stays"), QStringLiteral("%1, %2").arg(each.count).arg(each.reason));
    for (const QString &each : plan.requests)
        text += fact(QStringLiteral("Request"), each);
    for (const PlanItem &each : plan.items)
        text += line(QStringLiteral("  %1  %2  %3  %4  %5").arg(each.ordinal + 1).arg(each.id.text(), each.key, each.failureClass, each.version));
    for (const PlanRemark &each : remarks) {
        if (each.state != PlanRemark::State::Fine)
            text += line(remarkText(each));
    }
    return text;
}

QByteArray planJson(const RedrivePlan &plan, const QVector<PlanRemark> &remarks)
{
    QJsonArray all;
    for (const PlanRemark &each : remarks)
        all.append(QJsonObject{{QStringLiteral("state"), stateWord(each.state)}, {QStringLiteral("code"), each.code}, {QStringLiteral("text"), each.text}});
    return document({{QStringLiteral("schema"), 1}, {QStringLiteral("plan"), planObject(plan)}, {QStringLiteral("remarks"), all}});
}

QByteArray recordsText(const QVector<RedriveRecord> &records)
{
    QByteArray text;
    for (const RedriveRecord &each : records)
        text += line(QStringLiteral("%1  %2  %3  %4").arg(each.plan.id.text(), titleOf(each.plan), toWord(each.run.stage), countsText(each)));
    return text.isEmpty() ? line(QStringLiteral("No redrive is known here.")) : text;
}

QByteArray recordsJson(const QVector<RedriveRecord> &records)
{
    QJsonArray all;
    for (const RedriveRecord &each : records)
        all.append(recordObject(each));
    return document({{QStringLiteral("schema"), 1}, {QStringLiteral("redrives"), all}});
}

QByteArray recordText(const RedriveRecord &record, const QVector<ItemResult> &items)
{
    QByteArray text = planText(record.plan, {}) + fact(QStringLiteral("Digest"), hex(record.digest));
    text += fact(QStringLiteral("Asked by"), record.plan.requester.name + QLatin1Char(' ') + (record.signatureProblem.isEmpty() ? fingerprint(record.plan.requester.publicKey) : record.signatureProblem));
    for (const StatementRow &each : record.statements)
        text += fact(QStringLiteral("Said"), QStringLiteral("%1 by %2%3").arg(toWord(each.statement.kind), each.statement.by.name, each.problem.isEmpty() ? QString() : QStringLiteral(" — does not count: ") + each.problem));
    text += fact(QStringLiteral("Run"), stateText(record.run)) + fact(QStringLiteral("Now"), record.whyNotStart);
    for (const ItemResult &each : items)
        text += itemText(each);
    return text;
}

QByteArray recordJson(const RedriveRecord &record, const QVector<ItemResult> &items)
{
    QJsonObject object = recordObject(record);
    QJsonArray all;
    for (const ItemResult &each : items)
        all.append(itemObject(each));
    object.insert(QStringLiteral("items"), all);
    object.insert(QStringLiteral("schema"), 1);
    return document(object);
}

QByteArray stateJson(const RunState &state)
{
    return document(stateObject(state));
}

QByteArray itemText(const ItemResult &item)
{
    return line(QStringLiteral("  %1  %2  %3").arg(item.ordinal + 1).arg(toWord(item.outcome), item.detail));
}

QByteArray itemJson(const ItemResult &item)
{
    return document(itemObject(item));
}

} // namespace holdwatch::bootstrap

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/RedriveReport.h"

#include "models/core/Format.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace holdwatch::operations {

namespace {

QString shown(const std::optional<UtcTime> &at)
{
    return at ? formatDateTime(*at, Zone::Utc) + QStringLiteral(" UTC") : QStringLiteral("–");
}

QString hex(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toHex());
}

/// Tables only: what prints HTML on paper knows little more.
class Page
{
public:
    void heading(const QString &text) { m_html += QStringLiteral("<h2>%1</h2>\n").arg(text.toHtmlEscaped()); }
    void paragraph(const QString &text)
    {
        if (!text.isEmpty())
            m_html += QStringLiteral("<p>%1</p>\n").arg(text.toHtmlEscaped());
    }
    void list(const QStringList &lines)
    {
        if (lines.isEmpty())
            return;
        m_html += QStringLiteral("<ul>");
        for (const QString &each : lines)
            m_html += QStringLiteral("<li>%1</li>").arg(each.toHtmlEscaped());
        m_html += QStringLiteral("</ul>\n");
    }
    void beginFacts() { m_html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">"); }
    void fact(const QString &name, const QString &value)
    {
        if (!value.isEmpty())
            m_html += QStringLiteral("<tr><td valign=\"top\"><b>%1</b></td><td>%2</td></tr>\n").arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    void beginTable(const QStringList &heads)
    {
        m_html += QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"3\"><tr>");
        for (const QString &each : heads)
            m_html += QStringLiteral("<th align=\"left\">%1</th>").arg(each.toHtmlEscaped());
        m_html += QStringLiteral("</tr>\n");
    }
    void row(const QStringList &cells)
    {
        m_html += QStringLiteral("<tr>");
        for (const QString &each : cells)
            m_html += QStringLiteral("<td valign=\"top\">%1</td>").arg(each.toHtmlEscaped());
        m_html += QStringLiteral("</tr>\n");
    }
    void endTable() { m_html += QStringLiteral("</table>\n"); }

    QByteArray finished(const QString &title) const
    {
        return QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>%1</title>"
                              "<style>body{font-family:sans-serif;max-width:64em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}td,th{overflow-wrap:anywhere}</style>"
                              "</head><body>\n<h1>%1</h1>\n%2</body></html>\n").arg(title.toHtmlEscaped(), m_html).toUtf8();
    }

private:
    QString m_html;
};

QString namedKey(const Operator &who)
{
    return who.publicKey.isEmpty() ? who.name : QStringLiteral("%1 (%2)").arg(who.name, fingerprint(who.publicKey));
}

QString evidenceOf(const Diagnosis &diagnosis)
{
    switch (diagnosis.evidence) {
    case Diagnosis::Evidence::Seen: return QStringLiteral("consumer %1, seen").arg(diagnosis.consumerVersion);
    case Diagnosis::Evidence::Asserted: return QStringLiteral("consumer %1, asserted by %2").arg(diagnosis.consumerVersion, diagnosis.assertedBy);
    case Diagnosis::Evidence::None: break;
    }
    return QStringLiteral("none");
}

QString verdictOf(const RedriveRecord &record)
{
    if (!record.run.verdict.isEmpty())
        return record.run.verdict;
    if (record.run.stage == RunState::Stage::NotStarted)
        return QStringLiteral("Not started.");
    return record.run.text.isEmpty() ? QStringLiteral("Not closed yet.") : QStringLiteral("Not closed yet. ") + record.run.text;
}

void writeWhat(Page &page, const RedriveRecord &record)
{
    const RedrivePlan &plan = record.plan;
    page.heading(QStringLiteral("What"));
    page.beginFacts();
    page.fact(QStringLiteral("Connection"), QStringLiteral("%1, %2, %3").arg(plan.connectionName, plan.origin, toWord(plan.environment)));
    page.fact(QStringLiteral("From"), plan.deadSet);
    page.fact(QStringLiteral("To"), plan.target.isEmpty() ? QStringLiteral("each message's own queue") : plan.target);
    page.fact(QStringLiteral("Kind"), toWord(plan.kind));
    page.fact(QStringLiteral("Rule"), plan.rule);
    page.fact(QStringLiteral("Read at"), shown(plan.snapshotAt));
    page.fact(QStringLiteral("At most"), QString::number(mostMoved(plan)));
    page.fact(QStringLiteral("Plan"), plan.id.text() + QStringLiteral(", digest ") + hex(record.digest));
    page.endTable();
    page.list(plan.changes);
    page.list(plan.notKept);
    for (const LeftBehind &each : plan.left)
        page.paragraph(QStringLiteral("Left behind: %1, %2.").arg(each.count).arg(each.reason));
}

void writeWhy(Page &page, const RedrivePlan &plan)
{
    page.heading(QStringLiteral("Why"));
    page.beginFacts();
    page.fact(QStringLiteral("Reference"), plan.reference);
    page.fact(QStringLiteral("Reason"), plan.reason);
    if (plan.breakGlass)
        page.fact(QStringLiteral("Break-glass"), QStringLiteral("incident %1, asked %2 at %3").arg(plan.breakGlass->incident, plan.breakGlass->asked.join(QStringLiteral(", ")), shown(plan.breakGlass->askedAt)));
    page.endTable();
    page.beginTable({QStringLiteral("Failure class"), QStringLiteral("Version"), QStringLiteral("Messages"), QStringLiteral("Cause"), QStringLiteral("Fixed by"), QStringLiteral("Evidence")});
    for (const Diagnosis &each : plan.diagnoses)
        page.row({each.failureClass, each.version, QString::number(each.count), each.cause, each.fixReference, evidenceOf(each)});
    page.endTable();
}

void writeWho(Page &page, const RedriveRecord &record)
{
    page.heading(QStringLiteral("Who"));
    page.beginTable({QStringLiteral("Person"), QStringLiteral("Said"), QStringLiteral("When"), QStringLiteral("Had seen"), QStringLiteral("Counts")});
    page.row({namedKey(record.plan.requester), QStringLiteral("asked for it"), shown(record.plan.createdAt), {}, record.signatureProblem.isEmpty() ? QStringLiteral("yes") : record.signatureProblem});
    for (const StatementRow &each : record.statements)
        page.row({namedKey(each.statement.by), toWord(each.statement.kind) + (each.statement.reason.isEmpty() ? QString() : QStringLiteral(": ") + each.statement.reason),
                  shown(each.statement.at), each.statement.evidence.join(QStringLiteral("; ")), each.problem.isEmpty() ? QStringLiteral("yes") : each.problem});
    page.endTable();
    page.paragraph(QStringLiteral("This prevents mistakes and later denial. Whoever holds the broker's own credentials can bypass Holdwatch."));
}

void writeRun(Page &page, const ReportMatter &matter)
{
    const RunState &run = matter.record.run;
    page.heading(QStringLiteral("What became of it"));
    page.beginFacts();
    page.fact(QStringLiteral("Started"), shown(run.startedAt));
    page.fact(QStringLiteral("Ended"), shown(run.endedAt));
    page.fact(QStringLiteral("Sum"), sumOf(run.counts));
    if (run.movedByCount > 0)
        page.fact(QStringLiteral("Moved by count"), QString::number(run.movedByCount));
    page.fact(QStringLiteral("Rate"), QStringLiteral("at most %1 a second; %2").arg(double(matter.record.plan.bounds.milliPerSecond) / 1000.0).arg(matter.record.plan.capacity.text()));
    page.endTable();
    page.beginTable({QStringLiteral("No."), QStringLiteral("Idempotency key"), QStringLiteral("Id"), QStringLiteral("Class"), QStringLiteral("Outcome"), QStringLiteral("At"), QStringLiteral("Detail")});
    for (const ItemResult &each : matter.items) {
        const PlanItem item = matter.record.plan.items.value(each.ordinal);
        page.row({QString::number(each.ordinal + 1), item.key, item.id.text(), item.failureClass, toWord(each.outcome),
                  each.outcome == ItemOutcome::Waiting ? QString() : shown(each.at), each.detail});
    }
    page.endTable();
    page.heading(QStringLiteral("The record"));
    if (!matter.entries.isEmpty()) {
        page.paragraph(QStringLiteral("Entries %1 to %2 of an append-only, tamper-evident record; the last one's hash is %3.")
                           .arg(matter.entries.constFirst().number).arg(matter.entries.constLast().number).arg(hex(matter.entries.constLast().hash)));
    }
    page.beginTable({QStringLiteral("Entry"), QStringLiteral("At"), QStringLiteral("What"), QStringLiteral("By")});
    for (const AuditEntry &each : matter.entries) {
        if (each.what.kind != QLatin1String("outcome")) // those stand above, one a message
            page.row({QString::number(each.number), shown(each.at), each.what.kind, each.what.by});
    }
    page.endTable();
}

QJsonObject itemJson(const ReportMatter &matter, const ItemResult &result)
{
    const PlanItem item = matter.record.plan.items.value(result.ordinal);
    return {{QStringLiteral("ordinal"), result.ordinal}, {QStringLiteral("id"), item.id.text()}, {QStringLiteral("idempotency_key"), item.key},
            {QStringLiteral("digest"), hex(item.digest)}, {QStringLiteral("class"), item.failureClass}, {QStringLiteral("schema_version"), item.version},
            {QStringLiteral("outcome"), toWord(result.outcome)}, {QStringLiteral("at"), result.outcome == ItemOutcome::Waiting ? QJsonValue() : QJsonValue(toIso(result.at))},
            {QStringLiteral("detail"), result.detail}, {QStringLiteral("lineage"), result.lineage}};
}

} // namespace

QString sumOf(const RunCounts &counts)
{
    QStringList parts;
    const auto part = [&](int count, const char *word) {
        if (count > 0)
            parts << QStringLiteral("%1 %2").arg(count).arg(QLatin1String(word));
    };
    part(counts.confirmed, "confirmed");
    part(counts.returned, "returned");
    part(counts.unknown, "unknown");
    part(counts.skipped, "skipped");
    part(counts.failed, "failed");
    part(counts.left, "left");
    part(counts.waiting, "waiting");
    part(counts.intended, "under way");
    return QStringLiteral("%1 planned = %2").arg(counts.planned).arg(parts.isEmpty() ? QStringLiteral("0") : parts.join(QStringLiteral(" + ")));
}

QByteArray reportHtml(const ReportMatter &matter)
{
    Page page;
    page.paragraph(verdictOf(matter.record));
    page.paragraph(QStringLiteral("Written %1. Times are UTC.").arg(shown(matter.writtenAt)));
    writeWhat(page, matter.record);
    writeWhy(page, matter.record.plan);
    writeWho(page, matter.record);
    writeRun(page, matter);
    return page.finished(QStringLiteral("Redrive of %1").arg(matter.record.plan.deadSet));
}

QByteArray reportJson(const ReportMatter &matter)
{
    const RedrivePlan &plan = matter.record.plan;
    QJsonArray items, statements;
    for (const ItemResult &each : matter.items)
        items.append(itemJson(matter, each));
    for (const StatementRow &each : matter.record.statements) {
        statements.append(QJsonObject{{QStringLiteral("kind"), toWord(each.statement.kind)}, {QStringLiteral("by"), each.statement.by.name},
                                      {QStringLiteral("fingerprint"), fingerprint(each.statement.by.publicKey)}, {QStringLiteral("at"), toIso(each.statement.at)},
                                      {QStringLiteral("evidence"), QJsonArray::fromStringList(each.statement.evidence)}, {QStringLiteral("problem"), each.problem}});
    }
    const RunCounts &counts = matter.record.run.counts;
    const QJsonObject document{
        {QStringLiteral("schema"), 1},
        {QStringLiteral("plan"), plan.id.text()},
        {QStringLiteral("digest"), hex(matter.record.digest)},
        {QStringLiteral("connection"), plan.connectionName},
        {QStringLiteral("dead_set"), plan.deadSet},
        {QStringLiteral("requester"), plan.requester.name},
        {QStringLiteral("reference"), plan.reference},
        {QStringLiteral("reason"), plan.reason},
        {QStringLiteral("statements"), statements},
        {QStringLiteral("stage"), toWord(matter.record.run.stage)},
        {QStringLiteral("cause"), toWord(matter.record.run.cause)},
        {QStringLiteral("text"), matter.record.run.text},
        {QStringLiteral("verdict"), matter.record.run.verdict},
        {QStringLiteral("counts"), QJsonObject{{QStringLiteral("planned"), counts.planned}, {QStringLiteral("confirmed"), counts.confirmed}, {QStringLiteral("returned"), counts.returned},
                                               {QStringLiteral("unknown"), counts.unknown}, {QStringLiteral("skipped"), counts.skipped}, {QStringLiteral("failed"), counts.failed},
                                               {QStringLiteral("left"), counts.left}, {QStringLiteral("waiting"), counts.waiting}}},
        {QStringLiteral("moved_by_count"), matter.record.run.movedByCount},
        {QStringLiteral("items"), items},
        {QStringLiteral("record_head"), matter.entries.isEmpty() ? QString() : hex(matter.entries.constLast().hash)},
    };
    return QJsonDocument(document).toJson(QJsonDocument::Indented);
}

} // namespace holdwatch::operations

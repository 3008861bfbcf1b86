// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit/AuditSentence.h"

#include "models/audit/AuditData.h"
#include "models/core/Format.h"
#include "models/redrive/Approval.h"
#include "models/redrive/PlainName.h"

namespace holdwatch {

namespace {

constexpr qsizetype longestSentence = 400;

QString messages(qint64 count)
{
    return count == 1 ? QStringLiteral("1 message") : QStringLiteral("%1 messages").arg(formatCount(count));
}

QString message(const AuditData &data)
{
    const auto ordinal = data.number("ordinal");
    return ordinal ? QStringLiteral("Message %1").arg(formatCount(*ordinal + 1)) : QStringLiteral("A message");
}

/// "1 to 3, 7, 9": a step of thousands stays readable.
QString ranges(const QVector<qint64> &ordinals)
{
    QStringList parts;
    for (qsizetype from = 0; from < ordinals.size();) {
        qsizetype last = from;
        while (last + 1 < ordinals.size() && ordinals[last + 1] == ordinals[last] + 1)
            ++last;
        const QString first = formatCount(ordinals[from] + 1);
        parts << (last == from ? first : QStringLiteral("%1 to %2").arg(first, formatCount(ordinals[last] + 1)));
        from = last + 1;
    }
    return parts.join(QStringLiteral(", "));
}

/// ": text" or nothing.
QString because(const QString &text)
{
    QString reason = text.trimmed();
    while (reason.endsWith(QLatin1Char('.')))
        reason.chop(1);
    return reason.isEmpty() ? QString() : QStringLiteral(": ") + reason;
}

QString quoted(const QString &text)
{
    return QChar(0x201C) + text + QChar(0x201D);
}

QString outcomeInWords(const QString &word)
{
    const auto outcome = outcomeFromWord(word);
    if (!outcome)
        return quoted(word);
    switch (*outcome) {
    case ItemOutcome::Moved: return QStringLiteral("was moved");
    case ItemOutcome::Copied: return QStringLiteral("was copied; the dead one stays");
    case ItemOutcome::Reset: return QStringLiteral("was reset");
    case ItemOutcome::NewRun: return QStringLiteral("got a new run");
    case ItemOutcome::Returned: return QStringLiteral("is back in the dead-letter queue");
    case ItemOutcome::Unknown: return QStringLiteral("is unknown: it may have moved");
    case ItemOutcome::Skipped: return QStringLiteral("was skipped; nothing was sent");
    case ItemOutcome::Failed: return QStringLiteral("failed; it is where it was");
    case ItemOutcome::Left: return QStringLiteral("was left");
    case ItemOutcome::Waiting: return QStringLiteral("waits");
    case ItemOutcome::Intended: return QStringLiteral("was about to be sent");
    }
    return {};
}

QString planSigned(const AuditData &data)
{
    QString text = QStringLiteral("Plan signed: at most %1 from %2 on %3").arg(messages(data.number("most").value_or(0)), data.text("dead_set"), data.text("connection"));
    if (const QString rule = data.text("rule"); !rule.isEmpty())
        text += QStringLiteral(", chosen by ") + quoted(rule);
    if (const QString incident = data.text("break_glass"); !incident.isEmpty())
        text += QStringLiteral(", as break-glass for ") + incident;
    if (const QString adopted = data.text("adopts"); !adopted.isEmpty())
        text += QStringLiteral(", taking over ") + adopted;
    return text;
}

QString planOpened(const AuditData &data)
{
    const QString problem = data.text("problem");
    return QStringLiteral("Plan of %1 opened").arg(data.text("requester")) + (problem.isEmpty() ? QString() : QStringLiteral("; its signature does not count") + because(problem));
}

QString statement(const AuditData &data)
{
    const auto kind = statementKindFromWord(data.text("kind"));
    QString text = data.text("kind");
    if (kind == Statement::Kind::Approve)
        text = QStringLiteral("Approved by ");
    else if (kind == Statement::Kind::Refuse)
        text = QStringLiteral("Refused by ");
    else if (kind == Statement::Kind::Withdraw)
        text = QStringLiteral("Withdrawn by ");
    else if (kind == Statement::Kind::Review)
        text = QStringLiteral("Reviewed by ");
    text += data.text("by") + because(data.text("reason"));
    const QString problem = data.text("problem");
    return problem.isEmpty() ? text : text + QStringLiteral("; this does not count") + because(problem);
}

QString approvalSpent(const AuditData &data)
{
    const QStringList by = data.texts("by");
    return by.isEmpty() ? QStringLiteral("The right to run was spent on this run, good until ") + data.text("deadline")
                        : QStringLiteral("The approval of %1 was spent on this run, good until %2").arg(by.join(QStringLiteral(", ")), data.text("deadline"));
}

QString runBegan(const AuditData &data)
{
    const qint64 planned = data.numberIn("counts", "planned").value_or(0);
    const QString target = data.text("target");
    return QStringLiteral("The run started: %1 planned").arg(messages(planned)) + (target.isEmpty() ? QString() : QStringLiteral(", to ") + target);
}

QString runWentOn(const AuditData &data)
{
    return QStringLiteral("The run went on: %1 wait").arg(messages(data.numberIn("counts", "waiting").value_or(0)));
}

QString claim(const AuditData &data)
{
    const qint64 missing = data.number("missing").value_or(0);
    return QStringLiteral("Looked and held %1").arg(messages(data.number("held").value_or(0))) + (missing > 0 ? QStringLiteral("; %1 no longer there").arg(formatCount(missing)) : QString());
}

QString intent(const AuditData &data)
{
    const QString step = data.number("step").value_or(0) == 0 ? QStringLiteral(" as canaries") : QStringLiteral(" in step %1").arg(*data.number("step"));
    if (data.has("at_most"))
        return QStringLiteral("About to ask for at most %1%2").arg(messages(data.number("at_most").value_or(0)), step);
    const QVector<qint64> ordinals = data.numbers("ordinals");
    return QStringLiteral("About to send message%1 %2%3").arg(ordinals.size() == 1 ? QString() : QStringLiteral("s"), ranges(ordinals), step);
}

QString outcome(const AuditData &data)
{
    if (data.has("ordinal") || !data.has("step"))
        return message(data) + QLatin1Char(' ') + outcomeInWords(data.text("outcome")) + because(data.text("detail"));
    QString text = data.has("moved") ? QStringLiteral("The system says that %1 moved").arg(messages(data.number("moved").value_or(0)))
                                     : QStringLiteral("A step by count %1").arg(outcomeInWords(data.text("outcome")));
    if (data.has("remaining"))
        text += QStringLiteral(", %1 remain").arg(formatCount(data.number("remaining").value_or(0)));
    return text + because(data.text("detail"));
}

QString signalsSeen(const AuditData &data)
{
    QStringList parts{data.has("verdict") ? QStringLiteral("the target is ") + data.text("verdict") : QStringLiteral("the target can't be read")};
    if (data.has("age_s"))
        parts << QStringLiteral("age ") + formatDuration(fromSeconds(data.text("age_s").toDouble()));
    if (data.has("dead_depth"))
        parts << QStringLiteral("%1 in the dead-letter queue").arg(formatCount(data.number("dead_depth").value_or(0)));
    return QStringLiteral("Seen before the step: ") + parts.join(QStringLiteral(", "));
}

QString reconciled(const AuditData &data)
{
    const auto source = reconciliationSourceFromWord(data.text("source"));
    const QString how = source == Reconciliation::Source::Ledger ? QStringLiteral("by the consumer's ledger")
        : source == Reconciliation::Source::Word                 ? QStringLiteral("by the word of ") + data.text("by")
                                                                 : QStringLiteral("by reading");
    const QString what = data.has("moved") ? QStringLiteral("A step by count was cleared up %1: %2 moved").arg(how, messages(data.number("moved").value_or(0)))
                                           : QStringLiteral("%1 was cleared up %2: it %3").arg(message(data), how, outcomeInWords(data.text("found")));
    return what + because(data.text("note"));
}

QString ended(const QString &what, const AuditData &data)
{
    const QString why = data.text("text").isEmpty() ? data.text("cause") : data.text("text");
    return what + because(why == QLatin1String("none") ? QString() : why);
}

QString wordsOf(const QString &kind, const AuditData &data)
{
    using Words = QString (*)(const AuditData &);
    static const QHash<QString, Words> words{
        {QStringLiteral("identity-made"), [](const AuditData &d) { return QStringLiteral("Identity made: %1 %2").arg(d.text("name"), d.text("fingerprint")); }},
        {QStringLiteral("maintainer-pinned"), [](const AuditData &d) { return QStringLiteral("The maintainer's key %1 was pinned").arg(d.text("fingerprint")); }},
        {QStringLiteral("roster-taken"), [](const AuditData &d) { return QStringLiteral("Roster %1 was taken over").arg(d.text("number")); }},
        {QStringLiteral("plan-signed"), planSigned},
        {QStringLiteral("plan-opened"), planOpened},
        {QStringLiteral("approval-asked"), [](const AuditData &d) { return QStringLiteral("Asked for approval") + because(d.texts("names").join(QStringLiteral(", "))); }},
        {QStringLiteral("statement"), statement},
        {QStringLiteral("approval-spent"), approvalSpent},
        {QStringLiteral("run-started"), runBegan},
        {QStringLiteral("run-continued"), runWentOn},
        {QStringLiteral("claim"), claim},
        {QStringLiteral("intent"), intent},
        {QStringLiteral("outcome"), outcome},
        {QStringLiteral("signals"), signalsSeen},
        {QStringLiteral("returned"), [](const AuditData &d) { return message(d) + QStringLiteral(" is back in the dead-letter queue") + because(d.text("how")); }},
        {QStringLiteral("paused"), [](const AuditData &d) { return ended(QStringLiteral("Paused"), d); }},
        {QStringLiteral("resumed"), [](const AuditData &d) { return ended(QStringLiteral("Resumed"), d); }},
        {QStringLiteral("stopped"), [](const AuditData &d) { return ended(QStringLiteral("Stopped"), d); }},
        {QStringLiteral("reconciled"), reconciled},
        {QStringLiteral("unproven-accepted"), [](const AuditData &d) { return message(d) + QStringLiteral(", a canary, was accepted without proof"); }},
        {QStringLiteral("after-watch"), [](const AuditData &d) { return ended(QStringLiteral("Nothing more is sent; the queues are watched"), d); }},
        {QStringLiteral("closed"), [](const AuditData &d) { return QStringLiteral("Closed") + because(d.text("verdict")); }},
        {QStringLiteral("report-written"), [](const AuditData &d) { return QStringLiteral("Report written as %1").arg(d.text("format").toUpper()); }},
    };
    const auto found = words.constFind(kind);
    return found == words.cend() ? QStringLiteral("An entry of the kind ") + quoted(kind) : (*found)(data);
}

QString count(qint64 entries)
{
    return entries == 1 ? QStringLiteral("1 entry") : QStringLiteral("%1 entries").arg(formatCount(entries));
}

QString whoVouches(const AuditCheck &check)
{
    if (!check.areSignaturesChecked)
        return QStringLiteral("signatures were not checked");
    if (check.vouchedUpTo == 0)
        return QStringLiteral("nobody signed");
    return check.vouchedUpTo == check.entries ? QStringLiteral("signed to the end") : QStringLiteral("signed up to entry %1").arg(formatCount(check.vouchedUpTo));
}

} // namespace

QString sentenceOf(const AuditEntry &entry)
{
    return plainName(wordsOf(entry.what.kind, AuditData(entry.what.data)), longestSentence) + QLatin1Char('.');
}

QString sentenceOf(const AuditCheck &check)
{
    if (!check.holds()) {
        const QString where = check.brokenAt ? QStringLiteral("Broken at entry %1").arg(formatCount(*check.brokenAt)) : QStringLiteral("Broken");
        return QStringLiteral("%1 of %2. %3").arg(where, count(check.entries), check.problem);
    }
    if (check.entries == 0)
        return QStringLiteral("Nothing has been recorded yet.");
    QString text = QStringLiteral("%1, the chain holds; %2.").arg(count(check.entries), whoVouches(check));
    if (check.timesBack > 0)
        text += QStringLiteral(" A clock was set back %1.").arg(check.timesBack == 1 ? QStringLiteral("once") : QStringLiteral("%1 times").arg(formatCount(check.timesBack)));
    return text;
}

} // namespace holdwatch

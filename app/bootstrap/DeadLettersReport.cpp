// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/DeadLettersReport.h"

#include "models/core/Format.h"
#include "models/deadletters/DeadLetterCells.h"
#include "models/payload/Masking.h"

#include <algorithm>

namespace holdwatch::bootstrap {

namespace {

constexpr int timeWidth = 19;
constexpr qsizetype longestError = 160;

QByteArray number(std::optional<qint64> value)
{
    return value ? QByteArray::number(*value) : QByteArray("null");
}

QByteArray time(qint64 at)
{
    return at == LetterTable::noTime ? QByteArray("null") : jsonString(toIso(fromEpochMillis(at)));
}

QByteArray textOrNull(const QString &text)
{
    return text.isEmpty() ? QByteArray("null") : jsonString(text);
}

QByteArray stageWord(ReadingState::Stage stage)
{
    switch (stage) {
    case ReadingState::Stage::Whole: return "whole";
    case ReadingState::Stage::Sample: return "sample";
    case ReadingState::Stage::Stopped: return "stopped";
    case ReadingState::Stage::Failed: return "failed";
    case ReadingState::Stage::Nothing:
    case ReadingState::Stage::Reading: break;
    }
    return "nothing";
}

QByteArray groupJson(const LetterGroup &group, qint64 total)
{
    return "{\"class\":" + textOrNull(group.failureClass) + ",\"schema_version\":" + textOrNull(group.version) + ",\"error\":" + textOrNull(group.folded) + ",\"letters\":"
        + QByteArray::number(group.count) + ",\"share\":" + QByteArray::number(total > 0 ? double(group.count) / double(total) : 0.0, 'f', 4)
        + ",\"distinct_keys\":" + QByteArray::number(group.distinctKeys) + ",\"without_key\":" + QByteArray::number(group.withoutKey) + ",\"redriven\":"
        + QByteArray::number(group.redriven) + ",\"first_died_at\":" + time(group.firstDied) + ",\"last_died_at\":" + time(group.lastDied) + ",\"nearest_expiry\":"
        + time(group.nearestExpiry) + '}';
}

QVector<LetterGroup> groupsOf(const DeadLettersReport &report)
{
    LetterTable table;
    table.setClasses(report.rules.classes);
    table.append(report.letters);
    LetterGroups groups(table);
    Grouping grouping;
    grouping.byError = true;
    groups.setGrouping(grouping);
    groups.catchUp();
    QVector<LetterGroup> largest(groups.groups().cbegin(), groups.groups().cend());
    std::stable_sort(largest.begin(), largest.end(), [](const LetterGroup &a, const LetterGroup &b) { return a.count > b.count; });
    return largest;
}

/// For a terminal, which obeys control characters.
QString plain(QString text, qsizetype most)
{
    for (QChar &c : text) {
        const bool obeyed = c.category() == QChar::Other_Control || c.category() == QChar::Other_Format || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
        if (obeyed)
            c = c.isSpace() ? QLatin1Char(' ') : QChar(QChar::ReplacementCharacter);
    }
    return text.size() > most ? text.left(most - 1) + QStringLiteral("…") : text;
}

QString column(const QString &text, int width)
{
    return plain(text.isEmpty() ? noFigure() : text, width).leftJustified(width) + QLatin1Char(' ');
}

QString timeColumn(qint64 at)
{
    return column(at == LetterTable::noTime ? QString() : formatDateTime(fromEpochMillis(at), Zone::Utc), timeWidth);
}

QString groupLine(const LetterGroup &group, const DeadLettersReport &report)
{
    const double share = report.letters.isEmpty() ? 0 : 100.0 * double(group.count) / double(report.letters.size());
    const auto expiry = group.nearestExpiry == LetterTable::noTime ? std::nullopt : std::optional(fromEpochMillis(group.nearestExpiry));
    return column(formatCount(group.count), 8) + column(share > 0 && share < 1 ? QStringLiteral("< 1 %") : QStringLiteral("%1 %").arg(share, 0, 'f', 0), 6) + column(group.failureClass, 22)
        + column(group.version, 8) + timeColumn(group.firstDied) + timeColumn(group.lastDied) + column(expiryText(expiry, report.state.capturedAt), 22)
        + plain(group.folded.isEmpty() ? noFigure() : group.folded, longestError) + QLatin1Char('\n');
}

} // namespace

QByteArray deadLettersJson(const DeadLettersReport &report)
{
    const payload::SensitiveNames names(report.sensitiveNames);
    QByteArrayList items;
    if (report.groups) {
        for (const LetterGroup &group : groupsOf(report))
            items << groupJson(group, report.letters.size());
    } else {
        for (const DeadLetterRow &row : report.letters)
            items << jsonLine(row, report.source, &names).trimmed();
    }
    return "{\"schema\":1,\n \"connection\":" + jsonString(report.source.connection) + ",\"dead_set\":" + jsonString(report.source.deadSet) + ",\n \"captured_at\":"
        + jsonString(toIso(report.state.capturedAt)) + ",\"reading\":\"" + stageWord(report.state.stage) + "\",\"seen\":" + QByteArray::number(report.state.seen) + ",\"total\":"
        + number(report.state.total) + ",\"looks\":" + QByteArray::number(report.state.looks) + ",\n \"look\":" + textOrNull(report.terms.sentence) + ",\"error\":"
        + (report.state.error ? jsonString(toSentence(*report.state.error)) : QByteArray("null")) + ",\n \"" + (report.groups ? "groups" : "letters") + "\":["
        + (items.isEmpty() ? QByteArray() : "\n  " + items.join(",\n  ")) + "]}\n";
}

QByteArray deadLettersTable(const DeadLettersReport &report)
{
    const payload::SensitiveNames names(report.sensitiveNames);
    QString text;
    if (report.groups) {
        text = column(QStringLiteral("LETTERS"), 8) + column(QStringLiteral("SHARE"), 6) + column(QStringLiteral("CLASS"), 22) + column(QStringLiteral("VERSION"), 8)
            + column(QStringLiteral("FIRST DIED (UTC)"), timeWidth) + column(QStringLiteral("LAST DIED (UTC)"), timeWidth) + column(QStringLiteral("RETENTION"), 22) + QStringLiteral("ERROR\n");
        for (const LetterGroup &group : groupsOf(report))
            text += groupLine(group, report);
        return text.toUtf8();
    }
    text = column(QStringLiteral("DIED (UTC)"), 19) + column(QStringLiteral("CLASS"), 22) + column(QStringLiteral("VERSION"), 8) + column(QStringLiteral("ID"), 36) + QStringLiteral("ERROR\n");
    for (const DeadLetterRow &row : report.letters) {
        text += column(row.diedAt ? formatDateTime(*row.diedAt, Zone::Utc) : QString(), 19) + column(row.failureClass, 22) + column(row.version, 8) + column(row.id.text(), 36)
            + plain(payload::maskedProse(row.error, names), longestError) + QLatin1Char('\n');
    }
    return text.toUtf8();
}

} // namespace holdwatch::bootstrap

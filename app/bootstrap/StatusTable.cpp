// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StatusTable.h"

#include "models/core/Format.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <numeric>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace holdwatch::bootstrap {

namespace {

using Cell = QString (*)(const QueueStatus &status, UtcTime now);

struct Column
{
    const char *title;
    int width;
    int dropOrder; ///< 0: never; else the largest goes first
    bool alignRight;
    Cell cell;
};

/// Nothing in it can move the cursor, change the colour or turn the reading direction.
QString plain(const QString &text)
{
    QString safe = text;
    for (QChar &character : safe) {
        const QChar::Category category = character.category();
        const bool isSteering = category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Separator_Line
            || category == QChar::Separator_Paragraph;
        if (isSteering)
            character = QLatin1Char('?');
    }
    return safe;
}

/// For a terminal that only takes ASCII.
QString inAscii(QString text)
{
    text.replace(QChar(0x2212), QLatin1Char('-'));
    text.replace(QChar(0x202F), QLatin1Char(' '));
    for (QChar &character : text) {
        if (character.unicode() > 0x7E)
            character = QLatin1Char('?');
    }
    return text;
}

QString dash() { return QStringLiteral("-"); }

template<typename Duration>
QString durationOr(const Duration &duration)
{
    return duration ? formatDuration(*duration) : dash();
}

QString ageCell(const QueueStatus &status, UtcTime)
{
    const Metric<Millis> &age = status.sample.oldestAge;
    if (!age.has())
        return dash();
    const QString bound = age.obtained() == Obtained::AtMost ? QStringLiteral("<") : age.obtained() == Obtained::AtLeast ? QStringLiteral(">") : QString();
    return bound + formatDuration(age.value());
}
QString windowCell(const QueueStatus &status, UtcTime)
{
    return status.queue.isDeadLetterQueue ? dash() : formatSpan(status.tolerance.rulingWindow());
}
QString headroomCell(const QueueStatus &status, UtcTime) { return durationOr(status.assessment.headroom); }
QString earliestCell(const QueueStatus &status, UtcTime) { return durationOr(status.assessment.earliestBreach); }
QString projectedCell(const QueueStatus &status, UtcTime) { return durationOr(status.assessment.projectedBreach); }

QString count(const Metric<qint64> &metric) { return metric.has() ? QString::number(metric.value()) : dash(); }
QString rate(const Metric<double> &metric) { return metric.has() ? formatRate(metric.value()) : dash(); }

QString sampledCell(const QueueStatus &status, UtcTime now)
{
    return status.sample.takenAt == UtcTime{} ? dash() : formatAgo(now - status.sample.takenAt);
}

QString deadCell(const QueueStatus &status, UtcTime)
{
    const qint64 delta = status.deadLettersDelta.value_or(0);
    if (delta > 0 && !status.sample.deadLetters.has()) // a dead set: its depth is the count
        return QStringLiteral("+%1").arg(delta);
    return delta > 0 ? QStringLiteral("%1 (+%2)").arg(count(status.sample.deadLetters)).arg(delta) : count(status.sample.deadLetters);
}

constexpr std::array columns{
    Column{"age", 8, 0, true, ageCell},
    Column{"window", 7, 3, true, windowCell},
    Column{"headroom", 9, 6, true, headroomCell},
    Column{"earliest", 9, 1, true, earliestCell},
    Column{"projected", 9, 5, true, projectedCell},
    Column{"depth", 7, 0, true, [](const QueueStatus &s, UtcTime) { return count(s.sample.depth); }},
    Column{"flight", 7, 4, true, [](const QueueStatus &s, UtcTime) { return count(s.sample.inFlight); }},
    Column{"in/min", 7, 8, true, [](const QueueStatus &s, UtcTime) { return rate(s.sample.arrivalsPerMinute); }},
    Column{"out/min", 7, 9, true, [](const QueueStatus &s, UtcTime) { return rate(s.sample.completionsPerMinute); }},
    Column{"retry/min", 9, 7, true, [](const QueueStatus &s, UtcTime) { return rate(s.sample.retriesPerMinute); }},
    Column{"dead", 9, 2, true, deadCell},
    Column{"sampled", 9, 10, true, sampledCell},
};

constexpr int verdictWidth = 15; // "- not reported "
constexpr int narrowestName = 16;

QString shapeOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Healthy: return QStringLiteral("\u25CF ");
    case Verdict::Watch: return QStringLiteral("\u25B2 ");
    case Verdict::Approaching: return QStringLiteral("\u25C6 ");
    case Verdict::Breached: return QStringLiteral("\u25A0 ");
    case Verdict::Recovering: return QStringLiteral("\u2193 ");
    case Verdict::Stale: return QStringLiteral("\u25CB ");
    case Verdict::NotReported: break;
    }
    return QStringLiteral("- ");
}

const char *colourOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Healthy: return "\x1b[32m";
    case Verdict::Watch:
    case Verdict::Recovering: return "\x1b[36m";
    case Verdict::Approaching: return "\x1b[33m";
    case Verdict::Breached: return "\x1b[1;31m";
    default: break;
    }
    return "\x1b[2m";
}

QString fitted(const QString &text, int width, bool alignRight, bool unicode)
{
    if (text.size() > width) {
        const QString mark = unicode ? QStringLiteral("\u2026") : QStringLiteral("~");
        return text.left(width - 1) + mark;
    }
    return alignRight ? text.rightJustified(width) : text.leftJustified(width);
}

/// What fits beside verdict and name, in the order of `columns`.
QVector<const Column *> columnsFor(int width)
{
    QVector<const Column *> chosen;
    for (const Column &column : columns)
        chosen.append(&column);
    const auto needed = [&] {
        return std::accumulate(chosen.cbegin(), chosen.cend(), verdictWidth + narrowestName, [](int sum, const Column *column) { return sum + 1 + column->width; });
    };
    while (needed() > width) {
        const auto least = std::max_element(chosen.begin(), chosen.end(), [](const Column *a, const Column *b) { return a->dropOrder < b->dropOrder; });
        if ((*least)->dropOrder == 0)
            break;
        chosen.erase(least);
    }
    return chosen;
}

struct Layout
{
    QVector<const Column *> columns;
    int nameWidth = narrowestName;
    TableStyle style;
};

Layout layoutFor(const QVector<ConnectionReport> &reports, const TableStyle &style)
{
    Layout layout{columnsFor(style.width), narrowestName, style};
    qsizetype longestName = narrowestName;
    for (const ConnectionReport &report : reports) {
        for (const QueueStatus &status : report.queues)
            longestName = std::max(longestName, status.queue.displayName.size());
    }
    int used = verdictWidth;
    for (const Column *column : std::as_const(layout.columns))
        used += 1 + column->width;
    layout.nameWidth = std::clamp<int>(static_cast<int>(std::min<qsizetype>(longestName, 60)), narrowestName, std::max(narrowestName, style.width - used));
    return layout;
}

QString headLine(const Layout &layout)
{
    QString line = QStringLiteral("verdict").leftJustified(verdictWidth) + QStringLiteral("queue").leftJustified(layout.nameWidth);
    for (const Column *column : layout.columns)
        line += QLatin1Char(' ') + fitted(QString::fromLatin1(column->title), column->width, column->alignRight, false);
    return line;
}

QString queueLine(const QueueStatus &status, UtcTime now, const Layout &layout)
{
    const Verdict verdict = status.assessment.verdict;
    const QString shape = layout.style.unicode ? shapeOf(verdict) : QString();
    QString word = fitted(shape + toWord(verdict), verdictWidth - 1, false, layout.style.unicode) + QLatin1Char(' ');
    if (layout.style.colour)
        word = QLatin1String(colourOf(verdict)) + word + QStringLiteral("\x1b[0m");
    QString line = word + fitted(plain(status.queue.displayName), layout.nameWidth, false, layout.style.unicode);
    for (const Column *column : layout.columns)
        line += QLatin1Char(' ') + fitted(column->cell(status, now), column->width, column->alignRight, layout.style.unicode);
    return line;
}

QString connectionLine(const ConnectionStatus &connection)
{
    QString line = QStringLiteral("%1 (%2): %3").arg(plain(connection.name), connection.provider, toWord(connection.state));
    if (!connection.text.isEmpty())
        line += QStringLiteral(". ") + plain(connection.text);
    return line;
}

QVector<QueueStatus> worstFirst(QVector<QueueStatus> queues)
{
    std::stable_sort(queues.begin(), queues.end(), [](const QueueStatus &a, const QueueStatus &b) {
        const int first = severityOf(a.assessment.verdict);
        const int second = severityOf(b.assessment.verdict);
        return first == second ? a.queue.displayName < b.queue.displayName : first > second;
    });
    return queues;
}

} // namespace

TableStyle styleOfStandardOutput()
{
    TableStyle style;
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        style.width = size.ws_col;
    style.colour = isatty(STDOUT_FILENO) != 0 && qEnvironmentVariableIsEmpty("NO_COLOR");
    style.unicode = qstrcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return style;
}

QString statusTable(const QVector<ConnectionReport> &reports, UtcTime now, const TableStyle &style)
{
    const Layout layout = layoutFor(reports, style);
    QStringList lines;
    for (const ConnectionReport &report : reports) {
        lines << connectionLine(report.connection);
        if (report.queues.isEmpty())
            continue;
        lines << headLine(layout);
        const UtcTime there = now + report.connection.clockOffset.value_or(Millis(0));
        const QVector<QueueStatus> queues = worstFirst(report.queues);
        for (const QueueStatus &status : queues) {
            lines << queueLine(status, there, layout);
            if (severityOf(status.assessment.verdict) >= severityOf(Verdict::Recovering))
                lines << QString(verdictWidth, QLatin1Char(' ')) + plain(status.assessment.reason);
        }
        lines << QString();
    }
    const QString text = lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
    return style.unicode ? text : inAscii(text);
}

} // namespace holdwatch::bootstrap

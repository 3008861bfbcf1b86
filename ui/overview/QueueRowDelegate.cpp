// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/QueueRowDelegate.h"

#include "ui/common/Metrics.h"
#include "ui/common/TabularText.h"
#include "ui/common/VerdictBadge.h"
#include "ui/overview/CellPainting.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {

constexpr int agePart = 58;    ///< room for "≤ 1:04:09" is taken from the bar when needed
constexpr int windowPart = 48; ///< "1m 30s" in small type, the same for all rows so that bars compare

bool isStale(const QueueStatus &status)
{
    return status.assessment.verdict == Verdict::Stale;
}

/// Only figures a verdict rests on take its colour; the rest of the row stays quiet.
QColor inkFor(const QueueStatus &status, QueueCell cell, const QString &text, const Theme &theme)
{
    if (text == noFigure())
        return theme.faint;
    if (isStale(status))
        return theme.of(Verdict::Stale).text;
    const Verdict verdict = status.assessment.verdict;
    const bool urgent = verdict == Verdict::Approaching || verdict == Verdict::Breached;
    if (urgent && (cell == QueueCell::Age || cell == QueueCell::Headroom || cell == QueueCell::Projected))
        return theme.of(verdict).text;
    if (cell == QueueCell::DeadLetters && status.deadLettersDelta.value_or(0) > 0)
        return theme.of(Verdict::Approaching).text;
    if (cell == QueueCell::Sampled)
        return theme.secondary;
    return isCoveredDeadSet(status) ? theme.secondary : theme.text;
}

/// The age, headroom and breach of a stale row carry a star: they were true once.
QString starred(const QueueStatus &status, QueueCell cell, const QString &text)
{
    const bool aged = cell == QueueCell::Age || cell == QueueCell::Headroom || cell == QueueCell::Earliest || cell == QueueCell::Projected;
    return isStale(status) && aged && text != noFigure() ? text + QLatin1Char('*') : text;
}

} // namespace

QueueRowDelegate::QueueRowDelegate(const QueueOrderProxy &rows, const Clock &clock, QObject *parent)
    : PlainDelegate(parent), m_rows(rows), m_clock(clock)
{
}

void QueueRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->fillRect(option.rect, selected ? theme.selection : index.row() == m_hovered ? theme.raised : theme.surface);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.line);
    painter->setClipRect(option.rect);
    painter->setFont(option.font);
    const QueueStatus &status = m_rows.statusAt(index.row());
    const auto cell = QueueCell(index.column());
    QRect area = option.rect.adjusted(cellPadding, 0, -cellPadding, -1);
    switch (cell) {
    case QueueCell::Verdict:
        if (selected && option.state & QStyle::State_Active)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), theme.accent);
        area.setLeft(option.rect.left() + space::m);
        if (isCoveredDeadSet(status)) {
            painter->setPen(theme.secondary);
            painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("dead letters"));
        } else {
            paintVerdict(*painter, area, status.assessment.verdict, theme);
        }
        break;
    case QueueCell::Name: paintName(*painter, area, status, theme); break;
    case QueueCell::Age: paintAge(*painter, area, status, theme); break;
    case QueueCell::Trend:
        paintSparkline(*painter, area.adjusted(0, space::s, 0, -space::s), status.sparkline, isStale(status) ? theme.faint : theme.secondary);
        break;
    default: paintFigure(*painter, area, status, cell, theme);
    }
    painter->restore();
}

QSize QueueRowDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {64, rowHeight};
}

void QueueRowDelegate::paintName(QPainter &painter, const QRect &area, const QueueStatus &status, const Theme &theme) const
{
    const bool child = isCoveredDeadSet(status);
    const QRect line = area.adjusted(child ? space::l : 0, 0, 0, 0);
    const QFont body = painter.font();
    const QString context = child ? QStringLiteral("of %1").arg(status.queue.origins.join(QStringLiteral(", ")))
        : status.queue.kind.isEmpty() ? status.connectionName
                                      : status.connectionName + QStringLiteral(" \u00B7 ") + status.queue.kind;
    const QString name = painter.fontMetrics().elidedText(status.queue.displayName, Qt::ElideMiddle, line.width());
    painter.setPen(isStale(status) || child ? theme.secondary : theme.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
    const int used = painter.fontMetrics().horizontalAdvance(name) + space::s;
    if (line.width() - used < 40)
        return;
    painter.setFont(typeFont(body, Type::Small));
    painter.setPen(theme.secondary);
    const QRect rest = line.adjusted(used, 1, 0, 1);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(context, Qt::ElideRight, rest.width()));
    painter.setFont(body);
}

void QueueRowDelegate::paintAge(QPainter &painter, const QRect &area, const QueueStatus &status, const Theme &theme) const
{
    const QString text = cellText(status, QueueCell::Age, m_clock.now());
    const QString shown = starred(status, QueueCell::Age, text);
    const int ageWidth = std::max(agePart, tabularWidth(painter.font(), shown));
    painter.setPen(inkFor(status, QueueCell::Age, text, theme));
    drawTabular(painter, QRect(area.left(), area.top(), ageWidth, area.height()), Qt::AlignRight, shown);
    if (isCoveredDeadSet(status))
        return;
    paintBulletBar(painter, area.adjusted(ageWidth + space::s, 0, -windowPart, 0), status, theme);
    painter.setFont(typeFont(painter.font(), Type::Small));
    painter.setPen(theme.secondary);
    const QRect end(area.right() - windowPart + 1 + 6, area.top(), windowPart - 6, area.height());
    painter.drawText(end, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(formatSpan(status.tolerance.rulingWindow()), Qt::ElideRight, end.width()));
}

void QueueRowDelegate::paintFigure(QPainter &painter, const QRect &area, const QueueStatus &status, QueueCell cell, const Theme &theme) const
{
    const QString text = cellText(status, cell, m_clock.now());
    painter.setPen(inkFor(status, cell, text, theme));
    if (isNumeric(cell))
        drawTabular(painter, area, Qt::AlignRight, starred(status, cell, text));
    else
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
}

} // namespace holdwatch::ui

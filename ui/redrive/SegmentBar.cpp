// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/SegmentBar.h"

#include "models/core/Format.h"
#include "ui/common/Metrics.h"
#include "ui/common/TabularText.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int barHeight = 14;
constexpr int lineHeight = 22;
constexpr int markSize = 11;
constexpr int signWidth = 15; ///< "+" or "=" before a term

} // namespace

SegmentBar::SegmentBar(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("runCounts"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setCounts({});
}

QVector<SegmentBar::Term> SegmentBar::terms() const
{
    return {{Mark::Confirmed, m_counts.confirmed, "confirmed"}, {Mark::Returned, m_counts.returned, "returned"}, {Mark::Unknown, m_counts.unknown, "unknown"}, {Mark::Skipped, m_counts.skipped, "skipped"},
            {Mark::Failed, m_counts.failed, "failed"},          {Mark::Left, m_counts.left, "left"},             {Mark::Moving, m_counts.intended, "under way"}, {Mark::Waiting, m_counts.waiting, "waiting"}};
}

void SegmentBar::setCounts(const RunCounts &counts)
{
    m_counts = counts;
    setAccessibleName(text());
    updateGeometry();
    update();
}

QString SegmentBar::text() const
{
    QStringList parts;
    for (const Term &term : terms())
        parts << QStringLiteral("%1 %2").arg(formatCount(term.count), QString::fromLatin1(term.word));
    return QStringLiteral("%1 planned = %2").arg(formatCount(m_counts.planned), parts.join(QStringLiteral(" + ")));
}

int SegmentBar::cellWidth(const Term &term) const
{
    // As wide as the largest figure it may ever show.
    const QFont font = typeFont(this->font(), Type::Body);
    const int mark = term.mark == Mark::None ? 0 : signWidth + markSize + 3;
    return mark + tabularWidth(font, formatCount(m_counts.planned)) + 4 + QFontMetrics(font).horizontalAdvance(QString::fromLatin1(term.word)) + 6;
}

int SegmentBar::heightForWidth(int width) const
{
    int x = 0;
    int lines = 1;
    const Term planned{Mark::None, m_counts.planned, "planned"};
    for (const Term &term : QVector<Term>{planned} + terms()) {
        const int cell = cellWidth(term);
        if (x > 0 && x + cell > width) {
            ++lines;
            x = 0;
        }
        x += cell;
    }
    return barHeight + space::xs + lines * lineHeight;
}

QSize SegmentBar::sizeHint() const
{
    return {480, heightForWidth(std::max(480, width()))};
}

void SegmentBar::paintBar(QPainter &painter, const QRectF &area) const
{
    const Theme &theme = Theme::of(this);
    QPainterPath round;
    round.addRoundedRect(area, cornerRadius, cornerRadius);
    painter.save();
    painter.setClipPath(round);
    painter.fillRect(area, theme.raised);
    qreal x = area.left();
    for (const Term &term : terms()) {
        if (term.count <= 0 || m_counts.planned <= 0)
            continue;
        // A single message among thousands still has to be seen.
        const qreal width = std::max<qreal>(3, area.width() * term.count / m_counts.planned);
        const QRectF part(x, area.top(), std::min(width, area.right() - x), area.height());
        if (term.mark != Mark::Waiting)
            painter.fillRect(part, term.mark == Mark::Left ? theme.faint : colorsOf(term.mark, theme).fill);
        if (term.mark == Mark::Unknown || term.mark == Mark::Skipped)
            painter.fillRect(part, QBrush(theme.surface, term.mark == Mark::Unknown ? Qt::BDiagPattern : Qt::Dense5Pattern));
        painter.fillRect(QRectF(part.right() - 0.5, part.top(), 1, part.height()), theme.surface);
        x += width;
    }
    painter.restore();
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(area, cornerRadius, cornerRadius);
}

void SegmentBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(this);
    paintBar(painter, QRectF(0.5, 0.5, width() - 1, barHeight - 1));
    painter.setFont(typeFont(font(), Type::Body));
    int x = 0;
    int y = barHeight + space::xs;
    bool isFirst = true;
    const int figure = tabularWidth(painter.font(), formatCount(m_counts.planned));
    const Term planned{Mark::None, m_counts.planned, "planned"};
    for (const Term &term : QVector<Term>{planned} + terms()) {
        const int cell = cellWidth(term);
        if (x > 0 && x + cell > width()) {
            x = 0;
            y += lineHeight;
        }
        const bool isNone = term.count == 0 && term.mark != Mark::None;
        painter.setPen(theme.secondary);
        const QString sign = term.mark == Mark::None ? QString() : isFirst ? QStringLiteral("=") : QStringLiteral("+");
        if (term.mark != Mark::None)
            isFirst = false;
        painter.drawText(QRect(x, y, signWidth - 3, lineHeight), Qt::AlignCenter, sign);
        int left = term.mark == Mark::None ? x : x + signWidth;
        if (term.mark != Mark::None) {
            painter.setOpacity(isNone ? 0.5 : 1);
            paintMark(painter, QRectF(left, y + (lineHeight - markSize) / 2.0, markSize, markSize), term.mark, theme);
            painter.setOpacity(1);
            left += markSize + 3;
        }
        painter.setPen(isNone ? theme.faint : theme.text);
        drawTabular(painter, QRect(left, y, figure, lineHeight), Qt::AlignRight, formatCount(term.count));
        painter.setPen(isNone ? theme.faint : theme.secondary);
        painter.drawText(QRect(left + figure + 4, y, cell, lineHeight), Qt::AlignLeft | Qt::AlignVCenter, QString::fromLatin1(term.word));
        x += cell;
    }
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/VerdictBadge.h"

#include "ui/common/Metrics.h"

#include <QPainter>
#include <QPainterPath>

namespace holdwatch::ui {

namespace {

constexpr int shapeSize = 12;

QPainterPath polygon(const QRectF &box, std::initializer_list<QPointF> unit)
{
    QPolygonF points;
    for (const QPointF &point : unit)
        points << QPointF(box.left() + point.x() * box.width(), box.top() + point.y() * box.height());
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

QPainterPath shapeOf(Verdict verdict, const QRectF &box)
{
    QPainterPath path;
    switch (verdict) {
    case Verdict::Healthy:
    case Verdict::Stale: path.addEllipse(box.adjusted(1, 1, -1, -1)); break;
    case Verdict::Watch: return polygon(box, {{0.5, 0.06}, {1, 0.94}, {0, 0.94}});
    case Verdict::Approaching: return polygon(box, {{0.5, 0}, {1, 0.5}, {0.5, 1}, {0, 0.5}});
    case Verdict::Breached: path.addRect(box.adjusted(0.75, 0.75, -0.75, -0.75)); break;
    case Verdict::Recovering: return polygon(box, {{0.36, 0}, {0.64, 0}, {0.64, 0.52}, {0.96, 0.52}, {0.5, 1}, {0.04, 0.52}, {0.36, 0.52}});
    case Verdict::NotReported: path.addRect(QRectF(box.left() + 1, box.center().y() - 1, box.width() - 2, 2)); break;
    }
    return path;
}

} // namespace

void paintVerdictShape(QPainter &painter, const QRectF &box, Verdict verdict, const Theme &theme)
{
    const VerdictColors &colors = theme.of(verdict);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.outline, verdict == Verdict::Stale ? 1.5 : 1, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(verdict == Verdict::Stale ? QBrush(Qt::NoBrush) : QBrush(colors.fill));
    painter.drawPath(shapeOf(verdict, box.adjusted(0.5, 0.5, -0.5, -0.5)));
    painter.restore();
}

void paintVerdict(QPainter &painter, const QRect &area, Verdict verdict, const Theme &theme)
{
    const QRectF box(area.left(), area.top() + (area.height() - shapeSize) / 2.0, shapeSize, shapeSize);
    paintVerdictShape(painter, box, verdict, theme);
    const QRect words = area.adjusted(verdictInset, 0, 0, 0);
    painter.setPen(theme.of(verdict).text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(toWord(verdict), Qt::ElideRight, words.width()));
}

VerdictBadge::VerdictBadge(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(toWord(m_verdict));
}

void VerdictBadge::setVerdict(Verdict verdict)
{
    if (m_verdict == verdict)
        return;
    m_verdict = verdict;
    setAccessibleName(toWord(verdict));
    updateGeometry();
    update();
}

QSize VerdictBadge::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {verdictInset + metrics.horizontalAdvance(toWord(m_verdict)) + 2, std::max(metrics.height(), shapeSize)};
}

void VerdictBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintVerdict(painter, rect(), m_verdict, Theme::of(this));
}

} // namespace holdwatch::ui

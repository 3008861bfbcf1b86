// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ChartCanvas.h"

#include "ui/common/Labels.h"

#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QToolTip>
#include <QValueAxis>
#include <QWheelEvent>

#include <cmath>

namespace holdwatch::ui {

namespace {

constexpr double wheelStep = 1.25;

QPen linePen(const QColor &color, Qt::PenStyle dash = Qt::SolidLine)
{
    QPen pen(color, chartStroke, dash, Qt::FlatCap, Qt::RoundJoin);
    pen.setCosmetic(true);
    return pen;
}

} // namespace

ChartCanvas::ChartCanvas(QWidget *parent)
    : QChartView(parent), m_timeAxis(new QValueAxis(this)), m_valueAxis(new QValueAxis(this))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setInteractive(false);
    setMouseTracking(true);
    setBackgroundBrush(Qt::NoBrush);

    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->addAxis(m_timeAxis, Qt::AlignBottom);
    chart()->addAxis(m_valueAxis, Qt::AlignLeft);
    m_timeAxis->setVisible(false);
    m_valueAxis->setVisible(false);
    m_secondLine = addLine();
    m_line = addLine();
    m_projection = addLine();
    applyColors();
}

QLineSeries *ChartCanvas::addLine()
{
    auto *line = new QLineSeries(this);
    chart()->addSeries(line);
    line->attachAxis(m_timeAxis);
    line->attachAxis(m_valueAxis);
    return line;
}

void ChartCanvas::applyColors()
{
    const ChartColors colors = ChartColors::of(Theme::of(this));
    m_line->setPen(linePen(colors.line));
    m_secondLine->setPen(linePen(colors.secondLine));
    m_projection->setPen(linePen(colors.line, Qt::DotLine));
}

void ChartCanvas::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

void ChartCanvas::setTitle(const ChartTitle &title)
{
    if (m_title == title)
        return;
    m_title = title;
    viewport()->update(0, 0, width(), static_cast<int>(ChartGeometry::titleHeight));
}

void ChartCanvas::setWithTimeLabels(bool with)
{
    m_withTimeLabels = with;
    placePlot();
}

void ChartCanvas::setPicture(ChartPicture picture, QStringList valueLabels)
{
    m_picture = std::move(picture);
    m_valueLabels = std::move(valueLabels);
    m_geometry.top = m_picture.scale.top;
    m_valueAxis->setRange(0, m_picture.scale.top);
    m_line->replace(m_picture.line);
    m_secondLine->replace(m_picture.secondLine);
    m_projection->replace(m_picture.projection.middle);
    viewport()->update();
}

void ChartCanvas::setTime(const ChartTime &time)
{
    if (m_time == time)
        return;
    m_time = time;
    m_geometry.time = time.range;
    m_timeAxis->setRange(static_cast<double>(toEpochMillis(time.range.from)) / 1000.0, static_cast<double>(toEpochMillis(time.range.until)) / 1000.0);
    viewport()->update();
}

void ChartCanvas::setCrosshair(std::optional<UtcTime> at)
{
    // Only the two strips that change are painted again: the pointer moves far more often than data.
    for (const std::optional<UtcTime> &place : {m_crosshair, at}) {
        if (place)
            viewport()->update(static_cast<int>(m_geometry.x(*place)) - 2, 0, 5, height());
    }
    m_crosshair = at;
}

void ChartCanvas::placePlot()
{
    m_geometry.plot = ChartGeometry::plotIn(viewport()->size(), m_withTimeLabels);
    chart()->setPlotArea(m_geometry.plot);
}

void ChartCanvas::drawBackground(QPainter *painter, const QRectF &area)
{
    const Theme &theme = Theme::of(this);
    painter->fillRect(area, theme.surface);
    painter->setRenderHint(QPainter::Antialiasing, false);
    ChartPainter paint(*painter, m_geometry, theme, font());
    paint.bands(m_picture.bands);
    paint.gaps(m_picture.gaps);
    paint.grid(m_time.ticks, m_picture.scale);
    paint.now(m_time.now);
    painter->save();
    painter->setClipRect(m_geometry.plot);
    paint.rules(m_picture.rules);
    painter->setRenderHint(QPainter::Antialiasing);
    paint.fillUnder(m_picture.line);
    paint.fan(m_picture.projection);
    painter->restore();
}

void ChartCanvas::drawForeground(QPainter *painter, const QRectF &)
{
    painter->setRenderHint(QPainter::Antialiasing, false);
    ChartPainter paint(*painter, m_geometry, Theme::of(this), font());
    paint.ruleLabels(m_picture.rules);
    paint.valueLabels(m_valueLabels, m_picture.scale);
    if (m_withTimeLabels)
        paint.timeLabels(m_time.ticks);
    paint.title(m_title);
    paint.markers(m_picture.markers);
    paint.note(m_picture.note);
    if (m_crosshair)
        paint.crosshair(*m_crosshair);
}

void ChartCanvas::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    placePlot();
}

void ChartCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        m_dragFrom = event->position().x();
    event->ignore(); // the page takes the focus
}

void ChartCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    if (m_dragFrom && event->buttons().testFlag(Qt::LeftButton)) {
        emit dragged((*m_dragFrom - x) / m_geometry.plot.width());
        m_dragFrom = x;
    }
    const bool inside = x >= m_geometry.plot.left() && x <= m_geometry.plot.right();
    emit hovered(inside ? std::optional(m_geometry.timeAt(x)) : std::nullopt);
}

void ChartCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    m_dragFrom.reset();
    event->ignore();
}

void ChartCanvas::mouseDoubleClickEvent(QMouseEvent *)
{
    emit resetWanted();
}

void ChartCanvas::wheelEvent(QWheelEvent *event)
{
    const double turns = event->angleDelta().y() / 120.0;
    if (turns == 0)
        return event->ignore();
    const double x = qBound(m_geometry.plot.left(), event->position().x(), m_geometry.plot.right());
    emit zoomed(std::pow(wheelStep, -turns), m_geometry.timeAt(x));
    event->accept();
}

void ChartCanvas::leaveEvent(QEvent *event)
{
    emit hovered(std::nullopt);
    QChartView::leaveEvent(event);
}

bool ChartCanvas::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QChartView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(markerTextAt(help->pos())), viewport());
    return true;
}

QString ChartCanvas::markerTextAt(const QPoint &position) const
{
    for (const ChartMarker &marker : m_picture.markers) {
        if (std::abs(m_geometry.x(marker.at) - position.x()) <= 6)
            return marker.text;
    }
    return {};
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ChartStack.h"

#include "ui/common/Theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr double panShare = 0.15;
constexpr double zoomFactor = 1.5;
constexpr int pixelsPerTick = 90;

} // namespace

ChartStack::ChartStack(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_clock(clock), m_layout(new QVBoxLayout(this))
{
    setFocusPolicy(Qt::StrongFocus);
    m_layout->setContentsMargins(1, 1, 1, 1);
    m_layout->setSpacing(4);
    connect(&m_advance, &QTimer::timeout, this, [this] {
        if (m_view.isLive())
            applyTime();
    });
}

TimeChart *ChartStack::addChart(const TimeChart::Words &words, int stretch)
{
    if (!m_charts.isEmpty())
        m_charts.constLast()->setWithTimeLabels(false);
    auto *chart = new TimeChart(words, this);
    chart->setWithTimeLabels(true);
    chart->setMinimumHeight(64);
    m_layout->addWidget(chart, stretch);
    m_charts.append(chart);

    connect(chart, &TimeChart::hovered, this, &ChartStack::placeCrosshair);
    connect(chart, &TimeChart::dragged, this, &ChartStack::pan);
    connect(chart, &TimeChart::zoomed, this, [this](double factor, UtcTime anchor) { zoom(factor, anchor); });
    connect(chart, &TimeChart::resetWanted, this, &ChartStack::goLive);
    return chart;
}

void ChartStack::setZone(const QTimeZone &zone)
{
    m_zone = zone;
    applyTime();
    emit crosshairMoved();
}

void ChartStack::showLast(Millis span)
{
    m_view.showLast(span);
    afterChange();
}

void ChartStack::goLive()
{
    m_view.goLive();
    afterChange();
}

TimeRange ChartStack::range() const
{
    return m_view.range(m_clock.now());
}

int ChartStack::columns() const
{
    return m_charts.isEmpty() ? 0 : m_charts.constFirst()->plotWidth();
}

void ChartStack::pan(double share)
{
    m_view.pan(share, m_clock.now());
    afterChange();
}

void ChartStack::zoom(double factor, std::optional<UtcTime> anchor)
{
    if (anchor)
        m_view.zoom(factor, *anchor, m_clock.now());
    else
        m_view.zoom(factor, m_clock.now());
    afterChange();
}

void ChartStack::placeCrosshair(std::optional<UtcTime> at)
{
    if (m_crosshair == at)
        return;
    m_crosshair = at;
    for (TimeChart *chart : m_charts)
        chart->setCrosshair(at);
    emit crosshairMoved();
}

bool ChartStack::clearCrosshair()
{
    const bool had = m_crosshair.has_value();
    placeCrosshair(std::nullopt);
    return had;
}

void ChartStack::stepCrosshair(int direction)
{
    const TimeRange shown = range();
    const Millis step = std::max<Millis>(Millis(1), shown.width() / std::max(1, columns() / 4));
    const UtcTime from = m_crosshair.value_or(std::min(m_clock.now(), shown.until));
    placeCrosshair(std::clamp(from + direction * step, shown.from, shown.until));
}

void ChartStack::applyTime()
{
    if (m_charts.isEmpty())
        return;
    const UtcTime now = m_clock.now();
    const TimeRange shown = m_view.range(now);
    const ChartTime time{shown, now, timeTicks(shown, std::max(2, columns() / pixelsPerTick), m_zone)};
    for (TimeChart *chart : m_charts)
        chart->setTime(time);
}

void ChartStack::afterChange()
{
    applyTime();
    // A live view needs to move by whole pixels only.
    const Millis perPixel = range().width() / std::max(1, columns());
    m_advance.setInterval(std::clamp<Millis>(perPixel, Seconds(1), Seconds(30)));
    emit viewChanged();
}

void ChartStack::keyPressEvent(QKeyEvent *event)
{
    const bool crosshairKey = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Left: return crosshairKey ? stepCrosshair(-1) : pan(-panShare);
    case Qt::Key_Right: return crosshairKey ? stepCrosshair(1) : pan(panShare);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(1 / zoomFactor, std::nullopt);
    case Qt::Key_Minus: return zoom(zoomFactor, std::nullopt);
    case Qt::Key_Home: return goLive();
    case Qt::Key_Escape:
        if (clearCrosshair())
            return;
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void ChartStack::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    QWidget::mousePressEvent(event);
}

void ChartStack::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // The children get their new width after this event; other detail is wanted only for another width.
    if (event->oldSize().width() != event->size().width())
        QMetaObject::invokeMethod(this, &ChartStack::afterChange, Qt::QueuedConnection);
}

void ChartStack::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    applyTime();
    m_advance.start();
}

void ChartStack::hideEvent(QHideEvent *event)
{
    m_advance.stop();
    QWidget::hideEvent(event);
}

void ChartStack::focusInEvent(QFocusEvent *event)
{
    m_ringed = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    update();
    QWidget::focusInEvent(event);
}

void ChartStack::focusOutEvent(QFocusEvent *event)
{
    m_ringed = false;
    update();
    QWidget::focusOutEvent(event);
}

void ChartStack::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.fillRect(rect(), theme.surface);
    if (m_ringed) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace holdwatch::ui

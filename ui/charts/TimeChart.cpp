// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/TimeChart.h"

#include "models/core/Format.h"
#include "ui/charts/ChartCanvas.h"

#include <QVBoxLayout>

#include <cmath>

namespace holdwatch::ui {

namespace {

QStringList labelsFor(const ValueScale &scale, ScaleKind kind)
{
    QStringList labels;
    for (const double value : scale.ticks())
        labels.append(value == 0 ? QStringLiteral("0") : valueLabel(value, scale.step >= 1 && kind == ScaleKind::Rate ? ScaleKind::Count : kind));
    return labels;
}

} // namespace

QString valueLabel(double value, ScaleKind kind)
{
    switch (kind) {
    case ScaleKind::Duration: return formatDuration(fromSeconds(value));
    case ScaleKind::Rate: return formatRate(value);
    case ScaleKind::Count: break;
    }
    return formatCount(std::llround(value));
}

TimeChart::TimeChart(const Words &words, QWidget *parent)
    : QWidget(parent), m_words(words), m_canvas(new ChartCanvas(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    setAccessibleName(words.title);
    m_canvas->setTitle({words.title, words.lineName, words.secondLineName, {}});

    connect(m_canvas, &ChartCanvas::hovered, this, &TimeChart::hovered);
    connect(m_canvas, &ChartCanvas::dragged, this, &TimeChart::dragged);
    connect(m_canvas, &ChartCanvas::zoomed, this, &TimeChart::zoomed);
    connect(m_canvas, &ChartCanvas::resetWanted, this, &TimeChart::resetWanted);
}

void TimeChart::setWithTimeLabels(bool with)
{
    m_canvas->setWithTimeLabels(with);
}

void TimeChart::show(const ChartPicture &picture)
{
    if (m_picture == picture)
        return;
    m_picture = picture;
    m_canvas->setPicture(picture, labelsFor(picture.scale, m_words.kind));
    setAccessibleDescription(picture.summary);
}

void TimeChart::setTime(const ChartTime &time)
{
    m_canvas->setTime(time);
}

void TimeChart::setValueText(const QString &text)
{
    m_canvas->setTitle({m_words.title, m_words.lineName, m_words.secondLineName, text});
}

void TimeChart::setCrosshair(std::optional<UtcTime> at)
{
    m_canvas->setCrosshair(at);
}

int TimeChart::plotWidth() const
{
    return static_cast<int>(m_canvas->geometryOfPlot().plot.width());
}

QString TimeChart::valueText() const
{
    return m_canvas->title().value;
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/RunCharts.h"

#include "ui/charts/TimeChart.h"
#include "ui/common/Metrics.h"

#include <QHBoxLayout>

#include <algorithm>
#include <limits>

namespace holdwatch::ui {

namespace {

constexpr int chartHeight = 132;
constexpr qsizetype mostPoints = 2000;
constexpr Millis shortestSpan = Minutes(5);

double secondsOf(UtcTime at)
{
    return double(toEpochMillis(at)) / 1000.0;
}

double largest(const QVector<QPointF> &points)
{
    double most = 0;
    for (const QPointF &point : points)
        most = std::max(most, point.y());
    return most;
}

void append(QVector<QPointF> &points, UtcTime at, const std::optional<double> &value)
{
    points << QPointF(secondsOf(at), value.value_or(std::numeric_limits<double>::quiet_NaN()));
    if (points.size() > mostPoints)
        points.remove(0, points.size() / 2);
}

} // namespace

RunCharts::RunCharts(QWidget *parent)
    : QWidget(parent), m_age(new TimeChart({QStringLiteral("Oldest age in the target"), {}, {}, ScaleKind::Duration})), m_dead(new TimeChart({QStringLiteral("Dead letters"), {}, {}, ScaleKind::Count}))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::m);
    for (TimeChart *chart : {m_age, m_dead}) {
        chart->setFixedHeight(chartHeight);
        chart->setWithTimeLabels(true);
        layout->addWidget(chart, 1);
    }
}

void RunCharts::clear()
{
    m_ages.clear();
    m_depths.clear();
    m_since.reset();
    m_lastAt.reset();
    m_drawnAt = {};
}

void RunCharts::add(const RunState &state)
{
    if (!state.lastSignals || (m_lastAt && *m_lastAt >= state.lastSignals->now))
        return;
    const RunSignals &seen = *state.lastSignals;
    m_lastAt = seen.now;
    if (!m_since)
        m_since = seen.now;
    append(m_ages, seen.now, seen.targetAge ? std::optional(toSeconds(*seen.targetAge)) : std::nullopt);
    append(m_depths, seen.now, seen.deadDepth ? std::optional(double(*seen.deadDepth)) : std::nullopt);
    m_age->setValueText(seen.targetAge ? formatDuration(*seen.targetAge) : noFigure());
    m_dead->setValueText(seen.deadDepth ? formatCount(*seen.deadDepth) : noFigure());
    m_drawnAt = {};
}

void RunCharts::tick(UtcTime now, Zone zone)
{
    if (m_since && now != m_drawnAt)
        draw(now, zone);
}

void RunCharts::draw(UtcTime now, Zone zone)
{
    m_drawnAt = now;
    const TimeRange range{std::min(*m_since, now - shortestSpan), now};
    const QTimeZone where = zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone();
    const ChartTime time{range, now, timeTicks(range, 4, where)};
    const auto show = [&](TimeChart *chart, const QVector<QPointF> &line, ScaleKind kind, const QString &name) {
        ChartPicture picture;
        picture.line = line;
        picture.scale = stickyScale(chart->picture().scale, largest(line), kind, 3);
        picture.note = line.size() < 2 ? QStringLiteral("It is drawn from the next reading on.") : QString();
        picture.summary = QStringLiteral("%1: %2").arg(name, chart->valueText());
        chart->show(picture);
        chart->setTime(time);
    };
    show(m_age, m_ages, ScaleKind::Duration, QStringLiteral("Oldest age in the target"));
    show(m_dead, m_depths, ScaleKind::Count, QStringLiteral("Dead letters"));
}

} // namespace holdwatch::ui

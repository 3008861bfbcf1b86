// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ChartColors.h"
#include "ui/charts/ChartGeometry.h"
#include "ui/charts/ChartPicture.h"

#include <QFont>

class QPainter;

namespace holdwatch::ui {

/// What a chart is called and how it says its values.
struct ChartTitle
{
    QString text;
    QString lineName;       ///< legend entries, shown only when there are two lines
    QString secondLineName;
    QString value;          ///< now, or under the crosshair; right of the title
    bool operator==(const ChartTitle &) const = default;
};

/// Draws everything of a chart that is not a series: bands, grid, fills, labels, markers, crosshair.
/// Borrows all it is given for the duration of one paint.
class ChartPainter
{
public:
    ChartPainter(QPainter &painter, const ChartGeometry &geometry, const Theme &theme, const QFont &font);

    // under the lines
    void bands(const QVector<ChartBand> &bands);
    void gaps(const QVector<TimeRange> &gaps);
    void grid(const QVector<TimeTick> &ticks, const ValueScale &scale);
    void fillUnder(const QVector<QPointF> &line);
    void fan(const ChartProjection &projection);
    void rules(const QVector<ChartRule> &rules);
    void now(UtcTime now);

    // over the lines
    void ruleLabels(const QVector<ChartRule> &rules);
    void valueLabels(const QStringList &labels, const ValueScale &scale);
    void timeLabels(const QVector<TimeTick> &ticks);
    void title(const ChartTitle &title);
    void markers(const QVector<ChartMarker> &markers);
    void note(const QString &text);
    void crosshair(UtcTime at);

private:
    void text(const QRectF &box, int flags, const QString &words, const QColor &color);

    QPainter &m_painter;
    const ChartGeometry &m_geometry;
    const Theme &m_theme;
    ChartColors m_colors;
    QFont m_font;
    QFont m_strong;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/series/TimeView.h"

#include <QPointF>
#include <QRectF>

namespace holdwatch::ui {

/// Where times and values lie inside one chart, in the widget's pixels.
struct ChartGeometry
{
    // The same for every chart, so that plots stacked above one another line up.
    static constexpr double leftMargin = 60;
    static constexpr double rightMargin = 16;
    static constexpr double titleHeight = 20;
    static constexpr double timeLabelHeight = 20;
    static constexpr double bottomMargin = 6;

    QRectF plot;
    TimeRange time;
    double top = 1; ///< value at the plot's upper edge

    static QRectF plotIn(const QSizeF &size, bool withTimeLabels)
    {
        const double below = withTimeLabels ? timeLabelHeight : bottomMargin;
        return QRectF(leftMargin, titleHeight, qMax(1.0, size.width() - leftMargin - rightMargin),
                      qMax(1.0, size.height() - titleHeight - below));
    }

    double x(double utcSeconds) const
    {
        const double from = static_cast<double>(toEpochMillis(time.from)) / 1000.0;
        return plot.left() + (utcSeconds - from) / toSeconds(time.width()) * plot.width();
    }
    double x(UtcTime at) const { return plot.left() + toSeconds(at - time.from) / toSeconds(time.width()) * plot.width(); }
    double y(double value) const { return plot.bottom() - value / top * plot.height(); }
    QPointF point(const QPointF &value) const { return {x(value.x()), y(value.y())}; }

    UtcTime timeAt(double pixel) const
    {
        return time.from + fromSeconds((pixel - plot.left()) / plot.width() * toSeconds(time.width()));
    }
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/series/TimeTicks.h"
#include "models/series/TimeView.h"
#include "models/series/ValueScale.h"
#include "models/tolerance/Assessment.h"

#include <QPointF>
#include <QString>
#include <QVector>

namespace holdwatch::ui {

/// A tinted stretch of the value axis that a verdict belongs to.
struct ChartBand
{
    double from = 0;
    double until = 0;
    Verdict verdict = Verdict::Healthy;
    bool operator==(const ChartBand &) const = default;
};

/// A horizontal line with a meaning: the hold window, the reaction boundary.
struct ChartRule
{
    enum class Kind { Limit, Boundary };
    double value = 0;
    Kind kind = Kind::Limit;
    QString label;
    bool operator==(const ChartRule &) const = default;
};

/// Something that happened, drawn as the shape and colour of its verdict along the top.
struct ChartMarker
{
    UtcTime at{};
    Verdict verdict = Verdict::Watch;
    QString text;
    bool operator==(const ChartMarker &) const = default;
};

/// Where the line goes from here: a dotted middle inside a fan.
struct ChartProjection
{
    QVector<QPointF> middle;
    QVector<QPointF> upper;
    QVector<QPointF> lower; ///< as long as `upper`
    bool operator==(const ChartProjection &) const = default;
};

/// All that one chart shows; a refresh replaces it as a whole. x is UTC seconds, a NaN y is a gap.
struct ChartPicture
{
    QVector<QPointF> line;
    QVector<QPointF> secondLine;
    ChartProjection projection;
    ValueScale scale;
    QVector<ChartBand> bands;
    QVector<ChartRule> rules;
    QVector<TimeRange> gaps;
    QVector<ChartMarker> markers;
    QString note;    ///< said in the middle when there is nothing to draw ("No age reported: …")
    QString summary; ///< the chart in words, for a screen reader

    bool operator==(const ChartPicture &) const = default;
};

/// The time axis that all charts of a page share.
struct ChartTime
{
    TimeRange range;
    UtcTime now{};
    QVector<TimeTick> ticks;

    bool operator==(const ChartTime &) const = default;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

namespace holdwatch {

/// What a value axis counts: it decides which steps are round (5, 10, 20 …; 0:30, 1:00, 5:00 …).
enum class ScaleKind { Count, Rate, Duration };

/// A value axis from zero to a round top. Durations are in seconds.
struct ValueScale
{
    double top = 1;
    double step = 1;

    QVector<double> ticks() const; ///< 0, step, 2·step … up to the top
    bool operator==(const ValueScale &) const = default;
};

/// The smallest round scale that holds `largest`, with at most `mostTicks` steps. Counts never get a
/// step below 1. A `largest` that is not a positive number gives the smallest scale of its kind.
ValueScale niceScale(double largest, ScaleKind kind, int mostTicks);

/// What the axis shows next: it grows at once, but shrinks only when the values would use less than
/// two fifths of it, so it doesn't breathe with each sample.
ValueScale stickyScale(const ValueScale &current, double largest, ScaleKind kind, int mostTicks);

} // namespace holdwatch

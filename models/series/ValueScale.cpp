// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/ValueScale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace holdwatch {

namespace {

constexpr double hour = 3600;
constexpr std::array<double, 19> durationSteps{1,   2,   5,    10,       15,       30,       60,        120,       300,  600,
                                               900, 1800, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour};

double roundNumberFrom(double least)
{
    const double magnitude = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        // The slack keeps 0.2 from becoming 0.5 because of the last binary digit.
        if (factor * magnitude >= least * (1 - 1e-9))
            return factor * magnitude;
    }
    return 10 * magnitude;
}

double durationStepFrom(double least)
{
    const auto found = std::lower_bound(durationSteps.begin(), durationSteps.end(), least);
    return found != durationSteps.end() ? *found : std::ceil(least / (24 * hour)) * 24 * hour;
}

double smallestTop(ScaleKind kind)
{
    switch (kind) {
    case ScaleKind::Count: return 5;
    case ScaleKind::Rate: return 1;
    case ScaleKind::Duration: break;
    }
    return 10;
}

} // namespace

QVector<double> ValueScale::ticks() const
{
    QVector<double> values;
    const int count = static_cast<int>(std::lround(top / step));
    for (int i = 0; i <= count; ++i)
        values.append(i * step);
    return values;
}

ValueScale niceScale(double largest, ScaleKind kind, int mostTicks)
{
    const double needed = std::isfinite(largest) ? std::max(largest, smallestTop(kind)) : smallestTop(kind);
    const double least = needed / std::max(1, mostTicks);
    double step = kind == ScaleKind::Duration ? durationStepFrom(least) : roundNumberFrom(least);
    if (kind == ScaleKind::Count)
        step = std::max(1.0, step);
    return {std::ceil(needed / step * (1 - 1e-9)) * step, step};
}

ValueScale stickyScale(const ValueScale &current, double largest, ScaleKind kind, int mostTicks)
{
    const ValueScale fresh = niceScale(largest, kind, mostTicks);
    const bool sameDensity = std::lround(current.top / current.step) <= std::max(1, mostTicks);
    const bool holds = fresh.top <= current.top && fresh.top > current.top * 0.4;
    return holds && sameDensity ? current : fresh;
}

} // namespace holdwatch

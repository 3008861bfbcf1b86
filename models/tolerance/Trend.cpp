// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Trend.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace holdwatch {

namespace {

constexpr std::size_t MostPoints = SampleRing::Capacity;

struct Dot
{
    double t = 0; ///< seconds before the newest: ≤ 0
    double y = 0;
};

struct Dots
{
    std::array<Dot, MostPoints> items;
    std::size_t count = 0;

    void add(const AgePoint &point, UtcTime newest, double y)
    {
        if (count < MostPoints && std::isfinite(y))
            items[count++] = {toSeconds(point.at - newest), y};
    }
    std::span<const Dot> span() const { return std::span<const Dot>(items).first(count); }
};

double quantile(std::span<double> values, double share)
{
    const auto index = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + index, values.end());
    return values[static_cast<std::size_t>(index)];
}

double medianOf(std::span<const Dot> dots, double slope)
{
    std::array<double, MostPoints> residuals;
    for (std::size_t i = 0; i < dots.size(); ++i)
        residuals[i] = dots[i].y - slope * dots[i].t;
    return quantile(std::span<double>(residuals).first(dots.size()), 0.5);
}

std::optional<Trend> theilSen(std::span<const Dot> dots)
{
    if (dots.size() < FewestTrendPoints)
        return std::nullopt;
    std::array<double, MostPoints *(MostPoints - 1) / 2> slopes;
    std::size_t pairs = 0;
    int balance = 0;
    for (std::size_t i = 0; i < dots.size(); ++i) {
        for (std::size_t j = i + 1; j < dots.size(); ++j) {
            const double rise = dots[j].y - dots[i].y;
            slopes[pairs++] = rise / (dots[j].t - dots[i].t);
            balance += (rise > 0) - (rise < 0);
        }
    }
    const auto all = std::span<double>(slopes).first(pairs);
    Trend trend;
    trend.slope = quantile(all, 0.5);
    trend.low = quantile(all, 0.25);
    trend.level = medianOf(dots, trend.slope);
    trend.agreement = static_cast<double>(balance) / static_cast<double>(pairs);
    trend.span = fromSeconds(dots.back().t - dots.front().t);
    trend.points = static_cast<int>(dots.size());
    return trend;
}

Dots agesOf(std::span<const AgePoint> points)
{
    Dots dots;
    for (const AgePoint &point : points)
        dots.add(point, points.back().at, point.age);
    return dots;
}

double meanTime(std::span<const Dot> dots)
{
    double sum = 0;
    for (const Dot &dot : dots)
        sum += dot.t;
    return sum / static_cast<double>(dots.size());
}

} // namespace

std::optional<Trend> trendOfAge(std::span<const AgePoint> points)
{
    return theilSen(agesOf(points).span());
}

std::optional<Trend> trendOfBacklog(std::span<const AgePoint> points)
{
    Dots dots;
    for (const AgePoint &point : points)
        dots.add(point, points.back().at, point.backlog);
    return theilSen(dots.span());
}

bool risesThroughout(std::span<const AgePoint> points, double share)
{
    const Dots all = agesOf(points);
    const auto dots = all.span();
    if (dots.size() < 2 * FewestTrendPoints - 2)
        return false;
    const std::size_t third = dots.size() / 3;
    const auto first = dots.first(third);
    const auto middle = dots.subspan(third, dots.size() - 2 * third);
    const auto last = dots.last(third);
    if (!(medianOf(first, 0) < medianOf(middle, 0) && medianOf(middle, 0) < medianOf(last, 0)))
        return false;

    const std::size_t few = std::max<std::size_t>(1, dots.size() / 8);
    const auto start = dots.first(few);
    const auto end = dots.last(few);
    const auto later = theilSen(dots.last(std::max<std::size_t>(FewestTrendPoints, dots.size() * 6 / 10)));
    const double gain = medianOf(end, 0) - medianOf(start, 0);
    return later && later->slope > 0 && gain >= share * later->slope * (meanTime(end) - meanTime(start));
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/SampleRing.h"

#include <optional>
#include <span>

namespace holdwatch {

/// A straight line through noisy dots that one wild dot, or the teeth of a saw, can't bend: the median of
/// the slopes between all pairs (Theil–Sen).
struct Trend
{
    double slope = 0;     ///< per second
    double low = 0;       ///< the lower quartile of the pairs' slopes: what a cautious reader would assume
    double level = 0;     ///< the line's value at the newest dot
    double agreement = 0; ///< −1 … 1: pairs that rise minus pairs that fall, as a share of all (Kendall's tau)
    Millis span{};        ///< from the oldest dot to the newest
    int points = 0;

    bool operator==(const Trend &) const = default;
};

constexpr int FewestTrendPoints = 4;

std::optional<Trend> trendOfAge(std::span<const AgePoint> points);     ///< unset under four dots
std::optional<Trend> trendOfBacklog(std::span<const AgePoint> points); ///< likewise; dots without a backlog are left out

/// Whether the dots rise along their whole stretch, not only at its end: the gain from the first dots to
/// the last is at least `share` of what the slope of the later half promises, and each third lies above
/// the one before. A pause shorter than the stretch fails this.
bool risesThroughout(std::span<const AgePoint> points, double share);

} // namespace holdwatch

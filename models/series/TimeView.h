// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch {

struct TimeRange
{
    UtcTime from{};
    UtcTime until{};

    Millis width() const { return until - from; }
    bool contains(UtcTime time) const { return time >= from && time <= until; }
    bool operator==(const TimeRange &) const = default;
};

/// Which stretch of time the charts show, and what panning and zooming make of it. While *live* the
/// right edge follows the present, with some room after it for the projection. Pure: the caller says
/// what time it is.
class TimeView
{
public:
    static constexpr Millis shortest = Minutes(1);
    static constexpr Millis longest = std::chrono::hours(24 * 60);

    explicit TimeView(Millis span = std::chrono::hours(1));

    Millis span() const { return m_span; } ///< of the past that a live view shows
    bool isLive() const { return !m_until.has_value(); }
    TimeRange range(UtcTime now) const;

    void showLast(Millis span); ///< the last `span`, live
    void goLive();

    /// Moves by a share of the visible width, positive towards the future; arriving at the present
    /// makes the view live again.
    void pan(double share, UtcTime now);

    /// `factor` below 1 looks closer. The time `anchor` keeps its place on the screen.
    void zoom(double factor, UtcTime anchor, UtcTime now);

    /// Zooms about the present while live, else about the middle: what the keyboard does.
    void zoom(double factor, UtcTime now);

    /// Room for the future in a live view that shows `span` of the past.
    static Millis futureRoom(Millis span);

private:
    Millis width() const { return m_span + futureRoom(m_span); }
    void settle(UtcTime until, UtcTime now);

    Millis m_span;
    std::optional<UtcTime> m_until; ///< the right edge; unset while live
};

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/series/TimeView.h"

#include <QTimeZone>
#include <QVector>

namespace holdwatch {

struct TimeTick
{
    UtcTime at{};
    QString label;
    bool major = false; ///< a new day begins here

    bool operator==(const TimeTick &) const = default;
};

/// Ticks at round wall-clock times of `zone` inside `range`, at most `most` of them (at least 2 are asked
/// for). Each is an unambiguous moment: where the clocks go back the second pass through an hour is
/// labelled with the zone's new abbreviation, where they go forward the missing hour has no tick.
QVector<TimeTick> timeTicks(const TimeRange &range, int most, const QTimeZone &zone);

/// "Mon 2 Nov 14:03:22 CET": a moment in full, for the crosshair; the date only when it is not today.
QString momentText(UtcTime time, const QTimeZone &zone, UtcTime now);

/// "UTC", or "Europe/Berlin (CET)": printed once beside the axis.
QString zoneText(const QTimeZone &zone, UtcTime at);

} // namespace holdwatch

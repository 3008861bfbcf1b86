// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Metric.h"

#include <QString>

namespace holdwatch {

/// How every screen, tooltip and export writes a figure. Durations are `formatDuration` in Time.h.

enum class Zone { Utc, Local };

/// What stands where there is no figure. Never "0".
QString noFigure();

/// "812", "12 345" with narrow no-break spaces.
QString formatCount(qint64 count);

/// "+2", "−3", "±0".
QString formatDelta(qint64 delta);

/// A rate a minute: "0", "0.04", "3.1", "812".
QString formatRate(double perMinute);

/// A span a person set, short: "15m", "1h 30m", "45s", "2d".
QString formatSpan(Millis span);

/// How long ago, coarse: "3 s", "47 s", "2 min", "1 h 04 min", "3 d 4 h". Never negative.
QString formatAgo(Millis ago);

/// An estimate, coarse on purpose: "now", "40 s", "8 min", "2 h 10 min".
QString formatEstimate(Millis ahead);

QString formatTimeOfDay(UtcTime time, Zone zone); ///< "14:03:22"
QString formatDateTime(UtcTime time, Zone zone);  ///< "2026-11-30 14:03:22", without the zone
QString zoneName(Zone zone, UtcTime at);          ///< "UTC", "CET", "UTC+02:00"

/// "≤ ", "≥ ", "≈ " or nothing.
QString boundPrefix(Obtained obtained);

/// What a tooltip says of where a figure comes from: "Reported by the source.", "At most: …".
QString provenance(Obtained obtained, const QString &note);

/// The figure with its bound sign, or `noFigure()`.
template<typename T, typename Format>
QString formatMetric(const Metric<T> &metric, Format &&format)
{
    return metric.has() ? boundPrefix(metric.obtained()) + format(metric.value()) : noFigure();
}

} // namespace holdwatch

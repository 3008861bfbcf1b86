// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QStringView>
#include <QTimeZone>

#include <optional>

namespace holdwatch::filter {

/// What relative times are counted from, and the zone of times that are written without one.
struct Moment
{
    UtcTime now;
    QTimeZone zone = QTimeZone::utc();
};

/// What a written time stands for: from its first to its last millisecond, both included. A date is a
/// whole day (of 23 to 25 hours in its zone), "14:03" a minute; a time to the millisecond is one.
struct TimeSpan
{
    UtcTime first;
    UtcTime last;
    bool operator==(const TimeSpan &) const = default;
};

enum class TimeForm {
    Absolute, ///< ISO 8601: 2026-11-30, 2026-11-30T14:03, …:22, …:22.120; each time with Z, +01:00 or none
    Day,      ///< today, yesterday, tomorrow: a whole day
    Instant,  ///< now, -2h, +30m: one millisecond, counted from now
};

/// Which form `text` has as a time; nothing if it is none (30 February is none). Needs no now.
std::optional<TimeForm> timeForm(QStringView text);

/// Nothing exactly where timeForm() says so.
std::optional<TimeSpan> readTime(QStringView text, const Moment &moment);

/// The same for ISO 8601 alone.
std::optional<TimeSpan> readIsoTime(QStringView text, const QTimeZone &zone);

} // namespace holdwatch::filter

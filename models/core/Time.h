// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace holdwatch {

using Millis = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;
using Minutes = std::chrono::minutes;

/// A moment on the UTC wall clock, in milliseconds.
using UtcTime = std::chrono::sys_time<Millis>;

/// The only source of "now". Ages use `now()`; schedules, deadlines and leases use `monotonic()`,
/// which never goes back when somebody sets the clock.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual UtcTime now() const = 0;
    virtual Millis monotonic() const = 0;
};

/// The machine's clock. Thread-safe.
class SystemClock final : public Clock
{
public:
    UtcTime now() const override;
    Millis monotonic() const override;
};

inline double toSeconds(Millis value) { return std::chrono::duration<double>(value).count(); }
inline Millis fromSeconds(double seconds) { return Millis(static_cast<qint64>(seconds * 1000.0 + (seconds < 0 ? -0.5 : 0.5))); }
inline qint64 toEpochMillis(UtcTime time) { return time.time_since_epoch().count(); }
inline UtcTime fromEpochMillis(qint64 millis) { return UtcTime(Millis(millis)); }
inline QDateTime toQDateTime(UtcTime time) { return QDateTime::fromMSecsSinceEpoch(toEpochMillis(time), Qt::UTC); }
inline UtcTime fromQDateTime(const QDateTime &time) { return fromEpochMillis(time.toMSecsSinceEpoch()); }

/// "9:12", "1:04:09", "3 d 4 h": what the screens print for a duration. Negative values get a minus.
QString formatDuration(Millis duration);

/// Reads "90s", "15m", "8m30s", "1h", "2d", "1500ms" or a bare number of seconds; nothing else.
std::optional<Millis> parseDuration(QStringView text);

/// "2026-11-30T14:03:22.120Z".
QString toIso(UtcTime time);

} // namespace holdwatch

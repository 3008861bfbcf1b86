// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Time.h"

#include <QRegularExpression>

namespace holdwatch {

UtcTime SystemClock::now() const
{
    return std::chrono::time_point_cast<Millis>(std::chrono::system_clock::now());
}

Millis SystemClock::monotonic() const
{
    return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch());
}

QString formatDuration(Millis duration)
{
    const QString sign = duration.count() < 0 ? QStringLiteral("\u2212") : QString();
    const qint64 total = std::abs(duration.count()) / 1000;
    const qint64 days = total / 86400;
    const qint64 hours = total / 3600 % 24;
    const qint64 minutes = total / 60 % 60;
    const qint64 seconds = total % 60;
    if (days > 0)
        return sign + QStringLiteral("%1 d %2 h").arg(days).arg(hours);
    if (hours > 0)
        return sign + QStringLiteral("%1:%2:%3").arg(hours).arg(minutes, 2, 10, QLatin1Char('0')).arg(seconds, 2, 10, QLatin1Char('0'));
    return sign + QStringLiteral("%1:%2").arg(minutes).arg(seconds, 2, 10, QLatin1Char('0'));
}

std::optional<Millis> parseDuration(QStringView text)
{
    static const QRegularExpression whole(QStringLiteral("^(?:(\\d{1,12}(?:\\.\\d{1,3})?)(ms|s|m|h|d))+$"));
    static const QRegularExpression part(QStringLiteral("(\\d{1,12}(?:\\.\\d{1,3})?)(ms|s|m|h|d)"));
    const QString trimmed = text.trimmed().toString();
    // A bare number is seconds, as in every tool an operator knows.
    static const QRegularExpression bare(QStringLiteral("^\\d{1,9}(?:\\.\\d{1,3})?$"));
    if (bare.match(trimmed).hasMatch())
        return fromSeconds(trimmed.toDouble());
    if (!whole.match(trimmed).hasMatch())
        return std::nullopt;
    double millis = 0;
    for (auto it = part.globalMatch(trimmed); it.hasNext();) {
        const auto match = it.next();
        const QString unit = match.captured(2);
        const double scale = unit == QLatin1String("ms") ? 1.0
            : unit == QLatin1String("s")                 ? 1e3
            : unit == QLatin1String("m")                 ? 60e3
            : unit == QLatin1String("h")                 ? 3600e3
                                                         : 86400e3;
        millis += match.captured(1).toDouble() * scale;
    }
    constexpr double longest = 3650.0 * 86400e3;
    if (millis > longest)
        return std::nullopt;
    return Millis(static_cast<qint64>(millis + 0.5));
}

QString toIso(UtcTime time)
{
    return toQDateTime(time).toString(Qt::ISODateWithMs);
}

} // namespace holdwatch

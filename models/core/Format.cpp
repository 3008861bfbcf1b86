// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Format.h"

#include <QTimeZone>

#include <algorithm>
#include <cmath>

namespace holdwatch {

namespace {

constexpr QChar thinSpace(0x202F);
constexpr QChar minusSign(0x2212);

QDateTime inZone(UtcTime time, Zone zone)
{
    const QDateTime utc = toQDateTime(time);
    return zone == Zone::Utc ? utc : utc.toLocalTime();
}

QString twoUnits(qint64 large, const QString &largeUnit, qint64 small, const QString &smallUnit)
{
    QString text = QString::number(large) + largeUnit;
    if (small > 0)
        text += QLatin1Char(' ') + QString::number(small) + smallUnit;
    return text;
}

} // namespace

QString noFigure()
{
    return QStringLiteral("\u2013");
}

QString formatCount(qint64 count)
{
    QString digits = QString::number(std::abs(count));
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, thinSpace);
    return count < 0 ? minusSign + digits : digits;
}

QString formatDelta(qint64 delta)
{
    if (delta == 0)
        return QStringLiteral("\u00B10");
    return delta > 0 ? QLatin1Char('+') + formatCount(delta) : formatCount(delta);
}

QString formatRate(double perMinute)
{
    if (perMinute == 0)
        return QStringLiteral("0");
    const double size = std::abs(perMinute);
    if (size >= 99.95)
        return formatCount(std::llround(perMinute));
    const QString digits = QString::number(size, 'f', size < 0.095 ? 2 : 1);
    return perMinute < 0 ? minusSign + digits : digits;
}

QString formatSpan(Millis span)
{
    const qint64 seconds = std::max<qint64>(0, span.count() / 1000);
    if (seconds < 60)
        return QStringLiteral("%1s").arg(seconds);
    if (seconds < 3600)
        return twoUnits(seconds / 60, QStringLiteral("m"), seconds % 60, QStringLiteral("s"));
    if (seconds < 86400)
        return twoUnits(seconds / 3600, QStringLiteral("h"), seconds / 60 % 60, QStringLiteral("m"));
    return twoUnits(seconds / 86400, QStringLiteral("d"), seconds / 3600 % 24, QStringLiteral("h"));
}

QString formatAgo(Millis ago)
{
    const qint64 seconds = std::max<qint64>(0, ago.count() / 1000);
    if (seconds < 100)
        return QStringLiteral("%1 s").arg(seconds);
    return formatEstimate(ago);
}

QString formatEstimate(Millis ahead)
{
    const qint64 seconds = ahead.count() / 1000;
    if (seconds <= 0)
        return QStringLiteral("now");
    if (seconds < 90)
        return QStringLiteral("%1 s").arg(seconds);
    const qint64 minutes = (seconds + 30) / 60;
    if (minutes < 60)
        return QStringLiteral("%1 min").arg(minutes);
    if (minutes < 24 * 60)
        return twoUnits(minutes / 60, QStringLiteral(" h"), minutes % 60, QStringLiteral(" min"));
    return twoUnits(minutes / 1440, QStringLiteral(" d"), minutes / 60 % 24, QStringLiteral(" h"));
}

QString formatTimeOfDay(UtcTime time, Zone zone)
{
    return inZone(time, zone).toString(QStringLiteral("HH:mm:ss"));
}

QString formatDateTime(UtcTime time, Zone zone)
{
    return inZone(time, zone).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString zoneName(Zone zone, UtcTime at)
{
    return zone == Zone::Utc ? QStringLiteral("UTC") : inZone(at, zone).timeZoneAbbreviation();
}

QString boundPrefix(Obtained obtained)
{
    switch (obtained) {
    case Obtained::AtMost: return QStringLiteral("\u2264 ");
    case Obtained::AtLeast: return QStringLiteral("\u2265 ");
    case Obtained::Approximate: return QStringLiteral("\u2248 ");
    default: return {};
    }
}

QString provenance(Obtained obtained, const QString &note)
{
    const auto with = [&note](const QString &word) {
        return note.isEmpty() ? word + QLatin1Char('.') : word + QStringLiteral(": ") + note;
    };
    switch (obtained) {
    case Obtained::Reported: return with(QStringLiteral("Reported by the source"));
    case Obtained::Approximate: return with(QStringLiteral("Approximate, says the source"));
    case Obtained::AtMost: return with(QStringLiteral("At most; the true value is this or less"));
    case Obtained::AtLeast: return with(QStringLiteral("At least; the true value is this or more"));
    case Obtained::Derived: return with(QStringLiteral("Derived"));
    case Obtained::NotReported: break;
    }
    return with(QStringLiteral("Not reported"));
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/TimeTicks.h"

#include <QLocale>

#include <algorithm>
#include <array>

namespace holdwatch {

namespace {

constexpr qint64 minute = 60;
constexpr qint64 hour = 60 * minute;
constexpr qint64 day = 24 * hour;

constexpr std::array<qint64, 19> steps{1,         2,         5,         10,       15,       30,       minute,   2 * minute, 5 * minute, 10 * minute,
                                       15 * minute, 30 * minute, hour,    2 * hour, 3 * hour, 6 * hour, 12 * hour, day,       2 * day};

qint64 stepFor(qint64 seconds, int most)
{
    const auto fits = [&](qint64 step) { return seconds / step + 1 <= most; };
    const auto found = std::find_if(steps.begin(), steps.end(), fits);
    if (found != steps.end())
        return *found;
    const qint64 days = seconds / (most - 1) / day + 1;
    return (days + 6) / 7 * 7 * day;
}

QDateTime inZone(qint64 utcSeconds, const QTimeZone &zone)
{
    return QDateTime::fromSecsSinceEpoch(utcSeconds, zone);
}

/// Seconds on the wall clock since a fixed local midnight: what a step must divide.
qint64 wallSeconds(qint64 utcSeconds, int offset)
{
    return utcSeconds + offset;
}

/// The next moment after `from` at which the wall clock shows a multiple of `step`.
qint64 nextTick(qint64 from, qint64 step, const QTimeZone &zone)
{
    const int offset = inZone(from, zone).offsetFromUtc();
    const qint64 wall = wallSeconds(from, offset);
    const qint64 straight = from + step - (wall % step + step) % step;
    if (inZone(straight, zone).offsetFromUtc() == offset)
        return straight;
    // The clocks change on the way. Transitions and round local times lie on quarters of an hour
    // (or on the step itself below that), so looking at each of them finds the next one.
    const qint64 stride = std::min(step, 15 * minute);
    const qint64 first = from + stride - (wall % stride + stride) % stride;
    for (qint64 at = first; at < straight + day; at += stride) {
        if (wallSeconds(at, inZone(at, zone).offsetFromUtc()) % step == 0)
            return at;
    }
    return straight;
}

QString labelFor(const QDateTime &local, qint64 step, bool clockChanged)
{
    const QLocale english(QLocale::C);
    if (step >= day || local.time() == QTime(0, 0))
        return english.toString(local, step >= day ? QStringLiteral("d MMM") : QStringLiteral("ddd d MMM"));
    const QString time = english.toString(local, step < minute ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
    return clockChanged ? time + QLatin1Char(' ') + local.timeZoneAbbreviation() : time;
}

qint64 ceilSeconds(UtcTime time)
{
    return std::chrono::ceil<Seconds>(time).time_since_epoch().count();
}

} // namespace

QVector<TimeTick> timeTicks(const TimeRange &range, int most, const QTimeZone &zone)
{
    QVector<TimeTick> ticks;
    if (range.width() <= Millis::zero())
        return ticks;
    const qint64 first = ceilSeconds(range.from);
    const qint64 last = std::chrono::floor<Seconds>(range.until).time_since_epoch().count();
    const qint64 step = stepFor(std::max<qint64>(1, last - first), std::max(2, most));

    int offset = inZone(first, zone).offsetFromUtc();
    for (qint64 at = nextTick(first - 1, step, zone); at <= last; at = nextTick(at, step, zone)) {
        const QDateTime local = inZone(at, zone);
        const bool clockChanged = local.offsetFromUtc() != offset;
        offset = local.offsetFromUtc();
        ticks.append({UtcTime(Seconds(at)), labelFor(local, step, clockChanged), local.time() == QTime(0, 0)});
    }
    return ticks;
}

QString momentText(UtcTime time, const QTimeZone &zone, UtcTime now)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(toEpochMillis(time), zone);
    const bool today = local.date() == QDateTime::fromMSecsSinceEpoch(toEpochMillis(now), zone).date();
    const QString format = today ? QStringLiteral("HH:mm:ss") : QStringLiteral("ddd d MMM HH:mm:ss");
    return QLocale(QLocale::C).toString(local, format) + QLatin1Char(' ') + local.timeZoneAbbreviation();
}

QString zoneText(const QTimeZone &zone, UtcTime at)
{
    const QString name = QString::fromLatin1(zone.id());
    const QString abbreviation = zone.abbreviation(toQDateTime(at));
    return name == abbreviation ? name : QStringLiteral("%1 (%2)").arg(name, abbreviation);
}

} // namespace holdwatch

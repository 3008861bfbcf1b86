// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/ReasonText.h"

#include <QStringList>

#include <cmath>

namespace holdwatch::reason {

namespace {

QString duration(double seconds)
{
    return formatDuration(fromSeconds(seconds));
}

/// "45 s", "7 min", "3.5 h": how long something has gone on, as one says it.
QString stretch(double seconds)
{
    if (seconds < 90)
        return QStringLiteral("%1 s").arg(std::lround(seconds));
    if (seconds < 5400)
        return QStringLiteral("%1 min").arg(std::lround(seconds / 60));
    return QStringLiteral("%1 h").arg(seconds / 3600, 0, 'f', 1);
}

QString movement(const AgeReading &reading)
{
    if (!reading.trend)
        return {};
    if (reading.turnedFrom)
        return QStringLiteral(", %1 from %2").arg(reading.age < *reading.turnedFrom ? QStringLiteral("down") : QStringLiteral("up"), duration(*reading.turnedFrom));
    const double slope = reading.trend->slope;
    const QString since = reading.movingFor && *reading.movingFor > 0 ? QStringLiteral(" for ") + stretch(*reading.movingFor) : QString();
    if (std::abs(slope) < 0.02)
        return QStringLiteral(", steady");
    const QString word = slope > 0 ? QStringLiteral("rising") : QStringLiteral("falling");
    return QStringLiteral(", %1 %2 s/s%3").arg(word, QString::number(std::abs(slope), 'f', 2), since);
}

QString breachForecast(const AgeReading &reading, std::optional<Millis> earliest)
{
    QStringList parts;
    parts << (earliest ? QStringLiteral("earliest breach in ") + formatDuration(*earliest)
                       : QStringLiteral("earliest breach unknown: messages in flight are not in this age"));
    if (reading.projection)
        parts << QStringLiteral("projected in about ") + duration(*reading.projection);
    else if (reading.workedOff)
        parts << QStringLiteral("the backlog is being worked off in time");
    return parts.join(QStringLiteral(", "));
}

QString ground(const AgeReading &reading, const Limits &limits, Verdict verdict)
{
    if (verdict == Verdict::Approaching && reading.atAlarm)
        return QStringLiteral("; headroom %1 is down to the reaction time %2 (one poll early)")
            .arg(duration(limits.headroom(reading.age)), duration(limits.reaction));
    if (verdict == Verdict::Approaching && reading.waitFaced)
        return QStringLiteral("; work arriving now will wait about ") + duration(*reading.waitFaced);
    if (verdict == Verdict::Approaching)
        return QStringLiteral("; not yet calm for ") + stretch(limits.release);
    return {};
}

QString counted(const Metric<qint64> &metric, const QString &what)
{
    return metric.has() ? QStringLiteral("%1 %2").arg(metric.value()).arg(what) : what + QStringLiteral(" not reported");
}

QString pastTheWindow(const AgeReading &reading, const Limits &limits)
{
    const QString note = reading.falling ? QStringLiteral(", falling") : movement(reading);
    return QStringLiteral("age %1 of %2, past the window by %3%4")
        .arg(duration(reading.age), duration(limits.window), duration(reading.age - limits.window), note);
}

} // namespace

QString ofAge(const AgeReading &reading, const Limits &limits, Verdict verdict, std::optional<Millis> earliest)
{
    if (verdict == Verdict::Breached)
        return pastTheWindow(reading, limits);
    return QStringLiteral("age %1 of %2%3; %4%5")
        .arg(duration(reading.age), duration(limits.window), movement(reading), breachForecast(reading, earliest),
             ground(reading, limits, verdict));
}

QString ofEmptyQueue(const QueueSample &sample)
{
    const bool delayed = sample.delayed.has() && sample.delayed.value() > 0;
    return delayed ? QStringLiteral("nothing due; %1 delayed").arg(sample.delayed.value()) : QStringLiteral("nothing waiting");
}

QString ofNothingReady(const QueueSample &sample)
{
    return QStringLiteral("nothing ready to deliver; %1, age not reported").arg(counted(sample.inFlight, QStringLiteral("in flight")));
}

QString ofBound(const QueueSample &sample, const Limits &limits)
{
    const QString kind = sample.oldestAge.obtained() == Obtained::AtMost ? QStringLiteral("at most") : QStringLiteral("at least");
    return QStringLiteral("age %1 %2 of %3 (%4)")
        .arg(kind, formatDuration(sample.oldestAge.value()), duration(limits.window), sample.oldestAge.note());
}

QString ofMissingAge(const QueueSample &sample, const QString &why)
{
    const QString because = why.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(why);
    return QStringLiteral("age not reported%1; judged by %2, %3, %4")
        .arg(because, counted(sample.depth, QStringLiteral("waiting")), counted(sample.inFlight, QStringLiteral("in flight")),
             counted(sample.deadLetters, QStringLiteral("dead letters")));
}

QString ofSilence(Millis silentFor, const Limits &limits, const QString &lastKnown)
{
    return QStringLiteral("no sample for %1, three polls of %2 missed; last known: %3")
        .arg(formatDuration(silentFor), duration(limits.poll), lastKnown);
}

QString ofOldFigure(Millis figureAge, const Limits &limits, const QString &lastKnown)
{
    return QStringLiteral("the age was taken %1 ago, longer than three periods of %2; last known: %3")
        .arg(formatDuration(figureAge), duration(limits.poll), lastKnown);
}

QString ofNoConsumers(Millis goneFor, const QueueSample &sample)
{
    return QStringLiteral("no consumers for %1 with %2").arg(formatDuration(goneFor), counted(sample.depth, QStringLiteral("waiting")));
}

QString ofDeadLetters(const DeadLetterWatch::Growth &growth)
{
    return QStringLiteral("dead letters grew from %1 to %2 in %3").arg(growth.from).arg(growth.to).arg(formatDuration(growth.over));
}

QString ofNoArrivals(Millis silentFor, Millis cadence)
{
    return QStringLiteral("no arrivals for %1, expected every %2").arg(formatDuration(silentFor), formatDuration(cadence));
}

} // namespace holdwatch::reason

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/QueueCells.h"

#include "models/core/Format.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace holdwatch {

namespace {

struct CellInfo
{
    const char *title;
    const char *description;
    bool numeric;
};

// In the order of QueueCell.
constexpr std::array<CellInfo, queueCellCount> infos{{
    {"Queue", "Name, connection and kind of the queue", false},
    {"Verdict", "Judged from age, trend and freshness against the hold window", false},
    {"Age in hold window", "How long the oldest due message has waited. The bar's full width is the hold window; "
                           "the tick is where the reaction time begins, the dotted part the projection at the look-ahead.", false},
    {"Headroom", "Hold window less age less the usual handling time", true},
    {"Earliest", "The earliest possible breach, whatever the trend", true},
    {"Breach", "Projected breach if the trend goes on; empty when it is not heading there", true},
    {"Depth", "Messages ready to deliver", true},
    {"In flight", "Delivered, not acknowledged", true},
    {"Delayed", "Not yet due", true},
    {"In/min", "Arrivals a minute", true},
    {"Out/min", "Completions a minute", true},
    {"Drain", "Time until the backlog is gone at the present rates; empty while it does not shrink", true},
    {"Retries", "Redeliveries a minute", true},
    {"Dead", "Dead letters, and their change over the last 10 minutes", true},
    {"Workers", "Consumers attached right now", true},
    {"Trend", "Recent depth", false},
    {"Sampled", "How long ago the last sample was taken", true},
    {"Owner", "Who is asked first", false},
}};

const CellInfo &info(QueueCell cell)
{
    return infos.at(size_t(cell));
}

QString optionalDuration(const std::optional<Millis> &value)
{
    return value ? formatDuration(*value) : noFigure();
}

QString deadLettersText(const QueueStatus &status)
{
    QString text = formatMetric(status.sample.deadLetters, formatCount);
    if (status.sample.deadLetters.has() && status.deadLettersDelta && *status.deadLettersDelta != 0)
        text += QStringLiteral(" (%1)").arg(formatDelta(*status.deadLettersDelta));
    return text;
}

QString ageText(const QueueStatus &status)
{
    if (status.sample.oldestAge.has())
        return formatMetric(status.sample.oldestAge, formatDuration);
    return optionalDuration(status.assessment.age);
}

/// An estimate as short as a column is wide: "8 min", "2h 10m".
QString shortEstimate(Millis ahead)
{
    return ahead < std::chrono::hours(1) ? formatEstimate(ahead) : formatSpan(std::chrono::round<Minutes>(ahead));
}

QString projectedText(const Assessment &assessment)
{
    if (!assessment.projectedBreach)
        return noFigure();
    const QString text = shortEstimate(*assessment.projectedBreach);
    return assessment.projectedBreach->count() <= 0 ? text : QLatin1Char('~') + text;
}

template<typename T>
QString metricTip(const Metric<T> &metric)
{
    return provenance(metric.obtained(), metric.note());
}

QString ageTip(const QueueStatus &status)
{
    QString tip = metricTip(status.sample.oldestAge);
    if (status.sample.oldestAge.has()) {
        tip += status.sample.ageIncludesInFlight ? QStringLiteral("\nIncludes messages in flight.")
                                                 : QStringLiteral("\nLeaves out messages in flight.");
    }
    return tip + QStringLiteral("\nHold window %1, reaction time %2, look-ahead %3.")
                     .arg(formatSpan(status.tolerance.rulingWindow()), formatSpan(status.tolerance.effectiveReactionTime()),
                          formatSpan(status.tolerance.effectiveLookAhead()));
}

QString projectedTip(const Assessment &assessment)
{
    if (!assessment.projectedBreach)
        return QStringLiteral("Projected breach: %1.").arg(wordForNoProjection(assessment));
    if (!assessment.confidence)
        return QStringLiteral("Projected from the trend.");
    return QStringLiteral("Projected from the trend, confidence %1 %.").arg(qRound(*assessment.confidence * 100));
}

QString nameTip(const QueueStatus &status)
{
    QStringList lines{status.queue.displayName,
                      QStringLiteral("%1 (%2) \u00B7 %3").arg(status.connectionName, status.provider, toWord(status.environment))};
    if (!status.queue.kind.isEmpty())
        lines << QStringLiteral("%1, counted in %2").arg(status.queue.kind, status.queue.unit);
    if (!status.queue.origins.isEmpty())
        lines << QStringLiteral("Dead letters of %1").arg(status.queue.origins.join(QStringLiteral(", ")));
    return (lines + status.queue.findings).join(QLatin1Char('\n'));
}

template<typename T>
QVariant keyOf(const Metric<T> &metric)
{
    return metric.has() ? QVariant(double(metric.value())) : QVariant();
}

QVariant keyOf(const std::optional<Millis> &value)
{
    return value ? QVariant(double(value->count())) : QVariant();
}

/// Bitwise, since a gap is NaN and NaN never equals itself.
bool sameLine(const QVector<float> &a, const QVector<float> &b)
{
    return a.size() == b.size() && std::memcmp(a.constData(), b.constData(), size_t(a.size()) * sizeof(float)) == 0;
}

} // namespace

QString cellTitle(QueueCell cell)
{
    return QString::fromLatin1(info(cell).title);
}

QString cellDescription(QueueCell cell)
{
    return QString::fromLatin1(info(cell).description);
}

bool isNumeric(QueueCell cell)
{
    return info(cell).numeric;
}

bool isCoveredDeadSet(const QueueStatus &status)
{
    return status.queue.isDeadLetterQueue && !status.queue.origins.isEmpty();
}

std::optional<Millis> sampleAge(const QueueStatus &status, UtcTime now)
{
    if (status.sample.takenAt == UtcTime{})
        return std::nullopt;
    return std::max<Millis>(Millis(0), now - status.sample.takenAt);
}

QString cellText(const QueueStatus &status, QueueCell cell, UtcTime now)
{
    const QueueSample &sample = status.sample;
    switch (cell) {
    case QueueCell::Name: return status.queue.displayName;
    case QueueCell::Verdict: return isCoveredDeadSet(status) ? QStringLiteral("dead letters") : toWord(status.assessment.verdict);
    case QueueCell::Age: return ageText(status);
    case QueueCell::Headroom: return optionalDuration(status.assessment.headroom);
    case QueueCell::Earliest: return optionalDuration(status.assessment.earliestBreach);
    case QueueCell::Projected: return projectedText(status.assessment);
    case QueueCell::Depth: return formatMetric(sample.depth, formatCount);
    case QueueCell::InFlight: return formatMetric(sample.inFlight, formatCount);
    case QueueCell::Delayed: return formatMetric(sample.delayed, formatCount);
    case QueueCell::Arrivals: return formatMetric(sample.arrivalsPerMinute, formatRate);
    case QueueCell::Completions: return formatMetric(sample.completionsPerMinute, formatRate);
    case QueueCell::Drain: return status.timeToDrain ? shortEstimate(*status.timeToDrain) : noFigure();
    case QueueCell::Retries: return formatMetric(sample.retriesPerMinute, formatRate);
    case QueueCell::DeadLetters: return deadLettersText(status);
    case QueueCell::Consumers: return formatMetric(sample.consumers, formatCount);
    case QueueCell::Trend: return {};
    case QueueCell::Sampled: {
        const auto ago = sampleAge(status, now);
        return ago ? formatAgo(*ago) : noFigure();
    }
    case QueueCell::Owner: return status.tolerance.owner.isEmpty() ? noFigure() : status.tolerance.owner;
    }
    return {};
}

QString cellToolTip(const QueueStatus &status, QueueCell cell, UtcTime now)
{
    const QueueSample &sample = status.sample;
    switch (cell) {
    case QueueCell::Name: return nameTip(status);
    case QueueCell::Verdict: return (QStringList(status.assessment.reason) + status.notes).join(QLatin1Char('\n'));
    case QueueCell::Age: return ageTip(status);
    case QueueCell::Headroom: return status.assessment.headroom ? cellDescription(cell) : QStringLiteral("Unknown, because the age is.");
    case QueueCell::Earliest: return status.assessment.earliestBreach ? cellDescription(cell) : QStringLiteral("Unknown: an age that leaves out messages in flight can leap.");
    case QueueCell::Projected: return projectedTip(status.assessment);
    case QueueCell::Depth: return metricTip(sample.depth);
    case QueueCell::InFlight: return metricTip(sample.inFlight);
    case QueueCell::Delayed: return metricTip(sample.delayed);
    case QueueCell::Arrivals: return metricTip(sample.arrivalsPerMinute);
    case QueueCell::Completions: return metricTip(sample.completionsPerMinute);
    case QueueCell::Drain: return status.timeToDrain ? cellDescription(cell) : QStringLiteral("The backlog is not shrinking, or its rates are not known.");
    case QueueCell::Retries: return metricTip(sample.retriesPerMinute);
    case QueueCell::DeadLetters: return metricTip(sample.deadLetters);
    case QueueCell::Consumers: return metricTip(sample.consumers);
    case QueueCell::Trend: return status.sparkline.isEmpty() ? QStringLiteral("No depth recorded yet.") : cellDescription(cell);
    case QueueCell::Sampled: {
        const auto ago = sampleAge(status, now);
        return ago ? QStringLiteral("Sampled %1 UTC").arg(formatDateTime(sample.takenAt, Zone::Utc)) : QStringLiteral("No sample has arrived yet.");
    }
    case QueueCell::Owner: return status.tolerance.owner.isEmpty() ? QStringLiteral("No owner is set. Set one in the queue's tolerance.") : status.tolerance.runbook;
    }
    return {};
}

QVariant cellSortKey(const QueueStatus &status, QueueCell cell)
{
    const QueueSample &sample = status.sample;
    switch (cell) {
    case QueueCell::Name: return status.queue.displayName.toCaseFolded();
    case QueueCell::Verdict: return double(severityOf(status.assessment.verdict));
    case QueueCell::Age: return sample.oldestAge.has() ? QVariant(double(sample.oldestAge.value().count())) : keyOf(status.assessment.age);
    case QueueCell::Headroom: return keyOf(status.assessment.headroom);
    case QueueCell::Earliest: return keyOf(status.assessment.earliestBreach);
    case QueueCell::Projected: return keyOf(status.assessment.projectedBreach);
    case QueueCell::Depth: return keyOf(sample.depth);
    case QueueCell::InFlight: return keyOf(sample.inFlight);
    case QueueCell::Delayed: return keyOf(sample.delayed);
    case QueueCell::Arrivals: return keyOf(sample.arrivalsPerMinute);
    case QueueCell::Completions: return keyOf(sample.completionsPerMinute);
    case QueueCell::Drain: return keyOf(status.timeToDrain);
    case QueueCell::Retries: return keyOf(sample.retriesPerMinute);
    case QueueCell::DeadLetters: return keyOf(sample.deadLetters);
    case QueueCell::Consumers: return keyOf(sample.consumers);
    case QueueCell::Trend: return status.sparkline.isEmpty() ? QVariant() : QVariant(double(status.sparkline.last()));
    case QueueCell::Sampled: return sample.takenAt == UtcTime{} ? QVariant() : QVariant(double(-toEpochMillis(sample.takenAt)));
    case QueueCell::Owner: return status.tolerance.owner.isEmpty() ? QVariant() : QVariant(status.tolerance.owner.toCaseFolded());
    }
    return {};
}

bool cellDiffers(const QueueStatus &before, const QueueStatus &after, QueueCell cell)
{
    const QueueSample &old = before.sample;
    const QueueSample &now = after.sample;
    const Assessment &was = before.assessment;
    const Assessment &is = after.assessment;
    switch (cell) {
    case QueueCell::Name: return before.queue != after.queue || before.connectionName != after.connectionName || before.environment != after.environment;
    case QueueCell::Verdict: return was.verdict != is.verdict || was.reason != is.reason || before.notes != after.notes;
    case QueueCell::Age: return old.oldestAge != now.oldestAge || was.age != is.age || was.ageSlope != is.ageSlope || before.tolerance != after.tolerance;
    case QueueCell::Headroom: return was.headroom != is.headroom;
    case QueueCell::Earliest: return was.earliestBreach != is.earliestBreach;
    case QueueCell::Projected: return was.projectedBreach != is.projectedBreach || was.confidence != is.confidence;
    case QueueCell::Depth: return old.depth != now.depth;
    case QueueCell::InFlight: return old.inFlight != now.inFlight;
    case QueueCell::Delayed: return old.delayed != now.delayed;
    case QueueCell::Arrivals: return old.arrivalsPerMinute != now.arrivalsPerMinute;
    case QueueCell::Completions: return old.completionsPerMinute != now.completionsPerMinute;
    case QueueCell::Drain: return before.timeToDrain != after.timeToDrain;
    case QueueCell::Retries: return old.retriesPerMinute != now.retriesPerMinute;
    case QueueCell::DeadLetters: return old.deadLetters != now.deadLetters || before.deadLettersDelta != after.deadLettersDelta;
    case QueueCell::Consumers: return old.consumers != now.consumers;
    case QueueCell::Trend: return !sameLine(before.sparkline, after.sparkline);
    case QueueCell::Sampled: return old.takenAt != now.takenAt;
    case QueueCell::Owner: return before.tolerance.owner != after.tolerance.owner || before.tolerance.runbook != after.tolerance.runbook;
    }
    return true;
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/QueuePictures.h"

#include "models/core/Format.h"
#include "models/series/Downsample.h"

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int markerSpacing = 16; // pixels
constexpr double flatSlope = 0.02; // below this the projection would only repeat the line

struct Fields
{
    BucketField line;
    BucketField secondLine;
};

Fields fieldsOf(QueueChart chart)
{
    switch (chart) {
    case QueueChart::Age: return {&HistoryBucket::oldestAge, nullptr};
    case QueueChart::Depth: return {&HistoryBucket::depth, &HistoryBucket::inFlight};
    case QueueChart::Retries: return {&HistoryBucket::retriesPerMinute, nullptr};
    case QueueChart::DeadLetters: break;
    }
    return {&HistoryBucket::deadLetters, nullptr};
}

int mostTicks(QueueChart chart)
{
    return chart == QueueChart::Age ? 4 : 2;
}

double secondsOf(UtcTime time)
{
    return static_cast<double>(toEpochMillis(time)) / 1000.0;
}

QString reasonOf(QueueChart chart, const QueueSample &sample)
{
    switch (chart) {
    case QueueChart::Age: return sample.oldestAge.has() ? QString() : sample.oldestAge.note();
    case QueueChart::Depth: return sample.depth.has() ? QString() : sample.depth.note();
    case QueueChart::Retries: return sample.retriesPerMinute.has() ? QString() : sample.retriesPerMinute.note();
    case QueueChart::DeadLetters: break;
    }
    return sample.deadLetters.has() ? QString() : sample.deadLetters.note();
}

QString noteFor(QueueChart chart, const PictureSource &source)
{
    if (source.history.buckets.isEmpty())
        return QStringLiteral("Nothing recorded in this stretch of time.");
    const QString why = reasonOf(chart, source.status.sample);
    const QString what = QStringLiteral("Not reported%1").arg(why.isEmpty() ? QStringLiteral(".") : QStringLiteral(": ") + why);
    return chart == QueueChart::Age ? what + QStringLiteral("\nDepth and dead letters are still judged.") : what;
}

/// The boundary from which on a person would come too late.
double reactionBoundary(const Tolerance &tolerance)
{
    const Millis boundary = tolerance.rulingWindow() - tolerance.effectiveReactionTime() - tolerance.handlingTime.value_or(Millis::zero());
    return std::max(0.0, toSeconds(boundary));
}

void addWindow(ChartPicture &picture, const Tolerance &tolerance)
{
    const double window = toSeconds(tolerance.rulingWindow());
    const double boundary = reactionBoundary(tolerance);
    // Without an age there is nothing that the bands could judge; the lines alone say what would count.
    if (!picture.line.isEmpty())
        picture.bands = {{0, boundary, Verdict::Healthy}, {boundary, window, Verdict::Approaching}, {window, picture.scale.top, Verdict::Breached}};
    picture.rules = {{boundary, ChartRule::Kind::Boundary, QStringLiteral("reaction time begins %1").arg(formatDuration(fromSeconds(boundary)))},
                     {window, ChartRule::Kind::Limit, QStringLiteral("hold window %1").arg(formatDuration(tolerance.rulingWindow()))}};
}

double largestShown(QueueChart chart, const PictureSource &source)
{
    const Fields fields = fieldsOf(chart);
    double largest = largestIn(source.history, fields.line, source.range).value_or(0);
    if (fields.secondLine)
        largest = std::max(largest, largestIn(source.history, fields.secondLine, source.range).value_or(0));
    if (chart == QueueChart::Age)
        largest = std::max(largest, toSeconds(source.status.tolerance.rulingWindow()) * 1.15);
    return largest;
}

QString summaryOf(QueueChart chart, const PictureSource &source, const ChartPicture &picture)
{
    const TimeChart::Words words = wordsOf(chart);
    QStringList parts{QStringLiteral("%1 over %2: now %3").arg(words.title, formatSpan(source.range.width()), valueNow(chart, source.status.sample))};
    if (const auto largest = largestIn(source.history, fieldsOf(chart).line, source.range))
        parts.append(QStringLiteral("highest %1").arg(valueLabel(*largest, words.kind)));
    for (const ChartRule &rule : picture.rules) {
        if (rule.kind == ChartRule::Kind::Limit)
            parts.append(rule.label);
    }
    if (!picture.gaps.isEmpty())
        parts.append(picture.gaps.size() == 1 ? QStringLiteral("1 gap") : QStringLiteral("%1 gaps").arg(picture.gaps.size()));
    return parts.join(QStringLiteral(", "));
}

} // namespace

TimeChart::Words wordsOf(QueueChart chart)
{
    switch (chart) {
    case QueueChart::Age: return {QStringLiteral("Oldest message age"), {}, {}, ScaleKind::Duration};
    case QueueChart::Depth: return {QStringLiteral("Depth"), QStringLiteral("ready"), QStringLiteral("in flight"), ScaleKind::Count};
    case QueueChart::Retries: return {QStringLiteral("Retries per minute"), {}, {}, ScaleKind::Rate};
    case QueueChart::DeadLetters: break;
    }
    return {QStringLiteral("Dead letters"), {}, {}, ScaleKind::Count};
}

ChartPicture pictureOf(QueueChart chart, const PictureSource &source)
{
    const Fields fields = fieldsOf(chart);
    ChartPicture picture;
    picture.line = envelope(source.history, fields.line, source.range, source.columns);
    if (fields.secondLine)
        picture.secondLine = envelope(source.history, fields.secondLine, source.range, source.columns);
    picture.scale = stickyScale(source.scale, largestShown(chart, source), wordsOf(chart).kind, mostTicks(chart));
    picture.gaps = gapsOf(source.history, source.range, source.now);
    if (chart == QueueChart::Age) {
        addWindow(picture, source.status.tolerance);
        picture.projection = projectionOf(source.status, source.range.until);
        const Millis perPixel = source.range.width() / std::max(1, source.columns);
        picture.markers = markersOf(source.history, source.range, perPixel * markerSpacing);
        explainMarkers(picture.markers, source.log, source.history.bucket + longestStride(source.history));
    }
    if (picture.line.isEmpty() && picture.secondLine.isEmpty())
        picture.note = noteFor(chart, source);
    picture.summary = summaryOf(chart, source, picture);
    return picture;
}

QString valueAt(QueueChart chart, const HistoryBucket *bucket)
{
    if (!bucket)
        return QStringLiteral("no sample");
    const Fields fields = fieldsOf(chart);
    const auto text = [&](BucketField field) {
        const std::optional<BucketRange> &value = (*bucket).*field;
        return value ? valueLabel(value->last, wordsOf(chart).kind) : noFigure();
    };
    return fields.secondLine ? QStringLiteral("%1 · in flight %2").arg(text(fields.line), text(fields.secondLine)) : text(fields.line);
}

QString valueNow(QueueChart chart, const QueueSample &sample)
{
    switch (chart) {
    case QueueChart::Age: return formatMetric(sample.oldestAge, formatDuration);
    case QueueChart::Depth: return QStringLiteral("%1 · in flight %2").arg(formatMetric(sample.depth, formatCount), formatMetric(sample.inFlight, formatCount));
    case QueueChart::Retries: return formatMetric(sample.retriesPerMinute, formatRate);
    case QueueChart::DeadLetters: break;
    }
    return formatMetric(sample.deadLetters, formatCount);
}

QVector<ChartMarker> markersOf(const HistorySlice &history, const TimeRange &range, Millis apart)
{
    QVector<ChartMarker> markers;
    for (const VerdictChange &change : verdictChangesOf(history, range)) {
        const ChartMarker marker{change.at, change.to, QStringLiteral("became %1").arg(toWord(change.to))};
        const bool crowded = !markers.isEmpty() && change.at - markers.constLast().at < apart;
        if (!crowded)
            markers.append(marker);
        else if (severityOf(change.to) > severityOf(markers.constLast().verdict))
            markers.last() = marker;
    }
    return markers;
}

void explainMarkers(QVector<ChartMarker> &markers, const QVector<AlertLogEntry> &log, Millis near)
{
    for (ChartMarker &marker : markers) {
        const auto found = std::find_if(log.begin(), log.end(), [&](const AlertLogEntry &entry) {
            return entry.kind == AlertLogEntry::Kind::VerdictChanged && entry.to == marker.verdict && std::chrono::abs(entry.at - marker.at) <= near;
        });
        if (found != log.end())
            marker.text = QStringLiteral("became %1: %2").arg(toWord(marker.verdict), found->text);
    }
}

ChartProjection projectionOf(const QueueStatus &status, UtcTime until)
{
    const Assessment &assessment = status.assessment;
    const Millis ahead = until - status.sample.takenAt;
    const std::optional<double> goesOn = slopeAhead(assessment);
    const bool isFlat = !assessment.projectedBreach && std::abs(goesOn.value_or(0)) < flatSlope;
    if (!goesOn || isFlat || ahead <= Millis::zero())
        return {};

    const double age = toSeconds(*assessment.age);
    const double slope = *goesOn;
    const double from = secondsOf(status.sample.takenAt);
    const auto lineWith = [&](double rise) {
        // An age ends at zero: the line stops there instead of running along the floor.
        const double seconds = rise < 0 ? std::min(toSeconds(ahead), age / -rise) : toSeconds(ahead);
        return QVector<QPointF>{{from, age}, {from + seconds, age + rise * seconds}};
    };
    ChartProjection projection;
    projection.middle = lineWith(slope);
    if (assessment.confidence) {
        const double doubt = 1.0 - std::clamp(*assessment.confidence, 0.0, 1.0);
        projection.upper = lineWith(slope + (1.0 - slope) * doubt);
        projection.lower = lineWith(slope - std::abs(slope) * doubt);
    }
    return projection;
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/queue/QueueStatus.h"
#include "models/series/History.h"
#include "ui/charts/TimeChart.h"

namespace holdwatch::ui {

/// The four charts of a queue, in their order on the page.
enum class QueueChart { Age, Depth, Retries, DeadLetters };
constexpr int queueChartCount = 4;

TimeChart::Words wordsOf(QueueChart chart);

/// What a picture is made of. All borrowed for the call.
struct PictureSource
{
    const QueueStatus &status;
    const HistorySlice &history;
    TimeRange range;
    UtcTime now{};
    int columns = 600;  ///< pixels of the plot
    ValueScale scale;   ///< what the chart shows now, so that its axis keeps still
    QVector<AlertLogEntry> log; ///< of this queue: why verdicts changed
};

/// One chart as a value; pure, so that what is on screen can be tested without a screen.
ChartPicture pictureOf(QueueChart chart, const PictureSource &source);

/// The value right of a chart's title: from the bucket under the crosshair, null for a gap.
QString valueAt(QueueChart chart, const HistoryBucket *bucket);
/// The same for the newest sample, with its bound sign, "–" where it is not reported.
QString valueNow(QueueChart chart, const QueueSample &sample);

/// Verdict changes as markers; where several fall on the same `apart`, the worst stays.
QVector<ChartMarker> markersOf(const HistorySlice &history, const TimeRange &range, Millis apart);

/// Gives each marker the reason that the log has for it, if one lies within `near` of it.
void explainMarkers(QVector<ChartMarker> &markers, const QVector<AlertLogEntry> &log, Millis near);

/// Where the age goes from the last sample on, until `until`: as slopeAhead() says, inside a fan that is wider the
/// lower the confidence and never steeper than one second a second. Empty where that says nothing.
ChartProjection projectionOf(const QueueStatus &status, UtcTime until);

} // namespace holdwatch::ui

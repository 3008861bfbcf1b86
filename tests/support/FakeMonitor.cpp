// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/FakeMonitor.h"

#include <QTimer>

#include <cmath>
#include <utility>

namespace holdwatch::test {

namespace {

BucketRange around(double value, double spread)
{
    return {std::max(0.0, value - spread), value + spread, value};
}

HistoryBucket invented(UtcTime start, Millis width)
{
    const double t = double(toEpochMillis(start)) / 1000.0;
    const double rise = std::fmod(t, 3000.0) / 3000.0;
    HistoryBucket bucket;
    bucket.start = start;
    bucket.samples = int(std::max<qint64>(1, width.count() / 15000));
    bucket.oldestAge = around(40 + 700 * rise * rise, 8);
    bucket.depth = around(300 + 500 * rise + 40 * std::sin(t / 90), 12);
    bucket.inFlight = around(30 + 10 * std::sin(t / 200), 3);
    bucket.retriesPerMinute = around(1 + 4 * rise, 0.6);
    bucket.deadLetters = around(std::floor(4 + 8 * rise), 0);
    bucket.worst = rise > 0.8 ? Verdict::Approaching : rise > 0.6 ? Verdict::Watch : Verdict::Healthy;
    return bucket;
}

} // namespace

void FakeMonitor::requestRefresh()
{
    ++refreshes;
}

void FakeMonitor::setPaused(bool on)
{
    paused = on;
    emit pausedChanged(on);
}

void FakeMonitor::acknowledge(const AlertId &alert, const QString &who)
{
    notes << Note{QStringLiteral("acknowledge"), alert.text(), who, {}};
}

void FakeMonitor::mute(const AlertId &alert, UtcTime until, const QString &who)
{
    notes << Note{QStringLiteral("mute"), alert.text(), who, until};
}

void FakeMonitor::unmute(const AlertId &alert, const QString &who)
{
    notes << Note{QStringLiteral("unmute"), alert.text(), who, {}};
}

void FakeMonitor::addMaintenance(const MaintenanceWindow &window)
{
    notes << Note{QStringLiteral("maintenance"), window.queueGlob, window.who, window.until};
}

void FakeMonitor::saveTolerance(const QueueId &queue, const Tolerance &tolerance, std::function<void(Result<void>)> done)
{
    notes << Note{QStringLiteral("save"), queue.name, {}, {}};
    if (!nextFailure)
        savedTolerance = tolerance;
    answer(std::move(done));
}

void FakeMonitor::saveToleranceRule(const ToleranceRule &rule, std::function<void(Result<void>)> done)
{
    notes << Note{QStringLiteral("save rule"), rule.queueGlob, {}, {}};
    if (!nextFailure)
        savedRule = rule;
    answer(std::move(done));
}

void FakeMonitor::removeTolerance(const QueueId &queue, std::function<void(Result<void>)> done)
{
    notes << Note{QStringLiteral("remove"), queue.name, {}, {}};
    answer(std::move(done));
}

void FakeMonitor::fetchHistory(const HistoryQuery &query, QObject *context, std::function<void(Result<HistorySlice>)> done)
{
    queries << query;
    if (fetcher)
        return fetcher(query, context, std::move(done));
    if (story && !nextFailure) {
        QTimer::singleShot(0, context, [done, slice = story(query)] { done(slice); });
        return;
    }
    if (nextFailure) {
        QTimer::singleShot(0, context, [done, error = *std::exchange(nextFailure, std::nullopt)] { done(failure(error)); });
        return;
    }
    HistorySlice slice;
    slice.query = query;
    slice.bucket = std::max<Millis>(Seconds(15), (query.until - query.from) / std::max(1, query.maxBuckets));
    slice.watchedSince = query.until - std::chrono::hours(30);
    for (UtcTime at = query.from; at < query.until; at += slice.bucket) {
        // Ten minutes of each three hours are missing, so that a gap is always in sight.
        if (toEpochMillis(at) / 1000 % 10800 > 600)
            slice.buckets << invented(at, slice.bucket);
    }
    QTimer::singleShot(0, context, [done, slice] { done(slice); });
}

void FakeMonitor::previewTolerance(const QueueId &, const Tolerance &tolerance, UtcTime from, UtcTime, QObject *context,
                                   std::function<void(Result<QVector<Assessment>>)> done)
{
    previewed << tolerance;
    if (judge) {
        QTimer::singleShot(0, context, [done, changes = judge(tolerance)] { done(changes); });
        return;
    }
    Assessment watch;
    watch.at = from + Minutes(20);
    watch.verdict = Verdict::Watch;
    watch.reason = QStringLiteral("age rising 0.5 s/s for 4 min against a window of %1").arg(formatDuration(tolerance.holdWindow));
    Assessment healthy;
    healthy.at = from + Minutes(31);
    healthy.verdict = Verdict::Healthy;
    healthy.reason = QStringLiteral("age falling");
    QTimer::singleShot(0, context, [done, watch, healthy] { done(QVector<Assessment>{watch, healthy}); });
}

void FakeMonitor::exportHistory(const QueueId &queue, const QString &path, QObject *, std::function<void(Result<void>)> done)
{
    notes << Note{QStringLiteral("export"), queue.name, path, {}};
    answer(std::move(done));
}

void FakeMonitor::answer(std::function<void(Result<void>)> done)
{
    const std::optional<Error> error = std::exchange(nextFailure, std::nullopt);
    QTimer::singleShot(0, this, [done = std::move(done), error] {
        if (error)
            done(failure(*error));
        else
            done({});
    });
}

} // namespace holdwatch::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/Downsample.h"

#include <QTest>

#include <cmath>

using namespace holdwatch;

namespace {

constexpr UtcTime start = UtcTime(Seconds(1'790'000'000));
constexpr BucketField depth = &HistoryBucket::depth;

HistoryBucket bucketOf(UtcTime at, std::optional<double> value)
{
    HistoryBucket bucket;
    bucket.start = at;
    bucket.samples = 1;
    if (value)
        bucket.depth = BucketRange{*value, *value, *value};
    return bucket;
}

HistorySlice sliceEvery(Millis period, int count, double value)
{
    HistorySlice slice;
    slice.bucket = Seconds(1);
    slice.spacing = period;
    for (int i = 0; i < count; ++i)
        slice.buckets.append(bucketOf(start + i * period, value));
    slice.query.from = start;
    slice.query.until = start + count * period;
    return slice;
}

TimeRange whole(const HistorySlice &slice)
{
    return {slice.query.from, slice.query.until};
}

int breaksIn(const QVector<QPointF> &points)
{
    return static_cast<int>(std::count_if(points.begin(), points.end(), [](const QPointF &point) { return std::isnan(point.y()); }));
}

double highest(const QVector<QPointF> &points)
{
    double top = -1;
    for (const QPointF &point : points)
        top = std::max(top, std::isnan(point.y()) ? -1 : point.y());
    return top;
}

} // namespace

class TestDownsample : public QObject
{
    Q_OBJECT
private slots:
    void keepsEverySampleWhenThereIsRoom()
    {
        const HistorySlice slice = sliceEvery(Seconds(5), 100, 7);
        QCOMPARE(envelope(slice, depth, whole(slice), 600).size(), 100);
    }

    void givesAtMostTwoPointsPerColumn()
    {
        HistorySlice slice = sliceEvery(Seconds(1), 10'000, 0);
        for (int i = 0; i < slice.buckets.size(); ++i)
            slice.buckets[i].depth = BucketRange{double(i % 17), double(i % 17 + 1), double(i % 17)};
        const auto points = envelope(slice, depth, whole(slice), 300);
        QVERIFY(points.size() <= 2 * 301);
        QVERIFY(points.size() >= 2 * 299);
    }

    void keepsASingleSpikeAmongTenThousand()
    {
        HistorySlice slice = sliceEvery(Seconds(1), 10'000, 3);
        slice.buckets[6'543].depth = BucketRange{3, 900, 3};
        QCOMPARE(highest(envelope(slice, depth, whole(slice), 200)), 900.0);
    }

    void breaksTheLineAcrossAGap()
    {
        HistorySlice slice = sliceEvery(Seconds(5), 100, 7);
        slice.buckets.remove(40, 20);
        QCOMPARE(breaksIn(envelope(slice, depth, whole(slice), 600)), 1);
    }

    void doesNotBreakForTwoMissedPolls()
    {
        HistorySlice slice = sliceEvery(Seconds(5), 100, 7);
        slice.buckets.remove(40, 2);
        QCOMPARE(breaksIn(envelope(slice, depth, whole(slice), 600)), 0);
    }

    void breaksTheLineWhereTheFigureWasNotReported()
    {
        HistorySlice slice = sliceEvery(Seconds(5), 100, 7);
        slice.buckets[50].depth.reset();
        slice.buckets[51].depth.reset();
        const auto points = envelope(slice, depth, whole(slice), 600);
        QCOMPARE(breaksIn(points), 1);
        QCOMPARE(points.size(), 98 + 1);
    }

    void drawsNothingForAFigureThatIsNeverReported()
    {
        HistorySlice slice = sliceEvery(Seconds(5), 100, 7);
        QVERIFY(envelope(slice, &HistoryBucket::oldestAge, whole(slice), 600).isEmpty());
        QVERIFY(!largestIn(slice, &HistoryBucket::oldestAge, whole(slice)));
    }

    void leavesOutWhatLiesFarOutsideTheRange()
    {
        const HistorySlice slice = sliceEvery(Seconds(5), 1'000, 7);
        const TimeRange middle{start + Seconds(1'000), start + Seconds(1'100)};
        const auto points = envelope(slice, depth, middle, 600);
        QVERIFY(points.size() >= 21);
        QVERIFY(points.size() <= 21 + 2 * 4);
    }

    void survivesAnEmptySliceAndAnEmptyRange()
    {
        QVERIFY(envelope({}, depth, {start, start + Minutes(1)}, 100).isEmpty());
        const HistorySlice slice = sliceEvery(Seconds(5), 10, 7);
        QVERIFY(envelope(slice, depth, {start, start}, 100).isEmpty());
        QCOMPARE(bucketAt({}, start), nullptr);
    }

    void readsTheNearestBucketUnderTheCrosshair()
    {
        const HistorySlice slice = sliceEvery(Seconds(10), 10, 7);
        QCOMPARE(bucketAt(slice, start + Seconds(32))->start, start + Seconds(30));
        QCOMPARE(bucketAt(slice, start + Seconds(38))->start, start + Seconds(40));
    }

    void readsNothingInsideAGap()
    {
        HistorySlice slice = sliceEvery(Seconds(10), 100, 7);
        slice.buckets.remove(30, 30);
        QCOMPARE(bucketAt(slice, start + Seconds(450)), nullptr);
        QVERIFY(bucketAt(slice, start + Seconds(295)));
    }

    void listsGapsInsideAndAtTheOpenEnd()
    {
        HistorySlice slice = sliceEvery(Seconds(10), 100, 7);
        slice.buckets.remove(30, 30);
        slice.query.until = start + Minutes(30);
        const auto gaps = gapsOf(slice, {start, start + Minutes(30)}, start + Minutes(20));
        QCOMPARE(gaps.size(), 2);
        QCOMPARE(gaps[0].from, start + Seconds(291));
        QCOMPARE(gaps[1].until, start + Minutes(20));
    }

    void tellsWhereTheVerdictChanged()
    {
        HistorySlice slice = sliceEvery(Seconds(10), 30, 7);
        for (int i = 0; i < 30; ++i)
            slice.buckets[i].worst = i < 10 ? Verdict::Healthy : i < 20 ? Verdict::Approaching : Verdict::Healthy;
        const auto changes = verdictChangesOf(slice, whole(slice));
        QCOMPARE(changes.size(), 2);
        QCOMPARE(changes[0], (VerdictChange{start + Seconds(100), Verdict::Approaching}));
        QCOMPARE(changes[1].to, Verdict::Healthy);
    }
};

QTEST_GUILESS_MAIN(TestDownsample)
#include "TestDownsample.moc"

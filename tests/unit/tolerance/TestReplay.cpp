// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Replay.h"
#include "tests/support/tolerance/Feed.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::testing;

namespace {

QVector<QueueSample> calm(Feed &feed, int count)
{
    QVector<QueueSample> samples;
    for (int i = 0; i < count; ++i) {
        samples << feed.sample(20);
        feed.skip(Seconds(15));
    }
    return samples;
}

QVector<Verdict> verdicts(const QVector<Assessment> &changes)
{
    QVector<Verdict> all;
    for (const Assessment &change : changes)
        all << change.verdict;
    return all;
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT
private slots:
    void tellsTheFirstVerdictAndThenEachChange()
    {
        Feed feed;
        auto samples = calm(feed, 30);
        samples << feed.sample(950);
        const auto changes = replay(Feed::fifteenMinutes(), Seconds(15), samples);
        QCOMPARE(verdicts(changes), (QVector<Verdict>{Verdict::Healthy, Verdict::Breached}));
        QCOMPARE(changes.first().at, samples.first().takenAt);
        QCOMPARE(changes.last().at, samples.last().takenAt);
    }

    void staleAtTheMomentItFellDueInsideAGap()
    {
        Feed feed;
        auto samples = calm(feed, 5);
        feed.skip(Minutes(3));
        samples += calm(feed, 5);
        const auto changes = replay(Feed::fifteenMinutes(), Seconds(15), samples);
        QCOMPARE(verdicts(changes), (QVector<Verdict>{Verdict::Healthy, Verdict::Stale, Verdict::Healthy}));
        QCOMPARE(changes[1].at, samples[4].takenAt + Seconds(45));
    }

    void aSampleExactlyWhenItWasLastDueIsInTime()
    {
        Feed feed;
        auto samples = calm(feed, 5);
        feed.skip(Seconds(30));
        samples += calm(feed, 5);
        QCOMPARE(replay(Feed::fifteenMinutes(), Seconds(15), samples).size(), 1);
    }

    void inventsNothingAfterTheLastSample()
    {
        Feed feed;
        QCOMPARE(replay(Feed::fifteenMinutes(), Seconds(15), calm(feed, 5)).size(), 1);
    }

    void skipsASampleOutOfOrder()
    {
        Feed feed;
        auto samples = calm(feed, 10);
        QueueSample old = samples[3];
        old.oldestAge = Metric<Millis>::reported(Minutes(20));
        samples << old;
        samples += calm(feed, 3);
        QCOMPARE(replay(Feed::fifteenMinutes(), Seconds(15), samples).size(), 1);
    }

    void saysNothingAboutNothing()
    {
        QVERIFY(replay(Feed::fifteenMinutes(), Seconds(15), {}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestReplay)
#include "TestReplay.moc"

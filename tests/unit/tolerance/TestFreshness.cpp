// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Feed.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::testing;

class TestFreshness : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsStaleBeforeTheFirstSample()
    {
        Feed feed;
        QVERIFY(!feed.engine.staleAt());
        QCOMPARE(feed.engine.tick(UtcTime(Seconds(2'000'000'000))).verdict, Verdict::NotReported);
    }

    void staleExactlyWhenThreePollsHaveBeenMissed()
    {
        Feed feed;
        const UtcTime last = feed.now();
        feed.age(20);
        QCOMPARE(feed.engine.staleAt(), std::optional<UtcTime>(last + Seconds(45)));
        QCOMPARE(feed.engine.tick(last + Millis(44'999)).verdict, Verdict::Healthy);
        const Assessment stale = feed.engine.tick(last + Seconds(45));
        QCOMPARE(stale.verdict, Verdict::Stale);
        QCOMPARE(stale.cause, Cause::NoFreshSample);
        QCOMPARE(stale.at, last + Seconds(45));
    }

    void aLateTickStillNamesTheMomentItFellDue()
    {
        Feed feed;
        const UtcTime last = feed.now();
        feed.age(20);
        QCOMPARE(feed.engine.tick(last + Minutes(30)).at, last + Seconds(45));
    }

    void staleKeepsWhatWasLastKnownAndTheWorstThatCanHaveHappened()
    {
        Feed feed;
        const UtcTime last = feed.now();
        feed.age(200);
        const Assessment stale = feed.engine.tick(last + Minutes(1));
        QCOMPARE(stale.age, std::optional<Millis>(Seconds(200)));
        QCOMPARE(stale.earliestBreach, std::optional<Millis>(Seconds(700 - 45)));
        QVERIFY(!stale.projectedBreach);
        QVERIFY2(stale.reason.contains(QStringLiteral("no sample for 0:45")), qPrintable(stale.reason));
    }

    void aSingleMissedPollNeverChangesAVerdict()
    {
        for (double age : {20.0, 300.0, 404.0, 500.0, 950.0}) {
            Feed feed;
            const Verdict before = feed.steady(age, 20);
            feed.skip(Seconds(15));
            feed.engine.tick(feed.now());
            QCOMPARE(feed.age(age), before);
        }
    }

    void aFreshSampleEndsStaleness()
    {
        Feed feed;
        feed.age(20);
        feed.skip(Minutes(10));
        QCOMPARE(feed.engine.tick(feed.now()).verdict, Verdict::Stale);
        QCOMPARE(feed.age(20), Verdict::Healthy);
    }

    void anIncidentSurvivesMissedPolls()
    {
        Feed feed;
        feed.ramp(100, 1, 600);
        feed.skip(Minutes(2));
        QCOMPARE(feed.engine.tick(feed.now()).verdict, Verdict::Stale);
        QCOMPARE(feed.age(735), Verdict::Approaching);
    }

    void aFigureOlderThanThreePeriodsIsStaleThoughItsSampleIsFresh()
    {
        Feed feed;
        QueueSample sample = feed.sample(0);
        sample.oldestAge = Metric<Millis>::reported(Seconds(30)).takenAt(feed.now() - Seconds(45));
        QCOMPARE(feed.give(sample).verdict, Verdict::Healthy);
        sample = feed.sample(0);
        sample.oldestAge = Metric<Millis>::reported(Seconds(30)).takenAt(feed.now() - Seconds(46));
        const Assessment old = feed.give(sample);
        QCOMPARE(old.verdict, Verdict::Stale);
        QVERIFY(old.reason.startsWith(QStringLiteral("the age was taken 0:46 ago")));
    }

    void aFigureThatIsABitOldBreachesThatMuchEarlier()
    {
        Feed feed;
        QueueSample sample = feed.sample(0);
        sample.oldestAge = Metric<Millis>::reported(Seconds(380)).takenAt(feed.now() - Seconds(30));
        const Assessment a = feed.give(sample);
        QCOMPARE(a.earliestBreach, std::optional<Millis>(Seconds(490)));
        QCOMPARE(a.verdict, Verdict::Approaching);
    }

    void aSampleThatIsNotNewerChangesNothing()
    {
        Feed feed;
        feed.age(20);
        const Assessment before = feed.engine.current();
        QueueSample old = feed.sample(950);
        old.takenAt = before.at;
        QCOMPARE(feed.engine.observe(old), before);
        old.takenAt = before.at - Seconds(20);
        QCOMPARE(feed.engine.observe(old), before);
    }

    void aClockSetBackBlindsTheEngineForThreePollsAtMost()
    {
        Feed feed;
        feed.steady(20, 20);
        feed.skip(-Minutes(60));
        feed.age(950);
        feed.age(950);
        QCOMPARE(feed.age(950), Verdict::Breached);
        QCOMPARE(feed.age(965), Verdict::Breached);
    }

    void aNegativeAgeOfASkewedClockIsZero()
    {
        Feed feed;
        const Assessment a = feed.give(feed.sample(-40));
        QCOMPARE(a.verdict, Verdict::Healthy);
        QCOMPARE(a.age, std::optional<Millis>(Millis(0)));
        QCOMPARE(a.earliestBreach, std::optional<Millis>(Minutes(15)));
    }
};

QTEST_GUILESS_MAIN(TestFreshness)
#include "TestFreshness.moc"

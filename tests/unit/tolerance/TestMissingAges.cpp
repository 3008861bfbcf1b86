// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Feed.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::testing;

namespace {

QueueSample bounded(const Feed &feed, Metric<Millis> age)
{
    QueueSample sample = feed.sampleWithoutAge(10);
    sample.oldestAge = std::move(age);
    return sample;
}

Metric<Millis> atMost(int seconds)
{
    return Metric<Millis>::atMost(Seconds(seconds), QStringLiteral("since the queue was last seen empty"));
}

} // namespace

class TestMissingAges : public QObject
{
    Q_OBJECT
private slots:
    void backlogZeroIsHealthyAgeNullOrNot()
    {
        Feed feed;
        QCOMPARE(feed.give(feed.sampleWithoutAge(0)).verdict, Verdict::Healthy);
        QueueSample empty = feed.sampleWithoutAge(0);
        empty.oldestAge = Metric<Millis>::reported(Millis(0));
        QCOMPARE(feed.give(empty).verdict, Verdict::Healthy);
    }

    void depthZeroWithoutAnAgeIsHealthyWhereInFlightIsNotReported()
    {
        Feed feed;
        QueueSample sample = feed.sampleWithoutAge(0);
        sample.inFlight = Metric<qint64>();
        QCOMPARE(feed.give(sample).verdict, Verdict::Healthy);
    }

    void onlyDelayedMessagesAreNotDue()
    {
        Feed feed;
        QueueSample sample = feed.sampleWithoutAge(0);
        sample.delayed = Metric<qint64>::reported(500);
        const Assessment a = feed.give(sample);
        QCOMPARE(a.verdict, Verdict::Healthy);
        QCOMPARE(a.reason, QStringLiteral("nothing due; 500 delayed"));
    }

    void anEmptyQueueEndsAnyIncidentAtOnce()
    {
        Feed feed;
        feed.ramp(300, 1, 950);
        QCOMPARE(feed.give(feed.sampleWithoutAge(0)).verdict, Verdict::Healthy);
        QCOMPARE(feed.age(20), Verdict::Healthy);
    }

    void notReportedIsNotHealthy()
    {
        Feed feed;
        const Assessment a = feed.give(feed.sampleWithoutAge(12, 3));
        QCOMPARE(a.verdict, Verdict::NotReported);
        QCOMPARE(a.cause, Cause::AgeNotReported);
        QVERIFY(!a.age && !a.headroom && !a.earliestBreach && !a.projectedBreach && !a.ageSlope);
        QVERIFY2(a.reason.contains(QStringLiteral("12 waiting, 3 in flight, dead letters not reported")), qPrintable(a.reason));
    }

    void nothingAtAllReportedIsNotReported()
    {
        Feed feed;
        QueueSample sample;
        sample.takenAt = feed.now();
        QCOMPARE(feed.give(sample).verdict, Verdict::NotReported);
    }

    void withoutAnAgeDeadLettersAndConsumersAreStillJudged()
    {
        Feed feed;
        Assessment last;
        for (int i = 0; i < 5; ++i) {
            QueueSample sample = feed.sampleWithoutAge(12);
            sample.deadLetters = Metric<qint64>::reported(i);
            last = feed.give(sample);
        }
        QCOMPARE(last.verdict, Verdict::Watch);
        for (int i = 0; i < 30; ++i) {
            QueueSample sample = feed.sampleWithoutAge(12);
            sample.consumers = Metric<qint64>::reported(0);
            last = feed.give(sample);
        }
        QCOMPARE(last.verdict, Verdict::Approaching);
        QCOMPARE(last.cause, Cause::NoConsumers);
    }

    void anAgeMissingForLessThanThreePeriodsChangesNothing()
    {
        Feed feed;
        feed.ramp(100, 1, 600);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(feed.give(feed.sampleWithoutAge(50, 2)).verdict, Verdict::Approaching);
        QCOMPARE(feed.give(feed.sampleWithoutAge(50, 2)).verdict, Verdict::NotReported);
        QCOMPARE(feed.age(680), Verdict::Approaching);
    }

    void nullAgesNowAndThenDoNotHideAnIncident()
    {
        Feed feed;
        feed.steady(5, 20);
        double warnedAt = 0;
        for (int i = 0; i < 70; ++i) {
            const double age = 5 + 15 * i;
            const Assessment a = feed.give(i % 3 == 1 ? feed.sampleWithoutAge(50, 2) : feed.sample(age));
            if (warnedAt == 0 && a.verdict == Verdict::Approaching)
                warnedAt = age;
        }
        QVERIFY(warnedAt > 0 && warnedAt <= 420);
    }

    void aWorkerHoldingTheLastMessageForVeryLongIsNotCalledHealthy()
    {
        Feed feed;
        Verdict last = Verdict::Healthy;
        for (int i = 0; i < 27; ++i)
            last = feed.give(feed.sampleWithoutAge(0, 1)).verdict;
        QCOMPARE(last, Verdict::Healthy);
        QCOMPARE(feed.give(feed.sampleWithoutAge(0, 1)).verdict, Verdict::NotReported);
        QCOMPARE(feed.give(feed.sampleWithoutAge(0, 2)).verdict, Verdict::Healthy);
    }

    void anUpperBoundMayProveHealthy()
    {
        Feed feed;
        QCOMPARE(feed.give(bounded(feed, atMost(60))).verdict, Verdict::Healthy);
    }

    void anUpperBoundNeverProvesApproachingOrBreached()
    {
        Feed feed;
        for (int seconds : {405, 800, 900, 90000})
            QCOMPARE(feed.give(bounded(feed, atMost(seconds))).verdict, Verdict::NotReported);
    }

    void aLowerBoundMayProveAnAlarmNeverHealth()
    {
        Feed feed;
        const auto atLeast = [](int seconds) { return Metric<Millis>::atLeast(Seconds(seconds), QStringLiteral("of what was looked at")); };
        QCOMPARE(feed.give(bounded(feed, atLeast(10))).verdict, Verdict::NotReported);
        QCOMPARE(feed.give(bounded(feed, atLeast(500))).verdict, Verdict::Approaching);
        QCOMPARE(feed.give(bounded(feed, atLeast(900))).verdict, Verdict::Breached);
    }

    void earliestBreachIsUnknownWhereTheAgeLeavesOutMessagesInFlight()
    {
        Feed feed;
        QueueSample sample = feed.sample(30);
        sample.ageIncludesInFlight = false;
        const Assessment a = feed.give(sample);
        QCOMPARE(a.verdict, Verdict::Healthy);
        QVERIFY(!a.earliestBreach);
        QVERIFY(a.reason.contains(QStringLiteral("earliest breach unknown")));
    }

    void unlessTheQueueWasSeenEmptyLessThanAWindowAgo()
    {
        Feed feed;
        feed.give(feed.sampleWithoutAge(0));
        feed.skip(Seconds(85));
        QueueSample sample = feed.sample(30);
        sample.ageIncludesInFlight = false;
        QCOMPARE(feed.give(sample).earliestBreach, std::optional<Millis>(Seconds(800)));
        feed.skip(Minutes(20));
        sample = feed.sample(30);
        sample.ageIncludesInFlight = false;
        QVERIFY(!feed.give(sample).earliestBreach);
    }

    void aReturnedLeaseThatLeapsIntoTheReactionTimeIsApproachingAtOnce()
    {
        Feed feed;
        for (int i = 0; i < 20; ++i) {
            QueueSample sample = feed.sample(30);
            sample.ageIncludesInFlight = false;
            feed.give(sample);
        }
        QueueSample leap = feed.sample(600);
        leap.ageIncludesInFlight = false;
        QCOMPARE(feed.give(leap).verdict, Verdict::Approaching);
    }
};

QTEST_GUILESS_MAIN(TestMissingAges)
#include "TestMissingAges.moc"

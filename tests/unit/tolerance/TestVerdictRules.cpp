// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Feed.h"

#include <QTest>

#include <cmath>

using namespace holdwatch;
using namespace holdwatch::testing;

class TestVerdictRules : public QObject
{
    Q_OBJECT
private slots:
    void healthyWhileTheAgeIsWellInsideTheWindow()
    {
        Feed feed;
        QCOMPARE(feed.steady(40, 100), Verdict::Healthy);
    }

    void approachingWithoutConfirmationWhenTheHeadroomIsReactionTimePlusOnePoll()
    {
        Feed feed;
        QCOMPARE(feed.age(404.9), Verdict::Healthy);
        QCOMPARE(feed.age(405), Verdict::Approaching);
    }

    void breachedExactlyAtTheWindow()
    {
        Feed feed;
        QCOMPARE(feed.age(899.999), Verdict::Approaching);
        QCOMPARE(feed.age(900), Verdict::Breached);
    }

    void watchBeforeApproachingWhenTheAgeRisesSteadily()
    {
        Feed feed;
        feed.steady(5, 40);
        QVector<Verdict> seen;
        feed.ramp(5, 1, 895, [&](const Assessment &a) {
            if (seen.isEmpty() || seen.last() != a.verdict)
                seen << a.verdict;
        });
        QCOMPARE(seen, (QVector<Verdict>{Verdict::Healthy, Verdict::Watch, Verdict::Approaching}));
    }

    void aTrendWarnsEarlierThanTheHeadroom()
    {
        Feed feed;
        feed.steady(5, 40);
        double warnedAt = 0;
        feed.ramp(5, 0.48, 890, [&](const Assessment &a) {
            if (warnedAt == 0 && a.verdict == Verdict::Approaching)
                warnedAt = toSeconds(*a.age);
        });
        QVERIFY2(warnedAt > 0 && warnedAt < 270, qPrintable(QString::number(warnedAt)));
    }

    void aTrendNeverWarnsLater()
    {
        // The age jumps about, so that no trend can be had of it; the headroom rules all the same.
        Feed feed;
        for (int i = 0; i < 40; ++i)
            feed.age(i % 2 ? 30 : 390);
        QCOMPARE(feed.age(406), Verdict::Approaching);
    }

    void aRiseAsLongAsADeployIsNoAlarm()
    {
        Feed feed;
        feed.steady(5, 40);
        bool alarmed = false;
        const auto look = [&](const Assessment &a) { alarmed = alarmed || a.verdict == Verdict::Approaching; };
        feed.ramp(5, 1, 365, look);
        feed.ramp(365, -0.5, 5, look);
        QVERIFY(!alarmed);
    }

    void aBatchBeingWorkedOffIsNotProjectedToBreach()
    {
        Feed feed;
        feed.steady(5, 40);
        for (int i = 0; i < 20; ++i) {
            feed.depth = 4000 - 190 * i;
            const Assessment a = feed.give(feed.sample(15.0 * i));
            if (i > 8)
                QVERIFY2(!a.projectedBreach, qPrintable(a.reason));
        }
    }

    void earliestBreachIsTheHeadroomWhateverTheTrend()
    {
        Feed feed;
        feed.steady(100, 20);
        QCOMPARE(feed.engine.current().earliestBreach, std::optional<Millis>(Seconds(800)));
        feed.ramp(100, -1, 40);
        QCOMPARE(feed.engine.current().earliestBreach, std::optional<Millis>(Seconds(860)));
    }

    void handlingTimeComesOffTheEarliestBreach()
    {
        Tolerance tolerance = Feed::fifteenMinutes();
        tolerance.handlingTime = Seconds(60);
        Feed feed(tolerance);
        const Assessment a = feed.give(feed.sample(100));
        QCOMPARE(a.earliestBreach, std::optional<Millis>(Seconds(740)));
        QCOMPARE(feed.age(345), Verdict::Approaching);
        QCOMPARE(feed.give(feed.sample(870)).earliestBreach, std::optional<Millis>(Millis(0)));
    }

    void theProjectionFollowsTheTrendAndIsNeverBeforeTheEarliestBreach()
    {
        Feed feed;
        feed.steady(5, 40);
        feed.ramp(5, 0.5, 300, [](const Assessment &a) {
            if (a.projectedBreach)
                QVERIFY(*a.projectedBreach >= *a.earliestBreach);
        });
        const Assessment &last = feed.engine.current();
        QVERIFY(std::abs(toSeconds(*last.projectedBreach) - (900 - toSeconds(*last.age)) / 0.5) < 60);
        QVERIFY(*last.confidence > 0.9 && *last.confidence <= 1);
    }

    void recoveringAfterAnAlarmWhileTheAgeFallsSteadilyInsideTheWindow()
    {
        Feed feed;
        feed.ramp(300, 1, 1000);
        QVector<Verdict> seen;
        feed.ramp(1000, -1, 5, [&](const Assessment &a) {
            if (seen.isEmpty() || seen.last() != a.verdict)
                seen << a.verdict;
            if (a.verdict == Verdict::Recovering)
                QVERIFY(*a.age < Seconds(900));
        });
        QCOMPARE(seen.first(), Verdict::Breached);
        QVERIFY(seen.contains(Verdict::Recovering));
        QCOMPARE(seen.last(), Verdict::Healthy);
    }

    void aFallingAgePastTheWindowIsStillBreachedAndNotedFalling()
    {
        Feed feed;
        feed.ramp(900, 1, 1500);
        feed.ramp(1500, -1, 1000);
        QCOMPARE(feed.engine.current().verdict, Verdict::Breached);
        QVERIFY(feed.engine.current().reason.contains(QStringLiteral("falling")));
    }

    void neverRecoveringWithoutAnAlarmBefore()
    {
        Feed feed;
        feed.ramp(380, -1, 5, [](const Assessment &a) { QCOMPARE(a.verdict, Verdict::Healthy); });
    }

    void aRecoveryThatTurnsIsApproachingAgain()
    {
        Feed feed;
        feed.ramp(300, 1, 800);
        QCOMPARE(feed.ramp(800, -1, 600), Verdict::Recovering);
        feed.ramp(615, 1, 660);
        QCOMPARE(feed.engine.current().verdict, Verdict::Approaching);
    }

    void aRecoveryThatSticksInsideTheReactionTimeIsApproachingAgain()
    {
        Feed feed;
        feed.ramp(300, 1, 800);
        QCOMPARE(feed.ramp(800, -1, 600), Verdict::Recovering);
        QCOMPARE(feed.steady(600, 20), Verdict::Approaching);
    }

    void oneToothDuringAnIncidentDoesNotEndIt()
    {
        Feed feed;
        feed.ramp(100, 1, 600);
        QCOMPARE(feed.age(430), Verdict::Approaching);
        QCOMPARE(feed.age(445), Verdict::Approaching);
        QCOMPARE(feed.age(460), Verdict::Approaching);
        feed.ramp(475, 1, 700);
        QCOMPARE(feed.engine.current().verdict, Verdict::Approaching);
    }

    void oneToothDuringARecoveryDoesNotEndIt()
    {
        Feed feed;
        feed.ramp(300, 1, 850);
        QCOMPARE(feed.ramp(850, -1.5, 600), Verdict::Recovering);
        QCOMPARE(feed.age(612), Verdict::Recovering);
        QCOMPARE(feed.ramp(585, -1.5, 500), Verdict::Recovering);
    }

    void oneLowSampleDuringAnIncidentDoesNotEndIt()
    {
        Feed feed;
        feed.ramp(100, 1, 600);
        QCOMPARE(feed.age(10), Verdict::Approaching);
        QCOMPARE(feed.age(630), Verdict::Approaching);
    }

    void calmForAWhileEndsAnAlarmThatFellAtOnce()
    {
        Feed feed;
        feed.ramp(100, 1, 600);
        QCOMPARE(feed.steady(20, 30), Verdict::Healthy);
    }

    void aSawtoothBelowTheAlarmNeverChangesTheVerdict_data()
    {
        QTest::addColumn<double>("period");
        for (double period : {30.0, 60.0, 90.0, 120.0, 180.0, 240.0, 300.0, 345.0})
            QTest::addRow("%.0f s", period) << period;
    }
    void aSawtoothBelowTheAlarmNeverChangesTheVerdict()
    {
        QFETCH(double, period);
        Feed feed;
        for (int i = 0; i < 800; ++i)
            QCOMPARE(feed.age(std::fmod(feed.seconds(), period)), Verdict::Healthy);
    }

    void aToothThatFellBackBeforeIsNotWatchedAgain()
    {
        Feed feed;
        for (int i = 0; i < 40; ++i) // the first one: nobody knows yet that it falls back
            feed.age(std::fmod(feed.seconds(), 390));
        for (int i = 0; i < 800; ++i)
            QCOMPARE(feed.age(std::fmod(feed.seconds(), 390)), Verdict::Healthy);
    }

    void aSingleRetryNeverChangesTheVerdict()
    {
        Feed feed;
        feed.steady(20, 40);
        QueueSample sample = feed.sample(20);
        sample.retriesTotal = Metric<qint64>::reported(1);
        sample.retriesPerMinute = Metric<double>::reported(4);
        QCOMPARE(feed.give(sample).verdict, Verdict::Healthy);
        // The retried message is the oldest until it is done.
        feed.ramp(35, 1, 95, [](const Assessment &a) { QCOMPARE(a.verdict, Verdict::Healthy); });
        QCOMPARE(feed.steady(20, 10), Verdict::Healthy);
    }

    void aRetryStormWithoutAGrowingAgeIsNoAlarm()
    {
        Feed feed;
        for (int i = 0; i < 200; ++i) {
            QueueSample sample = feed.sample(30 + i % 3);
            sample.retriesTotal = Metric<qint64>::reported(100 * i);
            sample.retriesPerMinute = Metric<double>::reported(400);
            QCOMPARE(feed.give(sample).verdict, Verdict::Healthy);
        }
    }

    void aReactionTimeLongerThanTheWindowLeavesAQueueWithFreshWorkHealthy()
    {
        Tolerance tolerance;
        tolerance.holdWindow = Minutes(5);
        tolerance.reactionTime = Minutes(8);
        Feed feed(tolerance);
        QCOMPARE(feed.steady(3, 50), Verdict::Healthy);
        QCOMPARE(feed.age(20), Verdict::Approaching);
    }

    void aWindowOfAFewPollsStillWorks()
    {
        Tolerance tolerance;
        tolerance.holdWindow = Seconds(60);
        Feed feed(tolerance);
        QCOMPARE(feed.age(0), Verdict::Healthy);
        QCOMPARE(feed.age(14), Verdict::Healthy);
        QCOMPARE(feed.age(29), Verdict::Approaching);
        QCOMPARE(feed.age(60), Verdict::Breached);
    }

    void aWindowOfADayIsJudgedByTheSameRules()
    {
        Tolerance tolerance;
        tolerance.holdWindow = Minutes(24 * 60);
        Feed feed(tolerance, Seconds(60));
        const double alarmAge = 86400 - 900 - 60;
        double warnedAt = 0;
        feed.ramp(0, 1, 86000, [&](const Assessment &a) {
            if (warnedAt == 0 && a.verdict == Verdict::Approaching)
                warnedAt = toSeconds(*a.age);
        });
        QVERIFY2(warnedAt > 0.9 * alarmAge && warnedAt <= alarmAge + 60, qPrintable(QString::number(warnedAt)));
    }

    void oneOldMessageOnAnIdleQueueIsJudgedAtOnce()
    {
        Feed feed;
        for (int i = 0; i < 100; ++i)
            feed.give(feed.sampleWithoutAge(0));
        QCOMPARE(feed.age(500), Verdict::Approaching);
    }

    void workClassesAreJudgedByTheShortestWindow()
    {
        Tolerance tolerance = Feed::fifteenMinutes();
        tolerance.reactionTime.reset();
        tolerance.workClasses = {{QStringLiteral("checkout"), Minutes(2)}};
        Feed feed(tolerance);
        QCOMPARE(feed.age(30), Verdict::Healthy);
        QCOMPARE(feed.age(46), Verdict::Approaching);
        QCOMPARE(feed.age(120), Verdict::Breached);
    }
};

QTEST_GUILESS_MAIN(TestVerdictRules)
#include "TestVerdictRules.moc"

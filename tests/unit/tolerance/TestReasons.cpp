// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Feed.h"

#include <QTest>

#include <cmath>

using namespace holdwatch;
using namespace holdwatch::testing;

class TestReasons : public QObject
{
    Q_OBJECT
private slots:
    void tellAgeWindowSlopeDurationAndBothBreaches()
    {
        Feed feed;
        feed.steady(5, 40);
        feed.ramp(20, 1, 440);
        QCOMPARE(feed.engine.current().reason,
                 QStringLiteral("age 7:20 of 15:00, rising 1.00 s/s for 7 min; earliest breach in 7:40, projected in about 7:40; "
                                "headroom 7:40 is down to the reaction time 8:00 (one poll early)"));
    }

    void tellByHowMuchTheWindowIsPassed()
    {
        Feed feed;
        feed.age(930);
        QCOMPARE(feed.engine.current().reason, QStringLiteral("age 15:30 of 15:00, past the window by 0:30"));
    }

    void tellTheFallOfARecoveryAndProjectNoBreach()
    {
        Feed feed;
        feed.steady(5, 40);
        feed.ramp(20, 1, 1000);
        Assessment recovery;
        feed.ramp(1000, -1, 600, [&](const Assessment &a) {
            if (recovery.reason.isEmpty() && a.verdict == Verdict::Recovering)
                recovery = a;
        });
        QVERIFY2(recovery.reason.contains(QStringLiteral("falling 1.00 s/s for 2 min")), qPrintable(recovery.reason));
        QVERIFY2(!recovery.reason.contains(QStringLiteral("projected")), qPrintable(recovery.reason));
        QVERIFY(!recovery.projectedBreach);
    }

    void neverTellARiseWhileTheAgeHasTurned()
    {
        Feed feed;
        feed.steady(5, 40);
        feed.ramp(20, 1, 950);
        feed.depth = 950;
        for (const double drop : {60.0, 15.0, 15.0, 15.0, 15.0}) {
            const double before = feed.engine.current().age ? toSeconds(*feed.engine.current().age) : 0;
            const Assessment now = feed.give(feed.sample(before - drop));
            QCOMPARE(now.verdict, Verdict::Approaching);
            QVERIFY2(now.reason.contains(QStringLiteral(", down from 15:")) || now.reason.contains(QStringLiteral(", falling ")), qPrintable(now.reason));
            QVERIFY2(!now.reason.contains(QStringLiteral("projected")), qPrintable(now.reason));
            QVERIFY(!now.projectedBreach);
            QVERIFY(slopeAhead(now).value_or(0) <= 0);
        }
    }

    void tellTheTurnOfABreachThatFalls()
    {
        Feed feed;
        feed.steady(5, 40);
        feed.ramp(20, 1, 1100);
        feed.age(1090);
        feed.age(1075);
        QCOMPARE(feed.engine.current().verdict, Verdict::Breached);
        QVERIFY2(feed.engine.current().reason.endsWith(QStringLiteral(", down from 18:20")), qPrintable(feed.engine.current().reason));
    }

    void keepTellingTheTrendOfASawThatRises()
    {
        Feed feed;
        for (int i = 0; i < 60; ++i) { // 9 s a minute, in teeth of 30 s
            feed.age(100 + 9 * (i / 4) + 15 * (i % 4) - 15);
            if (i > 40)
                QVERIFY2(!feed.engine.current().reason.contains(QStringLiteral("down from")), qPrintable(feed.engine.current().reason));
        }
    }

    void tellTheRiseAfterATooth()
    {
        Feed feed;
        for (int i = 0; i < 50; ++i) // 600 s up, then down at once
            feed.age(std::fmod(feed.seconds(), 600));
        QVERIFY2(feed.engine.current().reason.startsWith(QStringLiteral("age 2:15 of 15:00, rising 1.00 s/s for 2 min; ")), qPrintable(feed.engine.current().reason));
    }

    void tellWhatATrendAlarmRestsOn()
    {
        Feed feed;
        feed.steady(5, 40);
        QString reason;
        feed.ramp(5, 0.5, 400, [&](const Assessment &a) {
            if (reason.isEmpty() && a.verdict == Verdict::Approaching)
                reason = a.reason;
        });
        QVERIFY2(reason.contains(QStringLiteral("rising 0.50 s/s for")), qPrintable(reason));
        QVERIFY2(reason.contains(QStringLiteral("work arriving now will wait about")), qPrintable(reason));
    }

    void tellThatNothingWaits()
    {
        Feed feed;
        QCOMPARE(feed.give(feed.sampleWithoutAge(0)).reason, QStringLiteral("nothing waiting"));
    }

    void tellThatABoundIsABound()
    {
        Feed feed;
        QueueSample sample = feed.sampleWithoutAge(4);
        sample.oldestAge = Metric<Millis>::atMost(Seconds(75), QStringLiteral("since the queue was last seen empty"));
        QCOMPARE(feed.give(sample).reason, QStringLiteral("age at most 1:15 of 15:00 (since the queue was last seen empty)"));
    }
};

QTEST_GUILESS_MAIN(TestReasons)
#include "TestReasons.moc"

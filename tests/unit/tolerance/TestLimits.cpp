// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Limits.h"

#include <QTest>

using namespace holdwatch;

class TestLimits : public QObject
{
    Q_OBJECT
private slots:
    void reactionTimeDefaultsToHalfTheWindowAndAtMostAQuarterOfAnHour()
    {
        Tolerance tolerance;
        tolerance.holdWindow = Minutes(10);
        QCOMPARE(limitsFor(tolerance, Seconds(15)).reaction, 300.0);
        tolerance.holdWindow = Minutes(120);
        QCOMPARE(limitsFor(tolerance, Seconds(15)).reaction, 900.0);
    }

    void lookAheadDefaultsToTwiceTheWindow()
    {
        QCOMPARE(limitsFor(Tolerance(), Seconds(15)).lookAhead, 1800.0);
    }

    void theAlarmAgeLeavesReactionTimePlusOnePoll()
    {
        Tolerance tolerance;
        tolerance.reactionTime = Minutes(8);
        QCOMPARE(limitsFor(tolerance, Seconds(15)).alarmAge, 900.0 - 480 - 15);
        QCOMPARE(limitsFor(tolerance, Seconds(60)).alarmAge, 900.0 - 480 - 60);
    }

    void handlingTimeIsSubtractedFromTheHeadroom()
    {
        Tolerance tolerance;
        tolerance.reactionTime = Minutes(8);
        tolerance.handlingTime = Seconds(40);
        const Limits limits = limitsFor(tolerance, Seconds(15));
        QCOMPARE(limits.headroom(100), 760.0);
        QCOMPARE(limits.alarmAge, 900.0 - 40 - 480 - 15);
    }

    void theShortestWindowOfTheWorkClassesRules()
    {
        Tolerance tolerance;
        tolerance.workClasses = {{QStringLiteral("urgent"), Minutes(4)}, {QStringLiteral("bulk"), Minutes(60)}};
        const Limits limits = limitsFor(tolerance, Seconds(15));
        QCOMPARE(limits.window, 240.0);
        QCOMPARE(limits.reaction, 120.0);
    }

    void aReactionTimeAsLongAsTheWindowStillLeavesAFreshMessageAlone()
    {
        Tolerance tolerance;
        tolerance.reactionTime = Minutes(20);
        const Limits limits = limitsFor(tolerance, Seconds(15));
        QCOMPARE(limits.alarmAge, 15.0);
    }

    void threePeriodsWithoutASampleAreStale()
    {
        QCOMPARE(limitsFor(Tolerance(), Seconds(20)).staleAfter, Millis(60'000));
    }
};

QTEST_GUILESS_MAIN(TestLimits)
#include "TestLimits.moc"

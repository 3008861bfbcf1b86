// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/RateDeriver.h"

#include <QTest>

using namespace holdwatch;

namespace {

using Count = Metric<qint64>;
using Rate = Metric<double>;

QueueSample at(int seconds)
{
    QueueSample sample;
    sample.takenAt = UtcTime(Seconds(1'000'000 + seconds));
    return sample;
}

QueueSample withBacklog(int seconds, qint64 depth, qint64 inFlight = 0)
{
    QueueSample sample = at(seconds);
    sample.depth = Count::reported(depth);
    sample.inFlight = Count::reported(inFlight);
    return sample;
}

} // namespace

class TestRateDeriver : public QObject
{
    Q_OBJECT
private slots:
    void derivesARateFromTwoTotalsAndSaysSo()
    {
        RateDeriver deriver;
        QueueSample first = at(0), second = at(30);
        first.arrivalsTotal = Count::reported(100);
        second.arrivalsTotal = Count::reported(120);
        QVERIFY(!deriver.derive(first).arrivalsPerMinute.has());
        const Rate rate = deriver.derive(second).arrivalsPerMinute;
        QCOMPARE(rate.value(), 40.0);
        QCOMPARE(rate.obtained(), Obtained::Derived);
        QCOMPARE(rate.note(), QStringLiteral("from totals over 0:30"));
    }

    void keepsAReportedRate()
    {
        RateDeriver deriver;
        QueueSample first = at(0), second = at(60);
        first.retriesTotal = second.retriesTotal = Count::reported(5);
        second.retriesPerMinute = Rate::reported(7);
        deriver.derive(first);
        QCOMPARE(deriver.derive(second).retriesPerMinute, Rate::reported(7));
    }

    void doesNotReportARateAcrossACounterReset()
    {
        RateDeriver deriver;
        QueueSample first = at(0), second = at(60), third = at(120);
        first.completionsTotal = Count::reported(900);
        second.completionsTotal = Count::reported(3);
        third.completionsTotal = Count::reported(9);
        deriver.derive(first);
        const Rate reset = deriver.derive(second).completionsPerMinute;
        QVERIFY(!reset.has());
        QCOMPARE(reset.note(), QStringLiteral("the counter restarted"));
        QCOMPARE(deriver.derive(third).completionsPerMinute.value(), 6.0);
    }

    void aTotalThatIsMissingOnceGivesNoRateAndNoZero()
    {
        RateDeriver deriver;
        QueueSample first = at(0), second = at(60), third = at(120);
        first.retriesTotal = Count::reported(1);
        third.retriesTotal = Count::reported(3);
        deriver.derive(first);
        QVERIFY(!deriver.derive(second).retriesPerMinute.has());
        QVERIFY(!deriver.derive(third).retriesPerMinute.has());
    }

    void derivesArrivalsFromCompletionsAndTheChangeOfTheBacklog()
    {
        RateDeriver deriver;
        deriver.derive(withBacklog(0, 10, 2));
        QueueSample second = withBacklog(60, 40, 2);
        second.completionsPerMinute = Rate::reported(5);
        const Rate arrivals = deriver.derive(second).arrivalsPerMinute;
        QCOMPARE(arrivals.value(), 35.0);
        QCOMPARE(arrivals.obtained(), Obtained::Derived);
    }

    void derivesCompletionsFromArrivalsAndTheChangeOfTheBacklog()
    {
        RateDeriver deriver;
        deriver.derive(withBacklog(0, 40));
        QueueSample second = withBacklog(60, 10);
        second.arrivalsPerMinute = Rate::reported(5);
        QCOMPARE(deriver.derive(second).completionsPerMinute.value(), 35.0);
    }

    void fromTheBacklogAloneItKnowsOnlyALowerBound()
    {
        RateDeriver deriver;
        deriver.derive(withBacklog(0, 10));
        const QueueSample grown = deriver.derive(withBacklog(60, 25));
        QCOMPARE(grown.arrivalsPerMinute.value(), 15.0);
        QCOMPARE(grown.arrivalsPerMinute.obtained(), Obtained::AtLeast);
        QVERIFY(!grown.completionsPerMinute.has());
        const QueueSample same = deriver.derive(withBacklog(120, 25));
        QVERIFY(!same.arrivalsPerMinute.has());
        QVERIFY(!same.completionsPerMinute.has());
    }

    void aSampleThatIsNotNewerChangesNothing()
    {
        RateDeriver deriver;
        QueueSample first = at(0), again = at(0), second = at(60);
        first.arrivalsTotal = Count::reported(10);
        again.arrivalsTotal = Count::reported(99);
        second.arrivalsTotal = Count::reported(20);
        deriver.derive(first);
        QCOMPARE(deriver.derive(again), again);
        QCOMPARE(deriver.derive(second).arrivalsPerMinute.value(), 10.0);
    }

    void anAgeThatIsNotReportedIsAtMostTheTimeSinceTheQueueWasEmpty()
    {
        RateDeriver deriver;
        QVERIFY(!deriver.derive(withBacklog(0, 0)).oldestAge.has());
        const auto age = deriver.derive(withBacklog(45, 3)).oldestAge;
        QCOMPARE(age.value(), Millis(45'000));
        QCOMPARE(age.obtained(), Obtained::AtMost);
    }

    void messagesInFlightKeepAQueueFromBeingEmpty()
    {
        RateDeriver deriver;
        deriver.derive(withBacklog(0, 0, 1));
        QVERIFY(!deriver.derive(withBacklog(15, 3)).oldestAge.has());
        QueueSample unknown = at(30);
        unknown.depth = Count::reported(0);
        deriver.derive(unknown);
        QVERIFY(!deriver.derive(withBacklog(45, 3)).oldestAge.has());
    }

    void aReportedAgeIsNeverReplacedByABound()
    {
        RateDeriver deriver;
        deriver.derive(withBacklog(0, 0));
        QueueSample second = withBacklog(60, 3);
        second.oldestAge = Metric<Millis>::reported(Seconds(10));
        QCOMPARE(deriver.derive(second).oldestAge, second.oldestAge);
    }

    void tellsWhenTheBacklogIsDrained()
    {
        QueueSample sample = withBacklog(0, 90, 10);
        sample.arrivalsPerMinute = Rate::reported(30);
        sample.completionsPerMinute = Rate::reported(50);
        QCOMPARE(drainTime(sample).value(), Millis(Minutes(5)));
    }

    void aBacklogThatGrowsOrWhoseRatesAreBoundsHasNoDrainTime()
    {
        QueueSample sample = withBacklog(0, 90, 10);
        sample.arrivalsPerMinute = Rate::reported(50);
        sample.completionsPerMinute = Rate::reported(50);
        QVERIFY(!drainTime(sample));
        sample.arrivalsPerMinute = Rate::atLeast(10, QString());
        QVERIFY(!drainTime(sample));
    }
};

QTEST_GUILESS_MAIN(TestRateDeriver)
#include "TestRateDeriver.moc"

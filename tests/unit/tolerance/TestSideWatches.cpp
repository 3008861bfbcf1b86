// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Feed.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::testing;

namespace {

QueueSample withConsumers(const Feed &feed, qint64 consumers)
{
    QueueSample sample = feed.sample(5);
    sample.consumers = Metric<qint64>::reported(consumers);
    return sample;
}

QueueSample withDeadLetters(const Feed &feed, qint64 count)
{
    QueueSample sample = feed.sample(5);
    sample.deadLetters = Metric<qint64>::reported(count);
    return sample;
}

/// Gives `count` samples and returns the last judgement.
Assessment repeated(Feed &feed, int count, const std::function<QueueSample()> &sample)
{
    Assessment last;
    for (int i = 0; i < count; ++i)
        last = feed.give(sample());
    return last;
}

} // namespace

class TestSideWatches : public QObject
{
    Q_OBJECT
private slots:
    void noConsumersWithWorkWaitingForLongerThanADeployIsApproachingWhateverTheAge()
    {
        Feed feed;
        const Assessment afterSixMinutes = repeated(feed, 25, [&] { return withConsumers(feed, 0); });
        QCOMPARE(afterSixMinutes.verdict, Verdict::Healthy);
        const Assessment later = feed.give(withConsumers(feed, 0));
        QCOMPARE(later.verdict, Verdict::Approaching);
        QCOMPARE(later.cause, Cause::NoConsumers);
        QVERIFY(later.reason.startsWith(QStringLiteral("no consumers for 6:15 with 10 waiting")));
    }

    void noConsumersOnAnEmptyQueueAreNobodysTrouble()
    {
        Feed feed;
        const Assessment last = repeated(feed, 60, [&] {
            QueueSample sample = feed.sampleWithoutAge(0);
            sample.consumers = Metric<qint64>::reported(0);
            return sample;
        });
        QCOMPARE(last.verdict, Verdict::Healthy);
    }

    void consumersNotReportedAreNotZero()
    {
        Feed feed;
        QCOMPARE(feed.steady(5, 100), Verdict::Healthy);
    }

    void aConsumerThatLivesForOnePollDoesNotEndTheOutage()
    {
        Feed feed;
        int poll = 0;
        const Assessment last = repeated(feed, 40, [&] { return withConsumers(feed, ++poll % 5 == 0 ? 1 : 0); });
        QCOMPARE(last.cause, Cause::NoConsumers);
    }

    void consumersThatStayEndIt()
    {
        Feed feed;
        repeated(feed, 40, [&] { return withConsumers(feed, 0); });
        QCOMPARE(repeated(feed, 2, [&] { return withConsumers(feed, 3); }).verdict, Verdict::Healthy);
    }

    void deadLettersGrowingAreWatch()
    {
        Feed feed;
        repeated(feed, 10, [&] { return withDeadLetters(feed, 3); });
        feed.give(withDeadLetters(feed, 4));
        const Assessment grown = feed.give(withDeadLetters(feed, 6));
        QCOMPARE(grown.verdict, Verdict::Watch);
        QCOMPARE(grown.cause, Cause::DeadLettersGrowing);
        QVERIFY(grown.reason.startsWith(QStringLiteral("dead letters grew from 3 to 6 in 0:30")));
    }

    void deadLettersThatLieThereAreNoNews()
    {
        Feed feed;
        QCOMPARE(repeated(feed, 100, [&] { return withDeadLetters(feed, 500); }).verdict, Verdict::Healthy);
    }

    void tenMinutesAfterTheLastGrowthItIsOldNews()
    {
        Feed feed;
        feed.give(withDeadLetters(feed, 3));
        QCOMPARE(repeated(feed, 40, [&] { return withDeadLetters(feed, 4); }).verdict, Verdict::Watch);
        QCOMPARE(repeated(feed, 5, [&] { return withDeadLetters(feed, 4); }).verdict, Verdict::Healthy);
    }

    void deadLettersTakenOutAgainWithdrawTheWatch()
    {
        Feed feed;
        feed.give(withDeadLetters(feed, 3));
        repeated(feed, 4, [&] { return withDeadLetters(feed, 9); });
        QCOMPARE(feed.give(withDeadLetters(feed, 3)).verdict, Verdict::Healthy);
    }

    void silenceBeyondTwiceTheDeclaredCadenceIsNoArrivals()
    {
        Tolerance tolerance = Feed::fifteenMinutes();
        tolerance.arrivalCadence = Minutes(5);
        Feed feed(tolerance);
        const auto silent = [&] {
            QueueSample sample = feed.sampleWithoutAge(0);
            sample.arrivalsTotal = Metric<qint64>::reported(42);
            return sample;
        };
        QCOMPARE(repeated(feed, 41, silent).verdict, Verdict::Healthy);
        const Assessment late = feed.give(silent());
        QCOMPARE(late.verdict, Verdict::Watch);
        QCOMPARE(late.cause, Cause::NoArrivals);
        QueueSample arrival = silent();
        arrival.arrivalsTotal = Metric<qint64>::reported(43);
        QCOMPARE(feed.give(arrival).verdict, Verdict::Healthy);
    }

    void withoutADeclaredCadenceOrReportedArrivalsSilenceIsNotJudged()
    {
        Feed undeclared;
        QCOMPARE(repeated(undeclared, 500, [&] { return undeclared.sampleWithoutAge(0); }).verdict, Verdict::Healthy);
        Tolerance tolerance = Feed::fifteenMinutes();
        tolerance.arrivalCadence = Minutes(5);
        Feed unreported(tolerance);
        QCOMPARE(repeated(unreported, 500, [&] { return unreported.sampleWithoutAge(0); }).verdict, Verdict::Healthy);
    }

    void aWorseVerdictKeepsItsCauseAndTellsOfTheRest()
    {
        Feed feed;
        feed.give(withDeadLetters(feed, 1));
        QueueSample sample = feed.sample(950);
        sample.deadLetters = Metric<qint64>::reported(4);
        feed.give(sample);
        sample.takenAt = feed.now();
        const Assessment last = feed.give(sample);
        QCOMPARE(last.verdict, Verdict::Breached);
        QCOMPARE(last.cause, Cause::AgeInWindow);
        QVERIFY(last.reason.contains(QStringLiteral("dead letters grew from 1 to 4")));
    }
};

QTEST_GUILESS_MAIN(TestSideWatches)
#include "TestSideWatches.moc"

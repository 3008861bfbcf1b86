// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/judging/QueueBook.h"
#include "tests/unit/operations/FakeClock.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QTest>

#include <cmath>

using namespace holdwatch;
using namespace std::chrono_literals;
using operations::Moment;
using operations::QueueBook;
using providers::SampleBatch;

namespace {

/// A book of one connection, polled every 15 s on a clock that stands still.
struct Bench
{
    Bench()
    {
        config.id = ConnectionId(QStringLiteral("shop"));
        config.name = QStringLiteral("Shop");
        config.pollInterval = 15s;
    }
    Moment now() const { return Moment::of(clock); }
    QueueSample sample(const QString &name, Millis age = 0s) const
    {
        return test::samplesOf({test::watched(name)}, clock.now() + skew, age).samples.constFirst();
    }
    void poll(const QVector<QueueSample> &samples)
    {
        SampleBatch batch;
        batch.samples = samples;
        book.observe(batch, now());
    }
    const QueueStatus &status(const QString &name) const { return *book.find(QueueId{config.id, name}); }

    test::FakeClock clock;
    Millis skew{}; ///< server − desktop
    ConnectionConfig config;
    Tolerance tolerance;
    QueueBook book{config, [this](const QueueId &) { return tolerance; }};
};

const QString orders = QStringLiteral("orders");
const QString dead = QStringLiteral("orders.dlq");

WatchedQueue withDeadSet(WatchedQueue queue, const QString &name)
{
    queue.deadLetterQueues << name;
    return queue;
}

WatchedQueue deadSetOf(const QString &name, const QStringList &origins)
{
    WatchedQueue queue = test::watched(name);
    queue.isDeadLetterQueue = true;
    queue.origins = origins;
    return queue;
}

} // namespace

class TestQueueBook : public QObject
{
    Q_OBJECT
private slots:
    void tellsWhichQueuesAreGone()
    {
        Bench bench;
        QVERIFY(bench.book.list({test::watched(orders), test::watched(dead)}).isEmpty());
        QCOMPARE(bench.book.list({test::watched(orders)}), QVector<QueueId>{test::watched(dead).id});
        QCOMPARE(bench.book.takeChanged().size(), 1);
        QVERIFY(bench.book.takeChanged().isEmpty());
    }

    void carriesWhoseQueueItIs()
    {
        Bench bench;
        bench.config.provider = QStringLiteral("infrai");
        bench.config.environment = Environment::Staging;
        QueueBook book(bench.config, [](const QueueId &) { return Tolerance(); });
        book.list({test::watched(orders)});
        const QueueStatus status = book.takeChanged().constFirst();
        QCOMPARE(status.connectionName, QStringLiteral("Shop"));
        QCOMPARE(status.provider, QStringLiteral("infrai"));
        QCOMPARE(status.environment, Environment::Staging);
    }

    void judgesEachSample()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders, 16min)});
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Breached);
        QVERIFY(bench.book.allSampled());
    }

    void aDeadSetOfUnknownDepthIsNotHealthy()
    {
        Bench bench;
        bench.book.list({deadSetOf(dead, {orders})});
        QueueSample sample = bench.sample(dead);
        sample.depth = Metric<qint64>();
        bench.poll({sample});
        QCOMPARE(bench.status(dead).assessment.verdict, Verdict::NotReported);
    }

    void anEmptyQueueIsNotToldThatItsAgeIsMissing()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        QueueSample sample = bench.sample(orders);
        sample.depth = Metric<qint64>::reported(3);
        sample.oldestAge = Metric<Millis>::notReported(QStringLiteral("the head carries no timestamp"));
        bench.poll({sample});
        QCOMPARE(bench.status(orders).notes, QStringList(QStringLiteral("the head carries no timestamp")));
        bench.clock.advance(15s);
        sample.takenAt = bench.clock.now();
        sample.depth = sample.inFlight = Metric<qint64>::reported(0);
        bench.poll({sample});
        QVERIFY(bench.status(orders).notes.isEmpty());
    }

    void turnsStaleByTimeAlone()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders)});
        bench.book.takeChanged();
        bench.clock.advance(30s);
        bench.book.tick(bench.now());
        QVERIFY(bench.book.takeChanged().isEmpty());
        bench.clock.advance(60s);
        bench.book.tick(bench.now());
        QCOMPARE(bench.book.takeChanged().constFirst().assessment.verdict, Verdict::Stale);
    }

    void staysFreshWhenTheClocksDisagree_data()
    {
        QTest::addColumn<int>("skewSeconds");
        QTest::newRow("server ahead") << 3600;
        QTest::newRow("server behind") << -3600;
    }
    void staysFreshWhenTheClocksDisagree()
    {
        QFETCH(int, skewSeconds);
        Bench bench;
        bench.skew = Seconds(skewSeconds);
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders)});
        bench.clock.advance(15s);
        bench.book.tick(bench.now());
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Healthy);
        bench.clock.advance(90s);
        bench.book.tick(bench.now());
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Stale);
    }

    void aSourceWhoseClockWasSetBackIsJudgedAgainAfterThreeSamples()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders, 20s)});
        bench.skew = -1h;
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Healthy);
            bench.clock.advance(15s);
            bench.book.tick(bench.now()); // the heartbeat comes before the answer
            QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Healthy);
            bench.poll({bench.sample(orders, 16min)});
        }
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Breached);
        QCOMPARE(bench.status(orders).sample.takenAt, bench.clock.now() - 1h);
        bench.clock.advance(46s);
        bench.book.tick(bench.now());
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Stale);
    }

    void goesOnMeasuringAfterTheClockWasSetBack()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        qint64 dead = 0;
        const auto poll = [&] {
            QueueSample sample = bench.sample(orders);
            sample.arrivalsTotal = Metric<qint64>::reported(1000 + dead * 10);
            sample.deadLetters = Metric<qint64>::reported(dead++);
            bench.poll({sample});
            bench.clock.advance(15s);
        };
        poll();
        bench.skew = -1h;
        for (int i = 0; i < 6; ++i)
            poll();
        QCOMPARE(bench.status(orders).sample.arrivalsPerMinute.value(), 40.0);
        QCOMPARE(bench.status(orders).deadLettersDelta, std::optional<qint64>(3));
        QVERIFY(std::isnan(bench.status(orders).sparkline.at(1)));
    }

    void oneLateSampleChangesNothing()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders, 20s)});
        QueueSample late = bench.sample(orders, 16min);
        late.takenAt -= 40s;
        bench.clock.advance(15s);
        bench.poll({bench.sample(orders, 20s)});
        bench.book.takeChanged();
        const QueueStatus before = bench.status(orders);
        bench.poll({late});
        QVERIFY(bench.status(orders) == before);
        QVERIFY(bench.book.takeChanged().isEmpty());
    }

    void aSourceThatIsSilentAfterItsClockWasSetBackTurnsStale()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders)});
        bench.skew = -1h;
        bench.clock.advance(15s);
        bench.poll({bench.sample(orders)});
        bench.clock.advance(46s);
        bench.book.tick(bench.now());
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Stale);
    }

    void anAnswerThatIsAlwaysTheSameTurnsStale()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        const QueueSample frozen = bench.sample(orders);
        for (int i = 0; i < 4; ++i) {
            bench.poll({frozen});
            bench.clock.advance(15s);
        }
        bench.book.tick(bench.now());
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Stale);
    }

    void isStaleAfterASleepThatTheMonotonicClockSleptThrough()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders)});
        bench.clock.setWallClock(bench.clock.now() + 8h);
        bench.book.tick(bench.now());
        QCOMPARE(bench.status(orders).assessment.verdict, Verdict::Stale);
    }

    void aDeadLetterQueueIsNotJudgedByAge()
    {
        Bench bench;
        bench.book.list({deadSetOf(dead, {orders})});
        QueueSample old = bench.sample(dead, 240h);
        old.consumers = Metric<qint64>::reported(0);
        for (int i = 0; i < 60; ++i) {
            old.takenAt = bench.clock.now();
            bench.poll({old});
            bench.clock.advance(15s);
        }
        const Assessment &assessment = bench.status(dead).assessment;
        QVERIFY(assessment.verdict != Verdict::Breached && assessment.verdict != Verdict::Approaching);
        QVERIFY2(assessment.reason.startsWith(QStringLiteral("Dead-letter queue: 10 waiting")), qPrintable(assessment.reason));
        QVERIFY(!assessment.earliestBreach && !assessment.headroom);
        QCOMPARE(bench.status(dead).sample.depth.value(), 10); // shown as it is
    }

    void aDeadLetterQueueThatGrowsIsSaid()
    {
        Bench bench;
        bench.book.list({deadSetOf(dead, {orders})});
        for (int i = 0; i < 20; ++i) {
            QueueSample growing = bench.sample(dead, 1h);
            growing.depth = Metric<qint64>::reported(10 + i);
            bench.poll({growing});
            bench.clock.advance(15s);
        }
        QCOMPARE(bench.status(dead).assessment.cause, Cause::DeadLettersGrowing);
        QCOMPARE(bench.status(dead).deadLettersDelta, std::optional<qint64>(19));
        QCOMPARE(bench.status(dead).assessment.reason, QStringLiteral("Dead-letter queue: 29 waiting, 19 of them new in the last 10 minutes."));
    }

    void foldsADeadLetterQueueIntoItsOrigin()
    {
        Bench bench;
        bench.book.list({withDeadSet(test::watched(orders), dead), deadSetOf(dead, {orders})});
        QueueSample origin = bench.sample(orders);
        origin.deadLetters = {};
        bench.poll({origin, bench.sample(dead, 1h)});
        QCOMPARE(bench.status(orders).sample.deadLetters.value(), 10);
        QCOMPARE(bench.status(orders).sample.deadLetters.obtained(), Obtained::Derived);
    }

    void doesNotBlameOneOfSeveralOriginsForASharedDeadSet()
    {
        Bench bench;
        bench.book.list({withDeadSet(test::watched(orders), dead), deadSetOf(dead, {orders, QStringLiteral("mail")})});
        QueueSample origin = bench.sample(orders);
        origin.deadLetters = {};
        bench.poll({origin, bench.sample(dead, 1h)});
        QVERIFY(!bench.status(orders).sample.deadLetters.has());
        QVERIFY(bench.status(orders).sample.deadLetters.note().contains(QStringLiteral("shared")));
    }

    void believesTheSystemsOwnDeadLetterCount()
    {
        Bench bench;
        bench.book.list({withDeadSet(test::watched(orders), dead), deadSetOf(dead, {orders})});
        bench.poll({bench.sample(orders), bench.sample(dead, 1h)});
        QCOMPARE(bench.status(orders).sample.deadLetters.value(), 0);
        QCOMPARE(bench.status(orders).sample.deadLetters.obtained(), Obtained::Reported);
    }

    void drawsAGapWherePollsWereMissed()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders)});
        bench.clock.advance(15s);
        bench.poll({bench.sample(orders)});
        bench.clock.advance(60s);
        bench.poll({bench.sample(orders)});
        const QVector<float> &line = bench.status(orders).sparkline;
        QCOMPARE(line.size(), 4);
        QVERIFY(std::isnan(line[2]));
    }

    void keepsTheSparklineShort()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        for (int i = 0; i < 200; ++i) {
            bench.poll({bench.sample(orders)});
            bench.clock.advance(15s);
        }
        QCOMPARE(bench.status(orders).sparkline.size(), operations::QueueJudge::sparklineLength);
    }

    void countsDeadLettersOverTenMinutes()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        for (int i = 0; i <= 80; ++i) { // one more a minute, for twenty minutes
            QueueSample sample = bench.sample(orders);
            sample.deadLetters = Metric<qint64>::reported(i / 4);
            bench.poll({sample});
            bench.clock.advance(15s);
        }
        QCOMPARE(bench.status(orders).deadLettersDelta, std::optional<qint64>(10));
    }

    void judgesAnewWhenAToleranceChanges()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders, 16min)});
        bench.tolerance.holdWindow = 2h;
        bench.book.takeChanged();
        bench.book.judgeAnew();
        QVERIFY(bench.status(orders).assessment.verdict != Verdict::Breached);
        QCOMPARE(bench.book.takeChanged().size(), 1);
        bench.book.judgeAnew();
        QVERIFY(bench.book.takeChanged().isEmpty());
    }

    void remembersSinceWhenItWatches()
    {
        Bench bench;
        bench.book.setWatchedSince({{QueueId{bench.config.id, orders}, bench.clock.now() - 24h}});
        bench.book.list({test::watched(orders), test::watched(dead)});
        bench.poll({bench.sample(orders), bench.sample(dead)});
        QCOMPARE(bench.status(orders).watchedSince, std::optional<UtcTime>(bench.clock.now() - 24h));
        QCOMPARE(bench.status(dead).watchedSince, std::optional<UtcTime>(bench.clock.now()));
    }

    void derivesWhatTheSystemLeavesOut()
    {
        Bench bench;
        bench.book.list({test::watched(orders)});
        for (int i = 0; i < 2; ++i) {
            QueueSample sample = bench.sample(orders);
            sample.depth = Metric<qint64>::reported(600);
            sample.arrivalsTotal = Metric<qint64>::reported(1000 + i * 10);
            sample.completionsTotal = Metric<qint64>::reported(400 + i * 25);
            bench.poll({sample});
            bench.clock.advance(15s);
        }
        QCOMPARE(bench.status(orders).sample.arrivalsPerMinute.value(), 40.0);
        QCOMPARE(bench.status(orders).sample.completionsPerMinute.obtained(), Obtained::Derived);
        QCOMPARE(bench.status(orders).timeToDrain, std::optional<Millis>(10min));
    }

    void saysThatAnUrgentClassCannotBeSeen()
    {
        Bench bench;
        bench.tolerance.workClasses = {{QStringLiteral("checkout"), 5min}};
        bench.book.list({test::watched(orders)});
        bench.poll({bench.sample(orders)});
        QVERIFY(bench.status(orders).notes.contains(QStringLiteral("mixed, urgent class not observable")));
    }
};

QTEST_GUILESS_MAIN(TestQueueBook)
#include "TestQueueBook.moc"

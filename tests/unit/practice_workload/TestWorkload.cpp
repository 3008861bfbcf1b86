// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Downstream.h"
#include "tests/unit/practice_workload/Stage.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using holdwatch::test::Stage;
using holdwatch::test::steadyTraffic;

class TestWorkload : public QObject
{
    Q_OBJECT
private slots:
    void givesEachQueueItsDeadLetterQueue()
    {
        Stage stage;
        stage.start(steadyTraffic());
        QCOMPARE(stage.engine->queues().size(), 6);
        const QueueSettings inventory = stage.stats(Work::ReserveInventory).settings;
        QVERIFY(inventory.priority);
        QCOMPARE(inventory.deadLetterQueue, QStringLiteral("inventory-reservations-dlq"));
    }

    void usesQueuesThatExistWithOtherSettings()
    {
        Stage stage;
        QueueSettings mine;
        mine.name = QStringLiteral("access-cleanup");
        mine.maxRetries = 1;
        QVERIFY(stage.engine->createQueue(mine));
        stage.start(steadyTraffic());
        stage.pass(Seconds(20));
        QCOMPARE(stage.stats(Work::RevokeAccess).settings.maxRetries, 1);
        QVERIFY(stage.stats(Work::RevokeAccess).completedTotal > 0);
    }

    void publishesExpiriesAheadOfTime()
    {
        Stage stage;
        stage.start(steadyTraffic());
        qint64 delayed = 0;
        stage.pass(Seconds(20), [&] { delayed = std::max(delayed, stage.stats(Work::ExpireReservation).delayed); });
        QVERIFY(delayed > 3);
    }

    void enqueuesCleanupInBoundedRunsOnItsCadence()
    {
        Stage stage;
        stage.start(steadyTraffic());
        QVector<qint64> publishedAfter;
        for (int run = 0; run < 4; ++run) {
            stage.pass(Seconds(10));
            const qint64 soon = stage.stats(Work::RevokeAccess).publishedTotal;
            stage.pass(Seconds(20));
            QCOMPARE(stage.stats(Work::RevokeAccess).publishedTotal, soon); // the run returned; the workers do the rest
            publishedAfter.append(soon);
        }
        for (int run = 1; run < 4; ++run)
            QVERIFY(publishedAfter[run] > publishedAfter[run - 1]);
    }

    void endsAnOverlongRunAtItsBudget()
    {
        Stage stage;
        Chance chance(3);
        constexpr double perMinute = 6000;
        AccessScheduler scheduler(*stage.ledger, chance, perMinute, Minutes(60));
        QVERIFY(scheduler.advance({Seconds(0), Seconds(1), stage.clock.now(), 0.001, {}}));
        const qint64 before = stage.ledger->lastSubject(Work::RevokeAccess);
        QVERIFY(before > 0);
        QVERIFY(scheduler.advance({Seconds(1), Seconds(1) + AccessScheduler::runBudget, stage.clock.now(), 1, {}}));
        const qint64 atTheEnd = stage.ledger->lastSubject(Work::RevokeAccess);
        QVERIFY(scheduler.advance({Seconds(901), Seconds(902), stage.clock.now(), 1, {}}));
        QCOMPARE(stage.ledger->lastSubject(Work::RevokeAccess), atTheEnd);
    }

    void doesUrgentOrdersFirst()
    {
        Stage stage;
        Scenario scenario = steadyTraffic();
        scenario.queues[1].workers = 0;
        stage.start(scenario);
        stage.pass(Seconds(40));
        const Delivery first = stage.engine->consume(QStringLiteral("inventory-reservations"), 1, {}, QStringLiteral("test")).value().first();
        QVERIFY(first.priority > 0);
    }

    void standsStillWhilePausedThoughTheQueueAges()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.pass(Seconds(20));
        stage.workload->setPaused(true);
        const PracticeState before = stage.workload->state();
        QVERIFY(before.paused);
        stage.pass(Seconds(60));
        QCOMPARE(stage.workload->state(), before);
        QVERIFY(stage.stats(Work::ExpireReservation).oldestAge.value_or(Millis(0)) > Seconds(30));

        stage.workload->setPaused(false);
        stage.clock.advance(Millis(200));
        stage.workload->advance();
        QVERIFY2(stage.workload->state().holdsCreated < before.holdsCreated + 5, "the pause is not made up for");
        stage.pass(Seconds(60));
        QVERIFY(stage.workload->state().effects > before.effects);
    }

    void goesFasterButDoesNotBendTheQueuesClock()
    {
        Stage slow;
        Stage fast;
        slow.start(steadyTraffic());
        fast.start(steadyTraffic());
        fast.workload->setSpeed(8);
        slow.pass(Seconds(30));
        fast.pass(Seconds(30));
        QVERIFY(fast.workload->state().holdsCreated > 4 * slow.workload->state().holdsCreated);
        QVERIFY(fast.stats(Work::ExpireReservation).oldestAge.value_or(Millis(0)) < Seconds(30));
        QCOMPARE(fast.workload->state().secondEffects, 0);
    }

    void tellsItsStoryAtItsOwnSpeed()
    {
        Stage stage;
        stage.start(loadScenario(defaultScenarioId()).value());
        stage.workload->setSpeed(10);
        const QString opening = stage.workload->state().chapter;
        stage.pass(Seconds(4));
        QVERIFY(stage.workload->state().chapter != opening);
    }

    void keepsItsSpeedWithinBounds()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.workload->setSpeed(1000);
        QCOMPARE(stage.workload->state().speed, fastestSpeed);
        stage.workload->setSpeed(0);
        QCOMPARE(stage.workload->state().speed, slowestSpeed);
    }

    void keepsLeasesLongEnoughInSlowMotion()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.workload->setSpeed(slowestSpeed);
        stage.workload->setFault(Fault::SlowConsumer, true); // 10 × 1.5 s ÷ 0.25 = 60 s of the queue's time
        stage.pass(Minutes(5));
        QCOMPARE(stage.stats(Work::ExpireReservation).redeliveredTotal, 0);
        QVERIFY(stage.stats(Work::ExpireReservation).completedTotal > 0);
    }

    void doesNotTellHoursAtOnceAfterASuspend()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.pass(Seconds(5));
        const qint64 before = stage.workload->state().holdsCreated;
        stage.clock.advance(Minutes(300));
        stage.workload->advance();
        QVERIFY(stage.workload->state().holdsCreated < before + 30);
    }

    void clearsWhatTheLastRunLeftBeforeItBegins()
    {
        Stage stage;
        Scenario abandoned = steadyTraffic();
        for (QueuePlan &plan : abandoned.queues)
            plan.workers = 0;
        stage.start(abandoned);
        stage.pass(Minutes(3));
        QVERIFY(stage.stats(Work::ExpireReservation).ready > 60);

        stage.clock.advance(Minutes(60));
        stage.restartQueue();
        stage.start(steadyTraffic());
        stage.pass(Seconds(3));
        QVERIFY(stage.stats(Work::ExpireReservation).oldestAge.value_or(Millis(0)) < Seconds(10));
        QVERIFY(stage.workload->state().effects > 60);
    }

    void finishesWhatIsInHandBeforeItStops()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.pass(Seconds(20));
        stage.workload->finishInHand();
        for (const Work work : allWork)
            QCOMPARE(stage.stats(work).inFlight, 0);
    }

    void keepsASwitchUntilTheScenarioWantsItOtherwise()
    {
        Scenario scenario = steadyTraffic();
        Step plain{Seconds(10), QStringLiteral("plain"), {}, {}, {}};
        Step slow = plain;
        slow.faults.set(Fault::SlowConsumer, true);
        scenario.opening = {plain, plain, slow, plain};
        Stage stage;
        stage.start(scenario);
        const auto isOn = [&] { return stage.workload->state().faults.first().on; };
        stage.pass(Seconds(1));
        stage.workload->setFault(Fault::SlowConsumer, true);
        stage.pass(Seconds(14)); // second step: nothing changes in the story
        QVERIFY(isOn());
        stage.workload->setFault(Fault::SlowConsumer, false);
        stage.pass(Seconds(10)); // third step: the story switches it on
        QVERIFY(isOn());
        stage.pass(Seconds(10)); // fourth: and off
        QVERIFY(!isOn());
    }

    void runsFreelyWithoutAStory()
    {
        Stage stage;
        stage.start(loadScenario(defaultScenarioId()).value());
        stage.pass(Seconds(60));
        stage.workload->runFreely();
        PracticeState state = stage.workload->state();
        QVERIFY(state.scenario.isEmpty());
        for (const PracticeFault &fault : state.faults)
            QVERIFY2(!fault.on, qPrintable(fault.id));
        stage.pass(Seconds(60));
        QVERIFY(stage.workload->state().effects > state.effects);
    }

    void grantsTheDownstreamsRateAndSaysWhenToComeBack()
    {
        Downstream downstream(2);
        QVERIFY(downstream.call(Seconds(0)).accepted);
        QVERIFY(downstream.call(Seconds(0)).accepted);
        QCOMPARE(downstream.call(Seconds(0)).retryAfter, Seconds(1));
        QVERIFY(downstream.call(Seconds(1)).accepted);
        downstream.setShare(0.05);
        QVERIFY(downstream.call(Seconds(1)).accepted);
        QCOMPARE(downstream.call(Seconds(1)).retryAfter, Seconds(10));
        downstream.setShare(0);
        const auto refused = downstream.call(Minutes(60));
        QVERIFY(!refused.accepted);
        QCOMPARE(refused.retryAfter, Seconds(30));
    }
};

QTEST_GUILESS_MAIN(TestWorkload)
#include "TestWorkload.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/redrive/RunRig.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

using Kind = RunOrder::Kind;
using Stage = RunState::Stage;
using StopCause = RunState::StopCause;

/// How runs end, go on after a break, keep their looks, and move by count.
class TestRunEndings : public QObject
{
    Q_OBJECT

private slots:
    void theAfterWatchEndsWithALookAndAVerdict()
    {
        RunRig rig(quick(soundPlan(3)));
        rig.goToEnd();
        QCOMPARE(rig.director.state().stage, Stage::AfterWatch);
        QVERIFY(rig.director.state().verdict.isEmpty());
        const Millis ended = rig.monotonic;
        QCOMPARE(rig.nextDeed().kind, Kind::Look);
        QCOMPARE(rig.monotonic - ended, rig.plan.bounds.afterWatch);
        rig.director.looked({2}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().stage, Stage::Finished);
        QCOMPARE(rig.director.state().verdict, QStringLiteral("1 came back."));
        QCOMPARE(rig.director.state().counts, (RunCounts{3, 0, 0, 2, 1, 0, 0, 0, 0}));
    }

    void anAfterWatchThatCouldNotLookSaysSo()
    {
        RunRig rig(quick(soundPlan(3)));
        rig.goToEnd();
        rig.nextDeed();
        rig.director.lookFailed(Error());
        QVERIFY(rig.director.state().verdict.contains(QStringLiteral("can't be said")));
        QCOMPARE(rig.next().kind, Kind::Finish);
    }

    void aContinuedRunGoesOnWithWhatWasNeverAttempted()
    {
        RunRig first(quick(soundPlan(30)));
        first.goTo(Kind::Send, 3); // four are moved, five intended: then the power fails
        RunBook book = first.director.book();
        book.breakOff(planTime());
        RunRig again(quick(soundPlan(30)), book, Minutes(30));
        QCOMPARE(again.next().kind, Kind::Look);
        again.seeNothing();
        const RunOrder order = again.next();
        QCOMPARE(order.kind, Kind::Send);
        QCOMPARE(order.ordinals, QVector<int>{9});
        again.answer(order);
        again.goToEnd();
        QCOMPARE(again.director.state().counts, (RunCounts{30, 0, 0, 25, 0, 5, 0, 0, 0}));
    }

    void aCanaryThatWasNotWatchedToItsEndIsWatchedForTheRest()
    {
        RunRig first(quick(soundPlan(30)));
        first.answer(first.next());
        RunRig again(quick(soundPlan(30)), first.director.book(), Seconds(50));
        const RunOrder watch = again.next();
        QCOMPARE(watch.kind, Kind::Wait);
        QCOMPARE(watch.until, again.plan.bounds.canaryWatch);
        again.monotonic = watch.until;
        QCOMPARE(again.next().kind, Kind::Look);
    }

    void aClassWhoseMessageCameBackNeedsANewCanary()
    {
        RunRig first(quick(soundPlan(30)));
        first.goTo(Kind::Look, 0);
        first.director.looked({0}, first.monotonic);
        RunRig again(quick(soundPlan(30)), first.director.book(), Minutes(30));
        const RunOrder order = again.next();
        QCOMPARE(order.ordinals, QVector<int>{1});
        QCOMPARE(again.director.state().step, 0);
        again.answer(order);
        QCOMPARE(again.next().kind, Kind::Wait);
    }

    void aStoppedRunThatAPersonClosesLeavesTheRest()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Look, 1);
        rig.director.looked({1}, rig.monotonic);
        rig.director.close(rig.monotonic);
        QCOMPARE(rig.director.state().stage, Stage::AfterWatch);
        QCOMPARE(rig.director.state().cause, StopCause::Returned);
        QCOMPARE(rig.director.state().counts, (RunCounts{30, 0, 0, 1, 1, 0, 0, 0, 28}));
    }

    void aRunThatMovedNothingIsNotWatchedAfterwards()
    {
        RunRig rig(quick(soundPlan(2)));
        rig.answer(rig.next(), ItemOutcome::Skipped);
        rig.answer(rig.nextDeed(), ItemOutcome::Skipped);
        rig.goToEnd();
        QCOMPARE(rig.director.state().stage, Stage::Finished);
        QCOMPARE(rig.director.state().verdict, QStringLiteral("Nothing was moved."));
    }

    void looksStayWithinWhatWasApprovedWhereTheyCostSomething()
    {
        RedrivePlan plan = quick(soundPlan(30));
        plan.lookCost = QStringLiteral("Each look counts as a delivery.");
        RunRig rig(plan);
        int looks = 0;
        for (RunOrder order = rig.nextDeed(); order.kind != Kind::Finish && looks < 100; order = rig.nextDeed()) {
            if (order.kind == Kind::Look) {
                ++looks;
                rig.seeNothing();
                rig.director.pause();
                rig.director.resume();
            } else {
                rig.answer(order);
            }
        }
        QCOMPARE(looks, mostLooks(plan));
        QCOMPARE(rig.director.state().cause, StopCause::StaleSignal);
    }

    void aWholeRunNeedsNoMoreLooksThanArePlanned()
    {
        for (const int items : {1, 2, 12, 80, 333}) {
            RedrivePlan plan = quick(twoClasses(items));
            plan.lookCost = QStringLiteral("Each look counts as a delivery.");
            RunRig rig(plan);
            rig.goToEnd();
            QCOMPARE(rig.director.state().counts.confirmed, items);
            QCOMPARE(rig.nextDeed().kind, Kind::Look);
        }
    }

    void aBoundedPlanMovesByCountAndNeverMoreThanItsBound()
    {
        RunRig rig(bounded(25));
        RunOrder order = rig.next();
        QCOMPARE(order.kind, Kind::Send);
        QVERIFY(order.ordinals.isEmpty());
        QCOMPARE(order.count, 1);
        qint64 asked = 0;
        for (; order.kind != Kind::Finish; order = rig.nextDeed()) {
            if (order.kind == Kind::Look) {
                rig.seen.deadDepth = *rig.plan.deadDepth - asked;
                rig.seeNothing();
                continue;
            }
            asked += order.count;
            rig.director.movedByCount(ItemOutcome::Moved, order.count, rig.monotonic);
        }
        QCOMPARE(asked, 25);
        QCOMPARE(rig.director.state().movedByCount, 25);
        QCOMPARE(rig.director.state().stage, Stage::AfterWatch);
    }

    void anUnknownBoundedStepStopsAndIsNotContinuedBlindly()
    {
        RunRig rig(bounded(25));
        rig.next();
        rig.director.movedByCount(ItemOutcome::Unknown, 0, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::ProviderFailed);
        QCOMPARE(rig.director.state().counts.unknown, 1);
        RunBook book = rig.director.book();
        RunRig again(bounded(25), book);
        QCOMPARE(again.next().kind, Kind::Finish);
        QVERIFY(book.reconcileCount(1, planTime()));
        RunRig cleared(bounded(25), book);
        cleared.seen.deadDepth = 34;
        QCOMPARE(cleared.next().kind, Kind::Look);
    }

    void aBoundedPlanStopsWhenMoreLieThereThanShould()
    {
        RunRig rig(bounded(25));
        rig.goTo(Kind::Look, 0);
        rig.seeNothing();
        QCOMPARE(rig.next().kind, Kind::Finish); // the depth has not fallen by the one that was moved
        QCOMPARE(rig.director.state().cause, StopCause::QueueChanged);
    }

    void aSystemThatMovesMoreThanItWasAskedForIsStopped()
    {
        RunRig rig(bounded(25));
        rig.next();
        rig.director.movedByCount(ItemOutcome::Moved, 4, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::QueueChanged);
        QCOMPARE(rig.director.state().movedByCount, 4);
    }

    void aWholeQueueIsMovedByOneRequest()
    {
        RunRig rig(bounded(25, RedrivePlan::Kind::WholeQueue));
        const RunOrder order = rig.next();
        QCOMPARE(order.count, 25);
        rig.director.movedByCount(ItemOutcome::Moved, 24, rig.monotonic);
        rig.seen.deadDepth = 11;
        rig.goToEnd();
        QCOMPARE(rig.director.state().stage, Stage::AfterWatch);
        QCOMPARE(rig.director.state().counts, (RunCounts{25, 0, 0, 24, 0, 0, 0, 0, 1}));
    }

    void aPlanWithoutARateSendsNothing()
    {
        RedrivePlan plan = soundPlan(3);
        plan.bounds.milliPerSecond = 0;
        RunRig rig(plan);
        QCOMPARE(rig.nextDeed().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::Deadline);
        QCOMPARE(rig.director.state().counts.waiting, 3);
    }
};

QTEST_APPLESS_MAIN(TestRunEndings)
#include "TestRunEndings.moc"

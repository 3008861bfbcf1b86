// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/redrive/RunRig.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

using Kind = RunOrder::Kind;
using Stage = RunState::Stage;
using StopCause = RunState::StopCause;

class TestRunDirector : public QObject
{
    Q_OBJECT

    static Error error(Error::Kind kind = Error::Kind::ServerFailed)
    {
        Error made;
        made.kind = kind;
        made.what = QStringLiteral("The server failed.");
        return made;
    }

private slots:
    void aCanaryOfEachClassGoesFirst()
    {
        RunRig rig(quick(twoClasses(10)));
        const RunOrder order = rig.next();
        QCOMPARE(order.kind, Kind::Send);
        QCOMPARE(order.ordinals, (QVector<int>{0, 1}));
        QCOMPARE(rig.director.state().stage, Stage::Canary);
        QCOMPARE(rig.director.state().counts.intended, 2);
    }

    void anotherVersionOfAClassHasItsOwnCanary()
    {
        RedrivePlan plan = quick(soundPlan(4));
        plan.items[2].version = QStringLiteral("4");
        RunRig rig(plan);
        QCOMPARE(rig.next().ordinals, (QVector<int>{0, 2}));
    }

    void canariesAreWatchedToTheEndThenLookedAtThenStepsFollow()
    {
        RunRig rig(quick(twoClasses(10)));
        rig.answer(rig.next());
        const RunOrder watch = rig.next();
        QCOMPARE(watch.kind, Kind::Wait);
        QCOMPARE(watch.until, rig.monotonic + rig.plan.bounds.canaryWatch);
        QCOMPARE(rig.director.state().waitsUntil, std::optional(planTime() + rig.plan.bounds.canaryWatch));
        rig.monotonic = watch.until - Millis(1);
        QCOMPARE(rig.next().kind, Kind::Wait);
        rig.monotonic = watch.until;
        QCOMPARE(rig.next().kind, Kind::Look);
        rig.seeNothing();
        const RunOrder first = rig.next();
        QCOMPARE(first.kind, Kind::Send);
        QCOMPARE(first.ordinals, QVector<int>{2});
        QCOMPARE(rig.director.state().stage, Stage::Stepping);
    }

    void stepsGrowAndTheLastRepeats()
    {
        RedrivePlan plan = quick(soundPlan(20));
        plan.bounds.steps = {1, 2, 5};
        RunRig rig(plan);
        QVector<int> sizes;
        for (int step = 0;; ++step) {
            const RunOrder order = rig.goTo(Kind::Send, step);
            if (order.kind == Kind::Finish)
                break;
            sizes << order.count;
            rig.answer(order);
        }
        QCOMPARE(sizes, (QVector<int>{1, 1, 2, 5, 5, 5, 1}));
        QCOMPARE(rig.director.state().counts.confirmed, 20);
    }

    void aLookStandsBetweenAnyTwoSteps()
    {
        RunRig rig(quick(soundPlan(30)));
        bool hasLooked = true;
        int step = -1;
        for (RunOrder order = rig.nextDeed(); order.kind != Kind::Finish; order = rig.nextDeed()) {
            if (order.kind == Kind::Look) {
                hasLooked = true;
                rig.seeNothing();
                continue;
            }
            if (rig.director.state().step != step)
                QVERIFY(hasLooked);
            step = rig.director.state().step;
            hasLooked = false;
            rig.answer(order);
        }
        QVERIFY(hasLooked);
    }

    void withALedgerItWaitsForTheProofAndForNothingElse()
    {
        RedrivePlan plan = quick(twoClasses(6));
        plan.bounds.proof = RedriveBounds::CanaryProof::Ledger;
        RunRig rig(plan);
        rig.answer(rig.next());
        QCOMPARE(rig.director.openCanaries(), (QVector<int>{0, 1}));
        rig.monotonic += std::chrono::hours(1);
        QCOMPARE(rig.next().kind, Kind::Wait);
        rig.director.proveCanary(0);
        rig.director.proveCanary(4); // no canary
        QCOMPARE(rig.next().kind, Kind::Wait);
        rig.director.proveCanary(1);
        QCOMPARE(rig.next().kind, Kind::Look);
    }

    void acceptedUnprovenGoesOnAtOnceButLooksFirst()
    {
        RedrivePlan plan = quick(soundPlan(6));
        plan.bounds.proof = RedriveBounds::CanaryProof::AcceptedUnproven;
        RunRig rig(plan);
        rig.answer(rig.next());
        QCOMPARE(rig.next().kind, Kind::Look);
    }

    void aCanaryAcceptedByNameEndsItsWatch()
    {
        RunRig rig(quick(soundPlan(6)));
        rig.answer(rig.next());
        QCOMPARE(rig.next().kind, Kind::Wait);
        rig.director.proveCanary(0);
        QCOMPARE(rig.next().kind, Kind::Look);
    }

    void aSkippedOrFailedCanaryIsFollowedByAnotherOfItsClass()
    {
        RunRig rig(quick(twoClasses(8)));
        RunOrder order = rig.next();
        rig.director.attempted({{0, ItemOutcome::Skipped, planTime(), {}, {}}, {1, ItemOutcome::Moved, planTime(), {}, {}}}, rig.monotonic);
        order = rig.next();
        QCOMPARE(order.ordinals, QVector<int>{2});
        rig.answer(order, ItemOutcome::Failed);
        order = rig.next();
        QCOMPARE(order.ordinals, QVector<int>{4});
        QCOMPARE(rig.director.state().step, 0);
    }

    void aCanaryWhoseAnswerWasLostStopsTheRun()
    {
        RunRig rig(quick(soundPlan(6)));
        rig.answer(rig.next(), ItemOutcome::Unknown);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::Errors);
        QCOMPARE(rig.director.state().counts.unknown, 1);
    }

    void aReturnedCanaryStopsWhateverTheCondition()
    {
        RedrivePlan plan = quick(soundPlan(6));
        plan.bounds.stop.returned = 5;
        RunRig rig(plan);
        rig.goTo(Kind::Look, 0);
        rig.director.looked({0}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::Returned);
    }

    void aReturnedMessageStopsTheRunWithTheExactRemainder()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Look, 2);
        rig.director.looked({1}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        const RunState &state = rig.director.state();
        QCOMPARE(state.stage, Stage::Stopped);
        QCOMPARE(state.cause, StopCause::Returned);
        QCOMPARE(state.counts, (RunCounts{30, 26, 0, 3, 1, 0, 0, 0, 0}));
    }

    void aReturnThatWasNeverMovedIsNotCounted()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Look, 1);
        rig.director.looked({20, 99, -1}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Send);
    }

    void everySignalThatIsUnreadableOrBadStopsBeforeTheNextOrder_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addColumn<int>("cause");
        QTest::newRow("target unset") << 0 << int(StopCause::StaleSignal);
        QTest::newRow("sample time unset") << 1 << int(StopCause::StaleSignal);
        QTest::newRow("sample old") << 2 << int(StopCause::StaleSignal);
        QTest::newRow("verdict stale") << 3 << int(StopCause::StaleSignal);
        QTest::newRow("sample from the future") << 4 << int(StopCause::StaleSignal);
        QTest::newRow("dead depth unset") << 5 << int(StopCause::StaleSignal);
        QTest::newRow("approaching") << 6 << int(StopCause::Approaching);
        QTest::newRow("breached") << 7 << int(StopCause::Approaching);
        QTest::newRow("throttled") << 8 << int(StopCause::Throttled);
        QTest::newRow("second effect") << 9 << int(StopCause::SecondEffect);
        QTest::newRow("deadline") << 10 << int(StopCause::Deadline);
    }
    void everySignalThatIsUnreadableOrBadStopsBeforeTheNextOrder()
    {
        QFETCH(int, fault);
        QFETCH(int, cause);
        for (const bool isAtStart : {true, false}) {
            RunRig rig(quick(soundPlan(30)));
            if (!isAtStart) {
                rig.goTo(Kind::Look, 2);
                rig.seeNothing();
            }
            switch (fault) {
            case 0: rig.seen.target.reset(); break;
            case 1: rig.isSampled = false; break;
            case 2: rig.sampleAge = rig.plan.bounds.stop.staleAfter + Millis(1); break;
            case 3: rig.seen.target = Verdict::Stale; break;
            case 4: rig.sampleAge = Seconds(-61); break;
            case 5: rig.seen.deadDepth.reset(); break;
            case 6: rig.seen.target = Verdict::Approaching; break;
            case 7: rig.seen.target = Verdict::Breached; break;
            case 8: rig.seen.isThrottled = true; break;
            case 9: rig.seen.secondEffects = 1; break;
            default: rig.wallShift = std::chrono::hours(4);
            }
            QCOMPARE(rig.next().kind, Kind::Finish);
            QCOMPARE(int(rig.director.state().cause), cause);
            QVERIFY(!rig.director.state().text.isEmpty());
            QVERIFY(rig.director.state().counts.closes());
            QVERIFY(rig.director.state().counts.waiting > 0);
        }
    }

    void theLedgerAsProofMustStayReadable()
    {
        RedrivePlan plan = quick(soundPlan(6));
        plan.bounds.proof = RedriveBounds::CanaryProof::Ledger;
        RunRig rig(plan);
        rig.seen.secondEffects.reset();
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::StaleSignal);
    }

    void aSystemThatReportsNoAgeOrNoDeadDepthDoesNotStopByThat()
    {
        RedrivePlan plan = quick(soundPlan(6));
        plan.deadDepth.reset();
        RunRig rig(plan);
        rig.seen.target = Verdict::NotReported;
        rig.seen.deadDepth.reset();
        rig.seen.secondEffects.reset();
        rig.seen.consumers.reset();
        QCOMPARE(rig.next().kind, Kind::Send);
    }

    void aClockTurnedBackDoesNotLengthenARun()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Look, 1);
        rig.seeNothing();
        rig.monotonic += rig.plan.bounds.deadline;
        rig.wallShift = -std::chrono::hours(24);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::Deadline);
    }

    void attemptsThatMoveNothingStopItInARow()
    {
        RunRig rig(quick(soundPlan(30)));
        RunOrder order = rig.goTo(Kind::Send, 3);
        QCOMPARE(order.count, 5);
        QVector<ItemResult> results;
        for (const int ordinal : order.ordinals)
            results << ItemResult{ordinal, results.size() == 2 ? ItemOutcome::Moved : ItemOutcome::Failed, planTime(), {}, {}};
        rig.director.attempted(results, rig.monotonic);
        QVERIFY(rig.director.state().isOpen()); // two, then one that moved, then two
        order = rig.goTo(Kind::Send, 4);
        rig.director.attempted({{order.ordinals.at(0), ItemOutcome::Failed, planTime(), {}, {}}}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::Errors);
        QCOMPARE(rig.director.state().counts.intended, 0);
        QCOMPARE(rig.director.state().counts.unknown, 0);
    }

    void anAttemptThatWasThrottledStopsAsThrottled()
    {
        RunRig rig(quick(soundPlan(30)));
        const RunOrder order = rig.next();
        rig.director.attempted({{order.ordinals.at(0), ItemOutcome::Failed, planTime(), {}, {}, true}}, rig.monotonic);
        QCOMPARE(rig.director.state().cause, StopCause::Throttled);
    }

    void allResultsOfAnAnswerAreKeptThoughOneOfThemStops()
    {
        RunRig rig(quick(soundPlan(30)));
        const RunOrder order = rig.goTo(Kind::Send, 3);
        QVector<ItemResult> results;
        for (const int ordinal : order.ordinals)
            results << ItemResult{ordinal, results.size() < 3 ? ItemOutcome::Unknown : ItemOutcome::Moved, planTime(), {}, {}};
        rig.director.attempted(results, rig.monotonic);
        QCOMPARE(rig.director.state().stage, Stage::Stopped);
        QCOMPARE(rig.director.state().counts, (RunCounts{30, 21, 0, 6, 0, 3, 0, 0, 0}));
    }

    void pauseHoldsFromTheNextOrderAndWhatWasNotBegunWaitsAgain()
    {
        RunRig rig(quick(soundPlan(30)));
        const RunOrder order = rig.goTo(Kind::Send, 3);
        rig.director.pause();
        rig.director.attempted({{order.ordinals.at(0), ItemOutcome::Moved, planTime(), {}, {}}}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Wait);
        QCOMPARE(rig.director.state().stage, Stage::Paused);
        QCOMPARE(rig.director.state().counts, (RunCounts{30, 25, 0, 5, 0, 0, 0, 0, 0}));
        rig.monotonic += Minutes(20);
        rig.seen.target = Verdict::Breached; // nothing is sent, so it may pass
        QCOMPARE(rig.next().kind, Kind::Wait);
        rig.seen.target = Verdict::Healthy;
        rig.director.resume();
        QCOMPARE(rig.next().kind, Kind::Look);
        rig.seeNothing();
        QCOMPARE(rig.next().ordinals, order.ordinals.mid(1));
    }

    void aPausedRunThatIsPastItsDeadlineStops()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Send, 1);
        rig.director.attempted({}, rig.monotonic);
        rig.director.pause();
        rig.monotonic += std::chrono::hours(5);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::Deadline);
    }

    void aPauseWhileLookingLosesNeitherTheLookNorThePause()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Look, 1);
        rig.director.pause();
        rig.seeNothing();
        QCOMPARE(rig.next().kind, Kind::Wait);
        QCOMPARE(rig.director.state().stage, Stage::Paused);
        rig.director.resume();
        QCOMPARE(rig.director.state().stage, Stage::Stepping);
        QCOMPARE(rig.nextDeed().kind, Kind::Look);
    }

    void stopHoldsAtOnceAndKeepsWhatWaits()
    {
        RunRig rig(quick(soundPlan(30)));
        const RunOrder order = rig.goTo(Kind::Send, 3);
        rig.director.stop(StopCause::Person, QStringLiteral("Stopped by Ada."));
        QCOMPARE(rig.director.state().stage, Stage::Stopping);
        QCOMPARE(rig.next().kind, Kind::Wait); // until what was begun is answered
        rig.director.attempted({{order.ordinals.at(0), ItemOutcome::Moved, planTime(), {}, {}}}, rig.monotonic);
        QCOMPARE(rig.next().kind, Kind::Finish);
        QCOMPARE(rig.director.state().stage, Stage::Stopped);
        QCOMPARE(rig.director.state().counts.waiting, 25);
        QCOMPARE(rig.director.state().counts.left, 0);
        rig.director.resume();
        QCOMPARE(rig.next().kind, Kind::Finish);
    }

    void theFirstReasonToStopIsTheOneThatIsKept()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Send, 1);
        rig.director.stop(StopCause::Person, QStringLiteral("Stopped by Ada."));
        rig.director.recordFailed(error());
        rig.director.attempted({}, rig.monotonic);
        rig.next();
        QCOMPARE(rig.director.state().cause, StopCause::Person);
    }

    void ifTheRecordCanNotBeWrittenNothingMoreIsSent()
    {
        RunRig rig(quick(soundPlan(30)));
        rig.goTo(Kind::Send, 1);
        rig.director.recordFailed(error(Error::Kind::Storage));
        rig.director.attempted({}, rig.monotonic);
        QCOMPARE(rig.nextDeed().kind, Kind::Finish);
        QCOMPARE(rig.director.state().cause, StopCause::RecordFailed);
        QCOMPARE(rig.director.state().counts.unknown, 0);
    }

    void aLookThatFailsStopsTheRun()
    {
        for (const auto &[kind, cause] : {std::pair(Error::Kind::Timeout, StopCause::ProviderFailed), std::pair(Error::Kind::Throttled, StopCause::Throttled)}) {
            RunRig rig(quick(soundPlan(30)));
            rig.goTo(Kind::Look, 1);
            rig.director.lookFailed(error(kind));
            QCOMPARE(rig.next().kind, Kind::Finish);
            QCOMPARE(rig.director.state().cause, cause);
        }
    }

    void onlyOneOrderIsOpenAtATime()
    {
        RunRig rig(quick(soundPlan(30)));
        const RunOrder order = rig.next();
        QCOMPARE(order.kind, Kind::Send);
        QCOMPARE(rig.next().kind, Kind::Wait);
        rig.director.looked({0}, rig.monotonic); // nobody asked for a look
        QCOMPARE(rig.director.state().counts.returned, 0);
        rig.answer(order);
        rig.answer(order); // answered twice
        QCOMPARE(rig.director.state().counts.confirmed, 1);
    }

    void anAnswerAboutAnItemThatWasNotOrderedIsNotTaken()
    {
        RunRig rig(quick(soundPlan(30)));
        const RunOrder order = rig.next();
        rig.director.attempted({{order.ordinals.at(0), ItemOutcome::Moved, planTime(), {}, {}}, {7, ItemOutcome::Moved, planTime(), {}, {}}}, rig.monotonic);
        QCOMPARE(rig.director.book().item(7).outcome, ItemOutcome::Waiting);
    }

    void itKeepsToItsRateWithoutBursts()
    {
        RedrivePlan plan = soundPlan(12);
        plan.bounds.milliPerSecond = 500;
        plan.bounds.steps = {12};
        RunRig rig(plan);
        rig.goTo(Kind::Look, 0);
        rig.seeNothing();
        QVector<Millis> times;
        for (RunOrder order = rig.nextDeed(); order.kind == Kind::Send; order = rig.nextDeed()) {
            QCOMPARE(order.count, 1);
            times << rig.monotonic;
            rig.answer(order);
        }
        QCOMPARE(times.size(), 11);
        for (qsizetype i = 1; i < times.size(); ++i)
            QCOMPARE(times.at(i) - times.at(i - 1), Millis(2000));
    }

    void neverMoreThanItsBoundAndTheRestIsLeft()
    {
        RedrivePlan plan = quick(soundPlan(30));
        plan.bounds.maxMessages = 9;
        RunRig rig(plan);
        rig.goToEnd();
        QCOMPARE(rig.director.state().stage, Stage::AfterWatch);
        QCOMPARE(rig.director.state().counts, (RunCounts{30, 0, 0, 9, 0, 0, 0, 0, 21}));
    }
};

QTEST_APPLESS_MAIN(TestRunDirector)
#include "TestRunDirector.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/redriverun/RunStage.h"

namespace holdwatch::test {

using Stage = RunState::Stage;
using StopCause = RunState::StopCause;

class TestRedriveRunner : public QObject
{
    Q_OBJECT
private slots:
    void canariesThenStepsThenTheAfterWatch()
    {
        RunStage stage;
        stage.begin();
        QCOMPARE(stage.attempts().size(), 1); // one class, one canary
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().stage, Stage::Finished);
        QCOMPARE(stage.counts().confirmed, 8);
        QVERIFY(stage.counts().closes());
        QCOMPARE(stage.system->work.size(), 8);
        QVERIFY(stage.system->dead.isEmpty());
        QCOMPARE(stage.kinds().constFirst(), QStringLiteral("run-started"));
        QCOMPARE(stage.kinds().constLast(), QStringLiteral("closed"));
    }

    void theIntentIsWrittenBeforeTheFirstByteAndEachOutcomeAfterIt()
    {
        RunStage stage;
        stage.begin();
        stage.runOn();
        int intended = 0;
        for (const QString &each : std::as_const(stage.system->asked)) {
            if (each == QLatin1String("written intent"))
                intended = 100; // a step's worth
            else if (each.startsWith(QLatin1String("attempt ")))
                QVERIFY2(intended-- > 0, qPrintable(each));
            else if (each == QLatin1String("page"))
                intended = 0;
        }
        QCOMPARE(stage.kinds().count(QStringLiteral("outcome")), 8);
    }

    void ifTheRecordCannotBeWrittenNothingIsSent()
    {
        RunStage stage;
        stage.recordFails = true;
        stage.begin();
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QVERIFY(stage.attempts().isEmpty());
        QCOMPARE(stage.state().cause, StopCause::RecordFailed);
        QCOMPARE(stage.system->dead.size(), 8);
    }

    void aDiskThatFillsUpInTheMiddleStopsTheRunAndLosesNoOutcome()
    {
        RunStage stage;
        stage.begin();
        stage.system->beforeEach = [&](const QString &id) { stage.recordFails = stage.recordFails || id == QLatin1String("m2"); };
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().cause, StopCause::RecordFailed);
        QVERIFY(stage.counts().closes());
        // What the record could not take is unknown when it is read back, never lost and never sent again.
        const operations::RunHistory history = stage.history();
        QVERIFY(history.book.counts().unknown > 0);
        QCOMPARE(history.book.counts().confirmed + history.book.counts().unknown, int(stage.system->work.size()));
    }

    void outcomesThatCouldNotBeWrittenAreWrittenWhenThereIsRoomAgain()
    {
        RunStage stage;
        stage.begin();
        // Two writes in a row fail, the second with the first one's outcomes still waiting.
        int failing = 2;
        stage.onWrite = [&](const QVector<AuditDraft> &drafts) {
            const bool isDue = stage.attempts().contains(QStringLiteral("attempt m2")) && drafts.constFirst().kind == QLatin1String("outcome");
            return !isDue || failing-- <= 0;
        };
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().cause, StopCause::RecordFailed);
        QCOMPARE(stage.history().book.counts().unknown, 0);
        QCOMPARE(stage.history().book.counts().confirmed, int(stage.system->work.size()));
    }

    void whatWasSentWhenTheProgramEndsIsUnknownAndTheRunEnds()
    {
        RunStage stage;
        stage.system->hangsInAttempt = true;
        stage.begin();
        stage.runner->requestStop(StopCause::Restarted, QStringLiteral("Holdwatch was closed."));
        stage.settle();
        QVERIFY(!stage.hasEnded); // the answer may still come
        stage.runner->abandon();
        stage.settle();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.counts().unknown, 1);
        QCOMPARE(stage.counts().waiting, 7);
    }

    void onlyTheSelectedMessagesMove()
    {
        RunStage stage;
        RedrivePlan plan = stage.plan();
        plan.items = {plan.items.at(5), plan.items.at(7)};
        plan.items[0].ordinal = 0;
        plan.items[1].ordinal = 1;
        plan.bounds.maxMessages = 2;
        stage.begin(plan, RunBook(plan));
        stage.runOn();
        QCOMPARE(stage.attempts(), QStringList({QStringLiteral("attempt m5"), QStringLiteral("attempt m7")}));
        QCOMPARE(stage.system->dead.size(), 6);
    }

    void aMessageThatHasChangedIsSkippedAndNothingIsSentForIt()
    {
        RunStage stage;
        const RedrivePlan plan = stage.plan();
        stage.system->dead[3].payload = "{\"order\":99}";
        stage.begin(plan, RunBook(plan));
        stage.runOn();
        QVERIFY(!stage.attempts().contains(QStringLiteral("attempt m3")));
        QCOMPARE(stage.counts().skipped, 1);
        QCOMPARE(stage.counts().confirmed, 7);
    }

    void aLostAnswerIsUnknownAndNeverSentAgain()
    {
        RunStage stage;
        stage.system->lostAnswers[QStringLiteral("m4")] = true;
        stage.begin();
        stage.runOn();
        QCOMPARE(stage.attempts().count(QStringLiteral("attempt m4")), 1);
        QCOMPARE(stage.counts().unknown, 1);
        QVERIFY(stage.counts().closes());
    }

    void aRedrivenMessageThatComesBackStopsTheRun()
    {
        RunStage stage;
        stage.system->comesBack.insert(QStringLiteral("m0"));
        stage.begin();
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().stage, Stage::Stopped);
        QCOMPARE(stage.state().cause, StopCause::Returned);
        QCOMPARE(stage.attempts().size(), 1);
        QCOMPARE(stage.counts().returned, 1);
        QCOMPARE(stage.counts().waiting, 7);
        QVERIFY(stage.kinds().contains(QStringLiteral("returned")));
    }

    void aStaleSignalStopsTheRun()
    {
        RunStage stage;
        stage.begin();
        stage.isFresh = false;
        stage.signals_.targetSampledAt = stage.clock.now();
        stage.runOn();
        QCOMPARE(stage.state().cause, StopCause::StaleSignal);
        QVERIFY(stage.counts().confirmed < 8);
    }

    void anAgeThatApproachesTheWindowStopsTheRun()
    {
        RunStage stage;
        stage.begin();
        stage.signals_.target = Verdict::Approaching;
        stage.runOn();
        QCOMPARE(stage.state().cause, StopCause::Approaching);
        QCOMPARE(stage.counts().confirmed, 1);
    }

    void aLookThatFailsStopsTheRun()
    {
        RunStage stage;
        stage.begin();
        stage.system->readFails = Error{Error::Kind::Unreachable, QStringLiteral("No route."), {}, {}, {}, {}, {}};
        stage.runOn();
        QCOMPARE(stage.state().cause, StopCause::ProviderFailed);
        QCOMPARE(stage.counts().confirmed, 1);
    }

    void aPauseHoldsBeforeTheNextMessage()
    {
        RunStage stage;
        stage.begin();
        stage.system->beforeEach = [&](const QString &id) {
            if (id == QLatin1String("m2"))
                stage.runner->requestPause(); // from another thread it would be the same call
        };
        stage.runOn(200);
        QVERIFY(!stage.hasEnded);
        QCOMPARE(stage.state().stage, Stage::Paused);
        QCOMPARE(stage.attempts().constLast(), QStringLiteral("attempt m1"));
        QCOMPARE(stage.counts().waiting, 6);
        QCOMPARE(stage.counts().intended, 0);
        QCOMPARE(stage.history().book.counts().unknown, 0); // what was intended and not begun is no doubt
        stage.system->beforeEach = nullptr;
        stage.runner->requestResume();
        stage.settle();
        stage.runOn();
        QCOMPARE(stage.counts().confirmed, 8);
    }

    void aPauseBetweenIntentAndAttemptSendsNothingOfIt()
    {
        RunStage stage;
        stage.begin();
        stage.onWrite = [&](const QVector<AuditDraft> &drafts) {
            if (drafts.constLast().kind == QLatin1String("intent"))
                stage.runner->requestPause();
            return true;
        };
        stage.runOn(200);
        QCOMPARE(stage.state().stage, Stage::Paused);
        QCOMPARE(stage.attempts().size(), 1); // the canary alone
        QCOMPARE(stage.history().book.counts().unknown, 0);
        QCOMPARE(stage.counts().waiting, 7);
    }

    void stopEndsAtOnceWithTheExactRemainder()
    {
        RunStage stage;
        stage.begin();
        stage.system->beforeEach = [&](const QString &id) {
            if (id == QLatin1String("m2"))
                stage.runner->requestStop(StopCause::Person, QStringLiteral("Stopped by Ada."));
        };
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().stage, Stage::Stopped);
        QCOMPARE(stage.counts().confirmed, 2);
        QCOMPARE(stage.counts().waiting, 6);
        QCOMPARE(stage.kinds().constLast(), QStringLiteral("stopped"));
    }

    void whatAKillLeavesIsUnknownOrWaitingAndGoesOnWithoutDoubles()
    {
        RunStage stage;
        stage.begin();
        int attempted = 0;
        // The record ends right after an intent, as if the program had been killed with the answer on its way.
        stage.system->beforeEach = [&](const QString &id) {
            if (id == QLatin1String("m3"))
                stage.recordFails = true;
            ++attempted;
        };
        stage.runOn();
        stage.recordFails = false;
        stage.system->beforeEach = nullptr;
        const operations::RunHistory history = stage.history();
        QVERIFY(history.wasBrokenOff);
        QVERIFY(history.book.counts().closes());
        const QVector<int> unknown = history.book.unknown();
        QVERIFY(!unknown.isEmpty());
        stage.begin(stage.planned, history.book, true);
        stage.runOn();
        QStringList twice = stage.attempts();
        QCOMPARE(twice.removeDuplicates(), 0);
        QCOMPARE(stage.counts().unknown, int(unknown.size()));
        QCOMPARE(stage.counts().confirmed + stage.counts().unknown, 8);
    }

    void aPlanByCountMovesNeverMoreThanItsBound()
    {
        RunStage stage(12);
        stage.system->hasBulk = true;
        RedrivePlan plan = stage.plan();
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.bounds.maxMessages = 7;
        plan.deadDepth = 12;
        stage.begin(plan, RunBook(plan));
        stage.signals_.deadDepth = 0;
        stage.runOn();
        QCOMPARE(stage.state().movedByCount, 7);
        QCOMPARE(stage.system->dead.size(), 5);
        QVERIFY(stage.kinds().count(QStringLiteral("outcome")) > 1);
    }

    void aStepThatIsAnsweredWithoutACountIsUnknownAndEndsTheRun()
    {
        RunStage stage(12);
        stage.system->hasBulk = true;
        stage.system->givesNoCount = true;
        RedrivePlan plan = stage.plan();
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.bounds.maxMessages = 7;
        plan.deadDepth = 12;
        stage.begin(plan, RunBook(plan));
        stage.runOn();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.system->dead.size(), 11); // one step, and no further one that could pass the bound
        QVERIFY(stage.runner->book().unknownByCount() > 0);
    }

    void aPlanByCountIsRefusedWhenTheQueueHasChanged()
    {
        RunStage stage(12);
        stage.system->hasBulk = true;
        RedrivePlan plan = stage.plan();
        plan.kind = RedrivePlan::Kind::Bounded;
        plan.deadDepth = 11;
        stage.begin(plan, RunBook(plan));
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().cause, StopCause::QueueChanged);
        QCOMPARE(stage.system->dead.size(), 12);
    }

    void aSystemThatLacksTheRoleIsSaidAndSentNothing()
    {
        RunStage stage;
        stage.system->hasItems = false;
        stage.begin();
        QVERIFY(stage.hasEnded);
        QCOMPARE(stage.state().cause, StopCause::ProviderFailed);
        QVERIFY(stage.attempts().isEmpty());
    }
};

} // namespace holdwatch::test

QTEST_GUILESS_MAIN(holdwatch::test::TestRedriveRunner)
#include "TestRedriveRunner.moc"

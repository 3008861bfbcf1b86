// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/practice_workload/LedgerProbe.h"
#include "tests/unit/practice_workload/Stage.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using holdwatch::test::LedgerProbe;
using holdwatch::test::Stage;
using holdwatch::test::steadyTraffic;

class TestFaults : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_ledgerPath;

private slots:
    void init()
    {
        static int run = 0;
        m_ledgerPath = m_folder.filePath(QStringLiteral("ledger-%1.sqlite").arg(++run));
    }

    void leavesOneEffectForEachCommand_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("no fault") << QString();
        for (const Fault fault : allFaults)
            QTest::newRow(qPrintable(idOf(fault))) << idOf(fault);
    }
    void leavesOneEffectForEachCommand()
    {
        QFETCH(QString, fault);
        Stage stage(m_ledgerPath);
        stage.start(steadyTraffic());
        if (!fault.isEmpty())
            stage.workload->setFault(*faultFromId(fault), true);
        stage.pass(Seconds(45));
        stage.drain(Seconds(110));

        const LedgerProbe probe(m_ledgerPath);
        QCOMPARE(stage.backlog(), 0);
        QCOMPARE(probe.doubled(), 0);
        QCOMPARE(probe.unaudited(), 0);
        QVERIFY(probe.untouched() <= stage.deadLetters()); // less where the customer confirmed the hold of a dead command
        QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM outbox")), 0);
        const PracticeState state = stage.workload->state();
        QVERIFY(state.effects > 50);
        QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM effects")), state.effects);
        QCOMPARE(state.secondEffects, 0);
    }

    void absorbsDuplicates()
    {
        Stage stage(m_ledgerPath);
        stage.start(steadyTraffic());
        stage.workload->setFault(Fault::Duplicates, true);
        stage.pass(Seconds(40));
        stage.drain(Seconds(40));
        const qint64 executions = LedgerProbe(m_ledgerPath).number(QStringLiteral("SELECT COUNT(*) FROM processed_jobs"));
        qint64 acknowledged = 0;
        for (const Work work : allWork)
            acknowledged += stage.stats(work).completedTotal;
        QVERIFY(stage.workload->state().duplicatesAbsorbed > 5);
        QCOMPARE(acknowledged, executions + stage.workload->state().duplicatesAbsorbed);
    }

    void absorbsRedeliveriesAfterLostAcks()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.workload->setFault(Fault::LostAcks, true);
        stage.pass(Seconds(60));
        QVERIFY(stage.workload->state().duplicatesAbsorbed > 5);
        QVERIFY(stage.stats(Work::ReserveInventory).redeliveredTotal > 0);
        QCOMPARE(stage.deadLetters(), 0);
    }

    void leavesNoClaimAfterARollback()
    {
        Scenario scenario = steadyTraffic();
        scenario.faults[Fault::RollbackAfterClaim].strength = 1; // every first delivery
        Stage stage(m_ledgerPath);
        stage.start(scenario);
        stage.workload->setFault(Fault::RollbackAfterClaim, true);
        stage.pass(Seconds(60));
        const LedgerProbe probe(m_ledgerPath);
        QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM audit_events WHERE delivery_count = 1")), 0);
        QVERIFY(probe.number(QStringLiteral("SELECT COUNT(*) FROM audit_events WHERE delivery_count = 2")) > 50);
        stage.drain(Seconds(40));
        QCOMPARE(stage.backlog(), 0);
        QCOMPARE(probe.untouched(), 0);
        QCOMPARE(probe.number(QStringLiteral("SELECT SUM(conflicts) FROM processed_jobs")), 0);
    }

    void endsPoisonInTheDeadLetterQueueWhileOthersMoveOn()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.workload->setFault(Fault::PoisonSchema, true);
        stage.pass(Seconds(44));
        const QueueStats inventory = stage.stats(Work::ReserveInventory);
        QCOMPARE(inventory.deadLetters, 1);
        QVERIFY(inventory.completedTotal > 10);
        const DeadLetter dead = stage.engine->deadLetters(inventory.settings.name, {}, 10).value().items.first();
        QVERIFY2(dead.lastError.startsWith(QStringLiteral("unsupported schema version 3")), qPrintable(dead.lastError));
        QVERIFY(dead.payload.contains("\"schema_version\":3"));
    }

    void redrivesPoisonToOneEffectOnceTheConsumerKnowsIt()
    {
        Stage stage(m_ledgerPath);
        stage.start(steadyTraffic());
        stage.workload->setFault(Fault::PoisonSchema, true);
        stage.pass(Seconds(44));
        stage.workload->setFault(Fault::PoisonSchema, false);
        for (const Work work : allWork)
            QVERIFY(stage.engine->redrive(factsOf(work).queue, std::nullopt, {}));
        stage.drain(Seconds(40));
        const LedgerProbe probe(m_ledgerPath);
        QCOMPARE(stage.deadLetters(), 0);
        QCOMPARE(probe.untouched(), 0);
        QCOMPARE(probe.doubled(), 0);
    }

    void bringsAStuckWorkersMessageBackAfterItsLease()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.workload->setFault(Fault::StuckWorker, true);
        Millis oldest{};
        stage.pass(Seconds(60), [&] { oldest = std::max(oldest, stage.stats(Work::ReserveInventory).oldestAge.value_or(Millis(0))); });
        QVERIFY(oldest >= Seconds(20));
        QVERIFY(stage.stats(Work::ReserveInventory).redeliveredTotal > 0);
        stage.drain(Seconds(60));
        QCOMPARE(stage.backlog(), 0);
        QCOMPARE(stage.deadLetters(), 0);
    }

    void obeysADownstreamThatThrottles()
    {
        Stage stage;
        stage.start(steadyTraffic());
        stage.pass(Seconds(30));
        const qint64 before = stage.stats(Work::ReserveInventory).redeliveredTotal;
        stage.workload->setFault(Fault::Downstream429, true);
        stage.pass(Seconds(60));
        const QueueStats inventory = stage.stats(Work::ReserveInventory);
        QVERIFY(inventory.redeliveredTotal > before);
        QVERIFY2(inventory.completedTotal < 55, "0.45 a second is all the service grants");
    }

    void hasNoSecondEffectAfterACrashBetweenCommitAndAck()
    {
        Stage stage(m_ledgerPath);
        Scenario scenario = steadyTraffic();
        scenario.faults[Fault::LostAcks].strength = 1; // commits, then nothing more is heard of it
        stage.start(scenario);
        stage.workload->setFault(Fault::LostAcks, true);
        stage.pass(Seconds(15));
        const qint64 effects = stage.workload->state().effects;
        QVERIFY(effects > 5);

        stage.workload.reset(); // no finishInHand(): the process is gone
        stage.ledger.reset();
        stage.openLedger(m_ledgerPath);
        stage.restartQueue();
        stage.start(steadyTraffic());
        QCOMPARE(stage.workload->state().effects, effects);
        stage.pass(Seconds(60));
        QVERIFY(stage.workload->state().duplicatesAbsorbed >= effects);
        stage.drain(Seconds(40));
        const LedgerProbe probe(m_ledgerPath);
        QCOMPARE(probe.doubled(), 0);
        QCOMPARE(probe.untouched(), 0);
    }

    void publishesAfterACrashWhatWasRecordedOnly()
    {
        Stage stage(m_ledgerPath);
        const OutboxEntry entry{{Work::ReserveInventory, 0, 1, usualSchema}, stage.clock.now(), 0};
        QVERIFY(stage.ledger->record({entry}, stage.clock.now()));
        stage.start(steadyTraffic());
        stage.drain(Seconds(20));
        QCOMPARE(LedgerProbe(m_ledgerPath).number(QStringLiteral("SELECT COUNT(*) FROM effects WHERE idempotency_key='reserve-inventory:1:1'")), 1);
    }

    void waitsThroughAFullDiskAndGoesOnAfterwards()
    {
        Stage stage(m_ledgerPath);
        stage.start(steadyTraffic());
        stage.pass(Seconds(20));
        stage.store.setFull(true);
        stage.pass(Seconds(10));
        QVERIFY(!stage.workload->state().chapter.startsWith(QStringLiteral("Usual")));
        stage.store.setFull(false);
        stage.pass(Seconds(20));
        stage.drain(Seconds(60));
        QCOMPARE(stage.backlog(), 0);
        QCOMPARE(LedgerProbe(m_ledgerPath).untouched(), 0);
        QCOMPARE(stage.workload->state().secondEffects, 0);
    }
};

QTEST_GUILESS_MAIN(TestFaults)
#include "TestFaults.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Ledger.h"
#include "tests/unit/practice_workload/LedgerProbe.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using holdwatch::test::LedgerProbe;

namespace {

constexpr UtcTime noon{Millis(1'790'000'000'000)};

Attempt delivery(int count = 1)
{
    return {MessageId(QStringLiteral("m-1")), count, QStringLiteral("worker-1"), noon};
}

} // namespace

class TestLedger : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<Ledger> m_ledger;

    Command recordHold()
    {
        (void)m_ledger->record({{{Work::ExpireReservation, 0, 1, usualSchema}, noon, 0}}, noon);
        return {Work::ExpireReservation, m_ledger->lastSubject(Work::ExpireReservation), 1, usualSchema};
    }

private slots:
    void init()
    {
        static int run = 0;
        m_path = m_folder.filePath(QStringLiteral("ledger-%1.sqlite").arg(++run));
        m_ledger = std::move(Ledger::open(m_path).value());
    }
    void cleanup() { m_ledger.reset(); }

    void appliesACommandOnce()
    {
        const Command command = recordHold();
        QCOMPARE(m_ledger->apply(command, delivery()).value(), Execution::Applied);
        QCOMPARE(m_ledger->apply(command, delivery(2)).value(), Execution::Duplicate);
        QCOMPARE(m_ledger->counts(), (LedgerCounts{1, 1, 1, 0}));
        const LedgerProbe probe(m_path);
        QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM holds WHERE status='expired'")), 1);
        QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM audit_events")), 1);
    }

    void leavesNothingBehindWhenTheHandlerFailsAfterItsClaim()
    {
        const Command command = recordHold();
        const auto failed = m_ledger->apply(command, delivery(), true);
        QCOMPARE(failed.error().kind, Error::Kind::ServerFailed);
        const LedgerProbe probe(m_path);
        QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM processed_jobs")), 0);
        QCOMPARE(m_ledger->counts().effects, 0);
        QCOMPARE(m_ledger->apply(command, delivery(2)).value(), Execution::Applied);
    }

    void claimsButChangesNothingWhenTheHoldWasConfirmed()
    {
        const Command command = recordHold();
        QCOMPARE(m_ledger->confirmHold(command.subject).value(), true);
        QCOMPARE(m_ledger->apply(command, delivery()).value(), Execution::NotNeeded);
        QCOMPARE(m_ledger->apply(command, delivery(2)).value(), Execution::Duplicate);
        QCOMPARE(m_ledger->counts().effects, 0);
    }

    void expiresAnExtendedHoldByItsNewRevisionOnly()
    {
        const Command first = recordHold();
        QCOMPARE(m_ledger->extendHold(first.subject, noon + Seconds(30)).value(), true);
        QCOMPARE(m_ledger->apply(first, delivery()).value(), Execution::NotNeeded);
        const Command second = m_ledger->outbox(10).value().last().command;
        QCOMPARE(second.idempotencyKey(), QStringLiteral("expire-reservation:1:2"));
        QCOMPARE(m_ledger->apply(second, delivery()).value(), Execution::Applied);
    }

    void comesTooLateForAnExpiredHold()
    {
        const Command command = recordHold();
        QVERIFY(m_ledger->apply(command, delivery()));
        QCOMPARE(m_ledger->confirmHold(command.subject).value(), false);
        QCOMPARE(m_ledger->extendHold(command.subject, noon).value(), false);
    }

    void rejectsASubjectThatNeverWas()
    {
        const auto applied = m_ledger->apply({Work::RevokeAccess, 999, 1, usualSchema}, delivery());
        QCOMPARE(applied.error().kind, Error::Kind::NotFound);
        QCOMPARE(applied.error().what, QStringLiteral("permanent rejection: there is no grant 999"));
        QCOMPARE(LedgerProbe(m_path).number(QStringLiteral("SELECT COUNT(*) FROM processed_jobs")), 0);
    }

    void countsASecondEffectThatTheIdempotencyTableWouldHide()
    {
        const Command command = recordHold();
        QVERIFY(m_ledger->apply(command, delivery()));
        QVERIFY(LedgerProbe(m_path).run(QStringLiteral("UPDATE holds SET status='held'")));
        QVERIFY(LedgerProbe(m_path).run(QStringLiteral("DELETE FROM processed_jobs")));
        QVERIFY(m_ledger->apply(command, delivery(2)));
        QCOMPARE(m_ledger->counts().secondEffects, 1);
        m_ledger = std::move(Ledger::open(m_path).value());
        QCOMPARE(m_ledger->counts().secondEffects, 1);
    }

    void remembersEverythingWhenOpenedAgain()
    {
        const Command command = recordHold();
        QVERIFY(m_ledger->apply(command, delivery()));
        QVERIFY(m_ledger->apply(command, delivery(2)));
        recordHold();
        m_ledger = std::move(Ledger::open(m_path).value());
        QCOMPARE(m_ledger->counts(), (LedgerCounts{2, 1, 1, 0}));
        QCOMPARE(m_ledger->outbox(10).value().size(), 2);
        QCOMPARE(m_ledger->apply(command, delivery(3)).value(), Execution::Duplicate);
    }

    void strikesOffWhatWasPublished()
    {
        const Command command = recordHold();
        QVERIFY(m_ledger->markPublished({command.idempotencyKey()}));
        QVERIFY(m_ledger->outbox(10).value().isEmpty());
    }

    void forgetsWhatIsOlderThanTheHorizonAndKeepsItsCounts()
    {
        const Command command = recordHold();
        QVERIFY(m_ledger->markPublished({command.idempotencyKey()}));
        QVERIFY(m_ledger->apply(command, delivery()));
        QVERIFY(m_ledger->forgetBefore(noon));
        QCOMPARE(LedgerProbe(m_path).number(QStringLiteral("SELECT COUNT(*) FROM processed_jobs")), 1);
        QVERIFY(m_ledger->forgetBefore(noon + Millis(1)));
        const LedgerProbe probe(m_path);
        for (const char *table : {"processed_jobs", "effects", "audit_events", "holds"})
            QCOMPARE(probe.number(QStringLiteral("SELECT COUNT(*) FROM %1").arg(QLatin1String(table))), 0);
        m_ledger = std::move(Ledger::open(m_path).value());
        QCOMPARE(m_ledger->counts().holds, 1);
        QCOMPARE(m_ledger->counts().effects, 1);
    }

    void isReadableByItsOwnerOnly()
    {
        QCOMPARE(QFileInfo(m_path).permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    }

    void refusesALedgerOfANewerVersion()
    {
        m_ledger.reset();
        QVERIFY(LedgerProbe(m_path).run(QStringLiteral("PRAGMA user_version=99")));
        const auto opened = Ledger::open(m_path);
        QVERIFY(!opened);
        QCOMPARE(opened.error().kind, Error::Kind::Storage);
        QVERIFY(opened.error().what.contains(QStringLiteral("newer Holdwatch")));
        QCOMPARE(LedgerProbe(m_path).number(QStringLiteral("PRAGMA user_version")), 99);
    }

    void refusesAFileThatIsNoLedger()
    {
        const QString path = m_folder.filePath(QStringLiteral("noise"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(4096, 'x'));
        file.close();
        QCOMPARE(Ledger::open(path).error().kind, Error::Kind::Storage);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(4096, 'x'));
    }

    void saysSoWhenItCannotBeOpened()
    {
        const auto opened = Ledger::open(m_folder.filePath(QStringLiteral("no/such/folder/ledger.sqlite")));
        QCOMPARE(opened.error().kind, Error::Kind::Storage);
        QVERIFY(!opened.error().next.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestLedger)
#include "TestLedger.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditHash.h"
#include "app/storage/audit/AuditSchema.h"
#include "tests/unit/audit/Entries.h"
#include "tests/unit/storage/NoRoom.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

class TestAuditStore : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    const FakeKey m_ada{"ada"};
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }
    std::unique_ptr<AuditStore> opened() const
    {
        auto store = AuditStore::open(file());
        if (!store)
            qFatal("%s", qPrintable(toSentence(store.error())));
        return *std::move(store);
    }
    qint64 kept() const { return verifyAudit(file()).value().entries; }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void givesBackWhatWasWrittenInOneChain()
    {
        const auto store = opened();
        QCOMPARE(store->head(), AuditHead());
        const auto first = store->append({draft(QStringLiteral("plan-signed"), "{\"most\":20}"), draft(QStringLiteral("run-started"))}, noon, m_ada.signer()).value();
        const auto then = store->append(outcomes(0, 3), noon + Seconds(5)).value();
        QCOMPARE(first.size() + then.size(), 5);
        QByteArray before = noEntryBefore();
        qint64 number = 0;
        for (const AuditEntry &entry : first + then) {
            QCOMPARE(entry.number, ++number);
            QCOMPARE(entry.previous, before);
            QCOMPARE(entry.hash, hashOf(entry));
            before = entry.hash;
        }
        QVERIFY(m_ada.check()(first[0].signer, first[0].hash, first[0].signature));
        QCOMPARE(store->head(), (AuditHead{5, then.last().hash}));
        QVector<AuditEntry> read;
        QVERIFY(store->read(plan, [&](const AuditEntry &entry) { read.append(entry); return true; }).has_value());
        QCOMPARE(read, first + then);
    }

    void canonicalBytesAreWrittenDown()
    {
        AuditEntry entry;
        entry.number = 1;
        entry.at = fromEpochMillis(2);
        entry.what = {QStringLiteral("k"), PlanId(QStringLiteral("p")), QStringLiteral("ä"), "{}"};
        entry.previous = QByteArray("\xff", 1);
        QCOMPARE(canonicalBytes(entry).toHex(' ').replace(" ", ""),
                 QByteArray("0000000000000011" "686f6c6477617463682d61756469742d31" "0000000000000001" "0000000000000002" "0000000000000001" "6b"
                            "0000000000000001" "70" "0000000000000002" "c3a4" "0000000000000002" "7b7d" "0000000000000001" "ff" "0000000000000000"));
    }

    void noBorderBetweenFieldsCanBeMoved()
    {
        AuditEntry one;
        one.what = {QStringLiteral("intent"), PlanId(QStringLiteral("rd-1")), QString(), "{}"};
        AuditEntry other = one;
        other.what = {QStringLiteral("intentrd-1"), PlanId(), QString(), "{}"};
        QVERIFY(hashOf(one) != hashOf(other));
    }

    void tellsPagesNewestFirst()
    {
        const auto store = opened();
        QVERIFY(store->append(outcomes(0, 10), noon).has_value());
        const auto page = store->newest(0, 4).value();
        QCOMPARE(page.size(), 4);
        QCOMPARE(page.first().number, 10);
        QCOMPARE(store->newest(page.last().number, 100).value().first().number, 6);
        QVERIFY(store->newest(1, 5).value().isEmpty());
    }

    void readsOneRedriveAndNoOther()
    {
        const auto store = opened();
        const PlanId other(QStringLiteral("rd-other"));
        QVERIFY(store->append({draft(QStringLiteral("roster-taken"), "{}", PlanId()), draft(QStringLiteral("intent")), draft(QStringLiteral("intent"), "{}", other)}, noon).has_value());
        QVector<qint64> numbers;
        QVERIFY(store->read(plan, [&](const AuditEntry &entry) { numbers.append(entry.number); return true; }).has_value());
        QCOMPARE(numbers, QVector<qint64>{2});
        QVERIFY(store->read(PlanId(), [](const AuditEntry &) { return false; }).has_value());
    }

    void goesOnWhereAnEarlierRunEnded()
    {
        const auto last = opened()->append(outcomes(0, 2), noon).value().last();
        const auto store = opened();
        QCOMPARE(store->head(), (AuditHead{2, last.hash}));
        QCOMPARE(store->append(outcomes(2, 1), noon).value().first().previous, last.hash);
    }

    void belongsToItsOwnerAlone()
    {
        QVERIFY(opened()->append(outcomes(0, 1), noon).has_value());
        const auto store = opened();
        QVERIFY(store->append(outcomes(1, 1), noon).has_value());
        for (const char *part : {"", "-wal", "-shm"}) {
            const auto others = QFile::permissions(file() + QString::fromLatin1(part)) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther);
            QVERIFY2(!others, part);
        }
    }

    void refusesToChangeRemoveOrReplaceAnEntry_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("update") << QStringLiteral("UPDATE entry SET kind = 'x' WHERE number = 2");
        QTest::newRow("update or replace") << QStringLiteral("UPDATE OR REPLACE entry SET number = 1 WHERE number = 2");
        QTest::newRow("delete") << QStringLiteral("DELETE FROM entry WHERE number = 3");
        QTest::newRow("delete all") << QStringLiteral("DELETE FROM entry");
        for (const char *verb : {"INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"}) {
            for (const char *number : {"2", "0", "9", "NULL"})
                QTest::addRow("%s %s", verb, number) << QStringLiteral("%1 INTO entry VALUES (%2, 1, 'k', '', '', x'7b7d', x'00', x'00', x'', x'')").arg(QString::fromLatin1(verb), QString::fromLatin1(number));
        }
        QTest::newRow("upsert") << QStringLiteral("INSERT INTO entry VALUES (2, 1, 'k', '', '', x'7b7d', x'00', x'00', x'', x'') ON CONFLICT (number) DO UPDATE SET kind = 'x'");
    }
    void refusesToChangeRemoveOrReplaceAnEntry()
    {
        QFETCH(QString, sql);
        const auto head = opened()->append(outcomes(0, 3), noon).value().last();
        const auto database = openAudit(file());
        QVERIFY(!(*database)->exec(sql).has_value());
        const AuditCheck check = verifyAudit(file(), AuditHead{3, head.hash}).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.entries, 3);
    }

    void refusesWhatIsNoEntryAndWritesNothingOfTheRest_data()
    {
        QTest::addColumn<AuditDraft>("bad");
        QTest::newRow("no kind") << draft(QString());
        QTest::newRow("no JSON") << draft(QStringLiteral("intent"), "ordinals 1, 2");
        QTest::newRow("no object") << draft(QStringLiteral("intent"), "[1]");
        QTest::newRow("no UTF-8") << draft(QStringLiteral("intent"), "{\"a\":\"\xff\"}");
        QTest::newRow("too long") << draft(QStringLiteral("intent"), "{\"a\":\"" + QByteArray(64 * 1024, 'x') + "\"}");
    }
    void refusesWhatIsNoEntryAndWritesNothingOfTheRest()
    {
        QFETCH(AuditDraft, bad);
        const auto store = opened();
        const auto refused = store->append({draft(QStringLiteral("intent")), bad}, noon);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().kind, Error::Kind::Internal);
        QCOMPARE(kept(), 0);
    }

    void refusesWhatCouldNotBeSigned()
    {
        const auto store = opened();
        int asked = 0;
        const AuditSigner failing{m_ada.publicKey(), [&asked](const QByteArray &hash) { return ++asked == 2 ? QByteArray() : hash; }};
        QVERIFY(!store->append(outcomes(0, 3), noon, failing).has_value());
        QCOMPARE(kept(), 0);
        QVERIFY(store->append(outcomes(0, 1), noon, m_ada.signer()).has_value());
    }

    void keepsTextThatIsHalfASurrogatePair()
    {
        const auto store = opened();
        QVERIFY(store->append({{QStringLiteral("k"), plan, QString(QChar(0xD800)) + QStringLiteral("x"), "{}"}}, noon).has_value());
        QVERIFY(verifyAudit(file()).value().holds());
    }

    void recordsATimeThatGoesBackAndCountsIt()
    {
        const auto store = opened();
        for (const UtcTime at : {noon, noon - std::chrono::hours(1), noon, noon - Millis(1)})
            QVERIFY(store->append(outcomes(0, 1), at).has_value());
        const AuditCheck check = verifyAudit(file()).value();
        QVERIFY(check.holds());
        QCOMPARE(check.timesBack, 2);
        QCOMPARE(store->newest(3, 1).value().first().at, noon - std::chrono::hours(1));
    }

    void writesNothingOnAFullDiskAndGoesOnWhenThereIsRoom()
    {
        const auto store = opened();
        const auto before = store->append(outcomes(0, 5), noon).value().last();
        {
            const NoRoom full(rlim_t(QFileInfo(file() + QStringLiteral("-wal")).size()) + 3000);
            const auto refused = store->append(outcomes(5, 500), noon);
            QVERIFY(!refused.has_value());
            QCOMPARE(refused.error().kind, Error::Kind::Storage);
            QVERIFY(!refused.error().kept.isEmpty());
        }
        QCOMPARE(store->head(), (AuditHead{5, before.hash}));
        QCOMPARE(kept(), 5);
        QCOMPARE(store->append(outcomes(5, 1), noon).value().first().previous, before.hash);
    }

    void saysThatAnotherProgramHoldsTheLock()
    {
        const auto store = opened();
        QVERIFY(store->append(outcomes(0, 1), noon).has_value());
        const auto other = Database::open(file(), Database::Mode::ReadWrite);
        QVERIFY((*other)->exec(QStringLiteral("BEGIN IMMEDIATE")).has_value());
        const auto refused = store->append(outcomes(1, 1), noon);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().kind, Error::Kind::Storage);
        QVERIFY(toSentence(refused.error()).contains(QStringLiteral("locked by another program")));
        QVERIFY((*other)->exec(QStringLiteral("ROLLBACK")).has_value());
        QVERIFY(store->append(outcomes(1, 1), noon).has_value());
    }

    void writesNothingToAFileThatCanNotGrowAtAll()
    {
        QVERIFY(opened()->append(outcomes(0, 1), noon).has_value());
        const auto store = opened();
        {
            const auto other = Database::open(file(), Database::Mode::ReadWrite);
            QVERIFY((*other)->number(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")).has_value());
        }
        const NoRoom nothing(0);
        QVERIFY(!store->append(outcomes(1, 1), noon).has_value());
        QCOMPARE(kept(), 1);
    }

    void aDamagedForeignOrNewerFileIsLeftAsItIs_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"noise", "history", "newer", "no triggers", "extra trigger"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }
    void aDamagedForeignOrNewerFileIsLeftAsItIs()
    {
        QFETCH(QString, how);
        if (how == QLatin1String("noise")) {
            QFile out(file());
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray(5000, 'x'));
        } else if (how == QLatin1String("history")) {
            QVERIFY(openMigrated(file(), {{QStringLiteral("CREATE TABLE sample (id)")}}).has_value());
        } else {
            QVERIFY(opened()->append(outcomes(0, 1), noon).has_value());
            const auto database = Database::open(file(), Database::Mode::ReadWrite);
            const QString sql = how == QLatin1String("newer") ? QStringLiteral("PRAGMA user_version=2")
                : how == QLatin1String("no triggers")         ? QStringLiteral("DROP TRIGGER entry_is_never_changed")
                                                              : QStringLiteral("CREATE TRIGGER quiet AFTER INSERT ON entry BEGIN SELECT 1; END");
            QVERIFY((*database)->exec(sql).has_value());
        }
        const QByteArray before = bytesOf(file());
        const auto store = AuditStore::open(file());
        QVERIFY(!store.has_value());
        QCOMPARE(store.error().kind, Error::Kind::Storage);
        QCOMPARE(bytesOf(file()), before);
    }

    void noticesThatTheFileWasReplacedUnderIt()
    {
        const auto store = opened();
        QVERIFY(store->append(outcomes(0, 3), noon).has_value());
        {
            const auto database = Database::open(file(), Database::Mode::ReadWrite);
            QVERIFY((*database)->exec(QStringLiteral("DROP TRIGGER entry_is_never_removed")).has_value());
            QVERIFY((*database)->exec(QStringLiteral("DELETE FROM entry WHERE number = 3")).has_value());
        }
        const auto refused = store->append(outcomes(3, 1), noon);
        QVERIFY(!refused.has_value());
        QVERIFY(toSentence(refused.error()).contains(QStringLiteral("replaced or cut off")));
    }

    void twoStoresMakeOneChain()
    {
        const auto one = opened();
        const auto other = opened();
        for (int n = 0; n < 20; ++n)
            QVERIFY((n % 3 ? one : other)->append(outcomes(n, 1 + n % 2), noon).has_value());
        const AuditCheck check = verifyAudit(file()).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.entries, 30);
    }
};

QTEST_GUILESS_MAIN(TestAuditStore)
#include "TestAuditStore.moc"

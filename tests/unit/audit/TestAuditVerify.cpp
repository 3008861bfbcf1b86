// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditHash.h"
#include "app/storage/audit/AuditSchema.h"
#include "tests/unit/audit/Entries.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

/// Somebody with the file and all the time in the world, but without the key.
class TestAuditVerify : public QObject
{
    Q_OBJECT

    static constexpr int entries = 9;
    std::unique_ptr<QTemporaryDir> m_folder;
    const FakeKey m_ada{"ada"};
    AuditHead m_head;
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }

    AuditHead write(const QString &path, const UtcTime &from, int count) const
    {
        const auto store = AuditStore::open(path).value().release();
        const std::unique_ptr<AuditStore> owner(store);
        for (int n = 0; n < count; ++n)
            (void)store->append({draft(QStringLiteral("outcome"), "{\"ordinal\":" + QByteArray::number(n) + "}")}, from + Seconds(n), m_ada.signer()).value();
        return store->head();
    }
    /// Past the rules in the file, which are put back afterwards.
    void tamper(const QStringList &statements) const
    {
        const auto database = Database::open(file(), Database::Mode::ReadWrite);
        QStringList rules;
        {
            auto query = (*database)->prepare(QStringLiteral("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid"));
            QVERIFY((*database)->run(*query).has_value());
            QStringList names;
            while (query->next()) {
                names << query->value(0).toString();
                rules << query->value(1).toString();
            }
            query->finish();
            for (const QString &name : names)
                QVERIFY((*database)->exec(QStringLiteral("DROP TRIGGER ") + name).has_value());
        }
        for (const QString &statement : statements + rules) {
            const auto done = (*database)->exec(statement);
            QVERIFY2(done.has_value(), qPrintable(statement + (done ? QString() : toSentence(done.error()))));
        }
    }
    void rehash(qint64 from, bool keepSigners) const
    {
        QVector<AuditEntry> all = AuditStore::open(file()).value()->newest(0, 1000).value();
        std::reverse(all.begin(), all.end());
        QStringList statements;
        for (qsizetype n = from - 1; n < all.size(); ++n) {
            AuditEntry &entry = all[n];
            entry.previous = n == 0 ? noEntryBefore() : all[n - 1].hash;
            if (!keepSigners)
                entry.signer = entry.signature = QByteArray();
            entry.hash = hashOf(entry);
            statements << QStringLiteral("UPDATE entry SET previous = x'%2', hash = x'%3', signer = x'%4', signature = x'%5' WHERE number = %1")
                              .arg(entry.number).arg(QString::fromLatin1(entry.previous.toHex()), QString::fromLatin1(entry.hash.toHex()),
                                                     QString::fromLatin1(entry.signer.toHex()), QString::fromLatin1(entry.signature.toHex()));
        }
        tamper(statements);
    }
    AuditCheck checked(bool withHead = false) const { return verifyAudit(file(), withHead ? std::optional(m_head) : std::nullopt, m_ada.check()).value(); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_head = write(file(), noon, entries);
    }

    void saysWhatHolds()
    {
        const AuditCheck check = checked(true);
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.entries, entries);
        QCOMPARE(check.signedEntries, entries);
        QVERIFY(check.areSignaturesChecked);
        QCOMPARE(check.vouchedUpTo, entries);
        QCOMPARE(check.signers, QVector<QByteArray>{m_ada.publicKey()});
        QCOMPARE(check.head, m_head.hash);
        QVERIFY(!check.brokenAt.has_value());
    }

    void aFlippedBitIsFound_data()
    {
        QTest::addColumn<QString>("change");
        QTest::newRow("number") << QStringLiteral("number = 50");
        QTest::newRow("at") << QStringLiteral("at = at + 1");
        QTest::newRow("at, a fraction") << QStringLiteral("at = at + 0.25");
        QTest::newRow("kind") << QStringLiteral("kind = 'outcomE'");
        QTest::newRow("plan") << QStringLiteral("plan = 'rd-20261130-120000-7f3b'");
        QTest::newRow("plan, as bytes") << QStringLiteral("plan = CAST(plan AS BLOB)");
        QTest::newRow("plan, taken away") << QStringLiteral("plan = ''");
        QTest::newRow("by") << QStringLiteral("actor = 'Bob k7f2-93ac-51be-0d4e'");
        QTest::newRow("by, no UTF-8") << QStringLiteral("actor = CAST(x'ff' AS TEXT)");
        QTest::newRow("data") << QStringLiteral("data = CAST('{\"ordinal\":7}' AS BLOB)");
        QTest::newRow("data, a space") << QStringLiteral("data = CAST('{\"ordinal\": 4}' AS BLOB)");
        QTest::newRow("previous") << QStringLiteral("previous = zeroblob(32)");
        QTest::newRow("hash") << QStringLiteral("hash = zeroblob(32)");
        QTest::newRow("signer") << QStringLiteral("signer = zeroblob(32)");
        QTest::newRow("signature") << QStringLiteral("signature = zeroblob(64)");
        QTest::newRow("signature, taken away") << QStringLiteral("signature = x''");
        QTest::newRow("signer and signature, taken away") << QStringLiteral("signature = x'', signer = x''");
    }
    void aFlippedBitIsFound()
    {
        QFETCH(QString, change);
        tamper({QStringLiteral("UPDATE entry SET %1 WHERE number = 5").arg(change)});
        const AuditCheck check = checked();
        QVERIFY(!check.holds());
        QCOMPARE(check.brokenAt, std::optional<qint64>(5));
        QCOMPARE(check.entries, entries);
        QCOMPARE(check.vouchedUpTo, 4);
    }

    void aMissingEntryIsFound()
    {
        for (const qint64 gone : {5, 1}) {
            tamper({QStringLiteral("DELETE FROM entry WHERE number = %1").arg(gone)});
            const AuditCheck check = checked();
            QCOMPARE(check.brokenAt, std::optional<qint64>(gone));
            QVERIFY2(check.problem.contains(QStringLiteral("missing")), qPrintable(check.problem));
        }
    }

    void aGapThatWasClosedIsFound()
    {
        tamper({QStringLiteral("DELETE FROM entry WHERE number = 5"), QStringLiteral("UPDATE entry SET number = number - 1 WHERE number > 5")});
        QCOMPARE(checked().brokenAt, std::optional<qint64>(5));
    }

    void twoSwappedEntriesAreFound()
    {
        tamper({QStringLiteral("UPDATE entry SET number = 100 WHERE number = 4"), QStringLiteral("UPDATE entry SET number = 4 WHERE number = 6"),
                QStringLiteral("UPDATE entry SET number = 6 WHERE number = 100")});
        QCOMPARE(checked().brokenAt, std::optional<qint64>(4));
    }

    void anInsertedEntryIsFound()
    {
        tamper({QStringLiteral("UPDATE entry SET number = -number WHERE number >= 5"), QStringLiteral("UPDATE entry SET number = 1 - number WHERE number < 0"),
                QStringLiteral("INSERT INTO entry SELECT 5, at, kind, plan, actor, data, previous, hash, signer, signature FROM entry WHERE number = 4")});
        QCOMPARE(checked().brokenAt, std::optional<qint64>(5));
    }

    void anEntryBeforeTheFirstIsFound()
    {
        tamper({QStringLiteral("INSERT INTO entry SELECT 0, at, kind, plan, actor, data, previous, hash, signer, signature FROM entry WHERE number = 1")});
        QCOMPARE(checked().brokenAt, std::optional<qint64>(1));
    }

    void onlyAHeadKeptElsewhereShowsThatTheEndWasCutOff()
    {
        tamper({QStringLiteral("DELETE FROM entry WHERE number > 7")});
        QVERIFY(checked().holds());
        const AuditCheck byNumber = checked(true);
        QVERIFY(!byNumber.holds());
        QCOMPARE(byNumber.brokenAt, std::optional<qint64>(8));
        QVERIFY(!verifyAudit(file(), AuditHead{0, m_head.hash}).value().holds());
        tamper({QStringLiteral("DELETE FROM entry")});
        QCOMPARE(checked(true).brokenAt, std::optional<qint64>(1));
        QVERIFY(checked().holds());
    }

    void aHeadFromEarlierIsFoundInARecordThatGrew()
    {
        const AuditHead early = m_head;
        QVERIFY(AuditStore::open(file()).value()->append(outcomes(0, 5), noon).has_value());
        QVERIFY(verifyAudit(file(), early).value().holds());
        QVERIFY(verifyAudit(file(), AuditHead{0, early.hash}).value().holds());
        QVERIFY(!verifyAudit(file(), AuditHead{early.number + 1, early.hash}).value().holds());
    }

    void hashesMadeAnewWithoutTheKeyDoNotHold()
    {
        tamper({QStringLiteral("UPDATE entry SET data = CAST('{\"ordinal\":99}' AS BLOB) WHERE number = 5")});
        rehash(5, true);
        const AuditCheck check = checked();
        QCOMPARE(check.brokenAt, std::optional<qint64>(5));
        QVERIFY2(check.problem.contains(QStringLiteral("signature")), qPrintable(check.problem));
    }

    void hashesMadeAnewWithoutSignaturesAreVouchedForByNobody()
    {
        tamper({QStringLiteral("UPDATE entry SET data = CAST('{\"ordinal\":99}' AS BLOB) WHERE number = 5")});
        rehash(5, false);
        const AuditCheck check = checked();
        QVERIFY(check.holds()); // nothing in the file can tell, so this is said:
        QCOMPARE(check.vouchedUpTo, 4);
        QCOMPARE(check.signedEntries, 4);
        QCOMPARE(checked(true).brokenAt, std::optional<qint64>(entries));
    }

    void aForeignKeyIsNamed()
    {
        const FakeKey mallory{"mallory"};
        QVERIFY(AuditStore::open(file()).value()->append(outcomes(0, 1), noon, mallory.signer()).has_value());
        const auto both = [this, &mallory](const QByteArray &key, const QByteArray &message, const QByteArray &signature) {
            return m_ada.check()(key, message, signature) || mallory.check()(key, message, signature);
        };
        QCOMPARE(verifyAudit(file(), std::nullopt, both).value().signers, (QVector<QByteArray>{m_ada.publicKey(), mallory.publicKey()}));
    }

    void entriesOfAnotherRecordDoNotFit()
    {
        const QString other = m_folder->filePath(QStringLiteral("other.sqlite"));
        write(other, noon + Seconds(7), entries);
        tamper({QStringLiteral("ATTACH '%1' AS other").arg(other), QStringLiteral("DELETE FROM entry WHERE number > 4"),
                QStringLiteral("INSERT INTO entry SELECT * FROM other.entry WHERE number > 4"), QStringLiteral("DETACH other")});
        QCOMPARE(checked().brokenAt, std::optional<qint64>(5));
        tamper({QStringLiteral("ATTACH '%1' AS other").arg(other), QStringLiteral("DELETE FROM entry"), QStringLiteral("INSERT INTO entry SELECT * FROM other.entry"),
                QStringLiteral("DETACH other")});
        QVERIFY(checked().holds());
        QVERIFY(!checked(true).holds());
    }

    void missingRulesAreFound()
    {
        {
            const auto database = Database::open(file(), Database::Mode::ReadWrite);
            QVERIFY((*database)->exec(QStringLiteral("DROP TRIGGER entry_is_never_removed")).has_value());
        }
        const AuditCheck check = checked(true);
        QVERIFY2(check.problem.contains(QStringLiteral("rules")), qPrintable(check.problem));
    }

    void everyDamagedPageIsFoundOrSaid()
    {
        const QByteArray whole = bytesOf(file());
        for (qsizetype at = 16; at < whole.size(); at += 389) {
            QByteArray damaged = whole;
            damaged[at] = char(damaged[at] ^ 0x55);
            QFile out(file());
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(damaged);
            out.close();
            const auto check = verifyAudit(file(), m_head, m_ada.check());
            // Where SQLite reads the same entries all the same (a counter in its header, free space), nothing was changed.
            if (check && check->holds())
                QCOMPARE(check->head, m_head.hash);
            QCOMPARE(bytesOf(file()), damaged);
        }
    }

    void aFileCutShortIsSaid()
    {
        const QByteArray whole = bytesOf(file());
        for (const qsizetype size : {whole.size() / 2, qsizetype(4096), qsizetype(100), qsizetype(15), qsizetype(0)}) {
            QFile out(file());
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(whole.left(size));
            out.close();
            const auto check = verifyAudit(file(), std::nullopt, m_ada.check());
            QVERIFY2(!check || !check->holds(), qPrintable(QString::number(size)));
        }
    }

    void canBeStopped()
    {
        const std::atomic<bool> stop = true;
        const QString lines = m_folder->filePath(QStringLiteral("out"));
        QCOMPARE(verifyAudit(file(), std::nullopt, {}, &stop).error().kind, Error::Kind::Cancelled);
        QCOMPARE(exportAudit(file(), lines, &stop).error().kind, Error::Kind::Cancelled);
        QVERIFY(!QFile::exists(lines));
        QVERIFY(exportAudit(file(), lines).has_value());
        QCOMPARE(verifyAudit(lines, std::nullopt, {}, &stop).error().kind, Error::Kind::Cancelled);
    }

    void saysThatThereIsNoRecord()
    {
        const auto missing = verifyAudit(m_folder->filePath(QStringLiteral("nothing")));
        QCOMPARE(missing.error().kind, Error::Kind::NotFound);
        const QString history = m_folder->filePath(QStringLiteral("history.sqlite"));
        QVERIFY(openMigrated(history, {{QStringLiteral("CREATE TABLE sample (id)")}}).has_value());
        QVERIFY(verifyAudit(history).error().what.contains(QStringLiteral("no record of Holdwatch")));
        QFile text(m_folder->filePath(QStringLiteral("text")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("Dear diary");
        text.close();
        QVERIFY(verifyAudit(text.fileName()).error().what.contains(QStringLiteral("no record of Holdwatch")));
    }

    void neverChangesAByteAndLeavesNothingBeside_data()
    {
        QTest::addColumn<bool>("isLive");
        QTest::newRow("closed") << false;
        QTest::newRow("while it is written") << true;
    }
    void neverChangesAByteAndLeavesNothingBeside()
    {
        QFETCH(bool, isLive);
        std::unique_ptr<AuditStore> store;
        if (isLive) {
            store = AuditStore::open(file()).value();
            QVERIFY(store->append(outcomes(0, 3), noon).has_value());
        }
        const QStringList before = QDir(m_folder->path()).entryList(QDir::Files);
        const QByteArray bytes = bytesOf(file());
        const QByteArray log = bytesOf(file() + QStringLiteral("-wal"));
        QCOMPARE(checked().entries, isLive ? entries + 3 : entries);
        QVERIFY(exportAudit(file(), m_folder->filePath(QStringLiteral("out"))).has_value() && QFile::remove(m_folder->filePath(QStringLiteral("out"))));
        QCOMPARE(bytesOf(file()), bytes);
        QCOMPARE(bytesOf(file() + QStringLiteral("-wal")), log);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), before);
    }

    void readsALogThatWasLeftBehindWithoutTouchingIt()
    {
        const auto store = AuditStore::open(file()).value().release();
        const std::unique_ptr<AuditStore> owner(store);
        QVERIFY(store->append(outcomes(0, 3), noon).has_value());
        QTemporaryDir elsewhere;
        const QString copy = elsewhere.filePath(QStringLiteral("audit.sqlite"));
        QVERIFY(QFile::copy(file(), copy) && QFile::copy(file() + QStringLiteral("-wal"), copy + QStringLiteral("-wal")));
        const QByteArray log = bytesOf(copy + QStringLiteral("-wal"));
        const AuditCheck check = verifyAudit(copy, store->head()).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.entries, entries + 3);
        QCOMPARE(bytesOf(copy + QStringLiteral("-wal")), log);
        QCOMPARE(QDir(elsewhere.path()).entryList(QDir::Files).size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestAuditVerify)
#include "TestAuditVerify.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signing/SigningKey.h"
#include "app/storage/sqlite/Database.h"
#include "models/redrive/Operator.h"
#include "tests/unit/audit/Entries.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

class TestAuditCommand : public QObject
{
    Q_OBJECT

    struct Ended
    {
        int code;
        QByteArray out;
        QByteArray err;
    };
    std::unique_ptr<QTemporaryDir> m_profile;
    signing::SigningKey m_ada = *signing::SigningKey::generate();
    AuditHead m_head;

    QString record() const { return m_profile->filePath(QStringLiteral("audit.sqlite")); }
    QString lines() const { return m_profile->filePath(QStringLiteral("out.jsonl")); }
    static Ended run(const QStringList &words)
    {
        QProcess process;
        process.start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), QStringList(QStringLiteral("audit")) + words);
        process.waitForFinished(60'000);
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    static Ended verified(const QString &file, const QStringList &more = {}) { return run(QStringList{QStringLiteral("verify"), file} + more); }
    void change(const QString &sql) const
    {
        const auto database = Database::open(record(), Database::Mode::ReadWrite);
        for (const char *rule : {"changed", "removed"})
            QVERIFY((*database)->exec(QStringLiteral("DROP TRIGGER entry_is_never_") + QString::fromLatin1(rule)).has_value());
        QVERIFY((*database)->exec(sql).has_value());
    }

private slots:
    void init()
    {
        m_profile = std::make_unique<QTemporaryDir>();
        const auto store = AuditStore::open(record()).value().release();
        const std::unique_ptr<AuditStore> owner(store);
        const AuditSigner signer{m_ada.publicKey(), [this](const QByteArray &hash) { return m_ada.sign(hash); }};
        QVERIFY(store->append({draft(QStringLiteral("plan-signed"), "{\"most\":3,\"connection\":\"Shop\",\"dead_set\":\"orders.dlq\"}")}, noon, signer).has_value());
        QVERIFY(store->append(outcomes(0, 3), noon + Seconds(1), signer).has_value());
        QVERIFY(store->append({draft(QStringLiteral("roster-taken"), "{\"number\":4}", PlanId())}, noon + Seconds(2), signer).has_value());
        m_head = store->head();
    }

    void saysThatARecordHolds()
    {
        const Ended ended = verified(record());
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.out.startsWith("5 entries, the chain holds; signed to the end."), ended.out.constData());
        QVERIFY(ended.out.contains(m_head.hash.toHex()));
        QVERIFY(ended.out.contains(fingerprint(m_ada.publicKey()).toUtf8()));
        QVERIFY(ended.err.isEmpty());
    }

    void tellsAScript()
    {
        const QJsonObject document = QJsonDocument::fromJson(verified(record(), {QStringLiteral("--json")}).out).object();
        QCOMPARE(document.value(QStringLiteral("schema")).toInt(), 1);
        QVERIFY(document.value(QStringLiteral("holds")).toBool());
        QCOMPARE(document.value(QStringLiteral("entries")).toInt(), 5);
        QCOMPARE(document.value(QStringLiteral("vouched_up_to")).toInt(), 5);
        QVERIFY(document.value(QStringLiteral("broken_at")).isNull());
    }

    void endsWith1WhenItIsBroken()
    {
        change(QStringLiteral("UPDATE entry SET data = CAST('{}' AS BLOB) WHERE number = 3"));
        const Ended ended = verified(record());
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.out.startsWith("Broken at entry 3 of 5 entries."), ended.out.constData());
        QCOMPARE(QJsonDocument::fromJson(verified(record(), {QStringLiteral("--json")}).out).object().value(QStringLiteral("broken_at")).toInt(), 3);
    }

    void aSignatureOfSomebodyElseDoesNotHold()
    {
        change(QStringLiteral("UPDATE entry SET signature = zeroblob(64) WHERE number = 2"));
        QVERIFY(verified(record()).out.startsWith("Broken at entry 2"));
    }

    void aHeadShowsThatTheEndWasCutOff()
    {
        const QString hash = QString::fromLatin1(m_head.hash.toHex());
        for (const QString &head : {hash, QStringLiteral("5:") + hash})
            QCOMPARE(verified(record(), {QStringLiteral("--head"), head}).code, 0);
        {
            const auto database = Database::open(record(), Database::Mode::ReadWrite);
            QVERIFY((*database)->exec(QStringLiteral("DROP TRIGGER entry_is_never_removed")).has_value());
            QVERIFY((*database)->exec(QStringLiteral("DELETE FROM entry WHERE number = 5")).has_value());
            QVERIFY((*database)->exec(QStringLiteral("CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'nothing is removed from the record'); END")).has_value());
        }
        QCOMPARE(verified(record(), {QStringLiteral("--head"), hash}).code, 1);
    }

    void anExportIsCheckedLikeTheRecord()
    {
        QCOMPARE(run({QStringLiteral("export"), lines(), QStringLiteral("--profile"), m_profile->path()}).code, 0);
        QCOMPARE(verified(lines(), {QStringLiteral("--head"), QString::fromLatin1(m_head.hash.toHex())}).out, verified(record()).out);
        QFile out(lines());
        QVERIFY(out.open(QIODevice::ReadWrite));
        QByteArray bytes = out.readAll();
        QVERIFY(out.resize(bytes.size() - 40));
        out.close();
        QCOMPARE(verified(lines()).code, 1);
    }

    void listsWhatHappened()
    {
        const QStringList profile{QStringLiteral("--profile"), m_profile->path()};
        const Ended all = run(QStringList{QStringLiteral("list")} + profile);
        QCOMPARE(all.code, 0);
        QCOMPARE(all.out.count('\n'), 5);
        QVERIFY2(all.out.contains("Plan signed: at most 3 messages from orders.dlq on Shop."), all.out.constData());
        QCOMPARE(run(QStringList{QStringLiteral("list"), QStringLiteral("--plan"), plan.text()} + profile).out.count('\n'), 4);
        QVERIFY(run(QStringList{QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("1")} + profile).out.contains("Roster 4 was taken over."));
        const QByteArray json = run(QStringList{QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("1"), QStringLiteral("--json")} + profile).out;
        QCOMPARE(QJsonDocument::fromJson(json).object().value(QStringLiteral("kind")).toString(), QStringLiteral("roster-taken"));
    }

    void endsWith3WhenItIsNotUnderstoodOrThereIsNoRecord_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("repair") << QStringList{QStringLiteral("repair"), QStringLiteral("x")};
        QTest::newRow("no file") << QStringList{QStringLiteral("verify")};
        QTest::newRow("missing") << QStringList{QStringLiteral("verify"), QStringLiteral("/nonexistent/audit.sqlite")};
        QTest::newRow("no hash") << QStringList{QStringLiteral("verify"), QStringLiteral("x"), QStringLiteral("--head"), QStringLiteral("5af0")};
        QTest::newRow("empty profile") << QStringList{QStringLiteral("list"), QStringLiteral("--profile"), QStringLiteral("/nonexistent")};
        QTest::newRow("export without a path") << QStringList{QStringLiteral("export")};
        QTest::newRow("no number") << QStringList{QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("all")};
    }
    void endsWith3WhenItIsNotUnderstoodOrThereIsNoRecord()
    {
        QFETCH(QStringList, words);
        const Ended ended = run(words);
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(ended.err.startsWith("holdwatch audit: "));
    }

    void leavesTheProfileAsItIs()
    {
        const QStringList before = QDir(m_profile->path()).entryList(QDir::Files);
        const QByteArray bytes = bytesOf(record());
        QCOMPARE(verified(record()).code, 0);
        QCOMPARE(run({QStringLiteral("list"), QStringLiteral("--profile"), m_profile->path()}).code, 0);
        QCOMPARE(QDir(m_profile->path()).entryList(QDir::Files), before);
        QCOMPARE(bytesOf(record()), bytes);
    }
};

QTEST_GUILESS_MAIN(TestAuditCommand)
#include "TestAuditCommand.moc"

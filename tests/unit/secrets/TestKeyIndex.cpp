// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeyIndex.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

using namespace holdwatch;
using namespace holdwatch::test;
using secrets::KeyIndex;

namespace {

const UtcTime monday = fromEpochMillis(1'764'579'600'123);
const QByteArray installation = "0f4b6ab2-98c4-4f4e-8a30-5f6c2ad01b77";

} // namespace

class TestKeyIndex : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString path() const { return m_folder->filePath(QStringLiteral("keys.json")); }

    void write(const QByteArray &text) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    QByteArray text() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void startsEmptyAndWritesNothing()
    {
        const KeyIndex index(path());
        QVERIFY(!index.problem());
        QVERIFY(index.saved().isEmpty());
        QVERIFY(!QUuid::fromString(index.installation()).isNull());
        QVERIFY(!QFile::exists(path()));
    }

    void remembersWhatWasSavedAndSinceWhen()
    {
        QString made;
        {
            KeyIndex index(path());
            made = index.installation();
            QVERIFY(index.put(nameOf("shop"), monday));
            QVERIFY(index.put(nameOf("shop", Purpose::Write), monday + Minutes(1)));
            QVERIFY(index.put(nameOf("\u00e4 \"b\""), monday));
            QVERIFY(index.put(nameOf("shop"), monday + Minutes(2)));
        }
        KeyIndex index(path());
        QVERIFY(!index.problem());
        QCOMPARE(index.installation(), made);
        QCOMPARE(index.saved().size(), 3);
        QCOMPARE(index.since(nameOf("shop")), std::optional(monday + Minutes(2)));
        QCOMPARE(index.since(nameOf("shop", Purpose::Write)), std::optional(monday + Minutes(1)));
        QCOMPARE(index.since(nameOf("\u00e4 \"b\"")), std::optional(monday));
        QVERIFY(index.put(nameOf("shop"), std::nullopt));
        QCOMPARE(KeyIndex(path()).since(nameOf("shop")), std::optional<UtcTime>());
        QCOMPARE(KeyIndex(path()).saved().size(), 2);
    }

    void remembersForWhichServer()
    {
        const QString server = QStringLiteral("https://queues.example.com:443");
        KeyIndex index(path());
        QVERIFY(index.put(nameOf("shop"), monday, server));
        QVERIFY(index.put(nameOf("bills"), monday)); // as written before servers were noted
        QVERIFY(!text().contains("\"origin\": \"\""));
        const KeyIndex again(path());
        QVERIFY(!again.problem());
        QCOMPARE(again.find(nameOf("shop"))->origin, server);
        QVERIFY(again.find(nameOf("bills"))->origin.isEmpty());
    }

    void twoProfilesHaveInstallationsOfTheirOwn()
    {
        QVERIFY(KeyIndex(path()).installation() != KeyIndex(path()).installation());
    }

    void theFileIsItsOwnersAlone()
    {
        write("{\"schema\": 1, \"installation\": \"" + installation + "\", \"later\": 7}");
        QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther));
        KeyIndex index(path());
        QVERIFY(index.put(nameOf("shop"), monday));
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOwner;
        QVERIFY(!(QFile::permissions(path()) & others));
        QVERIFY2(text().contains("\"later\": 7"), "a key this program does not know is kept");
    }

    void aFaultyFileIsNamedAndNeverOverwritten_data()
    {
        const auto entry = [](const char *fields) { return QByteArray("{\"schema\": 1, \"installation\": \"" + installation + "\", \"saved\": [{") + fields + "}]}"; };
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no JSON") << QByteArray("not json");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("broken off") << QByteArray("{\"schema\": 1, \"inst");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no installation") << QByteArray("{\"schema\": 1}");
        QTest::newRow("an installation that is none") << QByteArray("{\"schema\": 1, \"installation\": \"../..\"}");
        QTest::newRow("of a newer program") << QByteArray("{\"schema\": 2, \"installation\": \"" + installation + "\"}");
        QTest::newRow("saved is no list") << QByteArray("{\"installation\": \"" + installation + "\", \"saved\": 3}");
        QTest::newRow("an entry without a time") << entry(R"("connection": "shop", "purpose": "read")");
        QTest::newRow("a time that is none") << entry(R"("connection": "shop", "purpose": "read", "since": "monday")");
        QTest::newRow("an unknown purpose") << entry(R"("connection": "shop", "purpose": "admin", "since": "2026-11-30T14:03:22.120Z")");
        QTest::newRow("a number for a name") << entry(R"("connection": 3, "purpose": "read", "since": "2026-11-30T14:03:22.120Z")");
        QTest::newRow("a key in clear") << entry(R"("connection": "shop", "purpose": "read", "since": "2026-11-30T14:03:22.120Z", "key": "hw_canary")");
        QTest::newRow("the same twice") << entry(R"("connection": "shop", "purpose": "read", "since": "2026-11-30T14:03:22.120Z"},)"
                                                 R"({"connection": "shop", "purpose": "read", "since": "2026-11-30T14:03:22.120Z")");
    }

    void aFaultyFileIsNamedAndNeverOverwritten()
    {
        QFETCH(QByteArray, content);
        write(content);
        KeyIndex index(path());
        QVERIFY(index.problem());
        QCOMPARE(toWord(index.problem()->kind), toWord(Error::Kind::Configuration));
        QVERIFY2(index.problem()->where.startsWith(QStringLiteral("keys.json")), qPrintable(index.problem()->where));
        QVERIFY(!toSentence(*index.problem()).contains(QStringLiteral("canary")));
        QVERIFY(index.installation().isEmpty());
        QVERIFY(index.saved().isEmpty());
        QVERIFY(!index.put(nameOf("shop"), monday));
        QCOMPARE(text(), content);
    }

    void aFileThatWasSpoiltMeanwhileIsNotOverwrittenEither()
    {
        KeyIndex index(path());
        QVERIFY(index.put(nameOf("shop"), monday));
        write("{ mine");
        const auto result = index.put(nameOf("other"), monday);
        QVERIFY(!result);
        QVERIFY(result.error().what.contains(QStringLiteral("Not saved")));
        QCOMPARE(text(), QByteArray("{ mine"));
        QVERIFY(index.since(nameOf("shop")));
        QVERIFY(!index.since(nameOf("other")));
    }

    void whatCantBeWrittenIsNotRemembered()
    {
        KeyIndex index(m_folder->filePath(QStringLiteral("missing/keys.json")));
        const auto result = index.put(nameOf("shop"), monday);
        QVERIFY(!result);
        QCOMPARE(toWord(result.error().kind), toWord(Error::Kind::Storage));
        QVERIFY(index.saved().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestKeyIndex)
#include "TestKeyIndex.moc"

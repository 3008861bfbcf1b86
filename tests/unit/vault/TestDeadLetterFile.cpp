// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/DeadLetterFile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;

class TestDeadLetterFile : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath(QStringLiteral("deadletters.json")); }
    void put(const QByteArray &text) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray text() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static FailureClass &named(ClassRules &rules, const char *id)
    {
        return *std::find_if(rules.classes.begin(), rules.classes.end(), [&](const FailureClass &each) { return each.id == QLatin1String(id); });
    }

private slots:
    void cleanup() { QFile::remove(path()); }

    void withoutAFileTheBuiltInRulesHold()
    {
        const auto read = DeadLetterFile(path()).read();
        QVERIFY(read.problems.isEmpty());
        QCOMPARE(read.settings.rules, builtInRules());
        QCOMPARE(read.settings.payloads, PayloadPolicy());
    }

    void whatIsWrittenIsReadAgain()
    {
        ClassRules rules = builtInRules();
        FailureClass &malformed = named(rules, "malformed");
        malformed.state = FailureClass::State::Fixed;
        malformed.fixReference = QStringLiteral("PR 41");
        malformed.claimedBy = QStringLiteral("Ada");
        malformed.usefulFor = std::chrono::hours(36);
        FailureClass own;
        own.id = QStringLiteral("vendor");
        own.title = QStringLiteral("Vendor");
        own.verdict = FailureClass::Verdict::Transient;
        own.runbook = QStringLiteral("https://runbooks.example/vendor");
        rules.classes.append(own);
        ClassRule rule;
        rule.classId = own.id;
        rule.errorTextPattern = QStringLiteral("*vendor*");
        rule.filter = QStringLiteral("age:>1h");
        rule.httpFrom = 520;
        rule.httpTo = 529;
        rules.rules.prepend(rule);
        rules.places.key = QStringList{QStringLiteral("/meta/key")};
        rules.sensitiveNames = QStringList{QStringLiteral("iban")};
        QVERIFY(DeadLetterFile(path()).write(rules).has_value());
        const auto read = DeadLetterFile(path()).read();
        QVERIFY2(read.problems.isEmpty(), text().constData());
        QCOMPARE(read.settings.rules, rules);
        QVERIFY(!text().contains("rate-limit")); // what is built in is not written
    }

    void whatHoldwatchDoesNotKnowStays()
    {
        put(R"({"schema":1,"team":"blue","payloads":{"on_disk":false},"classes":[{"id":"malformed","ticket":"X-1"}],)"
            R"("rules":[{"class":"malformed","error_text":"*a*","why":"seen in May"}]})");
        ClassRules rules = DeadLetterFile(path()).read().settings.rules;
        named(rules, "malformed").owner = QStringLiteral("checkout");
        QVERIFY(DeadLetterFile(path()).write(rules).has_value());
        for (const char *kept : {"blue", "X-1", "seen in May", "\"on_disk\": false", "checkout"})
            QVERIFY2(text().contains(kept), kept);
    }

    void aMistakeIsNamedByItsPlace_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("says");
        QTest::newRow("verdict") << QByteArray("{\n \"classes\": [{\"id\":\"a\",\n  \"verdict\": \"maybe\"}]}") << QStringLiteral("deadletters.json:3:14") << QStringLiteral("verdict must be one of");
        QTest::newRow("no class") << QByteArray("{\"rules\":[{\"queue\":\"x\"}]}") << QStringLiteral("deadletters.json:1:11") << QStringLiteral("\"class\" is missing");
        QTest::newRow("half a range") << QByteArray("{\"rules\":[{\"class\":\"x\",\"http_from\":500}]}") << QStringLiteral("deadletters.json:1:36") << QStringLiteral("come together");
        QTest::newRow("script link") << QByteArray("{\"classes\":[{\"id\":\"a\",\"runbook\":\"javascript:x\"}]}") << QStringLiteral("deadletters.json:1:33") << QStringLiteral("https://");
        QTest::newRow("for ever") << QByteArray("{\"payloads\":{\"keep_for\":\"900d\"}}") << QStringLiteral("deadletters.json:1:25") << QStringLiteral("at most 90d");
    }
    void aMistakeIsNamedByItsPlace()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, where);
        QFETCH(QString, says);
        put(json);
        const auto read = DeadLetterFile(path()).read();
        QVERIFY(!read.problems.isEmpty());
        QCOMPARE(read.problems.front().error.where, where);
        QVERIFY2(read.problems.front().error.what.contains(says), qPrintable(read.problems.front().error.what));
        QVERIFY(!DeadLetterFile(path()).write(builtInRules()).has_value());
        QCOMPARE(text(), json);
    }

    void aPolicyNobodyCanReadKeepsPayloadsOffTheDisk()
    {
        for (const QByteArray &json : {QByteArray("{ broken"), QByteArray("{\"schema\":99}"), QByteArray("{\"payloads\":{\"on_disk\":\"no\"}}")}) {
            put(json);
            QVERIFY2(!DeadLetterFile(path()).read().settings.payloads.isKept, json.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestDeadLetterFile)
#include "TestDeadLetterFile.moc"

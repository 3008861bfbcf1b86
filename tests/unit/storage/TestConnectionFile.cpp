// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConnectionFile.h"
#include "tests/unit/storage/BadFields.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

namespace {

ConnectionConfig plain(const QString &name)
{
    ConnectionConfig connection;
    connection.id = idForName(name);
    connection.name = name;
    connection.provider = QStringLiteral("rabbitmq");
    connection.baseUrl = QUrl(QStringLiteral("https://queues.example.com:15671"));
    return connection;
}

ConnectionConfig everything()
{
    ConnectionConfig connection = plain(QStringLiteral("Orders (EU)"));
    connection.id = ConnectionId(QStringLiteral("orders-2024"));
    connection.baseUrl = QUrl(QStringLiteral("http://127.0.0.1:15672"));
    connection.allowPlainLoopback = true;
    connection.username = QStringLiteral("monitor");
    connection.keyVariable = QStringLiteral("ORDERS_KEY");
    connection.environment = Environment::Staging;
    connection.pollInterval = Millis(2'500);
    connection.deadline = Minutes(1) + Seconds(30);
    connection.queueFilter = QStringLiteral("orders*, !*.tmp");
    connection.caFile = QStringLiteral("/etc/ssl/orders.pem");
    connection.clientCertificateFile = QStringLiteral("/etc/ssl/desk.pem");
    connection.clientKeyFile = QStringLiteral("/etc/ssl/desk.key");
    connection.separateWriteKey = true;
    connection.writeUsername = QStringLiteral("redriver");
    connection.proxyMode = ConnectionConfig::ProxyMode::Explicit;
    connection.proxyUrl = QUrl(QStringLiteral("http://proxy.example.com:3128"));
    connection.http2 = false;
    connection.defaultTolerance.holdWindow = Minutes(10);
    connection.defaultTolerance.reactionTime = Minutes(4);
    connection.defaultTolerance.lookAhead = std::chrono::hours(1);
    connection.defaultTolerance.handlingTime = Seconds(5);
    connection.defaultTolerance.arrivalCadence = Minutes(15);
    connection.defaultTolerance.workClasses = {{QStringLiteral("urgent"), Minutes(2)}, {QStringLiteral("bulk"), std::chrono::hours(3)}};
    connection.defaultTolerance.owner = QStringLiteral("checkout");
    connection.defaultTolerance.runbook = QStringLiteral("https://runbooks.example.com/orders");
    connection.fieldMapping = {{QStringLiteral("oldest_age"), QStringLiteral("head_age_ms")}};
    connection.webhook = QUrl(QStringLiteral("https://hooks.example.com/holdwatch"));
    connection.hookCommand = {QStringLiteral("notify"), QStringLiteral("--urgent")};
    return connection;
}

} // namespace

class TestConnectionFile : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString path() const { return m_folder->filePath(QStringLiteral("connections.json")); }
    ConnectionFile file() const { return ConnectionFile(path()); }

    void put(const QByteArray &text) const
    {
        QFile out(path());
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Truncate));
        out.write(text);
    }

    QByteArray bytes() const
    {
        QFile in(path());
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void isEmptyWithoutAFile()
    {
        const ConnectionsRead read = file().read();
        QVERIFY(read.connections.isEmpty());
        QVERIFY(read.problems.isEmpty());
        QVERIFY(!QFile::exists(path()));
    }

    void heedsHowThePracticeQueueIsWatchedAndSaysWhatItCannotHeed()
    {
        put("{\"schema\": 1, \"connections\": [{\"name\": \"P\", \"provider\": \"practice\"},\n"
            "{\"name\": \"Q\", \"provider\": \"practice\", \"poll_interval\": \"7s\", \"deadline\": \"3s\", \"tolerance\": {\"hold_window\": \"2m\"},\n"
            "\"environment\": \"production\", \"proxy\": \"none\", \"key_env\": \"SHOP_KEY\"},\n"
            "{\"name\": \"R\", \"provider\": \"practice\", \"tolerance\": {\"hold_window\": \"15m\"}}]}");
        const ConnectionsRead read = file().read();
        QCOMPARE(read.connections.size(), 3);
        QCOMPARE(read.connections[0].pollInterval, practicePollInterval);
        QCOMPARE(read.connections[1].pollInterval, Millis(Seconds(7)));
        QCOMPARE(read.connections[1].deadline, Millis(Seconds(3)));
        QCOMPARE(read.connections[1].defaultTolerance.holdWindow, Millis(Minutes(2)));
        QCOMPARE(read.connections[1].environment, Environment::Practice);
        QStringList said;
        for (const ConfigProblem &problem : read.problems) {
            QCOMPARE(problem.weight, ConfigProblem::Weight::Warning);
            said << problem.error.where.section(QLatin1Char(':'), 1, 1) + QLatin1Char(' ') + problem.error.what.section(QLatin1Char(' '), 0, 0);
        }
        QCOMPARE(said, (QStringList{QStringLiteral("3 key_env"), QStringLiteral("3 proxy"), QStringLiteral("3 environment"), QStringLiteral("4 tolerance")}));
    }

    void writesAPracticeEntryWithoutAnythingItWouldNotHeed()
    {
        ConnectionConfig practice;
        practice.id = idForName(QStringLiteral("P"));
        practice.name = QStringLiteral("P");
        practice.provider = QStringLiteral("practice");
        practice = asBuiltInPractice(practice);
        QVERIFY(file().write({practice}).has_value());
        const ConnectionsRead read = file().read();
        QVERIFY2(read.problems.isEmpty(), bytes().constData());
        QCOMPARE(read.connections, QVector<ConnectionConfig>{practice});
    }

    void readsBackWhatItWrote()
    {
        const QVector<ConnectionConfig> connections{everything(), plain(QStringLiteral("Bills"))};
        QVERIFY(file().write(connections).has_value());
        const ConnectionsRead read = file().read();
        for (const ConfigProblem &problem : read.problems)
            qWarning().noquote() << toSentence(problem);
        QCOMPARE(read.connections, connections);
        QVERIFY(read.problems.isEmpty());
    }

    void namesLineColumnAndKeyOfWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("field"); // on line 4, from column 2 on
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("words");
        for (const BadField &bad : badFields)
            QTest::newRow(bad.name) << QByteArray(bad.field) << QStringLiteral("connections.json:") + QLatin1String(bad.where) << QString::fromUtf8(bad.words);
    }
    void namesLineColumnAndKeyOfWhatIsWrong()
    {
        QFETCH(QByteArray, field);
        QFETCH(QString, where);
        QFETCH(QString, words);
        QByteArray entry = goodEntry;
        const QByteArray key = field.left(field.indexOf(':') + 1);
        if (const auto at = entry.indexOf(key); at >= 0 && !field.contains("twice") && field.count("\"provider\"") < 2)
            entry.replace(at, entry.indexOf('"', at + key.size() + 2) + 1 - at, "\"allow_plain_loopback\": false");
        else if (field.count("\"provider\"") == 2)
            entry.replace(R"("provider": "rabbitmq", )", "");
        const QByteArray text = "{\"connections\": [\n{\"name\": \"first\", \"provider\": \"rabbitmq\", \"url\": \"https://h.example\"},\n{" + entry + ",\n " + field
            + "},\n{\"name\": \"last\", \"provider\": \"rabbitmq\", \"url\": \"https://h.example\"}]}";
        put(text);
        const ConnectionsRead read = file().read();
        QStringList names;
        for (const ConnectionConfig &connection : read.connections)
            names << connection.name;
        QCOMPARE(names, (QStringList{QStringLiteral("first"), QStringLiteral("last")})); // the others are used
        QVERIFY(!read.problems.isEmpty());
        const QString sentence = toSentence(read.problems.front());
        QVERIFY2(sentence.contains(words), qPrintable(sentence));
        QCOMPARE(read.problems.front().error.where, where);
        QCOMPARE(read.problems.front().weight, ConfigProblem::Weight::Refused);
        for (const ConfigProblem &problem : read.problems)
            QVERIFY2(!toSentence(problem).contains(QStringLiteral("canary")), qPrintable(toSentence(problem))); // no secret is repeated

        QVERIFY(!file().write({plain(QStringLiteral("new"))}).has_value()); // and nothing a person wrote is lost
        QCOMPARE(bytes(), text);
    }

    void saysWhereTheFileStopsBeingJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("a comma too many") << QByteArray("{\n  \"connections\": [],\n}") << QStringLiteral("connections.json:3:1");
        QTest::newRow("cut") << QByteArray("{\n  \"connections\": [") << QStringLiteral("connections.json:2:19");
        QTest::newRow("no quotes") << QByteArray("{ name: 1 }") << QStringLiteral("connections.json:1:4");
        QTest::newRow("a list") << QByteArray("[]") << QStringLiteral("connections.json");
        QTest::newRow("deep") << QByteArray(100'000, '[') << QStringLiteral("connections.json");
        QTest::newRow("huge") << QByteArray(2'000'000, ' ') << QStringLiteral("connections.json");
    }
    void saysWhereTheFileStopsBeingJson()
    {
        QFETCH(QByteArray, text);
        put(text);
        const ConnectionsRead read = file().read();
        QVERIFY(read.connections.isEmpty());
        QCOMPARE(read.problems.size(), 1);
        QTEST(read.problems.front().error.where, "where");
        QVERIFY(read.problems.front().error.kept.contains(QStringLiteral("untouched")));
        const auto written = file().write({plain(QStringLiteral("new"))});
        QVERIFY(!written.has_value());
        QVERIFY(written.error().what.startsWith(QStringLiteral("Not saved")));
        QCOMPARE(bytes(), text);
    }

    void namesTheKeyWhereTheFileStopsBeingJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        const QByteArray first = "{\"connections\": [{\"name\": \"a {[\\\"\"},\n {\"name\": \"b\",\n \"url\": ";
        QTest::newRow("no comma") << first + "\"https://x\"\n \"user\": \"u\"}]}" << QStringLiteral(", after \"url\" of connection 2.");
        QTest::newRow("a comma too many") << first + "\"https://x\", }]}" << QStringLiteral(", after \"url\" of connection 2.");
        QTest::newRow("no closing quote") << first + "\"https://x,\n \"user\": \"u\"}]}" << QStringLiteral(", in \"url\" of connection 2.");
        QTest::newRow("no value") << first + ", \"user\": \"u\"}]}" << QStringLiteral(", in \"url\" of connection 2.");
        QTest::newRow("no colon") << QByteArray("{\"schema\" 1}") << QStringLiteral(", in \"schema\".");
        QTest::newRow("no quotes round a value") << first + "https://x}]}" << QStringLiteral(", in \"url\" of connection 2.");
        QTest::newRow("a number with a unit") << first + "\"\", \"poll_interval\": 15s}]}" << QStringLiteral(", in \"poll_interval\" of connection 2.");
        QTest::newRow("deeper") << first + "\"\", \"tolerance\": {\"owner\": \"x\",}}]}" << QStringLiteral(", after \"owner\" of \"tolerance\" of connection 2.");
        QTest::newRow("in a list") << first + "\"\", \"hook\": [\"a\" \"b\"]}]}" << QStringLiteral(", after entry 1 of \"hook\" of connection 2.");
        QTest::newRow("between connections") << QByteArray("{\"connections\": [{\"name\": \"a\"} {\"name\": \"b\"}]}") << QStringLiteral(", after connection 1.");
        QTest::newRow("no quotes round the first key") << QByteArray("{\"connections\": [{name: \"a\"}]}") << QStringLiteral(", at the start of connection 1.");
        QTest::newRow("cut") << first + "\"https" << QStringLiteral("breaks off here, in \"url\" of connection 2:");
        QTest::newRow("cut between") << first + "\"https\"" << QStringLiteral("breaks off here, after \"url\" of connection 2:");
        QTest::newRow("nothing to name") << QByteArray("{ name: 1 }") << QStringLiteral("right here.");
    }
    void namesTheKeyWhereTheFileStopsBeingJson()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        put(text);
        const ConfigProblems problems = file().read().problems;
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.front().error.what.contains(place), qPrintable(problems.front().error.what));
        QVERIFY(!problems.front().error.what.contains(QStringLiteral("https")));
    }

    void usesAnEntryWithAnUnknownKeyAndSuggestsTheRightOne()
    {
        put(misspelled);
        const ConnectionsRead read = file().read();
        QCOMPARE(read.connections.size(), 1);
        QCOMPARE(read.problems.size(), 1);
        QCOMPARE(read.problems.front().weight, ConfigProblem::Weight::Warning);
        QVERIFY(read.problems.front().error.what.contains(QStringLiteral("perhaps \"poll_interval\" was meant")));
    }

    void keepsWhatItDoesNotKnowWhenItWrites()
    {
        put(annotated);
        QVector<ConnectionConfig> connections = file().read().connections;
        connections.removeLast();
        connections.front().pollInterval = Seconds(30);
        QVERIFY(file().write(connections).has_value());
        const QByteArray text = bytes();
        QVERIFY(text.contains("ask mira"));
        QVERIFY(text.contains("ours"));
        QVERIFY(text.contains("\"poll_interval\": \"30s\""));
        QVERIFY(!text.contains("gone"));
        QVERIFY(text.indexOf("note") < text.indexOf("orders")); // the order of the person's own file
    }

    void readsAddressesBackAsTheyWere()
    {
        ConnectionConfig connection = plain(QStringLiteral("orders"));
        connection.baseUrl = QUrl(QStringLiteral("https://queues.example.com/shop%20floor%2Feu/%25"));
        connection.webhook = QUrl(QStringLiteral("https://hooks.example.com/a%20token%2Fb?x=%26"));
        QVERIFY(file().write({connection}).has_value());
        const ConnectionsRead read = file().read();
        QVERIFY(read.problems.isEmpty());
        QCOMPARE(read.connections, QVector<ConnectionConfig>{connection});
    }

    void refusesAFileOfANewerProgram()
    {
        put("{\"schema\": 2, \"connections\": []}");
        QVERIFY(file().read().problems.front().error.what.contains(QStringLiteral("newer Holdwatch")));
        QVERIFY(!file().write({}).has_value());
    }

    void keepsTheOldFileWhenTheFolderCanNotBeWritten()
    {
        const auto written = ConnectionFile(QStringLiteral("/nonexistent/connections.json")).write({plain(QStringLiteral("new"))});
        QCOMPARE(written.error().kind, Error::Kind::Storage);
    }

    void checksBeforeADialogSaves()
    {
        ConnectionConfig connection = plain(QStringLiteral("orders"));
        QVERIFY(ConnectionFile::check(connection).isEmpty());
        QCOMPARE(ConnectionFile::check(connection, {plain(QStringLiteral("Orders"))}).front().error.where, QStringLiteral("name"));
        connection.pollInterval = Millis(0);
        QCOMPARE(ConnectionFile::check(connection).front().error.where, QStringLiteral("poll_interval"));
    }

    void makesIdsFromNames()
    {
        QCOMPARE(idForName(QStringLiteral("Orders (EU)")).text(), QStringLiteral("orders-eu"));
        QCOMPARE(idForName(QStringLiteral("  Übung  2 ")).text(), QStringLiteral("ubung-2"));
        QCOMPARE(idForName(QStringLiteral("!!!")).text(), QStringLiteral("!!!"));
    }
};

QTEST_GUILESS_MAIN(TestConnectionFile)
#include "TestConnectionFile.moc"

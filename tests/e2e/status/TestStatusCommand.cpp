// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
    QJsonObject document() const { return QJsonDocument::fromJson(out).object(); }
    QJsonObject connection(int index = 0) const { return document()[QStringLiteral("connections")].toArray()[index].toObject(); }
};

QString text(const QJsonObject &object, const char *key)
{
    return object[QString::fromLatin1(key)].toString();
}

} // namespace

/// The built program, run as a script would run it.
class TestStatusCommand : public QObject
{
    Q_OBJECT
private:
    QString m_program = qEnvironmentVariable("HOLDWATCH_PROGRAM");
    QTemporaryDir m_served;
    QProcess m_server;
    QJsonObject m_access;

    Ended run(const QStringList &arguments, const QByteArray &key = {})
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SHOP_KEY"), QString::fromLatin1(key));
        process.setProcessEnvironment(environment);
        process.start(m_program, QStringList(QStringLiteral("status")) + arguments);
        Ended ended;
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return ended;
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    static void configure(const QTemporaryDir &profile, const QByteArray &connections)
    {
        QFile file(profile.filePath(QStringLiteral("connections.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(connections);
    }
    /// connections.json with one Infrai connection to the practice queue that this test serves.
    QByteArray toServed(const QString &name = QStringLiteral("Shop")) const
    {
        const QJsonObject connection{{QStringLiteral("name"), name},
                                     {QStringLiteral("provider"), QStringLiteral("infrai")},
                                     {QStringLiteral("url"), m_access[QStringLiteral("url")]},
                                     {QStringLiteral("key_env"), QStringLiteral("SHOP_KEY")},
                                     {QStringLiteral("ca_file"), m_access[QStringLiteral("ca_file")]}};
        return QJsonDocument(QJsonObject{{QStringLiteral("schema"), 1}, {QStringLiteral("connections"), QJsonArray{connection}}}).toJson();
    }
    QByteArray key() const { return text(m_access, "key").toLatin1(); }

private slots:
    void initTestCase()
    {
        QVERIFY2(!m_program.isEmpty(), "HOLDWATCH_PROGRAM must name the program");
        m_server.start(m_program, {QStringLiteral("practice"), QStringLiteral("--json"), QStringLiteral("--data"), m_served.path()});
        QVERIFY(m_server.waitForReadyRead(30'000));
        m_access = QJsonDocument::fromJson(m_server.readLine()).object();
        QVERIFY2(!key().isEmpty(), m_server.readAllStandardError().constData());
    }

    void cleanupTestCase()
    {
        m_server.terminate();
        QVERIFY(m_server.waitForFinished(10'000));
    }

    void thePracticeQueueIsAlive()
    {
        const QTemporaryDir profile;
        const Ended ended = run({QStringLiteral("--practice"), QStringLiteral("--json"), QStringLiteral("--profile"), profile.path()});
        QVERIFY2(ended.code >= 0 && ended.code <= 2, ended.err.constData());
        QCOMPARE(ended.document()[QStringLiteral("schema")].toInt(), 1);
        QCOMPARE(text(ended.connection(), "state"), QStringLiteral("ok"));
        QStringList names;
        for (const QJsonValue &queue : ended.connection()[QStringLiteral("queues")].toArray())
            names << text(queue.toObject(), "name");
        for (const char *expected : {"reservation-expiry", "inventory-reservations", "access-cleanup"})
            QVERIFY2(names.contains(QString::fromLatin1(expected)), expected);
    }

    void withoutAConnectionItPractises()
    {
        const QTemporaryDir profile;
        const Ended ended = run({QStringLiteral("--profile"), profile.path()});
        QVERIFY(ended.out.contains("reservation-expiry"));
        QVERIFY(ended.err.contains("No connection is configured"));
    }

    void watchesAConfiguredConnection()
    {
        const QTemporaryDir profile;
        configure(profile, toServed());
        const Ended ended = run({QStringLiteral("--connection"), QStringLiteral("Shop"), QStringLiteral("--json"), QStringLiteral("--for"),
                                 QStringLiteral("3s"), QStringLiteral("--profile"), profile.path()}, key());
        QCOMPARE(text(ended.connection(), "name"), QStringLiteral("Shop"));
        QVERIFY2(text(ended.connection(), "state") == QLatin1String("ok"), ended.out + ended.err);
        QVERIFY(!ended.out.contains(key()) && !ended.err.contains(key()));
    }

    void aRefusedKeyIsAnErrorAndNeverPrinted()
    {
        const QTemporaryDir profile;
        configure(profile, toServed());
        const Ended ended = run({QStringLiteral("--json"), QStringLiteral("--profile"), profile.path()}, "ifr_canary_4711");
        QCOMPARE(ended.code, 3);
        QCOMPARE(text(ended.connection(), "state"), QStringLiteral("unauthorized"));
        QVERIFY(!text(ended.connection(), "error").isEmpty());
        QVERIFY(!ended.out.contains("4711") && !ended.err.contains("4711"));
    }

    void aMissingKeyNamesItsVariable()
    {
        const QTemporaryDir profile;
        configure(profile, toServed());
        const Ended ended = run({QStringLiteral("--json"), QStringLiteral("--profile"), profile.path()});
        QCOMPARE(ended.code, 3);
        QCOMPARE(text(ended.connection(), "state"), QStringLiteral("unauthorized"));
        QVERIFY(text(ended.connection(), "error").contains(QStringLiteral("SHOP_KEY")));
    }

    void aServerThatIsNotThereIsAnError()
    {
        const QTemporaryDir profile;
        QByteArray connections = toServed();
        connections.replace(text(m_access, "url").toLatin1(), "https://localhost:1");
        configure(profile, connections);
        const Ended ended = run({QStringLiteral("--json"), QStringLiteral("--profile"), profile.path()}, key());
        QCOMPARE(ended.code, 3);
        QCOMPARE(text(ended.connection(), "state"), QStringLiteral("unreachable"));
        QVERIFY(ended.connection()[QStringLiteral("queues")].toArray().isEmpty());
    }

    void anUnknownNameListsThoseThereAre()
    {
        const QTemporaryDir profile;
        configure(profile, toServed());
        const Ended ended = run({QStringLiteral("--connection"), QStringLiteral("Ship"), QStringLiteral("--profile"), profile.path()});
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY2(ended.err.contains("There are: Shop."), ended.err.constData());
    }

    void malformedConfigurationIsNamedByLineAndLeftAlone()
    {
        const QTemporaryDir profile;
        const QByteArray broken = "{\n  \"schema\": 1,\n  \"connections\": [ nonsense ]\n}\n";
        configure(profile, broken);
        const Ended ended = run({QStringLiteral("--profile"), profile.path()});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.contains("connections.json:3"), ended.err.constData());
        QFile file(profile.filePath(QStringLiteral("connections.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), broken);
    }

    void aRefusedEntryIsNeverTakenForHealthy()
    {
        const QTemporaryDir profile;
        configure(profile, "{\"schema\": 1, \"connections\": [{\"name\": \"Practice queue\", \"provider\": \"practice\"},\n"
                           "{\"name\": \"Orders\", \"provider\": \"rabbitmq\", \"url\": \"http://queues.example.com\", \"user\": \"m\", \"key_env\": \"SHOP_KEY\"}]}");
        const Ended ended = run({QStringLiteral("--json"), QStringLiteral("--profile"), profile.path()});
        QVERIFY2(ended.code >= 2, ended.err.constData()); // 2 where the practice queue itself alarms
        QCOMPARE(text(ended.connection(0), "state"), QStringLiteral("ok"));
        QCOMPARE(text(ended.connection(1), "name"), QStringLiteral("Orders"));
        QCOMPARE(text(ended.connection(1), "state"), QStringLiteral("misconfigured"));
        QVERIFY(text(ended.connection(1), "error").contains(QStringLiteral("connections.json:2")));
        QCOMPARE(ended.err.count("connections.json:2"), 1);
    }

    void aRefusedToleranceIsNeverTakenForHealthy()
    {
        const QTemporaryDir profile;
        configure(profile, "{\"schema\": 1, \"connections\": [{\"name\": \"Practice queue\", \"provider\": \"practice\"}]}");
        QFile file(profile.filePath(QStringLiteral("tolerances.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"schema\": 1, \"rules\": [{\"connection\": \"*\", \"queues\": \"orders*\", \"hold_window\": \"soon\"}]}");
        file.close();
        const Ended ended = run({QStringLiteral("--json"), QStringLiteral("--profile"), profile.path()});
        QVERIFY2(ended.code >= 2, ended.err.constData());
        QVERIFY2(ended.err.contains("tolerances.json:1"), ended.err.constData());
    }

    void wrongUseIsNoVerdict_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown option") << QStringList{QStringLiteral("--nonsense")};
        QTest::newRow("stray word") << QStringList{QStringLiteral("orders")};
        QTest::newRow("both") << QStringList{QStringLiteral("--practice"), QStringLiteral("--connection"), QStringLiteral("Shop")};
        QTest::newRow("no duration") << QStringList{QStringLiteral("--for"), QStringLiteral("soon")};
    }
    void wrongUseIsNoVerdict()
    {
        QFETCH(QStringList, arguments);
        const Ended ended = run(arguments);
        QCOMPARE(ended.code, 3);
        QVERIFY(ended.out.isEmpty());
        QVERIFY(ended.err.startsWith("holdwatch status: "));
    }
};

QTEST_GUILESS_MAIN(TestStatusCommand)
#include "TestStatusCommand.moc"

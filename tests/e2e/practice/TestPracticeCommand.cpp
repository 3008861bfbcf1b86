// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/practice/RunningPractice.h"

#include <QProcess>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace holdwatch::test;

/// `holdwatch practice` as a person or a script runs it.
class TestPracticeCommand : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void printsPlainLinesAndStopsCleanlyOnSigterm()
    {
        QProcess process;
        start(process, {});
        QByteArrayList names;
        for (const QByteArray &line : lines(process, 6))
            names.append(line.left(line.indexOf(": ")));
        QCOMPARE(names, (QByteArrayList{"url", "key", "key file", "ca file", "data", "scenario"}));
        process.terminate();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }

    void servesWhatItPrinted()
    {
        QProcess process;
        WireClient client(startServing(process, {QStringLiteral("--dialect"), QStringLiteral("b")}));
        QVERIFY(client.isConnected());
        const WireAnswer list = client.ask("GET", "/v1/queue/list");
        QCOMPARE(list.status, 200);
        QVERIFY(list.json()["data"].contains("items"));
        end(process);
    }

    void losesNothingAcknowledgedWhenKilled()
    {
        QProcess process;
        {
            WireClient client(startServing(process, {}));
            QCOMPARE(client.ask("POST", "/v1/queue/create", "{\"name\":\"jobs\",\"idempotency_key\":\"1\"}").status, 200);
            QCOMPARE(client.ask("POST", "/v1/queue/publish", "{\"queue\":\"jobs\",\"payload\":{\"n\": 1}}").status, 200);
            process.kill();
            QVERIFY(process.waitForFinished());
        }
        QProcess again;
        WireClient client(startServing(again, {}));
        QVERIFY(client.ask("POST", "/v1/queue/consume", "{\"queue\":\"jobs\"}").body.contains("{\"n\": 1}"));
        end(again);
    }

    void tellsAStory()
    {
        QProcess process;
        WireClient client(startServing(process, {QStringLiteral("--scenario"), QStringLiteral("first-minutes"), QStringLiteral("--speed"), QStringLiteral("20")}));
        QVERIFY(client.ask("GET", "/v1/queue/list").body.contains("\"reservation-expiry\""));
        QTRY_VERIFY(client.ask("GET", "/v1/queue/stats/inventory-reservations").json()["data"]["completed_total"] > 0);
        end(process);
    }

    void refusesASecondServerOfTheSameFolder()
    {
        QProcess first;
        startServing(first, {});
        QProcess second;
        start(second, {});
        QVERIFY(second.waitForFinished());
        QCOMPARE(second.exitCode(), 3);
        QVERIFY(second.readAllStandardError().contains("served already"));
        end(first);
    }

    void refusesArgumentsItDoesNotUnderstand_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("port") << QStringList{QStringLiteral("--port"), QStringLiteral("many")};
        QTest::newRow("dialect") << QStringList{QStringLiteral("--dialect"), QStringLiteral("x")};
        QTest::newRow("scenario") << QStringList{QStringLiteral("--scenario"), QStringLiteral("unheard-of")};
        QTest::newRow("speed") << QStringList{QStringLiteral("--speed"), QStringLiteral("0")};
        QTest::newRow("option") << QStringList{QStringLiteral("--colour")};
        QTest::newRow("word") << QStringList{QStringLiteral("please")};
    }
    void refusesArgumentsItDoesNotUnderstand()
    {
        QFETCH(QStringList, arguments);
        QProcess process;
        start(process, arguments);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(!process.readAllStandardError().isEmpty());
    }

private:
    void start(QProcess &process, const QStringList &arguments) const
    {
        process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/holdwatch"),
                      QStringList{QStringLiteral("practice"), QStringLiteral("--data"), m_folder->path()} + arguments);
    }
    PracticeAccess startServing(QProcess &process, const QStringList &arguments) const
    {
        start(process, QStringList{QStringLiteral("--json"), QStringLiteral("--scenario"), QStringLiteral("none")} + arguments);
        const auto printed = nlohmann::json::parse(lines(process, 1).value(0).toStdString(), nullptr, false);
        const auto text = [&](const char *name) { return QString::fromStdString(printed.value(name, "")); };
        return {QUrl(text("url")), text("key_file"), text("ca_file"), Secret(text("key").toLatin1())};
    }
    static QByteArrayList lines(QProcess &process, int count)
    {
        QByteArrayList all;
        while (all.size() < count && (process.canReadLine() || process.waitForReadyRead())) {
            while (process.canReadLine())
                all.append(process.readLine().trimmed());
        }
        return all;
    }
    static void end(QProcess &process)
    {
        process.terminate();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestPracticeCommand)
#include "TestPracticeCommand.moc"

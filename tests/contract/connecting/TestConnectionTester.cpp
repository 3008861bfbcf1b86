// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Runtime.h"
#include "app/operations/connecting/ConnectionTester.h"
#include "tests/support/ScriptedServer.h"
#include "tests/support/practice/RunningPractice.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using operations::ConnectionTester;
using Kind = TestStep::Kind;
using State = TestStep::State;

namespace {

constexpr auto canary = "ifr_canary_5f2e";

/// One test by the program's own providers, from start to end.
struct Bench
{
    ConnectionTest run(const ConnectionConfig &config, const QByteArray &key)
    {
        shown.clear();
        tester.start(config, Secret(key), &context, [this](const ConnectionTest &test) { shown << test; });
        [this] { QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty() && shown.last().isOver(), 60'000); }();
        return shown.isEmpty() ? ConnectionTest() : shown.last();
    }

    bootstrap::Runtime runtime;
    QObject context;
    QVector<ConnectionTest> shown;
    ConnectionTester tester{runtime.testerParts()};
};

State stateOf(ConnectionTest test, Kind kind) { return test.step(kind).state; }

QString wholeText(const ConnectionTest &test)
{
    QString text;
    for (const TestStep &step : test.steps)
        text += step.result + step.details.join(QLatin1Char('\n')) + step.advice + QLatin1Char('\n');
    return text;
}

ConnectionConfig toPractice(const RunningPractice &practice)
{
    const practice::PracticeAccess access = practice.access();
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("there"));
    config.name = QStringLiteral("There");
    config.provider = QStringLiteral("infrai");
    config.baseUrl = access.url;
    config.caFile = access.caFile;
    return config;
}

ConnectionConfig toScripted(const ScriptedServer &server)
{
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("there"));
    config.name = QStringLiteral("There");
    config.provider = QStringLiteral("infrai");
    config.baseUrl = server.url();
    return config;
}

} // namespace

class TestConnectionTester : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { qunsetenv("INFRAI_API_KEY"); }

    void goesThroughEveryStepOfAServerThatIsFine()
    {
        RunningPractice practice;
        QVERIFY2(practice.isRunning(), qPrintable(practice.error()));
        practice.withEngine([](practice::QueueEngine &engine) {
            practice::QueueSettings orders;
            orders.name = QStringLiteral("orders");
            QVERIFY(engine.createQueue(orders));
        });
        Bench bench;
        const ConnectionTest test = bench.run(toPractice(practice), practice.access().key.expose());
        for (const TestStep &step : test.steps)
            QVERIFY2(step.state == State::Passed, qPrintable(titleOf(step.kind) + QStringLiteral(": ") + toWord(step.state) + QLatin1Char(' ') + step.result));
        QVERIFY(wholeText(test).contains(QStringLiteral("issued by")));
        QVERIFY(wholeText(test).contains(QStringLiteral("orders: depth 0")));
        QVERIFY(bench.shown.size() > 6); // told as it goes, not at the end alone
        QVERIFY(bench.shown.first().step(Kind::Reading).state == State::Waiting);
    }

    void aWrongKeyFailsAtTheKeyAndSaysSo()
    {
        RunningPractice practice;
        Bench bench;
        const ConnectionTest test = bench.run(toPractice(practice), canary);
        QCOMPARE(stateOf(test, Kind::SecureConnection), State::Passed);
        QCOMPARE(stateOf(test, Kind::Key), State::Failed);
        QCOMPARE(stateOf(test, Kind::Reading), State::Skipped);
        QVERIFY(!wholeText(test).contains(QLatin1String(canary)));
    }

    void withoutAKeyItComesAsFarAsTheServer()
    {
        RunningPractice practice;
        Bench bench;
        const ConnectionTest test = bench.run(toPractice(practice), {});
        QCOMPARE(stateOf(test, Kind::SecureConnection), State::Passed);
        QCOMPARE(stateOf(test, Kind::Key), State::Failed);
        QVERIFY(wholeText(test).contains(QStringLiteral("no key yet")));
    }

    void showsTheChainThatIsNotTrustedAndSendsNothing()
    {
        const TestAuthority authority;
        ScriptedServer server(authority.issue());
        Bench bench;
        const ConnectionTest test = bench.run(toScripted(server), canary);
        QCOMPARE(stateOf(test, Kind::SecureConnection), State::Failed);
        QCOMPARE(stateOf(test, Kind::Contract), State::Skipped);
        QVERIFY(wholeText(test).contains(QStringLiteral("practice server")));
        QVERIFY(wholeText(test).contains(QStringLiteral("The key was not sent.")));
        QVERIFY(server.bytesReceived().isEmpty());
    }

    void aNameThatIsNotKnownFailsAtOnce()
    {
        Bench bench;
        ConnectionConfig config;
        config.provider = QStringLiteral("infrai");
        config.baseUrl = QUrl(QStringLiteral("https://nobody.invalid"));
        config.proxyMode = ConnectionConfig::ProxyMode::None;
        const ConnectionTest test = bench.run(config, canary);
        QCOMPARE(stateOf(test, Kind::NameLookup), State::Failed);
        QCOMPARE(stateOf(test, Kind::SecureConnection), State::Skipped);
    }

    void aServerThatTalksNonsenseFailsAtWhatItOffers()
    {
        const TestAuthority authority;
        ScriptedServer server(authority.issue());
        server.setHandler([](const SeenRequest &) { return play::html(); });
        Bench bench;
        QTemporaryDir dir;
        QFile ca(dir.filePath(QStringLiteral("ca.pem")));
        QVERIFY(ca.open(QIODevice::WriteOnly));
        ca.write(authority.pem());
        ca.close();
        ConnectionConfig config = toScripted(server);
        config.caFile = ca.fileName();
        const ConnectionTest test = bench.run(config, canary);
        QCOMPARE(stateOf(test, Kind::SecureConnection), State::Passed);
        QVERIFY(!test.hasPassed());
        QVERIFY(!wholeText(test).contains(QLatin1String(canary)));
        for (const SeenRequest &request : server.requests())
            QCOMPARE(request.method, QByteArray("GET")); // reads only
    }

    void endsWhenItIsStopped()
    {
        const TestAuthority authority;
        ScriptedServer server(authority.issue());
        server.setHandler([](const SeenRequest &) { return play::hang(); });
        Bench bench;
        QTemporaryDir dir;
        QFile ca(dir.filePath(QStringLiteral("ca.pem")));
        QVERIFY(ca.open(QIODevice::WriteOnly));
        ca.write(authority.pem());
        ca.close();
        ConnectionConfig config = toScripted(server);
        config.caFile = ca.fileName();
        bench.tester.start(config, Secret(QByteArray(canary)), &bench.context, [&](const ConnectionTest &test) { bench.shown << test; });
        QTRY_VERIFY(!server.requests().isEmpty());
        bench.tester.stop();
        QTRY_VERIFY(bench.shown.last().isOver());
        QCOMPARE(stateOf(bench.shown.last(), Kind::Reading), State::Skipped);
    }

    void aProgramThatEndsWaitsForNoServer()
    {
        const TestAuthority authority;
        ScriptedServer server(authority.issue());
        server.setHandler([](const SeenRequest &) { return play::hang(); });
        auto bench = std::make_unique<Bench>();
        ConnectionConfig config = toScripted(server);
        bench->tester.start(config, Secret(QByteArray(canary)), &bench->context, [](const ConnectionTest &) {});
        bench.reset(); // returns, or the test runs into its time limit
    }
};

QTEST_GUILESS_MAIN(TestConnectionTester)
#include "TestConnectionTester.moc"

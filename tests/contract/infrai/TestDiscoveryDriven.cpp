// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "app/providers/infrai/InfraiProvider.h"
#include "tests/support/Awaited.h"
#include "tests/support/FakeClock.h"
#include "tests/support/ScriptedServer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers;
using namespace holdwatch::test;

namespace {

QByteArray entry(const QByteArray &id, const QByteArray &method, const QByteArray &path)
{
    return "{\"id\":\"" + id + "\",\"method\":\"" + method + "\",\"path\":\"" + path + "\"}";
}

QByteArray indexWith(const QByteArray &statsEntry)
{
    return "{\"generated_at\":\"2025-12-01T00:00:00Z\",\"capabilities\":[" + entry("queue.list", "GET", "/v1/queue/list") + ',' + statsEntry + "]}";
}

const QByteArray statsAnswer = QByteArrayLiteral("{\"depth\":7,\"oldest_message_age\":5,\"oldest_message_age_ms\":5000,\"dlq_depth\":1}");

} // namespace

/// What the adapter does when discovery is missing, poor or hostile.
class TestDiscoveryDriven : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<Provider> m_provider;
    QHash<QByteArray, QByteArray> m_answers; ///< target → JSON; others get 404

    Metrics &metrics() { return *m_provider->metrics(); }

    QByteArrayList targets() const
    {
        QByteArrayList targets;
        for (const SeenRequest &request : m_server->requests())
            targets << request.method + ' ' + request.target;
        return targets;
    }

private slots:
    void init()
    {
        const TestAuthority authority;
        m_server = std::make_unique<ScriptedServer>(authority.issue());
        m_answers = {{"/v1/queue/list", "{\"queues\":[{\"name\":\"a\"}]}"}, {"/v1/account/whoami", "{\"project\":\"x\"}"}, {"/v1/queue/stats/a", statsAnswer}};
        m_server->setHandler([this](const SeenRequest &request) {
            const QByteArray body = m_answers.value(request.target);
            return body.isEmpty() ? play::answer(404, "{\"ok\":false,\"error\":\"no such thing\"}") : play::json(body);
        });
        ConnectionConfig config;
        config.id = ConnectionId(QStringLiteral("c"));
        config.baseUrl = m_server->url(QStringLiteral("/v1"));
        config.deadline = Seconds(10);
        net::ConnectionOptions options;
        options.origin = m_server->url();
        options.trust = *net::TlsTrust::withCaPem(authority.pem(), QStringLiteral("test"));
        m_provider = std::make_unique<infrai::InfraiProvider>(config, net::Credential{net::Credential::Scheme::Bearer, {}, Secret(QByteArrayLiteral("k"))},
                                                             std::make_unique<net::QtHttpClient>(options, m_clock), m_clock);
    }
    void cleanup()
    {
        m_provider.reset();
        m_server.reset();
    }

    void withoutDiscoveryTheDocumentedRoutesAreUsedAndMarked()
    {
        const auto report = awaited(metrics().probe());
        QVERIFY2(report, report ? "" : qPrintable(toSentence(report.error())));
        QVERIFY2(report->drift.value(0).startsWith(QStringLiteral("Undiscovered")), qPrintable(report->drift.join(QLatin1Char('\n'))));
        const auto queues = awaited(metrics().list());
        const auto batch = awaited(metrics().sample(*queues));
        const QueueSample sample = batch->samples.value(0);
        QCOMPARE(sample.depth.value(), 7);
        QCOMPARE(sample.depth.obtained(), Obtained::Approximate);
        QVERIFY(sample.depth.note().contains(QStringLiteral("undiscovered")));
    }

    void aServerThatPublishesNoSchemaHasNoFigures()
    {
        m_answers["/v1/discovery"] = indexWith(entry("queue.stats", "GET", "/v1/queue/stats/{queue}"));
        m_answers["/v1/discovery/queue.stats"] = "{\"id\":\"queue.stats\",\"params\":{\"type\":\"object\",\"properties\":{\"queue\":{}}}}";
        const auto report = awaited(metrics().probe());
        QVERIFY(report);
        QVERIFY2(report->drift.join(QLatin1Char(' ')).contains(QStringLiteral("no schema")), qPrintable(report->drift.join(QLatin1Char('\n'))));
        const auto queues = awaited(metrics().list());
        const auto batch = awaited(metrics().sample(*queues));
        const QueueSample sample = batch->samples.value(0);
        QVERIFY(!sample.depth.has());
        QVERIFY2(sample.depth.note().contains(QStringLiteral("no schema")), qPrintable(sample.depth.note()));
    }

    void aHostileManifestGetsNoRequest_data()
    {
        QTest::addColumn<QByteArray>("stats");
        QTest::newRow("a write") << entry("queue.stats", "POST", "/v1/queue/stats/{queue}");
        QTest::newRow("another host") << entry("queue.stats", "GET", "https://evil.example/v1/queue/stats/{queue}");
        QTest::newRow("another API") << entry("queue.stats", "GET", "/v1/account/keys/create");
    }
    void aHostileManifestGetsNoRequest()
    {
        QFETCH(QByteArray, stats);
        m_answers["/v1/discovery"] = indexWith(stats);
        m_answers["/v1/discovery/queue.list"] = "{\"id\":\"queue.list\"}";
        QVERIFY(awaited(metrics().probe()));
        const auto queues = awaited(metrics().list());
        QVERIFY(queues);
        m_server->clear();
        const auto batch = awaited(metrics().sample(*queues));
        QVERIFY(!batch);
        QCOMPARE(toWord(batch.error().kind), toWord(Error::Kind::Unsupported));
        QVERIFY2(batch.error().what.contains(QStringLiteral("queue.stats")), qPrintable(batch.error().what));
        QCOMPARE(targets(), QByteArrayList());
    }

    void aFieldThatBreaksItsSchemaIsDriftAtTheNextProbe()
    {
        m_answers["/v1/discovery"] = indexWith(entry("queue.stats", "GET", "/v1/queue/stats/{queue}"));
        m_answers["/v1/discovery/queue.stats"] = R"({"response":{"properties":{"depth":{"type":"integer"},"dlq_depth":{"type":"integer"}}}})";
        m_answers["/v1/queue/stats/a"] = "{\"depth\":\"7\",\"dlq_depth\":1}";
        QVERIFY(awaited(metrics().probe()));
        const auto queues = awaited(metrics().list());
        const auto batch = awaited(metrics().sample(*queues));
        QVERIFY(!batch->samples.value(0).depth.has());
        const auto report = awaited(metrics().probe());
        QVERIFY2(report->drift.join(QLatin1Char('\n')).contains(QStringLiteral("published as a number but came as a text")), qPrintable(report->drift.join(QLatin1Char('\n'))));
    }

    void whatDiscoveryOnceSaidStaysInForce()
    {
        m_answers["/v1/discovery"] = indexWith(entry("queue.stats", "GET", "/v1/queue/figures/{queue}"));
        m_answers["/v1/discovery/queue.stats"] = R"({"response":{"properties":{"depth":{"type":"integer"}}}})";
        m_answers["/v1/queue/figures/a"] = "{\"depth\":8}";
        QVERIFY(awaited(metrics().probe()));
        m_answers.remove("/v1/discovery");
        const auto report = awaited(metrics().probe());
        QVERIFY(report);
        QVERIFY2(report->drift.last().contains(QStringLiteral("still used")), qPrintable(report->drift.join(QLatin1Char('\n'))));
        const auto queues = awaited(metrics().list());
        const auto batch = awaited(metrics().sample(*queues));
        QCOMPARE(batch->samples.value(0).depth, Metric<qint64>::reported(8));
    }

    void asksAtMostSixteenAtOnceAndEachQueueOnce()
    {
        QVector<WatchedQueue> queues;
        for (int i = 0; i < 50; ++i) {
            WatchedQueue queue;
            queue.id = {ConnectionId(QStringLiteral("c")), QStringLiteral("q%1").arg(i)};
            queues.append(queue);
            m_answers["/v1/queue/stats/q" + QByteArray::number(i)] = "{\"depth\":" + QByteArray::number(i) + ",\"dlq_depth\":0}";
        }
        const auto batch = awaited(metrics().sample(queues));
        QVERIFY(batch);
        QCOMPARE(batch->requests, 50);
        QCOMPARE(m_server->requests().size(), 50);
        for (int i = 0; i < 50; ++i)
            QCOMPARE(batch->samples.at(i).depth.value(), i);
        QVERIFY2(m_server->connections() <= 16, qPrintable(QString::number(m_server->connections())));
    }
};

QTEST_GUILESS_MAIN(TestDiscoveryDriven)
#include "TestDiscoveryDriven.moc"

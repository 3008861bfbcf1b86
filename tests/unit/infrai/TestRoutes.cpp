// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Parse.h"
#include "app/providers/infrai/Discovery.h"
#include "app/providers/infrai/FieldMap.h"
#include "app/providers/infrai/Requests.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers::infrai;

namespace {

IndexEntry entry(const char *id, const char *method, const char *path)
{
    return {QString::fromLatin1(id), method, QString::fromLatin1(path), true, std::nullopt};
}

QVector<IndexEntry> documentedIndex()
{
    return {entry("queue.list", "GET", "/v1/queue/list"), entry("queue.stats", "GET", "/v1/queue/stats/{queue}"),
            entry("queue.dlq.list", "GET", "/v1/queue/dlq/list/{queue}"), entry("queue.dlq.redrive", "POST", "/v1/queue/dlq/redrive/{queue}"),
            entry("queue.publish", "POST", "/v1/queue/publish"), entry("account.whoami", "GET", "/v1/account/whoami")};
}

QVector<IndexEntry> withStats(const char *method, const char *path)
{
    QVector<IndexEntry> index = documentedIndex();
    index[1] = entry("queue.stats", method, path);
    return index;
}

} // namespace

class TestRoutes : public QObject
{
    Q_OBJECT
private slots:
    void choosesByMethodAndPathWhateverTheIds()
    {
        QVector<IndexEntry> index = documentedIndex();
        index[1] = entry("q7", "GET", "/v1/queue/stats/{name}");
        const Routes routes = chooseRoutes(index);
        QCOMPARE(routes.usable.value(Call::Stats).id, QStringLiteral("q7"));
        QVERIFY2(routes.drift.isEmpty(), qPrintable(routes.drift.join(QLatin1Char('\n'))));
        QVERIFY(routes.discovered);
    }

    void followsAMoveInsideTheQueueApiAndSaysSo()
    {
        const Routes routes = chooseRoutes(withStats("GET", "/v1/queue/metrics/{queue}"));
        QCOMPARE(routes.usable.value(Call::Stats).path, QStringLiteral("/v1/queue/metrics/{queue}"));
        QCOMPARE(routes.drift.size(), 1);
        QVERIFY(routes.drift.first().contains(QStringLiteral("moved")));
    }

    void refusesWhatCouldTurnAPollIntoSomethingElse_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("path");
        const auto row = [](const char *tag, const char *method, const char *path) { QTest::newRow(tag) << QByteArray(method) << QByteArray(path); };
        row("another method", "POST", "/v1/queue/stats/{queue}");
        row("a deleting method", "DELETE", "/v1/queue/stats/{queue}");
        row("outside the queue API", "GET", "/v1/account/balance");
        row("beside it", "GET", "/v1/queues/stats/{queue}");
        row("another host", "GET", "https://evil.example/v1/queue/stats/{queue}");
        row("another host without scheme", "GET", "//evil.example/v1/queue/stats/{queue}");
        row("up and out", "GET", "/v1/queue/../account/{queue}");
        row("encoded up and out", "GET", "/v1/queue/%2e%2e/account/{queue}");
        row("a query", "GET", "/v1/queue/stats/{queue}?purge=1");
        row("a fragment", "GET", "/v1/queue/stats/{queue}#x");
        row("a backslash", "GET", "/v1/queue\\evil/{queue}");
        row("a space", "GET", "/v1/queue/stats/{queue} HTTP/1.1");
        row("a line break at the end", "GET", "/v1/queue/metrics/{queue}\n");
        row("no placeholder", "GET", "/v1/queue/stats");
        row("two placeholders", "GET", "/v1/queue/{region}/stats/{queue}");
        row("a placeholder only in part", "GET", "/v1/queue/stats/x{queue}");
    }
    void refusesWhatCouldTurnAPollIntoSomethingElse()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, path);
        const Routes routes = chooseRoutes(withStats(method.constData(), path.constData()));
        QVERIFY2(!routes.usable.contains(Call::Stats), qPrintable(routes.usable.value(Call::Stats).path));
        QVERIFY(!routes.refused.value(Call::Stats).isEmpty());
        QCOMPARE(routes.drift.size(), 1);
        QVERIFY(routes.usable.contains(Call::List));
    }

    void missesACapabilityInASentence()
    {
        QVector<IndexEntry> index = documentedIndex();
        index.removeFirst();
        const Routes routes = chooseRoutes(index);
        QVERIFY(!routes.usable.contains(Call::List));
        QVERIFY2(routes.drift.first().contains(QStringLiteral("queue.list (GET /v1/queue/list)")), qPrintable(routes.drift.first()));
    }

    void callsWhoAmIOnlyAsDocumented()
    {
        QVector<IndexEntry> index = documentedIndex();
        index.last() = entry("account.whoami", "GET", "/v1/account/keys/list");
        QVERIFY(!chooseRoutes(index).usable.contains(Call::WhoAmI));
        index.removeLast();
        QVERIFY(chooseRoutes(index).usable.contains(Call::WhoAmI));
    }

    void noticesWhatIsPublishedAsUnavailable()
    {
        QVector<IndexEntry> index = documentedIndex();
        index[1].available = false;
        const Routes routes = chooseRoutes(index);
        QVERIFY(routes.usable.contains(Call::Stats));
        QCOMPARE(routes.drift.size(), 1);
    }

    void findsTheResponseSchemaWhereverItIs_data()
    {
        QTest::addColumn<QByteArray>("detail");
        QTest::addColumn<bool>("found");
        const QByteArray schema = R"({"type":"object","properties":{"depth":{"type":"integer"}}})";
        const QByteArray envelope = R"({"type":"object","properties":{"ok":{"type":"boolean"},"data":)" + schema + "}}";
        const QByteArray params = R"("params":{"type":"object","properties":{"queue":{"type":"string"}}},)";
        const auto row = [&params](const char *tag, const QByteArray &member, bool found) { QTest::newRow(tag) << "{" + params + member + "}" << found; };
        row("response", "\"response\":" + schema, true);
        row("response_schema", "\"response_schema\":" + schema, true);
        row("returns.schema", "\"returns\":{\"schema\":" + schema + "}", true);
        row("OpenAPI", "\"responses\":{\"200\":{\"content\":{\"application/json\":{\"schema\":" + schema + "}}}}", true);
        row("responses.200.schema of the envelope", "\"responses\":{\"200\":{\"schema\":" + envelope + "}}", true);
        row("an unknown place", "\"specification\":{\"answers\":{\"good\":" + schema + "}}", true);
        row("an unknown place, the envelope", "\"x\":" + envelope, true);
        row("two unknown places", "\"x\":" + schema + ",\"y\":" + schema, false);
        row("only the parameters", "\"summary\":\"figures\"", false);
        row("only in an example", "\"examples\":{\"response\":" + schema + "}", false);
        row("of an error", "\"errors\":" + schema, false);
    }
    void findsTheResponseSchemaWhereverItIs()
    {
        QFETCH(QByteArray, detail);
        QFETCH(bool, found);
        const auto body = json::parse(detail);
        QVERIFY(body);
        const Detail read = readDetail(*body, Call::Stats, {QStringLiteral("queue.stats"), QStringLiteral("/v1/queue/stats/{queue}"), {}});
        QCOMPARE(read.answer.has_value(), found);
        if (found)
            QCOMPARE(FieldMap::published(*read.answer, {}).plan(Figure::Depth).path, QStringList{QStringLiteral("depth")});
        else
            QVERIFY(!read.whyNoSchema.isEmpty());
        QCOMPARE(read.parameters, QStringList{QStringLiteral("queue")});
    }

    void noticesThatDetailAndIndexDisagree()
    {
        const Route route{QStringLiteral("queue.stats"), QStringLiteral("/v1/queue/stats/{queue}"), {}};
        const auto post = json::parse(R"({"method":"POST","path":"/v1/queue/stats/{queue}"})");
        QVERIFY(!readDetail(*post, Call::Stats, route).disagreement.isEmpty());
        const auto elsewhere = json::parse(R"({"method":"get","path":"/v1/queue/purge/{queue}"})");
        QVERIFY(!readDetail(*elsewhere, Call::Stats, route).disagreement.isEmpty());
        const auto same = json::parse(R"({"method":"get","path":"/v1/queue/stats/{queue}"})");
        QVERIFY(readDetail(*same, Call::Stats, route).disagreement.isEmpty());
    }

    void readsAnIndexAndItsPrices()
    {
        const auto body = json::parse(R"({"generated_at":"2025-12-01T00:00:00Z","capabilities":[
            {"id":"queue.list","method":"get","path":"/v1/queue/list","available":true,"billing":{"free":true,"price_usd":1}},
            {"id":"queue.stats","method":"GET","path":"/v1/queue/stats/{queue}","billing":{"price_usd":0.0001}},
            {"id":"broken"}, 7]})");
        const auto index = readIndex(*body);
        QVERIFY(index);
        QCOMPARE(index->entries.size(), 2);
        QCOMPARE(index->entries.at(0).method, QByteArray("GET"));
        QCOMPARE(index->entries.at(0).priceUsd, std::optional(0.0));
        QCOMPARE(index->entries.at(1).priceUsd, std::optional(0.0001));
        QVERIFY(!readIndex(*json::parse(R"({"capabilities":[]})")));
        QVERIFY(!readIndex(*json::parse(R"({"hello":1})")));
    }

    void joinsPathsToTheOriginAndEncodesNames_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("queue");
        QTest::addColumn<QByteArray>("url");
        const QString host = QStringLiteral("https://api.example.com");
        const auto row = [&host](const char *tag, const char *path, const QString &queue, const char *target) {
            QTest::newRow(tag) << host + QString::fromLatin1(path) << queue << host.toLatin1() + target;
        };
        row("plain", "/v1", QStringLiteral("orders"), "/v1/queue/stats/orders");
        row("trailing slash", "/v1/", QStringLiteral("orders"), "/v1/queue/stats/orders");
        row("no path", "", QStringLiteral("orders"), "/v1/queue/stats/orders");
        row("slash in the name", "/v1", QStringLiteral("a/b"), "/v1/queue/stats/a%2Fb");
        row("space and percent", "/v1", QStringLiteral("a b%2F"), "/v1/queue/stats/a%20b%252F");
        row("question mark", "/v1", QStringLiteral("a?b#c"), "/v1/queue/stats/a%3Fb%23c");
        row("umlaut", "/v1", QStringLiteral("\u00e4"), "/v1/queue/stats/%C3%A4");
        row("braces", "/v1", QStringLiteral("{queue}"), "/v1/queue/stats/%7Bqueue%7D");
    }
    void joinsPathsToTheOriginAndEncodesNames()
    {
        QFETCH(QString, base);
        QFETCH(QString, queue);
        const net::Credential credential;
        const Requests requests(QUrl(base), credential, Seconds(5));
        const Route route{QStringLiteral("queue.stats"), QStringLiteral("/v1/queue/stats/{queue}"), {}};
        const net::ReadRequest request = requests.call(route, queue);
        QTEST(request.url.toEncoded(), "url");
        QCOMPARE(request.method, QByteArray("GET"));
        QVERIFY(request.body.isEmpty());
        QCOMPARE(requests.discoveryIndex().url.toEncoded(), QByteArray("https://api.example.com/v1/discovery"));
        QVERIFY(!requests.discoveryIndex().credential);
    }
};

QTEST_GUILESS_MAIN(TestRoutes)
#include "TestRoutes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Parse.h"
#include "app/providers/infrai/Answer.h"
#include "app/providers/infrai/DeadLetterDepth.h"
#include "app/providers/infrai/Parser.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers;
using namespace holdwatch::providers::infrai;

namespace {

const ConnectionId connection(QStringLiteral("c"));
const UtcTime now = fromEpochMillis(1'764'583'200'000); // 2025-12-01T10:00:00Z

Result<QueueListing> listing(const QByteArray &data)
{
    return readQueueList(*json::parse(data), connection);
}

FieldMap fields()
{
    const auto schema = json::parse(R"({"type":"object","properties":{
        "depth":{"type":"integer"},"in_flight":{"type":"integer"},
        "oldest_message_age_seconds":{"type":["number","null"]},"arrivals_per_second":{"type":"number"},
        "oldest_dead_letter_at":{"type":"string","format":"date-time"}}})");
    return FieldMap::published(Schema(*schema, {*schema}), {});
}

Result<QueueSample> stats(const QByteArray &data)
{
    return readStats(*json::parse(data), fields(), {connection, QStringLiteral("q")}, now);
}

net::Response response(int status, const QByteArray &body)
{
    net::Response response;
    response.status = status;
    response.body = body;
    return response;
}

net::ReadRequest asked()
{
    net::ReadRequest request;
    request.url = QUrl(QStringLiteral("https://api.example.com/v1/queue/list"));
    return request;
}

WatchedQueue watched(const char *name, const char *deadLetters = nullptr)
{
    WatchedQueue queue;
    queue.id = {connection, QString::fromLatin1(name)};
    if (deadLetters)
        queue.deadLetterQueues = {QString::fromLatin1(deadLetters)};
    return queue;
}

QueueSample sample(const char *name, qint64 depth)
{
    QueueSample sample;
    sample.queue = {connection, QString::fromLatin1(name)};
    sample.depth = Metric<qint64>::reported(depth);
    return sample;
}

} // namespace

class TestParser : public QObject
{
    Q_OBJECT
private slots:
    void findsTheListInItsContainer_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<int>("count"); // -1: refused
        QTest::newRow("queues") << QByteArray(R"({"queues":[{"name":"a"},{"name":"b"}],"warnings":[]})") << 2;
        QTest::newRow("items") << QByteArray(R"({"items":[{"queue":"a"}]})") << 1;
        QTest::newRow("bare list") << QByteArray(R"([{"name":"a"}])") << 1;
        QTest::newRow("bare names") << QByteArray(R"(["a","b"])") << 2;
        QTest::newRow("a name that is a step in a path") << QByteArray(R"(["a","..","."])") << 1;
        QTest::newRow("the only list") << QByteArray(R"({"all":[{"queue_name":"a"}],"n":1})") << 1;
        QTest::newRow("empty") << QByteArray(R"({"queues":[]})") << 0;
        QTest::newRow("two strange lists") << QByteArray(R"({"x":[],"y":[]})") << -1;
        QTest::newRow("no list") << QByteArray(R"({"queues":7})") << -1;
        QTest::newRow("a text") << QByteArray(R"("all is well")") << -1;
        QTest::newRow("an element without a name") << QByteArray(R"([{"depth":1}])") << -1;
        QTest::newRow("a number as an element") << QByteArray(R"([1])") << -1;
    }
    void findsTheListInItsContainer()
    {
        QFETCH(QByteArray, data);
        const auto read = listing(data);
        QTEST(read ? static_cast<int>(read->queues.size()) : -1, "count");
        if (!read)
            QCOMPARE(toWord(read.error().kind), toWord(Error::Kind::Malformed));
    }

    void linksDeadLetterQueuesToTheirOrigins()
    {
        auto read = listing(R"([{"name":"a","dead_letter_queue":"d"},{"name":"b"},{"name":"d"},{"name":"x","dlq":"gone"}])");
        linkDeadLetters(read->queues, {{QStringLiteral("b"), QStringLiteral("d")}});
        QCOMPARE(read->queues.at(2).origins, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        QVERIFY(read->queues.at(2).isDeadLetterQueue);
        QVERIFY(!read->queues.at(0).isDeadLetterQueue);
        QCOMPARE(read->queues.at(3).findings.size(), 1);
    }

    void readsFigures()
    {
        const auto read = stats(R"({"depth":12,"in_flight":3,"oldest_message_age_seconds":61.5,"arrivals_per_second":2,"oldest_dead_letter_at":"2025-12-01T11:58:00+02:00"})");
        QVERIFY(read);
        QCOMPARE(read->depth, Metric<qint64>::reported(12));
        QCOMPARE(read->oldestAge.value(), Millis(61'500));
        QCOMPARE(read->arrivalsPerMinute.value(), 120.0);
        QCOMPARE(read->oldestDeadLetterAge.value(), Millis(120'000));
        QCOMPARE(read->oldestDeadLetterAge.obtained(), Obtained::Derived);
        QCOMPARE(read->takenAt, now);
        QVERIFY(!read->ageIncludesInFlight); // nobody said so
    }

    void whatIsWrongInAnAnswerIsNotReported_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *tag, const char *data, const char *word) { QTest::newRow(tag) << QByteArray(data) << QString::fromLatin1(word); };
        row("text", R"({"in_flight":1,"depth":"12"})", "a text");
        row("fraction", R"({"in_flight":1,"depth":1.5})", "1.5");
        row("null", R"({"in_flight":1,"depth":null})", "null");
        row("absent", R"({"in_flight":1})", "not in the answer");
        row("negative", R"({"in_flight":1,"depth":-1})", "negative");
        row("too long", R"({"in_flight":1,"depth":99999999999999999999})", "too large");
        row("object", R"({"in_flight":1,"depth":{}})", "an object");
    }
    void whatIsWrongInAnAnswerIsNotReported()
    {
        QFETCH(QByteArray, data);
        QFETCH(QString, word);
        const auto read = stats(data);
        QVERIFY(read);
        QCOMPARE(read->inFlight, Metric<qint64>::reported(1));
        QVERIFY(!read->depth.has());
        QVERIFY2(read->depth.note().contains(word), qPrintable(read->depth.note()));
    }

    void anAgeOutOfRangeIsNotReported_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::newRow("negative") << QByteArray(R"({"depth":1,"oldest_message_age_seconds":-5})");
        QTest::newRow("absurd") << QByteArray(R"({"depth":1,"oldest_message_age_seconds":1e300})");
        QTest::newRow("text") << QByteArray(R"({"depth":1,"oldest_message_age_seconds":"5"})");
    }
    void anAgeOutOfRangeIsNotReported()
    {
        QFETCH(QByteArray, data);
        const auto read = stats(data);
        QVERIFY(read);
        QVERIFY(!read->oldestAge.has());
        QVERIFY(!read->oldestAge.note().isEmpty());
    }

    void aMomentNeedsAZoneAndThePast_data()
    {
        QTest::addColumn<QByteArray>("moment");
        QTest::addColumn<qint64>("millis"); // -1: not reported
        QTest::newRow("past") << QByteArray("2025-12-01T09:59:00Z") << qint64(60'000);
        QTest::newRow("a little ahead") << QByteArray("2025-12-01T10:00:02Z") << qint64(0);
        QTest::newRow("far ahead") << QByteArray("2026-12-01T10:00:02Z") << qint64(-1);
        QTest::newRow("without a zone") << QByteArray("2025-12-01T09:59:00") << qint64(-1);
        QTest::newRow("no moment") << QByteArray("yesterday") << qint64(-1);
    }
    void aMomentNeedsAZoneAndThePast()
    {
        QFETCH(QByteArray, moment);
        const auto read = stats("{\"depth\":1,\"oldest_dead_letter_at\":\"" + moment + "\"}");
        QTEST(read->oldestDeadLetterAge.has() ? qint64(read->oldestDeadLetterAge.value().count()) : qint64(-1), "millis");
    }

    void refusesAnAnswerThatHasNothingToDoWithIt_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::newRow("a text") << QByteArray("\"all is well\"");
        QTest::newRow("an empty object") << QByteArray("{}");
        QTest::newRow("other fields") << QByteArray(R"({"hello":1})");
        QTest::newRow("a list") << QByteArray("[1]");
    }
    void refusesAnAnswerThatHasNothingToDoWithIt()
    {
        QFETCH(QByteArray, data);
        const auto read = stats(data);
        QVERIFY(!read);
        QCOMPARE(toWord(read.error().kind), toWord(Error::Kind::Malformed));
    }

    void unwrapsTheEnvelopeOnlyWhenThereIsOne_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("path"); // of the data
        QTest::newRow("envelope") << QByteArray(R"({"ok":true,"data":{},"metadata":{"cost_usd":0.5}})") << QStringLiteral("$.data");
        QTest::newRow("bare") << QByteArray(R"({"data":{}})") << QStringLiteral("$");
        QTest::newRow("ok without data") << QByteArray(R"({"ok":true,"depth":1})") << QStringLiteral("$");
        QTest::newRow("ok that is no flag") << QByteArray(R"({"ok":"yes","data":{}})") << QStringLiteral("$");
        QTest::newRow("list") << QByteArray("[]") << QStringLiteral("$");
    }
    void unwrapsTheEnvelopeOnlyWhenThereIsOne()
    {
        QFETCH(QByteArray, body);
        const auto answer = readAnswer(response(200, body), asked(), now);
        QVERIFY(answer);
        QTEST(answer->data.path(), "path");
        QCOMPARE(answer->costUsd.has_value(), body.contains("cost_usd"));
    }

    void quotesWhatTheServerSays_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("words");
        QTest::newRow("object") << 402 << QByteArray(R"({"ok":false,"error":{"code":"INSUFFICIENT_CREDIT","message":"m","hint":"top up"}})")
                                << QStringLiteral("payment-required") << QStringLiteral("INSUFFICIENT_CREDIT: top up");
        QTest::newRow("text") << 422 << QByteArray(R"({"ok":false,"error":"bad name"})") << QStringLiteral("invalid") << QStringLiteral("bad name");
        QTest::newRow("refused inside a success") << 200 << QByteArray(R"({"ok":false,"data":null,"error":{"code":"X","message":"y"}})")
                                                  << QStringLiteral("server-failed") << QStringLiteral("X: y");
        QTest::newRow("throttled without JSON") << 429 << QByteArray("slow down") << QStringLiteral("throttled") << QString();
        QTest::newRow("web page") << 200 << QByteArray("<html>") << QStringLiteral("malformed") << QStringLiteral("web page");
    }
    void quotesWhatTheServerSays()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QString, words);
        const auto answer = readAnswer(response(status, body), asked(), now);
        QVERIFY(!answer);
        QTEST(toWord(answer.error().kind), "kind");
        QVERIFY2(answer.error().what.contains(words), qPrintable(answer.error().what));
    }

    void takesTheDepthOfTheDeadLetterQueue()
    {
        const QVector<WatchedQueue> queues{watched("a", "d"), watched("b"), watched("d")};
        SampleBatch batch;
        batch.samples = {sample("a", 1), sample("b", 1), sample("d", 9)};
        const DeadLetterDepth depths(queues, {});
        depths.completeFromWithin(batch);
        QCOMPARE(batch.samples.at(0).deadLetters.value(), 9);
        QCOMPARE(batch.samples.at(0).deadLetters.obtained(), Obtained::Derived);
        QVERIFY(depths.missingDepths(batch).isEmpty());
        QCOMPARE(depths.missingLists(batch), QStringList{QStringLiteral("b")});
        depths.setListed(batch, QStringLiteral("b"), 50, false);
        QCOMPARE(batch.samples.at(1).deadLetters.obtained(), Obtained::AtLeast);
        QVERIFY(!batch.samples.at(2).deadLetters.has());
    }

    void aSharedDeadLetterQueueOnlyBoundsTheCount()
    {
        const QVector<WatchedQueue> queues{watched("a", "d"), watched("b", "d")};
        SampleBatch batch;
        batch.samples = {sample("a", 1), sample("b", 1)};
        const DeadLetterDepth depths(queues, {});
        QCOMPARE(depths.missingDepths(batch), QStringList{QStringLiteral("d")});
        depths.setDepth(batch, QStringLiteral("d"), Metric<qint64>::reported(9));
        QCOMPARE(batch.samples.at(0).deadLetters.obtained(), Obtained::AtMost);
        depths.setDepth(batch, QStringLiteral("d"), Metric<qint64>());
        QCOMPARE(batch.samples.at(1).deadLetters.value(), 9);
    }

    void countsDeadLetters()
    {
        QCOMPARE(countDeadLetters(*json::parse(R"({"messages":[{},{}],"total":70})"))->count, 70);
        QVERIFY(!countDeadLetters(*json::parse("[{},{},{}]"))->isExact);
        QCOMPARE(countDeadLetters(*json::parse("[{},{},{}]"))->count, 3);
        QVERIFY(!countDeadLetters(*json::parse("7")));
    }
};

QTEST_GUILESS_MAIN(TestParser)
#include "TestParser.moc"

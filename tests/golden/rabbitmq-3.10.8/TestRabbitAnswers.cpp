// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/LetterParser.h"
#include "app/providers/rabbitmq/Parser.h"

#include <QFile>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers::rabbitmq;

namespace {

QByteArray recorded(const char *name)
{
    QFile file(QStringLiteral(RECORDED "/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestRabbitAnswers : public QObject
{
    Q_OBJECT
private slots:
    void readsTheOverview()
    {
        const auto overview = parseOverview(recorded("overview.json"));
        QVERIFY2(overview, qPrintable(overview ? QString() : overview.error().what));
        QCOMPARE(overview->version, QStringLiteral("3.10.8"));
        QVERIFY(!overview->statisticsDisabled);
    }

    void readsAPageOfQueues()
    {
        const auto page = parseQueuePage(recorded("queues-page.json"));
        QVERIFY2(page, qPrintable(page ? QString() : page.error().what));
        QCOMPARE(page->pageCount, 2);
        QCOMPARE(page->totalCount, 17);
        QCOMPARE(page->rows.size(), 3);

        const QueueRow &orders = page->rows[0];
        QCOMPARE(orders.name, QStringLiteral("orders"));
        QCOMPARE(orders.vhost, QStringLiteral("shop"));
        QCOMPARE(orders.ready, 2);
        QCOMPARE(orders.unacknowledged, 0);
        QCOMPARE(orders.headTimestamp, QueueRow::HeadTimestamp::Present);
        QCOMPARE(orders.headTimestampSeconds, 1'796'068'011);
        QCOMPARE(orders.deadLetterExchange, QStringLiteral("orders.dlx"));
        QCOMPARE(orders.publishTotal, 20);
        QCOMPARE(orders.completedTotal, 0);
        QCOMPARE(orders.redeliveredTotal, 24);
        QCOMPARE(orders.redeliveredPerSecond, 0.0);
    }

    void readsALookAtDeadLetters()
    {
        DeadSetRow row;
        row.messageTtl = Minutes(10);
        row.ttlSource = QStringLiteral("policy message-ttl");
        const QueueId deadSet{ConnectionId(QStringLiteral("c")), QStringLiteral("shop/orders.dlq")};
        const auto look = parseLook(recorded("get-dead-letters.json"), 1'000'000, deadSet, QStringLiteral("shop"), row);
        QVERIFY2(look, qPrintable(look ? QString() : look.error().what));
        QCOMPARE(look->left, 0);
        QCOMPARE(look->letters.size(), 3);
        const DeadLetter &first = look->letters.first();
        QCOMPARE(first.payload, QByteArray("{\"reservation\":4}"));
        QCOMPARE(first.originQueue, QStringLiteral("shop/orders"));
        QCOMPARE(first.diedAt, std::optional(fromEpochMillis(1'796'068'447'000)));
        QCOMPARE(first.expiresAt, std::optional(*first.diedAt + Minutes(10)));
        const auto binary = std::find_if(first.headers.begin(), first.headers.end(), [](const LetterHeader &header) { return header.name == QLatin1String("bin"); });
        QVERIFY(binary != first.headers.end());
        QCOMPARE(*binary, (LetterHeader{QStringLiteral("bin"), QStringLiteral("01 02 c8"), QStringLiteral("binary"), QByteArray("\x01\x02\xc8")}));

        const DeadLetter &third = look->letters.last();
        QCOMPARE(third.payload, QByteArray("\xfa\xfb\xfc\xfd\xfe\xff").repeated(4));
        QCOMPARE(third.attempts.first().count, 2);
        QCOMPARE(third.firstFailedAt, std::optional(fromEpochMillis(1'796'068'447'000)));
        QVERIFY2(!third.diedAt && !third.expiresAt, "x-death keeps the time of the first death only");
        QVERIFY2(third.expiryNote.contains(QStringLiteral("not known")), qPrintable(third.expiryNote));
        QCOMPARE(third.deliveries.optional(), std::optional(2));
    }

    void aLookThatIsNoLookIsMalformed()
    {
        for (const char *body : {"{}", "[1]", "[{}]", R"([{"payload":7,"payload_encoding":"string"}])", R"([{"payload":"x","payload_encoding":"rot13"}])",
                                 R"([{"payload":"%%%","payload_encoding":"base64"}])", "<html>", ""}) {
            const auto look = parseLook(body, 1000, {}, {}, {});
            QVERIFY2(!look, body);
            QCOMPARE(look.error().kind, Error::Kind::Malformed);
        }
        QVERIFY(parseLook("[]", 1000, {}, {}, {})->letters.isEmpty());
        const auto cut = parseLook(R"([{"payload":"abc","payload_encoding":"string","payload_bytes":9}])", 1000, {}, {}, {});
        QVERIFY(cut && !cut->letters.first().payloadIsWhole && !cut->notes.isEmpty());
    }

    void aCounterThatIsAbsentIsNotZero()
    {
        const auto page = parseQueuePage(recorded("queues-page.json"));
        QVERIFY(page);
        QCOMPARE(page->rows[1].name, QStringLiteral("orders.dlq"));
        QVERIFY(!page->rows[1].publishTotal);
        QVERIFY(!page->rows[1].publishPerSecond);
    }

    void aPolicyGivesWhatNoArgumentSays()
    {
        const auto page = parseQueuePage(recorded("queues-page.json"));
        QVERIFY(page);
        const QueueRow &pay = page->rows[2];
        QCOMPARE(pay.type, QStringLiteral("quorum"));
        QCOMPARE(pay.headTimestamp, QueueRow::HeadTimestamp::Absent);
        QCOMPARE(pay.deadLetterExchange, QString());
        QVERIFY(pay.deadLetterExchange.has_value());
        QCOMPARE(pay.deadLetterRoutingKey, QStringLiteral("pay.dlq"));
        QCOMPARE(pay.deliveryLimit, 3);
    }

    void anArgumentBeatsThePolicy()
    {
        const auto page = parseQueuePage(R"([{"name":"q","vhost":"/","arguments":{"x-dead-letter-exchange":"mine"},
            "effective_policy_definition":{"dead-letter-exchange":"theirs","delivery-limit":5}}])");
        QVERIFY(page);
        QCOMPARE(page->rows[0].deadLetterExchange, QStringLiteral("mine"));
        QCOMPARE(page->rows[0].deliveryLimit, 5);
    }

    void anEmptyObjectMayComeAsAnArray() // Erlang's JSON encoders can't tell them apart
    {
        const auto page = parseQueuePage(R"({"items":[{"name":"q","vhost":"/","arguments":[],"message_stats":[],"effective_policy_definition":[]}],"page_count":1})");
        QVERIFY(page);
        QVERIFY(!page->rows[0].deadLetterExchange);
        QVERIFY(!page->rows[0].publishTotal);
    }

    void oneOddFieldDoesNotCostThePage()
    {
        const auto page = parseQueuePage(R"({"items":[{"name":"q","messages_ready":"many","consumers":-1,"head_message_timestamp":"soon"},{"name":"r","messages_ready":4}]})");
        QVERIFY(page);
        QVERIFY(!page->rows[0].ready);
        QVERIFY(!page->rows[0].consumers);
        QCOMPARE(page->rows[0].headTimestamp, QueueRow::HeadTimestamp::Null);
        QCOMPARE(page->rows[1].ready, 4);
    }

    void readsBindings()
    {
        const auto bindings = parseBindings(recorded("bindings.json"));
        QVERIFY2(bindings, qPrintable(bindings ? QString() : bindings.error().what));
        QVERIFY(bindings->size() > 10);
        QCOMPARE((*bindings)[0], (BindingRow{QStringLiteral("shop"), QString(), QStringLiteral("badlx"), true, QStringLiteral("badlx")}));
    }

    void whatIsNoAnswerIsMalformed_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("a web page") << QByteArrayLiteral("<html><body>502 Bad Gateway</body></html>");
        QTest::newRow("half an answer") << recorded("queues-page.json").left(700);
        QTest::newRow("another shape") << QByteArrayLiteral(R"({"items":{"name":"q"}})");
        QTest::newRow("a row without a name") << QByteArrayLiteral(R"({"items":[{"vhost":"/"}]})");
        QTest::newRow("an error in the place of a page") << QByteArrayLiteral(R"({"error":"page_out_of_range","reason":"…"})");
    }
    void whatIsNoAnswerIsMalformed()
    {
        QFETCH(QByteArray, body);
        const auto page = parseQueuePage(body);
        QVERIFY(!page);
        QCOMPARE(page.error().kind, Error::Kind::Malformed);
    }

    void anErrorExplainsItself()
    {
        QCOMPARE(explanationOf(R"({"error":"not_authorized","reason":"Login failed"})"), QStringLiteral("not_authorized: Login failed"));
        QCOMPARE(explanationOf(R"({"error":"bad_request","reason":["not_base64","%%%"]})"), QStringLiteral("bad_request"));
        QCOMPARE(explanationOf("<html>"), QString());
        QCOMPARE(explanationOf(""), QString());
    }
};

QTEST_GUILESS_MAIN(TestRabbitAnswers)
#include "TestRabbitAnswers.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/AmqpLetter.h"
#include "app/providers/rabbitmq/LetterParser.h"
#include "app/providers/rabbitmq/RabbitRedriver.h"
#include "app/providers/rabbitmq/ShovelRules.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers;
using namespace holdwatch::providers::rabbitmq;

namespace {

amqp::Field typed(char kind, qint64 whole = 0, double real = 0, const QByteArray &bytes = {})
{
    amqp::Field field;
    field.kind = kind;
    field.whole = whole;
    field.real = real;
    field.bytes = bytes;
    return field;
}

const QueueId deadSet{ConnectionId(QStringLiteral("c")), QStringLiteral("orders.dlq")};

/// What the management API would say of it, as a broker wrote it.
QByteArray digestOverHttp(const QByteArray &properties, const QByteArray &payload)
{
    const QByteArray answer = "[{\"payload_bytes\":" + QByteArray::number(payload.size()) + ",\"redelivered\":true,\"exchange\":\"dlx\",\"routing_key\":\"k\",\"message_count\":0,\"properties\":"
        + properties + ",\"payload\":\"" + payload.toBase64() + "\",\"payload_encoding\":\"base64\"}]";
    const auto look = parseLook(answer, 1'000'000, deadSet, QStringLiteral("/"), {});
    return look && look->letters.size() == 1 ? contentDigest(look->letters.first()) : QByteArray("unread");
}

amqp::Delivery delivered(amqp::Properties properties, const QByteArray &payload)
{
    amqp::Delivery delivery;
    delivery.exchange = "dlx";
    delivery.routingKey = "k";
    delivery.message = {std::move(properties), payload};
    return delivery;
}

RedriveTerms termsWith(const QVector<TargetFacts> &targets, const DeadSetRow &row = {})
{
    return redriveTerms(QStringLiteral("orders.dlq"), row, QStringLiteral("3.10.8"), {}, targets, {}, QStringLiteral("amqps://h:5671 as ops"));
}

DeadSetRow queueOf(const char *type)
{
    DeadSetRow row;
    row.type = QLatin1String(type);
    return row;
}

} // namespace

/// What a redrive on RabbitMQ changes and refuses, and that a message is the same one over either protocol.
class TestRedriveRules : public QObject
{
    Q_OBJECT
private slots:
    void aMessageIsTheSameOneOverEitherProtocol()
    {
        amqp::Properties properties;
        properties.messageId = "m-1";
        properties.priority = 9;
        properties.timestamp = 1796067941;
        amqp::Table nested{{"z", amqp::Field::number(1)}, {"a", typed('S', 0, 0, "\xff\x00")}};
        amqp::Field table = typed('F');
        table.entries = nested;
        amqp::Field array = typed('A');
        array.items = {typed('t', 1), typed('d', 0, 1e-5), typed('V')};
        properties.headers = amqp::Table{{"text", typed('S', 0, 0, "gr\xc3\xbc\xc3\x9f")}, {"bin", typed('x', 0, 0, "\x01\x02\xc8")}, {"time", typed('T', 1796067941)},
                                         {"table", table}, {"array", array}, {"float", typed('d', 0, 1e20)}, {"x-delivery-count", amqp::Field::number(2)}};
        const QByteArray overHttp = "{\"message_id\":\"m-1\",\"priority\":9,\"timestamp\":1796067941,\"headers\":{\"array\":[true,1.0e-5,\"undefined\"],\"bin\":\"Not UTF-8, base64 is: AQLI\","
                                    "\"float\":1.0e20,\"table\":{\"a\":\"Not UTF-8, base64 is: /w==\",\"z\":1},\"text\":\"gr\xc3\xbc\xc3\x9f\",\"time\":1796067941,\"x-delivery-count\":5}}";
        const auto letter = letterOf(delivered(properties, "body"), deadSet, QStringLiteral("/"), {});
        QVERIFY(letter);
        QCOMPARE(letter->digest.toHex(), digestOverHttp(overHttp, "body").toHex());
        QCOMPARE(letter->givenBack, 2);
        QByteArray newer = overHttp;
        newer.replace("\"undefined\"", "null");
        QCOMPARE(letter->otherDigest.toHex(), digestOverHttp(newer, "body").toHex());
        QVERIFY(letter->digest != digestOverHttp(overHttp, "Body"));
    }

    void sendsTheSameAgainButForWhatItDeclares()
    {
        amqp::Properties original;
        original.messageId = "m";
        original.userId = "u";
        original.expiration = "1000";
        original.headers = amqp::Table{{"keep", typed('b', -1)}, {"CC", typed('A')}, {"BCC", typed('A')}, {"x-delivery-count", amqp::Field::number(1)}, {"x-redrive-count", typed('I', 2)}, {"x-death", typed('A')}};
        const amqp::Properties sent = redriven(original, "key-1");
        QCOMPARE(sent.messageId, original.messageId);
        QVERIFY(!sent.userId && !sent.expiration);
        const amqp::Table expected{{"keep", typed('b', -1)}, {"x-death", typed('A')}, {"x-redrive-count", amqp::Field::number(3)}, {"x-redrive-id", amqp::Field::text("key-1")}};
        QCOMPARE(*sent.headers, expected);
        QCOMPARE(redriven({}, "key-2").headers->size(), 2);
    }

    void aMessageThatCameBackIsKnownAgain()
    {
        amqp::Properties original;
        original.userId = "u";
        original.expiration = "1000";
        original.headers = amqp::Table{{"key", typed('S', 0, 0, "k")}, {"CC", typed('A')}};
        const auto before = letterOf(delivered(original, "body"), deadSet, QStringLiteral("/"), {});
        amqp::Delivery back = delivered(redriven(original, "key-1"), "body");
        back.exchange.clear();
        back.routingKey = "orders";
        const auto after = letterOf(back, deadSet, QStringLiteral("/"), {});
        QVERIFY(before && after);
        QCOMPARE(after->digest.toHex(), before->digest.toHex());
        back.message.properties.headers->first().value.bytes = "K";
        QVERIFY(letterOf(back, deadSet, QStringLiteral("/"), {})->digest != before->digest);
    }

    void refusesWhatCanNotBeDone()
    {
        QVERIFY(termsWith({{QStringLiteral("orders"), queueOf("classic")}}, queueOf("classic")).refusals.isEmpty());
        QVERIFY(!termsWith({}).refusals.isEmpty());
        QVERIFY(!termsWith({{QStringLiteral("orders"), std::nullopt}}).refusals.isEmpty());
        QVERIFY(!termsWith({{QStringLiteral("shop/orders"), queueOf("classic")}}).refusals.isEmpty());
        QVERIFY(!termsWith({{QStringLiteral("orders.dlq"), queueOf("classic")}}).refusals.isEmpty());
        DeadSetRow full = queueOf("classic");
        full.maxLength = 5;
        full.messages = 5;
        QVERIFY(!termsWith({{QStringLiteral("orders"), full}}).refusals.isEmpty());
        full.overflow = QStringLiteral("reject-publish");
        QVERIFY(termsWith({{QStringLiteral("orders"), full}}).refusals.isEmpty());
    }

    void saysWhatBecomesOfTheDeathsByVersion()
    {
        const auto deaths = [](const char *version) { return changesOnTheWay(QLatin1String(version)).last(); };
        QVERIFY(deaths("3.10.8").contains(QStringLiteral("counts on")) && !deaths("3.10.8").contains(QStringLiteral("does not")));
        QVERIFY(deaths("3.13.1").contains(QStringLiteral("does not count")));
        QVERIFY(!deaths("3.13.3").contains(QStringLiteral("does not")));
        QVERIFY(deaths("4.1.0").contains(QStringLiteral("does not count")));
        QVERIFY(deaths("").contains(QStringLiteral("not known")));
    }

    void findsTheAmqpAddress()
    {
        ConnectionConfig config;
        config.baseUrl = QUrl(QStringLiteral("https://q.example:15671/prefix"));
        auto server = amqpServerOf(config);
        QVERIFY(server && server->host == QLatin1String("q.example") && server->port == 5671 && server->isSecure);
        config.amqpUrl = QUrl(QStringLiteral("amqps://a.example:1234"));
        server = amqpServerOf(config);
        QVERIFY(server && server->host == QLatin1String("a.example") && server->port == 1234 && server->isSecure);
        for (const char *bad : {"amqp://a.example", "http://a.example", "amqps://u:p@a.example", "amqp://127.0.0.1:5672"}) {
            config.amqpUrl = QUrl(QLatin1String(bad));
            QVERIFY2(!amqpServerOf(config), bad);
        }
        config.allowPlainLoopback = true;
        server = amqpServerOf(config);
        QVERIFY(server && !server->isSecure && server->port == 5672);
        config.amqpUrl = QUrl(QStringLiteral("amqp://a.example"));
        QVERIFY(!amqpServerOf(config));
    }

    void aShovelMovesExactlySoManyAfterTheirConfirm()
    {
        const QByteArray old = shovelDefinition({QStringLiteral("shop/eu"), QStringLiteral("dead\"q"), QStringLiteral("q"), 3, QStringLiteral("3.10.8")});
        for (const char *part : {"\"src-delete-after\":3,", "\"src-prefetch-count\":3,", "\"ack-mode\":\"on-confirm\"", "\"src-uri\":\"amqp:///shop%2Feu\"", "\"src-queue\":\"dead\\\"q\""})
            QVERIFY2(old.contains(part), part);
        QVERIFY(!old.contains("predeclared"));
        const QByteArray newer = shovelDefinition({QStringLiteral("/"), QStringLiteral("d"), QStringLiteral("q"), 500, QStringLiteral("4.0.1")});
        QVERIFY(newer.contains("\"dest-predeclared\":true") && newer.contains("\"src-prefetch-count\":10,") && newer.contains("amqp:///%2F\""));
        QCOMPARE(shovelName("a"), shovelName("a"));
        QVERIFY(shovelName("a") != shovelName("b"));
    }
};

QTEST_GUILESS_MAIN(TestRedriveRules)
#include "TestRedriveRules.moc"

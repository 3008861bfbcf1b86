// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "app/providers/rabbitmq/RabbitProvider.h"
#include "tests/support/RabbitBroker.h"
#include "tests/support/Servers.h"

#include <QCoroTask>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::providers;
using Effect = LookTerms::Effect;

namespace {

const QString root = QStringLiteral("/");

/// Everything that has gone wrong in a message body before, and some more.
QByteArrayList nastyPayloads()
{
    QByteArrayList all{
        "",
        " ",
        "\n",
        QByteArray("\0", 1),
        QByteArray("a\0b", 3),
        QByteArray("\0\0\0", 3) + QByteArray("\xff\xfe\xfd"),
        "{}",
        "null",
        "\"text\"",
        "{\"n\":12345678901234567890123456789.10}",
        "{\"n\":1.10,\"m\":1E400,\"k\":-0.0}",
        "{\"b\":1,\"a\":2,\"b\":3}",
        "{ \"spaced\" :\t1 \r\n}",
        "{\"e\":\"\\u0041\\/\\ud83d\\ude00\"}",
        "{\"lone\":\"\\ud800\"}",
        "{\"broken\":",
        "not json at all",
        "<img src=\"file:///etc/passwd\"><script>alert(1)</script>",
        "\xef\xbb\xbf{\"bom\":true}",
        "\xef\xbb\xbf",
        "\xe2\x80\xae gnirts desrever",
        "\xed\xa0\x80",             // a surrogate, written as if it were UTF-8
        "\xed\xa0\xbd\xed\xb8\x80", // two of them
        "\xc0\x80",                 // an overlong NUL
        "\xc3(",
        "\xf8\x88\x80\x80\x80",
        "\xf4\x90\x80\x80", // beyond Unicode
        "caf\xc3\xa9",
        "caf\xe9", // Latin-1
        "\xef\xbf\xbe\xef\xbf\xbf",
        "\xf0\x9f\x98\x80",
        "\xc2\x85\xe2\x80\xa8\xe2\x80\xa9",
        "\x1b[31mred\x1b[0m",
        "\x7f\x01\x02\x1f",
        "\\\"\\\\/\b\f\n\r\t",
        "Not UTF-8, base64 is: AQLI",
        "AQLI",
        "\x1f\x8b\x08\x00rubbish",
        "-----BEGIN RSA PRIVATE KEY-----",
        "a=1&b=2;DROP TABLE orders--",
        "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        QByteArray(100'000, '['),
        QByteArray("{\"k\":").repeated(5'000) + '1' + QByteArray(5'000, '}'),
        QByteArray("{\"pad\":\"") + QByteArray(5'000, 'x') + "\"}",
        QByteArray(65'536, '\0'),
        QByteArray(1'000, '"'),
        QByteArray(1'000, '\\'),
        QByteArray("\xc3\xa9").repeated(10'000),
        QByteArray("\xf0\x9f\x98\x80").repeated(1'000) + "\xf0\x9f",
    };
    QByteArray everyByte;
    for (int i = 0; i < 256; ++i)
        everyByte.append(char(i));
    all << everyByte << everyByte.repeated(800); // 200 KB
    for (int i = 0; i < 5; ++i)
        all << "{\"same\":\"but for a number\",\"i\":" + QByteArray::number(i) + '}';
    return all;
}

} // namespace

/// Reading dead letters of a real broker; what its own tool says afterwards is the judge.
class TestRabbitDeadLetters : public QObject
{
    Q_OBJECT

    std::unique_ptr<rabbitmq::RabbitProvider> connectAnew()
    {
        ConnectionConfig config;
        config.id = ConnectionId(QStringLiteral("rabbit"));
        config.baseUrl = m_broker.url();
        config.caFile = m_broker.caFile();
        config.proxyMode = ConnectionConfig::ProxyMode::None;
        net::ConnectionOptions options = net::connectionOptionsFrom(config).value();
        net::Credential credential{net::Credential::Scheme::Basic, m_broker.user(), Secret(m_broker.password())};
        return std::make_unique<rabbitmq::RabbitProvider>(config, std::make_unique<net::QtHttpClient>(std::move(options), m_clock), std::move(credential), m_clock);
    }

    DeadLetterReader &reader() { return *m_provider->deadLetterReader(); }

    WatchedQueue queue(const QString &name) const
    {
        WatchedQueue queue;
        queue.id = {ConnectionId(QStringLiteral("rabbit")), name};
        queue.isDeadLetterQueue = true;
        return queue;
    }

    LookTerms termsOf(const QString &name, DeadLetterReader &with)
    {
        const auto terms = QCoro::waitFor(with.terms(queue(name)));
        if (!terms)
            qWarning("%s", qPrintable(toSentence(terms.error())));
        return terms.value_or(LookTerms());
    }
    LookTerms termsOf(const QString &name) { return termsOf(name, reader()); }

    Result<DeadLetterPage> look(const QString &name, int limit = 500, bool override = false) { return QCoro::waitFor(reader().page(queue(name), {}, limit, override)); }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
    }

    void init() { m_provider = connectAnew(); }

    void givesEveryByteOfFiftyNastyMessagesAndLeavesThemThere_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("arguments");
        QTest::newRow("classic") << QStringLiteral("nasty.classic") << QByteArray("{}");
        QTest::newRow("quorum") << QStringLiteral("nasty.quorum") << QByteArray(R"({"x-queue-type":"quorum"})");
    }
    void givesEveryByteOfFiftyNastyMessagesAndLeavesThemThere()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, arguments);
        const QByteArrayList payloads = nastyPayloads();
        QVERIFY(payloads.size() >= 50);
        QVERIFY(m_broker.declareQueue(root, name, arguments));
        for (const QByteArray &payload : payloads)
            QVERIFY(m_broker.publishBytes(root, name, payload, R"({"delivery_mode":2})"));
        QTRY_VERIFY_WITH_TIMEOUT(termsOf(name).mostAtOnce >= payloads.size(), 60'000); // once the statistics know their size
        QCOMPARE(termsOf(name).effect, Effect::Declared);
        for (int round = 0; round < 2; ++round) {
            const auto page = look(name);
            QVERIFY2(page, page ? "" : qPrintable(toSentence(page.error())));
            QVERIFY2(page->isWhole, qPrintable(page->note));
            QCOMPARE(page->looks, 1);
            QCOMPARE(page->total, std::optional<qint64>(payloads.size()));
            QCOMPARE(page->letters.size(), payloads.size());
            QByteArrayList seen;
            for (const DeadLetter &letter : page->letters) {
                QVERIFY(letter.payloadIsWhole);
                seen << letter.payload;
            }
            // A quorum queue of this version may put what it gets back behind the rest.
            QByteArrayList expected = payloads;
            if (round > 0 && name.endsWith(QLatin1String("quorum"))) {
                std::sort(seen.begin(), seen.end());
                std::sort(expected.begin(), expected.end());
            }
            for (qsizetype i = 0; i < expected.size(); ++i)
                QVERIFY2(seen.at(i) == expected.at(i), qPrintable(QStringLiteral("message %1 of round %2").arg(i).arg(round)));
        }
        // A quorum queue counts what came back a moment later.
        QTRY_COMPARE_WITH_TIMEOUT(m_broker.countsByCtl(root).value(name), payloads.size(), 60'000);
    }

    void theGuardedQuorumQueueKeepsItsMessage()
    {
        const QString name = QStringLiteral("guarded");
        QVERIFY(m_broker.declareQueue(root, name, R"({"x-queue-type":"quorum","x-delivery-limit":2})"));
        QVERIFY(m_broker.publishBytes(root, name, "the only one"));
        const LookTerms before = termsOf(name);
        QCOMPARE(before.effect, Effect::Declared);
        QCOMPARE(before.looksLeft, std::optional(2));
        const auto first = look(name);
        QVERIFY2(first, first ? "" : qPrintable(toSentence(first.error())));
        QCOMPARE(first->letters.size(), 1);
        for (int i = 0; i < 3; ++i) {
            const auto refused = look(name);
            QVERIFY(!refused);
            QCOMPARE(refused.error().kind, Error::Kind::Unsupported);
            QCOMPARE(termsOf(name).effect, Effect::Risky);
            QCOMPARE(termsOf(name).looksLeft, std::optional(1));
        }
        // Somebody who was not here learns it from the broker's own totals.
        const auto stranger = connectAnew();
        QTRY_COMPARE_WITH_TIMEOUT(termsOf(name, *stranger->deadLetterReader()).effect, Effect::Risky, 60'000);
        QVERIFY(!QCoro::waitFor(stranger->deadLetterReader()->page(queue(name), {}, 10, false)));
        QTRY_COMPARE_WITH_TIMEOUT(m_broker.countsByCtl(root).value(name), 1, 60'000);
        // With a reason it is done, and this one the message still survives.
        const auto forced = look(name, 10, true);
        QVERIFY2(forced, forced ? "" : qPrintable(toSentence(forced.error())));
        QCOMPARE(forced->letters.size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(m_broker.countsByCtl(root).value(name), 1, 60'000);
        QCOMPARE(termsOf(name).looksLeft, std::optional(0));
    }

    void tellsHowAMessageDied()
    {
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("orders"), R"({"x-dead-letter-exchange":"","x-dead-letter-routing-key":"orders.dlq"})"));
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("orders.dlq"), R"({"x-message-ttl":3600000})"));
        QVERIFY(m_broker.publishBytes(root, QStringLiteral("orders"), "{\"id\":17}",
                                      R"({"message_id":"m-17","content_type":"application/json","timestamp":1796067941,"correlation_id":"c",)"
                                      R"("headers":{"idempotency-key":"reserve:17:1","attempt":3,"flag":true,"list":[1,"a"],"table":{"k":1099511627776},"x-exception-message":"no such hold"}})"));
        QVERIFY(m_broker.rejectFirst(root, QStringLiteral("orders")));
        QTRY_VERIFY_WITH_TIMEOUT(m_broker.call("GET", QStringLiteral("/api/queues/%2F/orders.dlq")).contains("\"messages\":1"), 60'000);
        const auto page = look(QStringLiteral("orders.dlq"));
        QVERIFY2(page, page ? "" : qPrintable(toSentence(page.error())));
        QCOMPARE(page->letters.size(), 1);
        const DeadLetter &letter = page->letters.first();
        QCOMPARE(letter.id.text(), QStringLiteral("m-17"));
        QCOMPARE(letter.contentType, QStringLiteral("application/json"));
        QCOMPARE(letter.originQueue, QStringLiteral("orders"));
        QCOMPARE(letter.errorClass, QStringLiteral("rejected"));
        QCOMPARE(letter.error, QStringLiteral("no such hold"));
        QCOMPARE(letter.publishedAt, std::optional(fromEpochMillis(1796067941000)));
        QCOMPARE(letter.attempts.size(), 1);
        QCOMPARE(letter.attempts.first().where, QStringLiteral("orders"));
        QCOMPARE(letter.attempts.first().reason, QStringLiteral("rejected"));
        QCOMPARE(letter.attempts.first().count, 1);
        QVERIFY(letter.attempts.first().at);
        QCOMPARE(letter.diedAt, letter.attempts.first().at);
        QCOMPARE(letter.expiresAt, std::optional(*letter.diedAt + std::chrono::hours(1)));
        QVERIFY2(letter.expiryNote.startsWith(QStringLiteral("queue x-message-ttl")), qPrintable(letter.expiryNote));
        QCOMPARE(letter.deliveries.optional(), std::optional(1));
        QCOMPARE(letter.deliveries.obtained(), Obtained::AtLeast);
        const auto header = [&](const char *name) {
            for (const LetterHeader &each : letter.headers) {
                if (each.name == QLatin1String(name))
                    return each.kind + QLatin1Char(':') + each.text;
            }
            return QString();
        };
        QCOMPARE(header("idempotency-key"), QStringLiteral("string:reserve:17:1"));
        QCOMPARE(header("attempt"), QStringLiteral("number:3"));
        QCOMPARE(header("flag"), QStringLiteral("bool:true"));
        QCOMPARE(header("list"), QStringLiteral("array:[1,\"a\"]"));
        QCOMPARE(header("table"), QStringLiteral("table:{\"k\":1099511627776}"));
        QCOMPARE(header("correlation_id"), QStringLiteral("property:c"));
        QCOMPARE(header("routing_key"), QStringLiteral("delivery:orders.dlq"));
        QCOMPARE(header("redelivered"), QStringLiteral("delivery:false"));
    }

    void twoLooksAtAMessageHaveTheSameDigest()
    {
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("twice")));
        QVERIFY(m_broker.publishBytes(root, QStringLiteral("twice"), "x", R"({"headers":{"k":"v"}})"));
        const auto first = look(QStringLiteral("twice"));
        const auto second = look(QStringLiteral("twice"));
        QVERIFY(first && second);
        QCOMPARE(contentDigest(first->letters.value(0)), contentDigest(second->letters.value(0)));
        QVERIFY(first->letters != second->letters); // the second is marked redelivered
    }

    void aBeginningIsSaidToBeOne()
    {
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("long")));
        for (int i = 0; i < 12; ++i)
            QVERIFY(m_broker.publishBytes(root, QStringLiteral("long"), QByteArray::number(i)));
        const auto page = look(QStringLiteral("long"), 5);
        QVERIFY(page);
        QCOMPARE(page->letters.size(), 5);
        QCOMPARE(page->total, std::optional<qint64>(12));
        QVERIFY(!page->isWhole && page->next.isEmpty());
        QVERIFY2(page->note.contains(QStringLiteral("the 7 behind them")), qPrintable(page->note));
        const auto longer = look(QStringLiteral("long"), 50);
        QVERIFY(longer && longer->isWhole);
        QCOMPARE(longer->letters.at(11).payload, QByteArray("11"));
    }

    void aStreamIsRefused()
    {
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("log"), R"({"x-queue-type":"stream"})"));
        QCOMPARE(termsOf(QStringLiteral("log")).effect, Effect::Refused);
        const auto page = look(QStringLiteral("log"), 5, true);
        QVERIFY(!page);
        QCOMPARE(page.error().kind, Error::Kind::Unsupported);
    }

    void findsQueuesWithOddNames()
    {
        QVERIFY(m_broker.declareQueue(root, QStringLiteral("a/b %2F c")));
        QVERIFY(m_broker.publishBytes(root, QStringLiteral("a/b %2F c"), "here"));
        const auto page = look(QStringLiteral("%2F/a/b %2F c"));
        QVERIFY2(page, page ? "" : qPrintable(toSentence(page.error())));
        QCOMPARE(page->letters.value(0).payload, QByteArray("here"));
        const auto gone = look(QStringLiteral("nowhere"));
        QVERIFY(!gone);
        QCOMPARE(gone.error().kind, Error::Kind::NotFound);
    }

private:
    SystemClock m_clock;
    RabbitBroker m_broker;
    std::unique_ptr<rabbitmq::RabbitProvider> m_provider;
};

QTEST_GUILESS_MAIN(TestRabbitDeadLetters)
#include "TestRabbitDeadLetters.moc"

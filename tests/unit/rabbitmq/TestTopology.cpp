// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Topology.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers::rabbitmq;

namespace {

const ConnectionId connection(QStringLiteral("rabbit"));

QueueRow queue(const QString &name, std::optional<QString> exchange = {}, std::optional<QString> key = {})
{
    QueueRow row;
    row.vhost = QStringLiteral("shop");
    row.name = name;
    row.type = QStringLiteral("classic");
    row.deadLetterExchange = std::move(exchange);
    row.deadLetterRoutingKey = std::move(key);
    return row;
}

ExchangeRow exchange(const QString &name, const QString &type)
{
    return {QStringLiteral("shop"), name, type};
}

BindingRow bind(const QString &source, const QString &destination, const QString &key, bool toQueue = true)
{
    return {QStringLiteral("shop"), source, destination, toQueue, key};
}

WatchedQueue find(const QVector<WatchedQueue> &queues, const QString &name)
{
    for (const WatchedQueue &one : queues) {
        if (one.id.name == QStringLiteral("shop/") + name)
            return one;
    }
    return {};
}

} // namespace

class TestTopology : public QObject
{
    Q_OBJECT
private slots:
    void namesAreUnambiguousAcrossVhosts()
    {
        QCOMPARE(queueName(QStringLiteral("/"), QStringLiteral("orders")), QStringLiteral("orders"));
        QCOMPARE(queueName(QStringLiteral("shop"), QStringLiteral("orders")), QStringLiteral("shop/orders"));
        QVERIFY(queueName(QStringLiteral("/"), QStringLiteral("shop/orders")) != queueName(QStringLiteral("shop"), QStringLiteral("orders")));
        QVERIFY(queueName(QStringLiteral("a/b"), QStringLiteral("c")) != queueName(QStringLiteral("a"), QStringLiteral("b/c")));
    }

    void topicPatternsMatchLikeTheBroker_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("matches");
        QTest::newRow("equal") << QStringLiteral("a.b") << QStringLiteral("a.b") << true;
        QTest::newRow("star is one word") << QStringLiteral("a.*") << QStringLiteral("a.b.c") << false;
        QTest::newRow("hash is none") << QStringLiteral("a.#") << QStringLiteral("a") << true;
        QTest::newRow("hash is many") << QStringLiteral("#.c") << QStringLiteral("a.b.c") << true;
        QTest::newRow("hash in the middle") << QStringLiteral("a.#.c") << QStringLiteral("a.x.y.d") << false;
        QTest::newRow("lone hash") << QStringLiteral("#") << QString() << true;
    }
    void topicPatternsMatchLikeTheBroker()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, key);
        QTEST(topicMatches(pattern, key), "matches");
    }

    void defaultExchangeLeadsToTheQueueNamedLikeTheKey()
    {
        const auto queues = watchedQueues(connection, {{queue(QStringLiteral("pay"), QString(), QStringLiteral("pay.dlq")), queue(QStringLiteral("pay.dlq"))}, {}, {}});
        QCOMPARE(find(queues, QStringLiteral("pay")).deadLetterQueues, QStringList{QStringLiteral("shop/pay.dlq")});
        QVERIFY(find(queues, QStringLiteral("pay.dlq")).isDeadLetterQueue);
        QCOMPARE(find(queues, QStringLiteral("pay.dlq")).origins, QStringList{QStringLiteral("shop/pay")});
    }

    void followsExchangesBoundToExchanges()
    {
        Topology topology{{queue(QStringLiteral("orders"), QStringLiteral("dlx"), QStringLiteral("orders.dead")), queue(QStringLiteral("grave"))},
                          {exchange(QStringLiteral("dlx"), QStringLiteral("topic")), exchange(QStringLiteral("all"), QStringLiteral("fanout"))},
                          {bind(QStringLiteral("dlx"), QStringLiteral("all"), QStringLiteral("orders.*"), false), bind(QStringLiteral("all"), QStringLiteral("grave"), QString()),
                           bind(QStringLiteral("all"), QStringLiteral("dlx"), QString(), false)}}; // and a loop, which must end
        QCOMPARE(find(watchedQueues(connection, topology), QStringLiteral("orders")).deadLetterQueues, QStringList{QStringLiteral("shop/grave")});
    }

    void withoutAKeyTheMessagesOwnKeysAreFollowed()
    {
        Topology topology{{queue(QStringLiteral("orders"), QStringLiteral("dlx")), queue(QStringLiteral("grave")), queue(QStringLiteral("other"))},
                          {exchange(QStringLiteral("dlx"), QStringLiteral("direct")), exchange(QStringLiteral("in"), QStringLiteral("direct"))},
                          {bind(QStringLiteral("in"), QStringLiteral("orders"), QStringLiteral("new")), bind(QStringLiteral("dlx"), QStringLiteral("grave"), QStringLiteral("new")),
                           bind(QStringLiteral("dlx"), QStringLiteral("other"), QStringLiteral("old"))}};
        QCOMPARE(find(watchedQueues(connection, topology), QStringLiteral("orders")).deadLetterQueues, QStringList{QStringLiteral("shop/grave")});
    }

    void aMissingDeadLetterExchangeIsAFinding()
    {
        const auto queues = watchedQueues(connection, {{queue(QStringLiteral("orders"), QStringLiteral("nope"), QStringLiteral("x"))}, {}, {}});
        QCOMPARE(find(queues, QStringLiteral("orders")).findings.size(), 1);
        QVERIFY(find(queues, QStringLiteral("orders")).findings.first().contains(QStringLiteral("does not exist")));
    }

    void aDeadLetterKeyThatLeadsNowhereIsAFinding()
    {
        const auto queues = watchedQueues(connection, {{queue(QStringLiteral("orders"), QStringLiteral("dlx"), QStringLiteral("typo"))}, {exchange(QStringLiteral("dlx"), QStringLiteral("direct"))}, {}});
        QVERIFY(find(queues, QStringLiteral("orders")).findings.value(0).contains(QStringLiteral("go nowhere")));
    }

    void aDeliveryLimitWithoutDeadLetterExchangeIsAFinding()
    {
        QueueRow row = queue(QStringLiteral("pay"));
        row.deliveryLimit = 3;
        QVERIFY(find(watchedQueues(connection, {{row}, {}, {}}), QStringLiteral("pay")).findings.value(0).contains(QStringLiteral("dropped")));
    }

    void oneDeadLetterQueueMayServeSeveralQueues()
    {
        const auto queues = watchedQueues(connection, {{queue(QStringLiteral("a"), QString(), QStringLiteral("dead")), queue(QStringLiteral("b"), QString(), QStringLiteral("dead")), queue(QStringLiteral("dead"))}, {}, {}});
        QCOMPARE(find(queues, QStringLiteral("dead")).origins, (QStringList{QStringLiteral("shop/a"), QStringLiteral("shop/b")}));
    }
};

QTEST_GUILESS_MAIN(TestTopology)
#include "TestTopology.moc"

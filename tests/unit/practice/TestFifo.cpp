// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/QueueEngine.h"
#include "tests/support/FakeClock.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;

/// Order inside a group, and the five-minute deduplication.
class TestFifo : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_clock = test::FakeClock();
        m_store = std::make_unique<MemoryStore>();
        m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
        QueueSettings dead;
        dead.name = QStringLiteral("dead");
        QVERIFY(m_engine->createQueue(dead));
        QueueSettings line;
        line.name = QStringLiteral("line");
        line.fifo = true;
        line.deadLetterQueue = dead.name;
        line.maxRetries = 1;
        QVERIFY(m_engine->createQueue(line));
    }

    void deliversAGroupInTheOrderOfPublishing()
    {
        publish("1", "a");
        publish("2", "a");
        publish("3", "a");
        for (const char *expected : {"1", "2", "3"}) {
            const auto lent = consume();
            QCOMPARE(payloads(lent), QByteArray(expected));
            QVERIFY(m_engine->ack(QStringLiteral("line"), {}, lent.first().receipt));
        }
    }

    void aMessageInFlightHoldsBackItsGroupAndNoOther()
    {
        publish("a1", "a");
        publish("a2", "a");
        publish("b1", "b");
        QCOMPARE(payloads(consume()), QByteArray("a1 b1"));
        QVERIFY(consume().isEmpty());
        QCOMPARE(stats().ready, 1);
        QCOMPARE(stats().inFlight, 2);
    }

    void aReturnedMessageComesBeforeItsSuccessors()
    {
        publish("a1", "a");
        publish("a2", "a");
        nack(consume().first(), 60s);
        QVERIFY(consume().isEmpty());
        m_clock.advance(60s);
        QCOMPARE(payloads(consume()), QByteArray("a1"));
    }

    void anExpiredLeaseKeepsTheOrder()
    {
        publish("a1", "a");
        publish("a2", "a");
        consume();
        m_clock.advance(30s);
        QCOMPARE(payloads(consume()), QByteArray("a1"));
    }

    void aDelayedHeadHoldsBackItsGroup()
    {
        publish("a1", "a", 60s);
        publish("a2", "a");
        QVERIFY(consume().isEmpty());
        m_clock.advance(60s);
        QCOMPARE(payloads(consume()), QByteArray("a1"));
    }

    void aDeadHeadLetsItsGroupGoOn()
    {
        publish("a1", "a");
        publish("a2", "a");
        nack(consume().first());
        nack(consume().first());
        QCOMPARE(stats().deadLetters, 1);
        QCOMPARE(payloads(consume()), QByteArray("a2"));
    }

    void anExpiredRetentionLetsTheGroupGoOn()
    {
        publish("a1", "a");
        m_clock.advance(1h);
        publish("a2", "a");
        m_clock.advance(4 * 24h - 1h);
        QCOMPARE(payloads(consume()), QByteArray("a2"));
    }

    void aRedrivenMessageStandsAtTheEndOfItsGroup()
    {
        publish("a1", "a");
        nack(consume().first());
        nack(consume().first());
        publish("a2", "a");
        QCOMPARE(m_engine->redrive(QStringLiteral("line"), {}, {})->moved, 1);
        const auto lent = consume();
        QCOMPARE(payloads(lent), QByteArray("a2"));
        QVERIFY(m_engine->ack(QStringLiteral("line"), {}, lent.first().receipt));
        QCOMPARE(payloads(consume()), QByteArray("a1"));
    }

    void aRepeatWithinFiveMinutesIsAcceptedAndNotDeliveredAgain()
    {
        const auto first = publish("1", "a", 0s, "d");
        m_clock.advance(299s);
        QCOMPARE(publish("1", "a", 0s, "d"), first);
        QCOMPARE(stats().publishedTotal, 1);
        m_clock.advance(1s);
        QVERIFY(publish("1", "a", 0s, "d") != first);
        QCOMPARE(stats().publishedTotal, 2);
    }

    void dedupReachesPastTheAck()
    {
        const auto first = publish("1", "a", 0s, "d");
        QVERIFY(m_engine->ack(QStringLiteral("line"), {}, consume().first().receipt));
        QCOMPARE(publish("1", "a", 0s, "d"), first);
        QVERIFY(consume().isEmpty());
    }

    void dedupCountsWithinABatchToo()
    {
        NewMessage twin{QByteArrayLiteral("1")};
        twin.dedupId = QStringLiteral("d");
        const auto ids = *m_engine->publishBatch(QStringLiteral("line"), {twin, twin}, {});
        QCOMPARE(ids[0], ids[1]);
        QCOMPARE(stats().ready, 1);
    }

private:
    MessageId publish(const char *payload, const char *group, Millis delay = 0s, const char *dedup = "")
    {
        return *m_engine->publish(QStringLiteral("line"), {payload, delay, 0, QString::fromLatin1(group), QString::fromLatin1(dedup)}, {});
    }
    QVector<Delivery> consume() { return *m_engine->consume(QStringLiteral("line"), 10, {}, {}); }
    void nack(const Delivery &delivery, Millis delay = 0s)
    {
        QVERIFY(m_engine->nack(QStringLiteral("line"), {}, delivery.receipt, delay, {}));
    }
    QueueStats stats() { return *m_engine->stats(QStringLiteral("line")); }
    static QByteArray payloads(const QVector<Delivery> &deliveries)
    {
        QByteArrayList all;
        for (const Delivery &delivery : deliveries)
            all.append(delivery.payload);
        return all.join(' ');
    }

    test::FakeClock m_clock;
    std::unique_ptr<MemoryStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
};

QTEST_GUILESS_MAIN(TestFifo)
#include "TestFifo.moc"

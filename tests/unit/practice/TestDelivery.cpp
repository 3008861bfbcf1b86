// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/QueueEngine.h"
#include "tests/support/FakeClock.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;

/// What a standard queue promises: at least once, under leases, with retries and dead letters.
class TestDelivery : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_clock = test::FakeClock();
        m_store = std::make_unique<MemoryStore>();
        m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
        QVERIFY(m_engine->createQueue(settings(QStringLiteral("dead"))));
        QueueSettings jobs = settings(QStringLiteral("jobs"));
        jobs.deadLetterQueue = QStringLiteral("dead");
        jobs.maxRetries = 1;
        QVERIFY(m_engine->createQueue(jobs));
    }

    void deliversWhatWasPublishedByteForByte()
    {
        const QByteArray payload = R"({ "b" : 1.10, "a":  [1E400] })";
        const auto id = publish(payload);
        const Delivery delivery = consumeOne();
        QCOMPARE(delivery.id, id);
        QCOMPARE(delivery.payload, payload);
        QCOMPARE(delivery.deliveryCount, 1);
    }

    void hidesALentMessageUntilItsLeaseEnds()
    {
        publish();
        const Delivery first = consumeOne();
        m_clock.advance(29'999ms);
        QVERIFY(consume().isEmpty());
        m_clock.advance(1ms);
        const Delivery second = consumeOne();
        QCOMPARE(second.id, first.id);
        QCOMPARE(second.deliveryCount, 2);
        QVERIFY(second.receipt != first.receipt);
    }

    void refusesTheReceiptOfAnOlderDelivery()
    {
        publish();
        const Delivery first = consumeOne();
        m_clock.advance(30s);
        const Delivery second = consumeOne();
        QCOMPARE(m_engine->ack(QStringLiteral("jobs"), {}, first.receipt).error().kind, Error::Kind::Conflict);
        QVERIFY(m_engine->ack(QStringLiteral("jobs"), {}, second.receipt));
        QCOMPARE(stats().completedTotal, 1);
        QCOMPARE(m_engine->ack(QStringLiteral("jobs"), {}, second.receipt).error().kind, Error::Kind::NotFound);
    }

    void refusesAnAckWhoseLeaseHasEndedEvenIfNobodyElseHasTheMessage()
    {
        publish();
        const Delivery delivery = consumeOne();
        m_clock.advance(30s);
        QCOMPARE(m_engine->ack(QStringLiteral("jobs"), delivery.id, {}).error().kind, Error::Kind::Conflict);
        QCOMPARE(stats().ready, 1);
    }

    void refusesAnAckInTheNameOfAnotherQueue()
    {
        publish();
        const Delivery delivery = consumeOne();
        QCOMPARE(m_engine->ack(QStringLiteral("dead"), delivery.id, {}).error().kind, Error::Kind::NotFound);
        QCOMPARE(m_engine->ack(QStringLiteral("jobs"), {}, {}).error().kind, Error::Kind::Invalid);
    }

    void nackedMessagesWaitForTheirDelayButKeepAgeing()
    {
        publish();
        m_clock.advance(10s);
        nack(consumeOne(), 60s);
        QCOMPARE(stats().delayed, 1);
        m_clock.advance(59s);
        QVERIFY(consume().isEmpty());
        QCOMPARE(*stats().oldestAge, Millis(69s));
        m_clock.advance(1s);
        QCOMPARE(consumeOne().deliveryCount, 2);
    }

    void nacksAndLeaseExpiriesBothCountTowardsTheDeadLetterQueue()
    {
        const auto id = publish(R"({"n":1})");
        m_clock.advance(1s);
        consumeOne();
        m_clock.advance(30s);
        nack(consumeOne(), 0s, QStringLiteral("schema version 9"));
        QCOMPARE(stats().ready, 0);
        QCOMPARE(stats().deadLetters, 1);
        QCOMPARE(stats().deadLetteredTotal, 1);
        const DeadLetterPage page = *m_engine->deadLetters(QStringLiteral("jobs"), {}, 10);
        QCOMPARE(page.total, 1);
        const DeadLetter &dead = page.items.first();
        QCOMPARE(dead.id, id);
        QCOMPARE(dead.payload, QByteArray(R"({"n":1})"));
        QCOMPARE(dead.origin, QStringLiteral("jobs"));
        QCOMPARE(dead.deliveryCount, 2);
        QCOMPARE(dead.lastError, QStringLiteral("schema version 9"));
        QCOMPARE(dead.firstFailedAt, m_clock.now());
        QCOMPARE(dead.diedAt, m_clock.now());
        QCOMPARE(dead.publishedAt, m_clock.now() - 31s);
    }

    void recordsEachFailedDelivery()
    {
        publish();
        consumeOne();
        m_clock.advance(30s);
        nack(consumeOne(), 0s, QStringLiteral("schema version 9"));
        const QVector<FailedAttempt> attempts = m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first().attempts;
        QCOMPARE(attempts.size(), 2);
        QCOMPARE(attempts.at(0).reason, QStringLiteral("lease expired"));
        QCOMPARE(attempts.at(1).reason, QStringLiteral("schema version 9"));
        QCOMPARE(attempts.at(1).at, m_clock.now());
        QVERIFY(m_engine->redrive(QStringLiteral("jobs"), {}, {}));
        nack(consumeOne());
        nack(consumeOne());
        QCOMPARE(m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first().attempts.size(), 4); // what was before the redrive stays
        for (int life = 0; life < 10; ++life) {
            QVERIFY(m_engine->redrive(QStringLiteral("jobs"), {}, {}));
            nack(consumeOne());
            nack(consumeOne());
        }
        QCOMPARE(m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first().attempts.size(), FailedAttempt::mostKept);
    }

    void aLeaseThatEndedUnobservedDiedWhenItEnded()
    {
        publish();
        consumeOne();
        m_clock.advance(30s);
        consumeOne();
        m_clock.advance(30s + 1h);
        const DeadLetter dead = m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first();
        QCOMPARE(dead.lastError, QStringLiteral("lease expired"));
        QCOMPARE(dead.diedAt, m_clock.now() - 1h);
    }

    void dropsWhatGaveUpWhereThereIsNoDeadLetterQueue()
    {
        QueueSettings plain = settings(QStringLiteral("plain"));
        plain.maxRetries = 0;
        QVERIFY(m_engine->createQueue(plain));
        QVERIFY(m_engine->publish(plain.name, {QByteArrayLiteral("1")}, {}));
        const Delivery delivery = m_engine->consume(plain.name, 1, {}, {})->first();
        QVERIFY(m_engine->nack(plain.name, delivery.id, {}, 0s, {}));
        QCOMPARE(m_engine->stats(plain.name)->ready, 0);
        QCOMPARE(m_engine->stats(plain.name)->deadLetteredTotal, 1);
    }

    void countsAgeFromTheDueTimeAndIncludesWhatIsInFlight()
    {
        NewMessage later{QByteArrayLiteral("1")};
        later.delay = 60s;
        QVERIFY(m_engine->publish(QStringLiteral("jobs"), later, {}));
        m_clock.advance(59s);
        QCOMPARE(stats().delayed, 1);
        QVERIFY(!stats().oldestAge);
        m_clock.advance(11s);
        QCOMPARE(*stats().oldestAge, Millis(10s));
        consumeOne();
        QCOMPARE(stats().inFlight, 1);
        m_clock.advance(5s);
        QCOMPARE(*stats().oldestAge, Millis(15s));
    }

    void deliversUrgentMessagesFirstOnAPriorityQueue()
    {
        QueueSettings urgent = settings(QStringLiteral("urgent"));
        urgent.priority = true;
        QVERIFY(m_engine->createQueue(urgent));
        for (int priority : {1, 9, 5}) {
            NewMessage message{QByteArray::number(priority)};
            message.priority = priority;
            QVERIFY(m_engine->publish(urgent.name, message, {}));
        }
        const auto deliveries = *m_engine->consume(urgent.name, 3, {}, {});
        QCOMPARE(deliveries[0].payload, QByteArrayLiteral("9"));
        QCOMPARE(deliveries[1].payload, QByteArrayLiteral("5"));
        QCOMPARE(deliveries[2].payload, QByteArrayLiteral("1"));
    }

    void forgetsMessagesAtTheEndOfTheirRetention()
    {
        publish();
        m_clock.advance(4 * 24h - 1ms);
        QCOMPARE(stats().ready, 1);
        m_clock.advance(1ms);
        QCOMPARE(stats().ready, 0);
        QVERIFY(!stats().oldestAge);
    }

    void startsRetentionAnewInTheDeadLetterQueue()
    {
        publish();
        m_clock.advance(3 * 24h);
        nack(consumeOne());
        nack(consumeOne());
        m_clock.advance(4 * 24h - 1ms);
        QCOMPARE(stats().deadLetters, 1);
        m_clock.advance(1ms);
        QCOMPARE(stats().deadLetters, 0);
    }

    void countsConsumersThatAskedWithinHalfAMinute()
    {
        consume(QStringLiteral("a"));
        m_clock.advance(20s);
        consume(QStringLiteral("b"));
        consume(QStringLiteral("b"));
        QCOMPARE(stats().consumers, 2);
        m_clock.advance(11s);
        QCOMPARE(stats().consumers, 1);
        m_clock.advance(20s);
        QCOMPARE(stats().consumers, 0);
    }

    void countsRedeliveries()
    {
        publish();
        consumeOne();
        m_clock.advance(30s);
        consumeOne();
        QCOMPARE(stats().redeliveredTotal, 1);
        QCOMPARE(stats().publishedTotal, 1);
    }

    void changesNothingWhenTheStoreIsFull()
    {
        publish();
        const Delivery delivery = consumeOne();
        m_store->setFull(true);
        QCOMPARE(m_engine->publish(QStringLiteral("jobs"), {QByteArrayLiteral("2")}, {}).error().kind, Error::Kind::Storage);
        QCOMPARE(m_engine->ack(QStringLiteral("jobs"), delivery.id, {}).error().kind, Error::Kind::Storage);
        m_store->setFull(false);
        QCOMPARE(stats().inFlight, 1);
        QCOMPARE(stats().publishedTotal, 1);
        QVERIFY(m_engine->ack(QStringLiteral("jobs"), delivery.id, delivery.receipt));
    }

    void continuesAfterARestartWhereItWas()
    {
        publish();
        publish();
        const Delivery delivery = consumeOne();
        m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
        QCOMPARE(stats().inFlight, 1);
        QCOMPARE(stats().ready, 1);
        QVERIFY(m_engine->ack(QStringLiteral("jobs"), {}, delivery.receipt));
        QCOMPARE(stats().publishedTotal, 2);
        QCOMPARE(stats().completedTotal, 1);
    }

private:
    static QueueSettings settings(const QString &name)
    {
        QueueSettings settings;
        settings.name = name;
        return settings;
    }
    MessageId publish(const QByteArray &payload = QByteArrayLiteral("{}")) { return *m_engine->publish(QStringLiteral("jobs"), {payload}, {}); }
    QVector<Delivery> consume(const QString &consumer = {}) { return *m_engine->consume(QStringLiteral("jobs"), 1, {}, consumer); }
    Delivery consumeOne()
    {
        const auto deliveries = consume();
        return deliveries.isEmpty() ? Delivery{} : deliveries.first();
    }
    void nack(const Delivery &delivery, Seconds delay = 0s, const QString &reason = {})
    {
        QVERIFY(m_engine->nack(QStringLiteral("jobs"), delivery.id, delivery.receipt, delay, reason));
    }
    QueueStats stats() { return *m_engine->stats(QStringLiteral("jobs")); }

    test::FakeClock m_clock;
    std::unique_ptr<MemoryStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
};

QTEST_GUILESS_MAIN(TestDelivery)
#include "TestDelivery.moc"

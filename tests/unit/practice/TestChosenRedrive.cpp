// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/QueueEngine.h"
#include "app/practice/SqliteStore.h"
#include "tests/support/FakeClock.h"

#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;
using Fate = RedrivenMessage::Fate;

/// A redrive of messages that were chosen by id.
class TestChosenRedrive : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_clock = test::FakeClock();
        m_store = std::make_unique<MemoryStore>();
        begin(*m_store);
    }

    void movesExactlyThoseThatWereChosen()
    {
        const QVector<MessageId> ids = killed(4);
        const RedriveOutcome outcome = *redrive({ids[3], ids[1]});
        QCOMPARE(outcome, (RedriveOutcome{2, 2, {{ids[3], Fate::Moved}, {ids[1], Fate::Moved}}}));
        QCOMPARE(dead(), (QVector<MessageId>{ids[0], ids[2]}));
    }

    void movesThemInTheOrderTheyDied()
    {
        const QVector<MessageId> ids = killed(3);
        QVERIFY(redrive({ids[2], ids[0], ids[1]}));
        QCOMPARE(delivered(), ids);
    }

    void keepsTheOrderOfAFifoGroup()
    {
        const QVector<MessageId> ids = killed(3, QStringLiteral("line"));
        QVERIFY(m_engine->redriveThese(QStringLiteral("line"), {ids[2], ids[0]}, {}));
        const auto first = *m_engine->consume(QStringLiteral("line"), 10, {}, {});
        QCOMPARE(first.size(), 1); // the other waits behind it
        QCOMPARE(first.first().id, ids[0]);
        QVERIFY(m_engine->ack(QStringLiteral("line"), ids[0], {}));
        QCOMPARE(m_engine->consume(QStringLiteral("line"), 10, {}, {})->first().id, ids[2]);
    }

    void saysOfEachWhichWasNotThere()
    {
        const QVector<MessageId> ids = killed(2);
        const MessageId alive = *m_engine->publish(QStringLiteral("jobs"), {"alive"}, {});
        const MessageId foreign = killed(1, QStringLiteral("line")).first();
        const RedriveOutcome outcome = *redrive({MessageId(QStringLiteral("nonsense")), ids[0], alive, foreign});
        QCOMPARE(outcome.messages, (QVector<RedrivenMessage>{{MessageId(QStringLiteral("nonsense")), Fate::NotFound}, {ids[0], Fate::Moved}, {alive, Fate::NotFound}, {foreign, Fate::NotFound}}));
        QCOMPARE(outcome.moved, 1);
        QCOMPARE(outcome.left, 1);
        QCOMPARE(m_engine->stats(QStringLiteral("line"))->deadLetters, 1);
    }

    void leavesWhatAConsumerHolds()
    {
        const MessageId id = killed(1).first();
        const Delivery held = m_engine->consume(QStringLiteral("dead"), 1, {}, {})->first();
        QCOMPARE(redrive({id})->messages.first().fate, Fate::InFlight);
        QVERIFY(m_engine->ack(QStringLiteral("dead"), held.id, held.receipt));
    }

    void keepsIdPayloadPublishTimeAndKey()
    {
        const MessageId id = *m_engine->publish(QStringLiteral("jobs"), {"{\"v\": 1.10}"}, QStringLiteral("order-7"));
        kill(QStringLiteral("jobs"));
        const DeadLetter before = m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first();
        m_clock.advance(2h);
        QVERIFY(redrive({id}));
        kill(QStringLiteral("jobs"));
        const DeadLetter after = m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first();
        QCOMPARE(after.id, id);
        QCOMPARE(after.payload, before.payload);
        QCOMPARE(after.publishedAt, before.publishedAt);
        QCOMPARE(after.idempotencyKey, QStringLiteral("order-7"));
        QCOMPARE(after.deliveryCount, 1);
        QCOMPARE(after.attempts.size(), 2);
    }

    void oneKeyMovesOnceAndAnswersTheSameForADay()
    {
        const QVector<MessageId> ids = killed(2);
        const RedriveOutcome first = *redrive({ids[0], MessageId(QStringLiteral("gone"))}, "k");
        kill(QStringLiteral("jobs")); // it died again meanwhile
        QCOMPARE(*redrive({ids[0], MessageId(QStringLiteral("gone"))}, "k"), first);
        QCOMPARE(dead(), (QVector<MessageId>{ids[1], ids[0]}));
        m_clock.advance(24h);
        QCOMPARE(redrive({ids[0], MessageId(QStringLiteral("gone"))}, "k")->left, 1);
        QCOMPARE(dead(), QVector<MessageId>{ids[1]});
    }

    void oneKeyForSomethingElseIsAConflictAndMovesNothing()
    {
        const QVector<MessageId> ids = killed(3);
        QVERIFY(redrive({ids[0]}, "k"));
        QCOMPARE(redrive({ids[1]}, "k").error().kind, Error::Kind::Conflict);
        QCOMPARE(redrive({ids[0], ids[1]}, "k").error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), 1, QStringLiteral("k")).error().kind, Error::Kind::Conflict);
        QCOMPARE(dead().size(), 2);
    }

    void refusesNoneTooManyAndOneTwice()
    {
        const MessageId id = killed(1).first();
        QCOMPARE(redrive({}).error().kind, Error::Kind::Invalid);
        QCOMPARE(redrive({id, id}).error().kind, Error::Kind::Invalid);
        QVector<MessageId> many;
        for (int i = 0; i <= Limits::largestBatch; ++i)
            many.append(MessageId(QString::number(i)));
        QCOMPARE(redrive(many).error().kind, Error::Kind::Invalid);
        QCOMPARE(m_engine->redriveThese(QStringLiteral("dead"), {id}, {}).error().kind, Error::Kind::Invalid);
        QCOMPARE(m_engine->redriveThese(QStringLiteral("absent"), {id}, {}).error().kind, Error::Kind::NotFound);
        QCOMPARE(dead().size(), 1);
    }

    void aFullDiskMovesNone()
    {
        const QVector<MessageId> ids = killed(2);
        m_store->setFull(true);
        QCOMPARE(redrive(ids, "k").error().kind, Error::Kind::Storage);
        m_store->setFull(false);
        QCOMPARE(dead(), ids);
        QCOMPARE(redrive(ids, "k")->moved, 2);
    }

    void whatWasMovedAndAnsweredSurvivesARestart()
    {
        const QTemporaryDir dir;
        QVector<MessageId> ids;
        RedriveOutcome first;
        {
            const auto store = *SqliteStore::open(dir.filePath(QStringLiteral("queue.sqlite")));
            begin(*store);
            ids = killed(3);
            first = *redrive({ids[1], MessageId(QStringLiteral("gone"))}, "k");
            m_engine.reset();
        }
        const auto store = *SqliteStore::open(dir.filePath(QStringLiteral("queue.sqlite")));
        m_engine = std::make_unique<QueueEngine>(*store, m_clock);
        QCOMPARE(dead(), (QVector<MessageId>{ids[0], ids[2]}));
        QCOMPARE(*redrive({ids[1], MessageId(QStringLiteral("gone"))}, "k"), first);
        QCOMPARE(delivered(), QVector<MessageId>{ids[1]});
        m_engine.reset();
    }

private:
    void begin(QueueStore &store)
    {
        m_engine = std::make_unique<QueueEngine>(store, m_clock);
        QueueSettings queue;
        queue.name = QStringLiteral("dead");
        QVERIFY(m_engine->createQueue(queue));
        queue.deadLetterQueue = queue.name;
        queue.maxRetries = 0;
        queue.name = QStringLiteral("jobs");
        QVERIFY(m_engine->createQueue(queue));
        queue.name = QStringLiteral("line");
        queue.fifo = true;
        QVERIFY(m_engine->createQueue(queue));
    }
    Result<RedriveOutcome> redrive(const QVector<MessageId> &ids, const char *key = "")
    {
        return m_engine->redriveThese(QStringLiteral("jobs"), ids, QString::fromLatin1(key));
    }
    void kill(const QString &queue)
    {
        for (;;) {
            const auto lent = *m_engine->consume(queue, 1, {}, {});
            if (lent.isEmpty())
                return;
            QVERIFY(m_engine->nack(queue, lent.first().id, lent.first().receipt, 0s, {}));
            m_clock.advance(1s);
        }
    }
    QVector<MessageId> killed(int count, const QString &queue = QStringLiteral("jobs"))
    {
        QVector<MessageId> ids;
        for (int i = 0; i < count; ++i) {
            NewMessage message{QByteArray::number(i)};
            if (queue == QLatin1String("line"))
                message.group = QStringLiteral("g");
            ids.append(*m_engine->publish(queue, message, {}));
            kill(queue);
        }
        return ids;
    }
    QVector<MessageId> dead()
    {
        QVector<MessageId> ids;
        const DeadLetterPage page = *m_engine->deadLetters(QStringLiteral("jobs"), {}, 100);
        for (const DeadLetter &letter : page.items)
            ids.append(letter.id);
        return ids;
    }
    QVector<MessageId> delivered()
    {
        QVector<MessageId> ids;
        const auto deliveries = *m_engine->consume(QStringLiteral("jobs"), 100, {}, {});
        for (const Delivery &delivery : deliveries)
            ids.append(delivery.id);
        return ids;
    }

    test::FakeClock m_clock;
    std::unique_ptr<MemoryStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
};

QTEST_GUILESS_MAIN(TestChosenRedrive)
#include "TestChosenRedrive.moc"

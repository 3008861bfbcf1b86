// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/QueueEngine.h"
#include "tests/support/FakeClock.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;

/// Queues, limits, idempotency keys, and dead letters under redrive.
class TestRules : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_clock = test::FakeClock();
        m_store = std::make_unique<MemoryStore>();
        m_engine = std::make_unique<QueueEngine>(*m_store, m_clock);
        QVERIFY(m_engine->createQueue(named("dead")));
        QueueSettings jobs = named("jobs");
        jobs.deadLetterQueue = QStringLiteral("dead");
        jobs.maxRetries = 0;
        QVERIFY(m_engine->createQueue(jobs));
        QueueSettings other = jobs;
        other.name = QStringLiteral("other");
        QVERIFY(m_engine->createQueue(other));
    }

    void refusesQueuesThatCanNotBe_data()
    {
        QTest::addColumn<QueueSettings>("settings");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *what, QueueSettings settings, Error::Kind kind = Error::Kind::Invalid) {
            QTest::newRow(what) << settings << int(kind);
        };
        row("no name", named(""));
        row("dots", named(".."));
        row("control character", named("a\nb"));
        row("long name", named(QByteArray(129, 'x')));
        QueueSettings settings = named("x");
        settings.deadLetterQueue = settings.name;
        row("its own dead-letter queue", settings);
        settings.deadLetterQueue = QStringLiteral("nowhere");
        row("unknown dead-letter queue", settings, Error::Kind::NotFound);
        settings = named("x");
        settings.retention = 31 * 24h;
        row("31 days", settings);
        settings = named("x");
        settings.visibilityTimeout = 0s;
        row("no lease", settings);
        settings = named("x");
        settings.maxRetries = -1;
        row("negative retries", settings);
        settings = named("jobs");
        row("other settings", settings, Error::Kind::Conflict);
    }
    void refusesQueuesThatCanNotBe()
    {
        QFETCH(QueueSettings, settings);
        QTEST(int(m_engine->createQueue(settings).error().kind), "kind");
        QCOMPARE(m_engine->queues().size(), 3);
    }

    void acceptsTheSameQueueAgain()
    {
        QVERIFY(m_engine->createQueue(named("dead")));
        QCOMPARE(m_engine->queues().size(), 3);
    }

    void keepsADeadLetterQueueThatIsNeeded()
    {
        QCOMPARE(m_engine->deleteQueue(QStringLiteral("dead")).error().kind, Error::Kind::Conflict);
        QVERIFY(m_engine->deleteQueue(QStringLiteral("jobs")));
        QVERIFY(m_engine->deleteQueue(QStringLiteral("other")));
        QVERIFY(m_engine->deleteQueue(QStringLiteral("dead")));
        QCOMPARE(m_engine->deleteQueue(QStringLiteral("dead")).error().kind, Error::Kind::NotFound);
    }

    void refusesMessagesPastTheLimits()
    {
        QCOMPARE(refusal({QByteArray(256 * 1024 + 1, 'x')}), Error::Kind::TooLarge);
        QCOMPARE(refusal({QByteArray()}), Error::Kind::Invalid);
        QCOMPARE(refusal({"1", 7 * 24h + 1ms}), Error::Kind::Invalid);
        QCOMPARE(refusal({"1", -1ms}), Error::Kind::Invalid);
        QCOMPARE(refusal({"1", 0s, 101}), Error::Kind::Invalid);
        QCOMPARE(refusal({"1", 0s, 0, QStringLiteral("group")}), Error::Kind::Invalid);
        QVERIFY(m_engine->publish(QStringLiteral("jobs"), {QByteArray(256 * 1024, 'x'), 7 * 24h, 100}, {}));
        QVERIFY(!m_engine->consume(QStringLiteral("jobs"), 0, {}, {}));
        QVERIFY(!m_engine->consume(QStringLiteral("jobs"), 1, 13h, {}));
    }

    void aBatchIsPublishedWholeOrNotAtAll()
    {
        QVERIFY(!m_engine->publishBatch(QStringLiteral("jobs"), {{"1"}, {QByteArray()}}, {}));
        QVERIFY(!m_engine->publishBatch(QStringLiteral("jobs"), {}, {}));
        QVERIFY(!m_engine->publishBatch(QStringLiteral("jobs"), QVector<NewMessage>(101, {"1"}), {}));
        QCOMPARE(stats().publishedTotal, 0);
        QCOMPARE(m_engine->publishBatch(QStringLiteral("jobs"), QVector<NewMessage>(100, {"1"}), {})->size(), 100);
        QCOMPARE(stats().ready, 100);
    }

    void aKeyGivesTheFirstResultForADay()
    {
        const auto key = QStringLiteral("k");
        const auto first = *m_engine->publish(QStringLiteral("jobs"), {"1"}, key);
        m_clock.advance(24h - 1ms);
        QCOMPARE(*m_engine->publish(QStringLiteral("jobs"), {"1"}, key), first);
        m_clock.advance(1ms);
        QVERIFY(*m_engine->publish(QStringLiteral("jobs"), {"1"}, key) != first);
        QCOMPARE(stats().publishedTotal, 2);
    }

    void aKeyOfSomethingElseIsAConflict()
    {
        const auto key = QStringLiteral("k");
        QVERIFY(m_engine->publish(QStringLiteral("jobs"), {"1"}, key));
        QCOMPARE(m_engine->publish(QStringLiteral("jobs"), {"2"}, key).error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->publish(QStringLiteral("other"), {"1"}, key).error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->publish(QStringLiteral("jobs"), {"1", 1s}, key).error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->publishBatch(QStringLiteral("jobs"), {{"1"}}, key).error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), {}, key).error().kind, Error::Kind::Conflict);
        QCOMPARE(m_engine->createQueue(named("new"), key).error().kind, Error::Kind::Conflict);
        QCOMPARE(stats().publishedTotal, 1);
    }

    void aRefusedCallDoesNotUseItsKeyUp()
    {
        QVERIFY(!m_engine->publish(QStringLiteral("nowhere"), {"1"}, QStringLiteral("k")));
        QVERIFY(m_engine->publish(QStringLiteral("jobs"), {"1"}, QStringLiteral("k")));
    }

    void withoutAKeyEveryPublishCounts()
    {
        QVERIFY(m_engine->publish(QStringLiteral("jobs"), {"1"}, {}));
        QVERIFY(m_engine->publish(QStringLiteral("jobs"), {"1"}, {}));
        QCOMPARE(stats().ready, 2);
    }

    void pagingDeadLettersSeesEachOnceAndChangesNothing()
    {
        for (int i = 0; i < 7; ++i)
            kill("jobs", QByteArray::number(i));
        kill("other", "foreign");
        QByteArrayList seen;
        QString cursor;
        do {
            const DeadLetterPage page = *m_engine->deadLetters(QStringLiteral("jobs"), cursor, 3);
            QCOMPARE(page.total, 7);
            for (const DeadLetter &item : page.items)
                seen.append(item.payload);
            cursor = page.nextCursor;
        } while (!cursor.isEmpty());
        QCOMPARE(seen.join(' '), QByteArray("0 1 2 3 4 5 6"));
        QCOMPARE(m_engine->stats(QStringLiteral("dead"))->ready, 8);
        QCOMPARE(m_engine->stats(QStringLiteral("dead"))->inFlight, 0);
    }

    void aCursorSurvivesDeathsAndRedrivesInBetween()
    {
        for (int i = 0; i < 4; ++i)
            kill("jobs", QByteArray::number(i));
        const DeadLetterPage first = *m_engine->deadLetters(QStringLiteral("jobs"), {}, 2);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), 1, {})->moved, 1);
        kill("jobs", "new");
        const DeadLetterPage second = *m_engine->deadLetters(QStringLiteral("jobs"), first.nextCursor, 5);
        QByteArrayList rest;
        for (const DeadLetter &item : second.items)
            rest.append(item.payload);
        QCOMPARE(rest.join(' '), QByteArray("2 3 0 new")); // 0 was delivered before the new one, and died again
    }

    void refusesAForeignCursor()
    {
        for (int i = 0; i < 2; ++i)
            kill("jobs", "1");
        const QString cursor = m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->nextCursor;
        QCOMPARE(m_engine->deadLetters(QStringLiteral("other"), cursor, 1).error().kind, Error::Kind::Invalid);
        QCOMPARE(m_engine->deadLetters(QStringLiteral("jobs"), QStringLiteral("rubbish"), 1).error().kind, Error::Kind::Invalid);
    }

    void redriveKeepsIdPayloadAndPublishTime()
    {
        const MessageId id = kill("jobs", "{\"v\": 9}");
        const UtcTime published = m_engine->deadLetters(QStringLiteral("jobs"), {}, 1)->items.first().publishedAt;
        m_clock.advance(2h);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), {}, {})->moved, 1);
        const Delivery again = m_engine->consume(QStringLiteral("jobs"), 1, {}, {})->first();
        QCOMPARE(again.id, id);
        QCOMPARE(again.payload, QByteArray("{\"v\": 9}"));
        QCOMPARE(again.publishedAt, published);
        QCOMPARE(again.dueAt, m_clock.now());
        QCOMPARE(again.deliveryCount, 1);
    }

    void redriveKeepsToItsBoundAndItsQueue()
    {
        for (int i = 0; i < 5; ++i)
            kill("jobs", QByteArray::number(i));
        kill("other", "foreign");
        const RedriveOutcome outcome = *m_engine->redrive(QStringLiteral("jobs"), 2, {});
        QCOMPARE(outcome.moved, 2);
        QCOMPARE(outcome.left, 3);
        QCOMPARE(m_engine->consume(QStringLiteral("jobs"), 1, {}, {})->first().payload, QByteArray("0"));
        QCOMPARE(m_engine->stats(QStringLiteral("other"))->deadLetters, 1);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), 0, {}).error().kind, Error::Kind::Invalid);
        QCOMPARE(m_engine->redrive(QStringLiteral("dead"), {}, {}).error().kind, Error::Kind::Invalid);
    }

    void redriveOfOneKeyMovesOnce()
    {
        for (int i = 0; i < 3; ++i)
            kill("jobs", "1");
        const auto key = QStringLiteral("approved-1");
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), 2, key)->moved, 2);
        const RedriveOutcome again = *m_engine->redrive(QStringLiteral("jobs"), 2, key);
        QCOMPARE(again.moved, 2);
        QCOMPARE(again.left, 1);
        QCOMPARE(stats().deadLetters, 1);
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), 3, key).error().kind, Error::Kind::Conflict);
    }

    void redriveLeavesWhatAConsumerHolds()
    {
        kill("jobs", "1");
        const Delivery held = m_engine->consume(QStringLiteral("dead"), 1, {}, {})->first();
        QCOMPARE(m_engine->redrive(QStringLiteral("jobs"), {}, {})->moved, 0);
        QVERIFY(m_engine->ack(QStringLiteral("dead"), held.id, held.receipt));
        QCOMPARE(stats().deadLetters, 0);
    }

private:
    static QueueSettings named(const QByteArray &name)
    {
        QueueSettings settings;
        settings.name = QString::fromLatin1(name);
        return settings;
    }
    QueueStats stats() { return *m_engine->stats(QStringLiteral("jobs")); }
    Error::Kind refusal(const NewMessage &message) { return m_engine->publish(QStringLiteral("jobs"), message, {}).error().kind; }
    MessageId kill(const char *queueName, const QByteArray &payload)
    {
        const QString queue = QString::fromLatin1(queueName);
        const MessageId id = *m_engine->publish(queue, {payload}, {});
        for (;;) {
            const auto lent = *m_engine->consume(queue, 1, {}, {});
            if (lent.isEmpty() || !m_engine->nack(queue, lent.first().id, lent.first().receipt, 0s, {}) || lent.first().id == id)
                return id;
        }
    }

    test::FakeClock m_clock;
    std::unique_ptr<MemoryStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
};

Q_DECLARE_METATYPE(QueueSettings)

QTEST_GUILESS_MAIN(TestRules)
#include "TestRules.moc"

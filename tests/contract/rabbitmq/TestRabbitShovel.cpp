// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/rabbitmq/RedriveFixture.h"

using namespace holdwatch;
using namespace holdwatch::test;
using providers::BulkMove;
using providers::BulkRedriver;

/// Moving the first so many by a shovel of a real broker.
class TestRabbitShovel : public QObject
{
    Q_OBJECT

    BulkRedriver &redriver() { return *m_provider->bulkRedriver(); }

    QString idsIn(const QString &queue) { return AmqpJudge::ids(m_fixture.judge.take(queue)).join(QLatin1Char(' ')); }

    bool hasShovels() { return m_fixture.broker.call("GET", QStringLiteral("/api/parameters/shovel")) != "[]"; }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RedriveFixture::missing());
        QVERIFY2(m_fixture.start(), qPrintable(m_fixture.broker.problem()));
        m_provider = m_fixture.provider(m_fixture.broker.amqpUrl());
    }

    void movesExactlySoManyFromTheHead()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("first"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 8));
        const BulkMove move = awaited(redriver().move(dead, 3, "step-1"));
        QVERIFY2(move.outcome == ItemOutcome::Moved, qPrintable(move.error ? sentence(*move.error) : QString()));
        QCOMPARE(move.moved, std::optional<qint64>(3));
        QCOMPARE(move.remaining, std::optional<qint64>(5));
        QVERIFY(!hasShovels());
        QCOMPARE(idsIn(QStringLiteral("first")), QStringLiteral("m-0 m-1 m-2"));
        QCOMPARE(idsIn(dead.id.name), QStringLiteral("m-3 m-4 m-5 m-6 m-7"));
    }

    void movesManyWithoutOneMore()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("many"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 300));
        const BulkMove move = awaited(redriver().move(dead, 250, "step-2"));
        QVERIFY2(move.outcome == ItemOutcome::Moved, qPrintable(move.error ? sentence(*move.error) : QString()));
        QCOMPARE(m_fixture.count(dead.id.name), 50);
        QCOMPARE(m_fixture.count(QStringLiteral("many")), 250);
    }

    void moreThanThereAreEndsWithThoseThatAre()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("few"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        const BulkMove move = awaited(redriver().move(dead, 10, "step-3"));
        QCOMPARE(move.outcome, ItemOutcome::Moved);
        QCOMPARE(move.moved, std::optional<qint64>(2));
        QVERIFY(!hasShovels());
    }

    void keepsTypesAndBodies()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("kinds"));
        const int count = m_fixture.judge.fillNasty(dead.id.name);
        const auto before = m_fixture.judge.peek(dead.id.name);
        const BulkMove move = awaited(redriver().move(dead, count, "step-4"));
        QVERIFY2(move.outcome == ItemOutcome::Moved, qPrintable(move.error ? sentence(*move.error) : QString()));
        const auto after = m_fixture.judge.take(QStringLiteral("kinds"));
        QCOMPARE(after.size(), before.size());
        for (qsizetype i = 0; i < after.size(); ++i) {
            QCOMPARE(after.at(i).value(QStringLiteral("body")), before.at(i).value(QStringLiteral("body")));
            const QJsonObject headers = before.at(i).value(QStringLiteral("headers")).toObject();
            const QJsonObject now = after.at(i).value(QStringLiteral("headers")).toObject();
            for (auto it = headers.begin(); it != headers.end(); ++it)
                QCOMPARE(now.value(it.key()), it.value());
        }
    }

    void aTargetThatIsNotThereIsRefusedAndNotMade()
    {
        WatchedQueue dead = m_fixture.pair(QStringLiteral("sure"));
        dead.origins = QStringList{QStringLiteral("unsure")};
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        const BulkMove move = awaited(redriver().move(dead, 1, "step-5"));
        QCOMPARE(move.outcome, ItemOutcome::Failed);
        QVERIFY2(move.error && move.error->what.contains(QStringLiteral("no queue unsure")), qPrintable(move.error ? sentence(*move.error) : QString()));
        QCOMPARE(m_fixture.count(QStringLiteral("unsure")), -1);
        QCOMPARE(m_fixture.count(dead.id.name), 2);
    }

    void allOfThemIsNoBound()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("all"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1));
        QVERIFY(redriver().hasBound());
        QCOMPARE(awaited(redriver().move(dead, BulkRedriver::wholeQueue, "step-6")).outcome, ItemOutcome::Failed);
        QCOMPARE(m_fixture.count(dead.id.name), 1);
    }

    void whatTheTargetRefusesWasNotMovedAlthoughTheShovelEnds()
    {
        WatchedQueue dead = m_fixture.pair(QStringLiteral("refusing"));
        QVERIFY(m_fixture.broker.declareQueue(vhost(), QStringLiteral("refusing.full"), QByteArray("{'x-max-length':0,'x-overflow':'reject-publish'}").replace('\'', '"')));
        dead.origins = QStringList{QStringLiteral("refusing.full")};
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        const BulkMove move = awaited(redriver().move(dead, 2, "step-7"));
        QVERIFY2(move.outcome == ItemOutcome::Failed, qPrintable(move.error ? sentence(*move.error) : QString()));
        QCOMPARE(move.moved, std::optional<qint64>(0));
        QVERIFY(!hasShovels());
        QCOMPARE(m_fixture.count(dead.id.name), 2);
    }

    void aShovelThatStandsStillIsRemovedAtItsDeadline()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("stuck"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        AmqpProxy proxy(m_fixture.broker.amqpUrl());
        int counted = 0;
        proxy.setGate([&](AmqpProxy::From from, int classId, int methodId) {
            constexpr int queueClass = 50, declareOk = 11;
            // Somebody takes everything just after it was counted: what the shovel waits for never comes.
            if (from == AmqpProxy::From::Server && classId == queueClass && methodId == declareOk && ++counted == 2)
                m_fixture.broker.call("DELETE", QStringLiteral("/api/queues/%2F/stuck.dlq/contents"));
            return true;
        });
        const auto provider = m_fixture.provider(proxy.url());
        const BulkMove move = awaited(provider->bulkRedriver()->move(dead, 2, "step-8"));
        QCOMPARE(move.outcome, ItemOutcome::Unknown);
        QVERIFY(!move.moved);
        QVERIFY2(move.error && move.error->kind == Error::Kind::Timeout, qPrintable(move.error ? sentence(*move.error) : QString()));
        QVERIFY(!hasShovels());
        QCOMPARE(m_fixture.count(QStringLiteral("stuck")), 0);
    }

    void theTermsSayWhatIsNotKept()
    {
        const WatchedQueue dead = m_fixture.pair(QStringLiteral("bounded"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1));
        const auto terms = awaited(redriver().bulkTerms(dead));
        QVERIFY2(terms, qPrintable(sentence(terms)));
        QVERIFY2(terms->refusals.isEmpty(), qPrintable(terms->refusals.join(QLatin1Char(' '))));
        QCOMPARE(terms->target, QStringLiteral("bounded"));
        QVERIFY(terms->notKept.join(QLatin1Char(' ')).contains(QStringLiteral("CC or BCC")));
        QVERIFY(terms->requests.first().contains(QStringLiteral("src-delete-after")));
    }

private:
    RedriveFixture m_fixture;
    std::unique_ptr<Provider> m_provider;
};

QTEST_GUILESS_MAIN(TestRabbitShovel)
#include "TestRabbitShovel.moc"

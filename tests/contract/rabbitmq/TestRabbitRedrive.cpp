// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/rabbitmq/RedriveFixture.h"

#include <QJsonDocument>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

/// What must be the same before and after: everything but what a redrive declares to change.
QString kept(const QJsonObject &message)
{
    QJsonObject properties = message.value(QStringLiteral("properties")).toObject();
    for (const char *dropped : {"user_id", "expiration"})
        properties.remove(QLatin1String(dropped));
    QJsonObject headers = message.value(QStringLiteral("headers")).toObject();
    for (const char *changed : {"CC", "BCC", "x-redrive-count", "x-redrive-id", "x-delivery-count", "x-acquired-count"})
        headers.remove(QLatin1String(changed));
    const QJsonObject all{{QStringLiteral("p"), properties}, {QStringLiteral("h"), headers}, {QStringLiteral("b"), message.value(QStringLiteral("body"))}};
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

QString header(const QJsonObject &message, const char *name)
{
    return message.value(QStringLiteral("headers")).toObject().value(QLatin1String(name)).toString();
}

} // namespace

/// Moving chosen messages on a real broker; a client that is not ours looks at them before and afterwards.
class TestRabbitRedrive : public QObject
{
    Q_OBJECT

    ItemRedriver &redriver() { return *m_provider->itemRedriver(); }

    WatchedQueue pair(const char *name) { return m_fixture.pair(QLatin1String(name)); }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RedriveFixture::missing());
        QVERIFY2(m_fixture.start(), qPrintable(m_fixture.broker.problem()));
        m_provider = m_fixture.provider(m_fixture.broker.amqpsUrl());
    }

    void movesEveryKindOfMessageByteForByte()
    {
        const WatchedQueue dead = pair("nasty");
        const int count = m_fixture.judge.fillNasty(dead.id.name);
        QVERIFY2(count >= 50, qPrintable(QString::number(count)));
        const auto before = m_fixture.judge.peek(dead.id.name);
        QCOMPARE(before.size(), count);

        // A look brings 50 until the broker has told how large they are.
        QVector<RedriveItem> items;
        QTRY_COMPARE_WITH_TIMEOUT((items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("nasty"))).size(), count, 60'000);
        const auto claim = awaited(redriver().claim(dead, items));
        QVERIFY2(claim, qPrintable(sentence(claim)));
        QVERIFY2(claim->missing.isEmpty(), qPrintable(QStringLiteral("%1 of %2: %3").arg(claim->missing.size()).arg(count).arg(kept(before.at(claim->missing.value(0))).left(400))));
        const auto results = awaited(redriver().attempt(dead, items, {}));
        QCOMPARE(results.size(), count);
        for (const ItemResult &each : results)
            QVERIFY2(each.outcome == ItemOutcome::Moved, qPrintable(each.detail));
        QVERIFY(awaited(redriver().release(dead)));

        const auto after = m_fixture.judge.take(QStringLiteral("nasty"));
        QCOMPARE(after.size(), count);
        for (int i = 0; i < count; ++i)
            QCOMPARE(kept(after.at(i)), kept(before.at(i)));
        QCOMPARE(m_fixture.count(dead.id.name), 0);
    }

    void marksWhatItMoved()
    {
        const WatchedQueue dead = pair("marked");
        QVERIFY(m_fixture.broker.publishBytes(vhost(), dead.id.name, "x", R"({"headers":{"x-redrive-count":4,"x-redrive-id":"earlier","CC":["marked.copy"]},"user_id":"ops","expiration":"600000"})"));
        const auto items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("marked"));
        QCOMPARE(awaited(redriver().claim(dead, items))->held.size(), 1);
        QCOMPARE(outcomesOf(awaited(redriver().attempt(dead, items, {}))), QVector<ItemOutcome>{ItemOutcome::Moved});
        QVERIFY(awaited(redriver().release(dead)));
        const auto after = m_fixture.judge.take(QStringLiteral("marked"));
        QCOMPARE(after.size(), 1);
        QCOMPARE(header(after.first(), "x-redrive-count"), QStringLiteral("[\"l\", \"5\"]"));
        QCOMPARE(header(after.first(), "x-redrive-id"), QStringLiteral("[\"S\", \"%1\"]").arg(QString::fromLatin1(QByteArray("run-1:0").toHex())));
        const QJsonObject properties = after.first().value(QStringLiteral("properties")).toObject();
        QVERIFY(!properties.contains(QStringLiteral("user_id")) && !properties.contains(QStringLiteral("expiration")));
        QCOMPARE(after.first().value(QStringLiteral("redelivered")).toBool(), false);
    }

    void movesTheChosenOnlyAndKeepsTheOrderOfTheRest()
    {
        const WatchedQueue dead = pair("chosen");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 10));
        const auto all = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("chosen"));
        const QVector<RedriveItem> items{all.at(5), all.at(7), all.at(1)};
        const auto claim = awaited(redriver().claim(dead, items));
        QVERIFY2(claim, qPrintable(sentence(claim)));
        QCOMPARE(claim->held.size(), 3);
        QCOMPARE(claim->seen, 8);
        QCOMPARE(claim->others.size(), 5);
        QVERIFY(claim->others.contains(all.at(0).digest));
        const auto results = awaited(redriver().attempt(dead, items, {}));
        QCOMPARE(outcomesOf(results), QVector<ItemOutcome>(3, ItemOutcome::Moved));
        QCOMPARE(results.at(0).ordinal, 5);
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(AmqpJudge::ids(m_fixture.judge.take(QStringLiteral("chosen"))), QStringList({QStringLiteral("m-5"), QStringLiteral("m-7"), QStringLiteral("m-1")}));
        QCOMPARE(AmqpJudge::ids(m_fixture.judge.take(dead.id.name)).join(QLatin1Char(' ')), QStringLiteral("m-0 m-2 m-3 m-4 m-6 m-8 m-9"));
    }

    void stepsOfOneRunHoldOnToWhatTheySaw()
    {
        const WatchedQueue dead = pair("steps");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 6));
        const auto all = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("steps"));
        const auto first = awaited(redriver().claim(dead, {all.at(3)}));
        QVERIFY(first && first->seen == 4 && first->looks == 1);
        QCOMPARE(outcomesOf(awaited(redriver().attempt(dead, {all.at(3)}, {}))), QVector<ItemOutcome>{ItemOutcome::Moved});
        const auto second = awaited(redriver().claim(dead, {all.at(0), all.at(5)}));
        QVERIFY(second && second->seen == 2 && second->looks == 0);
        QCOMPARE(second->held, (QVector<int>{0, 5}));
        QCOMPARE(outcomesOf(awaited(redriver().attempt(dead, {all.at(5), all.at(0)}, {}))), QVector<ItemOutcome>(2, ItemOutcome::Moved));
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(AmqpJudge::ids(m_fixture.judge.take(dead.id.name)).join(QLatin1Char(' ')), QStringLiteral("m-1 m-2 m-4"));
    }

    void eachGoesToTheQueueItDiedIn()
    {
        const WatchedQueue dead = pair("origin-a");
        QVERIFY(m_fixture.broker.declareQueue(vhost(), QStringLiteral("origin-b"), R"({"x-dead-letter-exchange":"","x-dead-letter-routing-key":"origin-a.dlq"})"));
        for (const char *name : {"origin-a", "origin-b"}) {
            QVERIFY(m_fixture.judge.fillPlain(QLatin1String(name), 1));
            QVERIFY(m_fixture.judge.reject(QLatin1String(name), 1));
        }
        QTRY_COMPARE(m_fixture.count(dead.id.name), 2);
        const auto items = RedriveFixture::frozen(*m_provider, dead, {});
        QVERIFY(awaited(redriver().claim(dead, items)));
        const auto results = awaited(redriver().attempt(dead, items, {}));
        QVERIFY2(outcomesOf(results) == QVector<ItemOutcome>(2, ItemOutcome::Moved), qPrintable(detailsOf(results)));
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(m_fixture.count(QStringLiteral("origin-a")), 1);
        QCOMPARE(m_fixture.count(QStringLiteral("origin-b")), 1);
    }

    void copiesAreNotSentAgain()
    {
        const WatchedQueue dead = pair("cc");
        QVERIFY(m_fixture.broker.declareQueue(vhost(), QStringLiteral("cc.copy")));
        QVERIFY(m_fixture.broker.publishBytes(vhost(), dead.id.name, "x", R"({"headers":{"CC":["cc.copy"]}})"));
        QCOMPARE(m_fixture.judge.take(QStringLiteral("cc.copy")).size(), 1);
        const auto items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("cc"));
        QVERIFY(awaited(redriver().claim(dead, items)));
        QCOMPARE(outcomesOf(awaited(redriver().attempt(dead, items, {}))), QVector<ItemOutcome>{ItemOutcome::Moved});
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(m_fixture.count(QStringLiteral("cc")), 1);
        QCOMPARE(m_fixture.count(QStringLiteral("cc.copy")), 0);
    }

    void aTargetThatIsNotThereIsRefusedAndNothingMoves()
    {
        const WatchedQueue dead = pair("typo");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 3));
        const QString nowhere = QStringLiteral("typoo");
        const auto terms = awaited(redriver().itemTerms(dead, nowhere));
        QVERIFY2(terms, qPrintable(sentence(terms)));
        QVERIFY(!terms->targetExists);
        QVERIFY2(terms->refusals.join(QLatin1Char(' ')).contains(QStringLiteral("no queue typoo")), qPrintable(terms->refusals.join(QLatin1Char(' '))));
        const auto items = RedriveFixture::frozen(*m_provider, dead, nowhere);
        QVERIFY(awaited(redriver().claim(dead, items)));
        const auto results = awaited(redriver().attempt(dead, items, {}));
        QCOMPARE(outcomesOf(results), QVector<ItemOutcome>(3, ItemOutcome::Failed));
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(m_fixture.count(nowhere), -1);
        QCOMPARE(m_fixture.count(dead.id.name), 3);
    }

    void aQueueDeletedUnderTheRunIsNoLoss()
    {
        const WatchedQueue dead = pair("vanishing");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        AmqpProxy proxy(m_fixture.broker.amqpUrl());
        bool isGone = false;
        proxy.setGate([&](AmqpProxy::From from, int classId, int methodId) {
            constexpr int basic = 60, publish = 40;
            if (from == AmqpProxy::From::Client && classId == basic && methodId == publish && !std::exchange(isGone, true))
                m_fixture.broker.call("DELETE", QStringLiteral("/api/queues/%2F/vanishing"));
            return true;
        });
        const auto provider = m_fixture.provider(proxy.url());
        const auto items = RedriveFixture::frozen(*provider, dead, QStringLiteral("vanishing"));
        QVERIFY(awaited(provider->itemRedriver()->claim(dead, items)));
        const auto results = awaited(provider->itemRedriver()->attempt(dead, items, {}));
        QVERIFY2(outcomesOf(results) == QVector<ItemOutcome>(2, ItemOutcome::Failed), qPrintable(detailsOf(results)));
        QVERIFY2(results.first().detail.contains(QStringLiteral("No queue took it")), qPrintable(results.first().detail));
        QVERIFY(awaited(provider->itemRedriver()->release(dead)));
        QCOMPARE(AmqpJudge::ids(m_fixture.judge.take(dead.id.name)).size(), 2);
    }

    void aFullTargetThatRejectsKeepsTheOriginal()
    {
        const WatchedQueue dead = pair("full");
        QVERIFY(m_fixture.broker.declareQueue(vhost(), QStringLiteral("full.target"), R"({"x-max-length":1,"x-overflow":"reject-publish"})"));
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        const auto items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("full.target"));
        QVERIFY(awaited(redriver().claim(dead, items)));
        const auto results = awaited(redriver().attempt(dead, items, {}));
        QVERIFY2(outcomesOf(results) == (QVector<ItemOutcome>{ItemOutcome::Moved, ItemOutcome::Failed}), qPrintable(detailsOf(results)));
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(AmqpJudge::ids(m_fixture.judge.take(dead.id.name)), QStringList{QStringLiteral("m-1")});
    }

    void aCorrectedPayloadGoesInPlaceOfTheOriginal()
    {
        const WatchedQueue dead = pair("corrected");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1));
        auto items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("corrected"));
        items[0].payload = QByteArray("\0{\"fixed\":1.10}", 15);
        QVERIFY(awaited(redriver().claim(dead, items)));
        QCOMPARE(outcomesOf(awaited(redriver().attempt(dead, items, {}))), QVector<ItemOutcome>{ItemOutcome::Moved});
        QVERIFY(awaited(redriver().release(dead)));
        const auto after = m_fixture.judge.take(QStringLiteral("corrected"));
        QCOMPARE(after.first().value(QStringLiteral("body")).toString(), QString::fromLatin1(items[0].payload->toHex()));
        QCOMPARE(AmqpJudge::ids(after), QStringList{QStringLiteral("m-0")});
    }

    void whatHasChangedOrGoneIsMissing()
    {
        const WatchedQueue dead = pair("missing");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        auto items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("missing"));
        items[0].digest = QByteArray(32, 'x');
        items.append(items[1]);
        items[2].ordinal = 2;
        const auto claim = awaited(redriver().claim(dead, items));
        QVERIFY(claim);
        QCOMPARE(claim->held, QVector<int>{1});
        QCOMPARE(claim->missing, (QVector<int>{0, 2})); // a second equal one is not there
        QVERIFY(awaited(redriver().release(dead)));
        QCOMPARE(m_fixture.count(dead.id.name), 2);
    }

    void tellsWhatItWouldDoFromReadsOnly()
    {
        const WatchedQueue dead = pair("terms");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1));
        const auto terms = awaited(redriver().itemTerms(dead, {}));
        QVERIFY2(terms, qPrintable(sentence(terms)));
        QCOMPARE(terms->target, QStringLiteral("terms"));
        QVERIFY(terms->targetExists);
        QCOMPARE(terms->outcome, ItemOutcome::Moved);
        QVERIFY2(terms->refusals.isEmpty(), qPrintable(terms->refusals.join(QLatin1Char(' '))));
        QVERIFY(!terms->looksLeft);
        const QString changes = terms->changes.join(QLatin1Char('\n'));
        for (const char *named : {"user_id", "expiration", "CC and BCC", "x-redrive-count", "x-redrive-id", "not redelivered", "x-death"})
            QVERIFY2(changes.contains(QLatin1String(named)), named);
        QVERIFY(terms->requests.join(QLatin1Char('\n')).contains(QStringLiteral("basic.publish exchange=\"\" routing-key=terms mandatory")));
        QVERIFY(!terms->requests.join(QLatin1Char('\n')).contains(QString::fromUtf8(m_fixture.broker.password())));
        QCOMPARE(m_fixture.judge.take(dead.id.name).first().value(QStringLiteral("redelivered")).toBool(), false);
    }

    void findsAgainWhatBecameOfIt()
    {
        const WatchedQueue dead = pair("again");
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 2));
        const auto items = RedriveFixture::frozen(*m_provider, dead, QStringLiteral("again"));
        QVERIFY(m_fixture.judge.take(dead.id.name).size() == 2);
        QVERIFY(m_fixture.judge.fillPlain(dead.id.name, 1)); // m-0 lies there, m-1 is gone
        const auto found = awaited(redriver().reconcile(dead, items));
        QVERIFY2(found, qPrintable(sentence(found)));
        QCOMPARE(outcomesOf(*found), (QVector<ItemOutcome>{ItemOutcome::Skipped, ItemOutcome::Unknown}));
        QCOMPARE(m_fixture.count(dead.id.name), 1);
    }

private:
    RedriveFixture m_fixture;
    std::unique_ptr<Provider> m_provider;
};

QTEST_GUILESS_MAIN(TestRabbitRedrive)
#include "TestRabbitRedrive.moc"

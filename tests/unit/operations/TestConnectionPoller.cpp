// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/ConnectionPoller.h"
#include "tests/unit/operations/FakeClock.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using operations::ConnectionPoller;
using test::errorOf;
using State = ConnectionStatus::State;

namespace {

/// A poller over a scripted provider, both on a clock that stands still.
struct Bench
{
    explicit Bench(const QString &filter = {})
    {
        config.id = ConnectionId(QStringLiteral("shop"));
        config.name = QStringLiteral("Shop");
        config.pollInterval = 15s;
        config.deadline = 20s;
        config.queueFilter = filter;
        script.queues = {test::watched(QStringLiteral("orders")), test::watched(QStringLiteral("mail"))};
        script.sample = [this](const QVector<WatchedQueue> &queues) { return test::samplesOf(queues, clock.now()); };
        poller = std::make_unique<ConnectionPoller>(config, std::make_unique<test::FakeProvider>(script), clock, [] { return 0.5; });
        QObject::connect(poller.get(), &ConnectionPoller::sampled, poller.get(), [this](const providers::SampleBatch &batch) { batches << batch; });
    }
    void step(Millis by)
    {
        clock.advance(by);
        poller->advance();
    }
    State state() const { return poller->status().state; }

    test::FakeClock clock;
    test::FakeProvider::Script script;
    ConnectionConfig config;
    QVector<providers::SampleBatch> batches;
    std::unique_ptr<ConnectionPoller> poller;
};

} // namespace

class TestConnectionPoller : public QObject
{
    Q_OBJECT
private slots:
    void probesListsAndSamples()
    {
        Bench bench;
        bench.poller->advance();
        QCOMPARE(bench.script.asked, QStringList({QStringLiteral("probe"), QStringLiteral("list"), QStringLiteral("sample orders,mail")}));
        QCOMPARE(bench.batches.size(), 1);
        QCOMPARE(bench.state(), State::Ok);
        QCOMPARE(bench.poller->status().queueCount, 2);
        QCOMPARE(bench.poller->status().lastSuccess, std::optional(bench.clock.now()));
        QCOMPARE(bench.poller->status().nextAttempt, std::optional<UtcTime>(bench.clock.now() + 15s));
    }

    void listsAgainNowAndThenOnly()
    {
        Bench bench;
        bench.poller->advance();
        for (int i = 0; i < 4; ++i)
            bench.step(15s);
        QCOMPARE(bench.script.asked.count(QStringLiteral("probe")), 1);
        QCOMPARE(bench.script.asked.count(QStringLiteral("list")), 2);
        QCOMPARE(bench.batches.size(), 5);
    }

    void watchesOnlyWhatTheFilterLetsIn()
    {
        Bench bench(QStringLiteral("*, !ma*"));
        bench.poller->advance();
        QCOMPARE(bench.script.asked.last(), QStringLiteral("sample orders"));
    }

    void neverAsksWhileAnAnswerIsAwaited()
    {
        Bench bench;
        bench.script.answersAtOnce = false;
        for (int i = 0; i < 19; ++i)
            bench.step(1s);
        QCOMPARE(bench.script.asked.size(), 1);
        for (int i = 0; i < 3; ++i)
            bench.script.answer();
        QCOMPARE(bench.batches.size(), 1);
        QCOMPARE(bench.script.mostUnderWay, 1);
    }

    void endsAPollAtItsDeadline()
    {
        Bench bench;
        bench.script.answersAtOnce = false;
        bench.poller->advance();
        bench.step(20s);
        QCOMPARE(bench.state(), State::Unreachable);
        QVERIFY(bench.poller->status().text.contains(QStringLiteral("within 20 s")));
        QVERIFY(!bench.poller->isBusy());
        QCOMPARE(bench.batches.size(), 0);
    }

    void showsEachKindOfFailureAsItsState_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("state");
        QTest::newRow("unreachable") << int(Error::Kind::Unreachable) << int(State::Unreachable);
        QTest::newRow("certificate") << int(Error::Kind::TlsRefused) << int(State::Unreachable);
        QTest::newRow("key refused") << int(Error::Kind::Unauthorized) << int(State::Unauthorized);
        QTest::newRow("unpaid") << int(Error::Kind::PaymentRequired) << int(State::Unauthorized);
        QTest::newRow("throttled") << int(Error::Kind::Throttled) << int(State::BackingOff);
        QTest::newRow("html") << int(Error::Kind::Malformed) << int(State::BackingOff);
        QTest::newRow("200 MB") << int(Error::Kind::TooLarge) << int(State::BackingOff);
        QTest::newRow("5xx") << int(Error::Kind::ServerFailed) << int(State::BackingOff);
    }
    void showsEachKindOfFailureAsItsState()
    {
        QFETCH(int, kind);
        Bench bench;
        bench.script.failures << errorOf(Error::Kind(kind));
        bench.poller->advance();
        QTEST(int(bench.state()), "state");
        QCOMPARE(bench.poller->status().text, toWord(Error::Kind(kind)));
        QCOMPARE(bench.batches.size(), 0);
    }

    void comesBackByItselfAndLooksAgainAtWhoAnswers()
    {
        Bench bench;
        bench.poller->advance();
        bench.script.failures << errorOf(Error::Kind::Unreachable);
        bench.step(15s);
        QCOMPARE(bench.state(), State::Unreachable);
        bench.step(15s);
        QCOMPARE(bench.state(), State::Ok);
        QVERIFY(bench.poller->status().text.isEmpty());
        QCOMPARE(bench.script.asked.count(QStringLiteral("probe")), 2);
    }

    void obeysRetryAfterEvenWhenAPersonIsImpatient()
    {
        Bench bench;
        bench.script.failures << errorOf(Error::Kind::Throttled, Seconds(90));
        bench.poller->advance();
        bench.poller->pollNow();
        bench.step(89s);
        QCOMPARE(bench.script.asked.size(), 1);
        bench.step(1s);
        QCOMPARE(bench.state(), State::Ok);
    }

    void obeysRetryAfterOfASingleQueue()
    {
        Bench bench;
        bench.script.sample = [&](const QVector<WatchedQueue> &queues) {
            providers::SampleBatch batch = test::samplesOf({queues[0]}, bench.clock.now());
            batch.failures.append({queues[1].id, errorOf(Error::Kind::Throttled, Seconds(90))});
            return batch;
        };
        bench.poller->advance();
        QCOMPARE(bench.batches.size(), 1); // what did arrive counts
        QCOMPARE(bench.state(), State::BackingOff);
        const auto asked = bench.script.asked.size();
        bench.step(89s);
        QCOMPARE(bench.script.asked.size(), asked);
    }

    void stopsAskingAfterARefusalUntilAsked()
    {
        Bench bench;
        bench.script.failures << errorOf(Error::Kind::Unauthorized);
        bench.poller->advance();
        QVERIFY(!bench.poller->status().nextAttempt);
        bench.step(24h);
        QCOMPARE(bench.script.asked.size(), 1);
        bench.poller->pollNow();
        bench.poller->advance();
        QCOMPARE(bench.state(), State::Ok);
    }

    void isDegradedWhenSomeQueuesFail()
    {
        Bench bench;
        bench.script.sample = [&](const QVector<WatchedQueue> &queues) {
            providers::SampleBatch batch = test::samplesOf({queues[0]}, bench.clock.now());
            batch.failures.append({queues[1].id, errorOf(Error::Kind::Malformed)});
            return batch;
        };
        bench.poller->advance();
        QCOMPARE(bench.state(), State::Degraded);
        QVERIFY(bench.poller->status().text.startsWith(QStringLiteral("1 of 2 queues could not be read; mail")));
    }

    void listsAgainWhenAQueueIsGone()
    {
        Bench bench;
        bench.script.sample = [&](const QVector<WatchedQueue> &queues) {
            providers::SampleBatch batch = test::samplesOf({queues[0]}, bench.clock.now());
            if (queues.size() > 1)
                batch.failures.append({queues[1].id, errorOf(Error::Kind::NotFound)});
            return batch;
        };
        bench.poller->advance();
        bench.script.queues.removeLast();
        bench.step(15s);
        QCOMPARE(bench.script.asked.last(), QStringLiteral("sample orders"));
        QCOMPARE(bench.state(), State::Ok);
    }

    void pausesWithoutCountingAFailure()
    {
        Bench bench;
        bench.script.answersAtOnce = false;
        bench.poller->advance();
        bench.poller->setPaused(true);
        QCOMPARE(bench.state(), State::Paused);
        QVERIFY(!bench.poller->isBusy());
        bench.script.answersAtOnce = true;
        bench.step(1h);
        QCOMPARE(bench.script.asked.size(), 1);
        bench.poller->setPaused(false);
        bench.poller->advance();
        QCOMPARE(bench.state(), State::Ok);
    }

    void stopsOnceTheAnswerUnderWayIsOver()
    {
        Bench bench;
        QSignalSpy stopped(bench.poller.get(), &ConnectionPoller::stopped);
        bench.script.answersAtOnce = false;
        bench.poller->advance();
        bench.poller->stop();
        QCOMPARE(stopped.count(), 1);
        bench.step(1h);
        QCOMPARE(bench.script.asked.size(), 1);
        QCOMPARE(bench.script.underWay, 0);
    }

    void oneConnectionsSilenceDelaysNoOther()
    {
        Bench silent;
        Bench lively;
        silent.script.answersAtOnce = false;
        for (int i = 0; i < 10; ++i) {
            silent.step(15s);
            lively.step(15s);
        }
        QCOMPARE(lively.batches.size(), 10);
        QCOMPARE(silent.batches.size(), 0);
    }

    void showsAConnectionThatCannotBeMadeAsMisconfigured()
    {
        test::FakeClock clock;
        ConnectionConfig config;
        config.name = QStringLiteral("Shop");
        ConnectionPoller poller(config, failure(Error::Kind::Configuration, QStringLiteral("The variable SHOP_KEY is not set.")), clock,
                                [] { return 0.5; });
        QSignalSpy changed(&poller, &ConnectionPoller::statusChanged);
        poller.advance();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(poller.status().state, State::Misconfigured);
        QCOMPARE(poller.status().text, QStringLiteral("The variable SHOP_KEY is not set."));
    }

    void tellsWhatWatchingCosts()
    {
        Bench bench;
        bench.script.sample = [&](const QVector<WatchedQueue> &queues) {
            providers::SampleBatch batch = test::samplesOf(queues, bench.clock.now());
            batch.costUsd = 0.001;
            batch.clockOffset = -3s;
            return batch;
        };
        for (int i = 0; i < 100; ++i)
            bench.step(15s);
        QVERIFY(qAbs(bench.poller->status().requestsPerMinute - 9.0) < 1.0); // 2 a poll, and the list once a minute
        QVERIFY(qAbs(bench.poller->status().costPerHourUsd.value() - 0.24) < 0.02);
        QCOMPARE(bench.poller->status().clockOffset, std::optional<Millis>(-3s));
    }
};

QTEST_GUILESS_MAIN(TestConnectionPoller)
#include "TestConnectionPoller.moc"

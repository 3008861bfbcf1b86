// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/MonitorEngine.h"
#include "tests/unit/operations/FakeClock.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace holdwatch;
using namespace std::chrono_literals;
using operations::EngineStart;
using operations::MonitorEngine;
using operations::ProviderRegistry;
using test::errorOf;
using State = ConnectionStatus::State;

namespace {

/// An engine over scripted connections on a clock that stands still. What it says is kept.
struct Bench
{
    explicit Bench(const QStringList &names, const QStringList &hook = {})
    {
        registry.add(QStringLiteral("fake"), [this](const ConnectionConfig &config) -> ProviderRegistry::Made {
            return std::make_unique<test::FakeProvider>(scripts[config.name]);
        });
        for (const QString &name : names) {
            ConnectionConfig config;
            config.id = ConnectionId(name);
            config.name = name;
            config.provider = QStringLiteral("fake");
            config.hookCommand = hook;
            start.connections << config;
            test::FakeProvider::Script &script = scripts[name];
            script.queues = {test::watched(QStringLiteral("orders"), name)};
            script.sample = [this, name](const QVector<WatchedQueue> &queues) { return test::samplesOf(queues, clock.now(), ages[name]); };
        }
    }
    void begin()
    {
        engine = std::make_unique<MonitorEngine>(
            operations::EngineParts{clock, registry, [] { return 0.5; },
                                    [](const ConnectionConfig &) { return failure(Error::Kind::Configuration, QStringLiteral("The proxy is no address.")); }},
            start);
        QObject::connect(engine.get(), &MonitorEngine::statusesChanged, engine.get(), [this](const QVector<QueueStatus> &changed) {
            ++signalsSent;
            for (const QueueStatus &status : changed)
                latest[status.connectionName] = status;
        });
        QObject::connect(engine.get(), &MonitorEngine::noticeRaised, engine.get(), [this](const Notice &notice) { notices << notice; });
        QObject::connect(engine.get(), &MonitorEngine::alertLogged, engine.get(), [this](const AlertLogEntry &entry) { log << entry; });
        QObject::connect(engine.get(), &MonitorEngine::samplesJudged, engine.get(),
                         [this](const QVector<storage::RecordedSample> &samples) { recorded += samples; });
        engine->start();
    }
    void run(Millis length)
    {
        for (Millis passed{}; passed < length; passed += 1s) {
            clock.advance(1s);
            engine->beat();
        }
    }
    Verdict verdict(const QString &name) { return latest[name].assessment.verdict; }
    State state(const QString &name) const
    {
        for (const ConnectionStatus &status : engine->connections()) {
            if (status.name == name)
                return status.state;
        }
        return State::Connecting;
    }

    test::FakeClock clock;
    ProviderRegistry registry;
    EngineStart start;
    std::map<QString, test::FakeProvider::Script> scripts;
    QHash<QString, Millis> ages;
    QHash<QString, QueueStatus> latest;
    QVector<Notice> notices;
    QVector<AlertLogEntry> log;
    QVector<storage::RecordedSample> recorded;
    int signalsSent = 0;
    std::unique_ptr<MonitorEngine> engine; ///< last, so that it goes before what it uses
};

const QString shop = QStringLiteral("shop");
const QString mail = QStringLiteral("mail");

} // namespace

class TestMonitorEngine : public QObject
{
    Q_OBJECT
private slots:
    void judgesPublishesAndRecordsEachPoll()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(60s);
        QCOMPARE(bench.verdict(shop), Verdict::Healthy);
        QCOMPARE(bench.recorded.size(), 5);
        QCOMPARE(bench.recorded.last().verdict, Verdict::Healthy);
        QCOMPARE(bench.signalsSent, 5); // once a poll, however many beats
        QVERIFY(bench.engine->hasSeen(5));
        QVERIFY(!bench.engine->hasSeen(6));
    }

    void tellsOfABreachOnce()
    {
        Bench bench({shop});
        bench.begin();
        bench.ages[shop] = 20min;
        bench.run(60s);
        QCOMPARE(bench.verdict(shop), Verdict::Breached);
        QCOMPARE(bench.notices.size(), 1);
        QCOMPARE(bench.notices[0].alert.queueName, QStringLiteral("orders"));
    }

    void oneConnectionsTroubleIsNobodyElses()
    {
        Bench bench({shop, mail});
        bench.begin();
        bench.run(30s);
        bench.scripts[shop].answersAtOnce = false;
        bench.run(120s);
        QCOMPARE(bench.state(shop), State::Unreachable);
        QCOMPARE(bench.verdict(shop), Verdict::Stale);
        QCOMPARE(bench.state(mail), State::Ok);
        QCOMPARE(bench.verdict(mail), Verdict::Healthy);
        QCOMPARE(bench.notices.size(), 1); // the connection's, not the queue's
        QVERIFY(bench.notices[0].alert.queue.name.isEmpty());
    }

    void comesBackWhenTheServerDoes()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(30s);
        for (int i = 0; i < 6; ++i)
            bench.scripts[shop].failures << errorOf(Error::Kind::Unreachable);
        bench.run(180s);
        QCOMPARE(bench.verdict(shop), Verdict::Stale);
        bench.scripts[shop].failures.clear();
        bench.run(60s);
        QCOMPARE(bench.verdict(shop), Verdict::Healthy);
        QCOMPARE(bench.notices.last().kind, Notice::Kind::Closed);
    }

    void aConnectionThatCannotBeMadeStandsBesideTheOthers()
    {
        Bench bench({shop});
        ConnectionConfig broken;
        broken.id = ConnectionId(mail);
        broken.name = mail;
        broken.provider = QStringLiteral("nosuch");
        bench.start.connections << broken;
        bench.begin();
        bench.run(30s);
        QCOMPARE(bench.state(mail), State::Misconfigured);
        QCOMPARE(bench.state(shop), State::Ok);
        QVERIFY(bench.engine->hasSeen(2));
    }

    void aPauseTurnsQueuesStaleAndTellsNobody()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(30s);
        bench.engine->setPaused(true);
        bench.run(120s);
        QCOMPARE(bench.verdict(shop), Verdict::Stale);
        QVERIFY(bench.notices.isEmpty());
        bench.engine->setPaused(false);
        bench.run(2s);
        QCOMPARE(bench.verdict(shop), Verdict::Healthy);
    }

    void refreshAsksAtOnce()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(2s);
        QCOMPARE(bench.recorded.size(), 1);
        bench.engine->requestRefresh();
        bench.run(1s);
        QCOMPARE(bench.recorded.size(), 2);
    }

    void judgesByTheQueuesOwnToleranceThenARuleThenTheConnections()
    {
        Bench bench({shop});
        bench.start.connections[0].defaultTolerance.holdWindow = 1h;
        bench.start.tolerances.rules = {{QString(), QStringLiteral("ord*"), {}}};
        bench.start.tolerances.rules[0].tolerance.holdWindow = 30min;
        bench.begin();
        bench.run(1s);
        QCOMPARE(bench.latest[shop].tolerance.holdWindow, Millis(30min));

        storage::Tolerances own = bench.start.tolerances;
        own.queues[QueueId{ConnectionId(shop), QStringLiteral("orders")}].holdWindow = 5min;
        bench.engine->setTolerances(own);
        bench.run(1s);
        QCOMPARE(bench.latest[shop].tolerance.holdWindow, Millis(5min));

        bench.engine->setTolerances({});
        bench.run(1s);
        QCOMPARE(bench.latest[shop].tolerance.holdWindow, Millis(1h));
    }

    void forgetsAQueueThatIsNoLongerListed()
    {
        Bench bench({shop});
        bench.ages[shop] = 20min;
        bench.begin();
        QSignalSpy removed(bench.engine.get(), &MonitorEngine::queuesRemoved);
        bench.run(15s);
        bench.scripts[shop].queues.clear();
        bench.run(90s);
        QCOMPARE(removed.count(), 1);
        QVERIFY(bench.engine->queuesOf(ConnectionId(shop)).isEmpty());
        QCOMPARE(bench.notices.last().kind, Notice::Kind::Closed);
    }

    void acknowledgesAndMutes()
    {
        Bench bench({shop});
        bench.ages[shop] = 10min;
        bench.begin();
        bench.run(30s);
        QSignalSpy changed(bench.engine.get(), &MonitorEngine::alertChanged);
        const AlertId id = bench.notices.constFirst().alert.id;
        bench.engine->acknowledge(id, QStringLiteral("ada"));
        bench.engine->mute(id, bench.clock.now() + 1h, QStringLiteral("ada"));
        QCOMPARE(changed.count(), 2);
        QCOMPARE(changed.last()[0].value<Alert>().acknowledgedBy, QStringLiteral("ada"));
        bench.ages[shop] = 20min;
        bench.run(30s);
        QCOMPARE(bench.notices.size(), 2); // breached, whatever the mute says
    }

    void writesAFailedHookIntoTheLog()
    {
        Bench bench({shop}, {QStringLiteral("/nonexistent/pager")});
        bench.ages[shop] = 20min;
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("/nonexistent/pager is not there")));
        bench.begin();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("/nonexistent/pager could not be started")));
        const auto hasFailed = [&] {
            bench.engine->beat();
            return std::any_of(bench.log.cbegin(), bench.log.cend(), [](const AlertLogEntry &e) { return e.kind == AlertLogEntry::Kind::NoticeFailed; });
        };
        QTRY_VERIFY(hasFailed());
    }

    void aHookThatCannotBeStartedIsShownOnItsConnectionBeforeItIsNeeded()
    {
        Bench bench({shop}, {QStringLiteral("/nonexistent/pager")});
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("tells nobody: The command /nonexistent/pager is not there")));
        bench.begin();
        bench.run(30s);
        QCOMPARE(bench.state(shop), State::Ok);
        QCOMPARE(bench.engine->connections().constFirst().noticeTroubles,
                 QStringList{QStringLiteral("The command /nonexistent/pager is not there, or it can't be run.")});
    }

    void aWebhookThatCannotBeUsedIsShownOnItsConnection()
    {
        Bench bench({shop});
        bench.start.connections[0].webhook = QUrl(QStringLiteral("https://hooks.example/token-1"));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("The webhook can't be used: The proxy is no address")));
        bench.begin();
        bench.run(30s);
        QCOMPARE(bench.state(shop), State::Ok);
        const QStringList troubles = bench.engine->connections().constFirst().noticeTroubles;
        QCOMPARE(troubles.size(), 1);
        QVERIFY(troubles.first().contains(QStringLiteral("The proxy is no address.")));
        QVERIFY(!troubles.first().contains(QStringLiteral("token-1")));
    }

    void whatAHookFailedAtIsShownUntilANoticeGetsThrough()
    {
        const QTemporaryDir folder;
        const QString duty = folder.filePath(QStringLiteral("on-duty"));
        Bench bench({shop}, {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("test -e \"$0\""), duty});
        bench.ages[shop] = 10min;
        bench.begin();
        bench.run(30s);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("ended with code 1")));
        const auto troubles = [&] { return bench.engine->connections().constFirst().noticeTroubles; };
        QTRY_COMPARE(troubles().size(), 1);
        QVERIFY(QFile(duty).open(QIODevice::WriteOnly));
        bench.ages[shop] = 20min;
        bench.run(30s);
        QTRY_VERIFY(troubles().isEmpty());
    }

    void stopsWhileAnAnswerIsAwaited()
    {
        Bench bench({shop, mail});
        bench.scripts[shop].answersAtOnce = false;
        bench.begin();
        QSignalSpy finished(bench.engine.get(), &MonitorEngine::finished);
        bench.engine->stop();
        QVERIFY(finished.count() == 1 || finished.wait());
        QCOMPARE(bench.scripts[shop].underWay, 0);
        bench.run(60s);
        QCOMPARE(bench.scripts[mail].asked.count(QStringLiteral("sample orders")), 1);
        QCOMPARE(finished.count(), 1);
    }

    void watchesAConnectionThatIsAddedWhileItRuns()
    {
        Bench bench({shop, mail});
        const ConnectionConfig added = bench.start.connections.takeLast();
        bench.begin();
        bench.run(30s);
        QCOMPARE(bench.scripts[mail].asked.size(), 0);
        bench.engine->watch(added);
        bench.run(30s);
        QCOMPARE(bench.state(mail), State::Ok);
        QCOMPARE(bench.verdict(mail), Verdict::Healthy);
    }

    void forgetsAConnectionWithItsQueuesAndAlerts()
    {
        Bench bench({shop, mail});
        bench.ages[mail] = 20min;
        bench.begin();
        bench.run(30s);
        QSignalSpy gone(bench.engine.get(), &MonitorEngine::queuesRemoved);
        bench.engine->forget(ConnectionId(mail));
        QCOMPARE(gone.count(), 1);
        QCOMPARE(gone[0][0].value<QVector<QueueId>>(), QVector<QueueId>{(QueueId{ConnectionId(mail), QStringLiteral("orders")})});
        QCOMPARE(bench.log.last().kind, AlertLogEntry::Kind::Closed);
        const qsizetype asked = bench.scripts[mail].asked.size();
        bench.run(60s);
        QCOMPARE(bench.scripts[mail].asked.size(), asked);
        QCOMPARE(bench.state(shop), State::Ok);
    }

    void keepsWhatItKnowsOfTheQueuesWhileTheSystemStaysTheSame()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(60s);
        const UtcTime since = bench.latest[shop].watchedSince.value();
        QSignalSpy gone(bench.engine.get(), &MonitorEngine::queuesRemoved);
        ConnectionConfig changed = bench.start.connections.first();
        changed.environment = Environment::Staging;
        bench.scripts[shop].failures << errorOf(Error::Kind::Unauthorized);
        bench.engine->watch(changed);
        bench.run(30s);
        QCOMPARE(bench.state(shop), State::Unauthorized);
        QCOMPARE(bench.latest[shop].environment, Environment::Staging);
        QCOMPARE(bench.latest[shop].watchedSince.value(), since);
        bench.run(120s); // what is known only ages: it never stays green
        QCOMPARE(bench.verdict(shop), Verdict::Stale);
        QCOMPARE(gone.count(), 0);
    }

    void anEditDoesNotCutShortWhatTheServerAskedFor()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(30s);
        bench.scripts[shop].failures << errorOf(Error::Kind::Throttled, Seconds(120));
        bench.run(20s);
        QCOMPARE(bench.state(shop), State::BackingOff);
        const qsizetype asked = bench.scripts[shop].asked.size();
        ConnectionConfig changed = bench.start.connections.first();
        changed.environment = Environment::Staging;
        bench.engine->watch(changed);
        bench.run(60s);
        QCOMPARE(bench.scripts[shop].asked.size(), asked);
        QCOMPARE(bench.state(shop), State::BackingOff);
        bench.run(120s);
        QCOMPARE(bench.state(shop), State::Ok);
    }

    void dropsTheQueuesOfAnAddressThatWasLeft()
    {
        Bench bench({shop});
        bench.begin();
        bench.run(30s);
        QSignalSpy gone(bench.engine.get(), &MonitorEngine::queuesRemoved);
        ConnectionConfig elsewhere = bench.start.connections.first();
        elsewhere.baseUrl = QUrl(QStringLiteral("https://elsewhere.example"));
        bench.engine->watch(elsewhere);
        QCOMPARE(gone.count(), 1);
    }

    void leavesAConnectionWhoseAnswerIsStillAwaited()
    {
        Bench bench({shop, mail});
        bench.scripts[shop].answersAtOnce = false;
        bench.begin();
        bench.engine->forget(ConnectionId(shop));
        QCOMPARE(bench.scripts[shop].underWay, 0);
        bench.run(30s);
        QCOMPARE(bench.engine->connections().size(), 1);
        QSignalSpy finished(bench.engine.get(), &MonitorEngine::finished);
        bench.engine->stop();
        QVERIFY(finished.count() == 1 || finished.wait());
    }

    void addsAConnectionPausedWhileAllIsPaused()
    {
        Bench bench({shop, mail});
        const ConnectionConfig added = bench.start.connections.takeLast();
        bench.begin();
        bench.engine->setPaused(true);
        bench.engine->watch(added);
        bench.run(60s);
        QCOMPARE(bench.state(mail), State::Paused);
        QCOMPARE(bench.scripts[mail].asked.size(), 0);
    }

    void triesAgainWhenAPersonAsksIt()
    {
        Bench bench({shop});
        bench.scripts[shop].failures << errorOf(Error::Kind::Unauthorized);
        bench.begin();
        bench.run(300s);
        QCOMPARE(bench.state(shop), State::Unauthorized);
        QCOMPARE(bench.scripts[shop].asked.size(), 1); // a refusal is not repeated by itself
        bench.engine->retry(ConnectionId(shop));
        bench.run(30s);
        QCOMPARE(bench.state(shop), State::Ok);
    }

    void publishesAThousandQueuesInOneSignal()
    {
        Bench bench({shop});
        bench.scripts[shop].queues.clear();
        for (int i = 0; i < 1000; ++i)
            bench.scripts[shop].queues << test::watched(QStringLiteral("queue-%1").arg(i), shop);
        bench.begin();
        bench.run(30s);
        QCOMPARE(bench.signalsSent, 3);
        QCOMPARE(bench.engine->queuesOf(ConnectionId(shop)).size(), 1000);
    }
};

QTEST_GUILESS_MAIN(TestMonitorEngine)
#include "TestMonitorEngine.moc"

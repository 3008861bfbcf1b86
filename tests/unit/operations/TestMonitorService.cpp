// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/MonitorService.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using operations::MonitorService;
using operations::ProviderRegistry;

namespace {

const QString orders = QStringLiteral("orders");
const QueueId ordersId{ConnectionId(QStringLiteral("shop")), orders};

Tolerance windowOf(Millis window)
{
    Tolerance tolerance;
    tolerance.holdWindow = window;
    return tolerance;
}

/// A service with its real threads and a real history in a folder, over a scripted connection whose queue
/// is past its window.
struct Bench
{
    explicit Bench(const QTemporaryDir &folder) : dir(folder)
    {
        registry.add(QStringLiteral("fake"), [this](const ConnectionConfig &) -> ProviderRegistry::Made {
            return std::make_unique<test::FakeProvider>(script);
        });
        script.queues = {test::watched(orders)};
        script.sample = [this](const QVector<WatchedQueue> &queues) { return test::samplesOf(queues, clock.now(), 20min); };
        config.id = ordersId.connection;
        config.name = QStringLiteral("Shop");
        config.provider = QStringLiteral("fake");
        config.pollInterval = 1s;
        QObject::connect(&service, &MonitorPort::statusesChanged, &service, [this](const QVector<QueueStatus> &changed) {
            latest = changed.constLast();
            ++arrivals;
        });
    }
    void start()
    {
        service.start({config});
        QTRY_VERIFY(arrivals > 0);
    }
    Result<void> save(const Tolerance &tolerance)
    {
        Result<void> outcome = failure(Error::Kind::Internal, QStringLiteral("no answer"));
        service.saveTolerance(ordersId, tolerance, [&](const Result<void> &answer) { outcome = answer; });
        return outcome;
    }

    const QTemporaryDir &dir;
    SystemClock clock;
    test::FakeProvider::Script script;
    ProviderRegistry registry;
    ConnectionConfig config;
    QueueStatus latest;
    int arrivals = 0;
    storage::HistoryService history{dir.filePath(QStringLiteral("history.sqlite")), clock};
    MonitorService service{{clock, registry, [] { return 0.5; }, [](const ConnectionConfig &) { return failure(Error::Kind::Configuration, QString()); }},
                           storage::ToleranceFile(dir.filePath(QStringLiteral("tolerances.json"))), history};
};

} // namespace

class TestMonitorService : public QObject
{
    Q_OBJECT
private slots:
    void bringsNewsToItsOwnThread()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        QThread *thread = nullptr;
        connect(&bench.service, &MonitorPort::connectionChanged, &bench.service, [&] { thread = QThread::currentThread(); });
        bench.start();
        QCOMPARE(thread, QThread::currentThread());
        QCOMPARE(bench.latest.assessment.verdict, Verdict::Breached);
    }

    void recordsWhatItSees()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        qsizetype buckets = 0;
        const auto ask = [&] {
            bench.service.fetchHistory({ordersId, bench.clock.now() - 1h, bench.clock.now() + 1min, 100}, &bench.service,
                                       [&](const Result<HistorySlice> &slice) { buckets = slice ? slice->buckets.size() : -1; });
            return buckets > 0;
        };
        QTRY_VERIFY(ask());
    }

    void aSecondRunGoesOnWithTheOpenAlert()
    {
        const QTemporaryDir dir;
        AlertId first;
        {
            Bench bench(dir);
            QSignalSpy alerts(&bench.service, &MonitorPort::alertChanged);
            bench.start();
            QTRY_COMPARE(alerts.count(), 1);
            first = alerts[0][0].value<Alert>().id;
            bench.service.acknowledge(first, QStringLiteral("ada"));
            QTRY_COMPARE(alerts.count(), 2);
        }
        Bench bench(dir);
        QSignalSpy alerts(&bench.service, &MonitorPort::alertChanged);
        QSignalSpy log(&bench.service, &MonitorPort::alertLogged);
        QSignalSpy notices(&bench.service, &MonitorPort::noticeRaised);
        bench.start();
        QVERIFY(!alerts.isEmpty());
        QCOMPARE(alerts[0][0].value<Alert>().id, first);
        QCOMPARE(alerts[0][0].value<Alert>().acknowledgedBy, QStringLiteral("ada"));
        QVERIFY(log.count() >= 3); // verdict, opened, acknowledged: told again, oldest first
        QVERIFY(log[0][0].value<AlertLogEntry>().sequence < log[1][0].value<AlertLogEntry>().sequence);
        QCOMPARE(notices.count(), 0);
    }

    void judgesByASavedToleranceAndKeepsIt()
    {
        const QTemporaryDir dir;
        {
            Bench bench(dir);
            bench.start();
            QVERIFY(bench.save(windowOf(2h)));
            QTRY_COMPARE(bench.latest.tolerance.holdWindow, Millis(2h));
            QTRY_VERIFY(bench.latest.assessment.verdict != Verdict::Breached);
        }
        Bench bench(dir);
        bench.start();
        QCOMPARE(bench.latest.tolerance.holdWindow, Millis(2h));
        bench.service.removeTolerance(ordersId, [](const Result<void> &done) { QVERIFY(done); });
        QTRY_COMPARE(bench.latest.tolerance.holdWindow, Tolerance().holdWindow);
    }

    void aToleranceThatCannotBeSavedIsNotJudgedBy()
    {
        const QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("tolerances.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ broken");
        file.close();
        Bench bench(dir);
        QCOMPARE(bench.service.problems().size(), 1);
        bench.start();
        QVERIFY(!bench.save(windowOf(2h)));
        const int before = bench.arrivals;
        QTRY_VERIFY(bench.arrivals > before);
        QCOMPARE(bench.latest.tolerance.holdWindow, Tolerance().holdWindow);
    }

    void showsWhatAToleranceWouldHaveRaised()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.start();
        bench.history.flush();
        QVector<Assessment> changes;
        const auto ask = [&] {
            bench.service.previewTolerance(ordersId, windowOf(30min), bench.clock.now() - 1h, bench.clock.now() + 1min, &bench.service,
                                           [&](const Result<QVector<Assessment>> &answer) { changes = answer.value_or(QVector<Assessment>()); });
            return !changes.isEmpty();
        };
        QTRY_VERIFY(ask());
        QVERIFY(changes[0].verdict != Verdict::Breached);
    }

    void builtInRulesJudgeButAreNotWritten()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.service.start({bench.config}, {{QStringLiteral("Shop"), QStringLiteral("ord*"), windowOf(3h)}});
        QTRY_VERIFY(bench.arrivals > 0);
        QCOMPARE(bench.latest.tolerance.holdWindow, Millis(3h));
        QVERIFY(bench.save(windowOf(2h)));
        QVERIFY(storage::ToleranceFile(dir.filePath(QStringLiteral("tolerances.json"))).read().tolerances.rules.isEmpty());
    }

    void endsWhileAnAnswerIsAwaited()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.script.answersAtOnce = false;
        QSignalSpy connections(&bench.service, &MonitorPort::connectionChanged);
        bench.service.start({bench.config});
        QVERIFY(connections.wait());
        // Leaving the scope is the test: it hangs or crashes if the engine is not ended in order.
    }

    void endsBeforeItHasStarted()
    {
        const QTemporaryDir dir;
        Bench bench(dir);
        bench.service.start({bench.config});
    }
};

QTEST_GUILESS_MAIN(TestMonitorService)
#include "TestMonitorService.moc"

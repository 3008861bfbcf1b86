// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"
#include "app/practice/workload/PracticeControl.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace holdwatch;
using namespace holdwatch::practice;

namespace {

/// A runner on a thread of its own, beside its queue.
class PracticeThread
{
public:
    explicit PracticeThread(const QString &ledgerPath, PracticeControl *control = nullptr)
    {
        m_context->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
        m_thread.start();
        run([&] { m_beside = workloadBesideQueue({ledgerPath, QString(), 1, 3}, control)(m_engine, m_clock); });
    }
    ~PracticeThread()
    {
        run([&] { m_beside = std::unique_ptr<QObject>(); });
        m_thread.quit();
        m_thread.wait();
    }
    void run(const std::function<void()> &task) { QMetaObject::invokeMethod(m_context, task, Qt::BlockingQueuedConnection); }
    WorkloadRunner &runner() { return static_cast<WorkloadRunner &>(**m_beside); }

private:
    SystemClock m_clock;
    MemoryStore m_store;
    QueueEngine m_engine{m_store, m_clock};
    QThread m_thread;
    QObject *m_context = new QObject;
    Result<std::unique_ptr<QObject>> m_beside = nullptr;
};

bool isOn(const PracticeState &state, Fault fault)
{
    return std::any_of(state.faults.begin(), state.faults.end(), [fault](const PracticeFault &f) { return f.id == idOf(fault) && f.on; });
}

} // namespace

class TestControl : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_ledgerPath;

private slots:
    void init()
    {
        static int run = 0;
        m_ledgerPath = m_folder.filePath(QStringLiteral("ledger-%1.sqlite").arg(++run));
    }

    void knowsItsFaultsAndScenariosBeforeAnythingRuns()
    {
        PracticeControl control;
        QVERIFY(!control.state().running);
        QCOMPARE(control.state().faults.size(), qsizetype(allFaults.size()));
        QCOMPARE(control.scenarios().first(), defaultScenarioId());
        control.setSpeed(3); // to nobody
    }

    void hearsFromTheStart()
    {
        PracticeControl control;
        PracticeThread practice(m_ledgerPath, &control);
        QTRY_VERIFY(control.state().running);
        QCOMPARE(control.state().scenario, defaultScenarioId());
        QVERIFY(!control.state().chapter.isEmpty());
    }

    void hearsAtOnceWhenAttachedLater()
    {
        PracticeThread practice(m_ledgerPath);
        PracticeControl control;
        practice.run([&] { control.attach(practice.runner()); });
        QTRY_VERIFY(control.state().running);
    }

    void carriesWishesToThePracticeThreadAndItsStateBack()
    {
        PracticeControl control;
        PracticeThread practice(m_ledgerPath, &control);
        control.startScenario(QStringLiteral("calm"));
        QTRY_COMPARE(control.state().scenario, QStringLiteral("calm"));
        control.setFault(QStringLiteral("lost-acks"), true);
        QTRY_VERIFY(isOn(control.state(), Fault::LostAcks));
        control.setSpeed(20);
        QTRY_COMPARE(control.state().speed, 20.0);
        QTRY_VERIFY(control.state().holdsCreated > 0);
        control.setPaused(true);
        QTRY_VERIFY(control.state().paused);
        control.startScenario(QString());
        QTRY_VERIFY(control.state().scenario.isEmpty());
    }

    void ignoresWhatItDoesNotKnow()
    {
        PracticeControl control;
        PracticeThread practice(m_ledgerPath, &control);
        control.setFault(QStringLiteral("gremlins"), true);
        control.startScenario(QStringLiteral("nowhere"));
        control.setSpeed(2);
        QTRY_COMPARE(control.state().speed, 2.0);
        QCOMPARE(control.state().scenario, defaultScenarioId());
    }

    void outlivesItsRunner()
    {
        PracticeControl control;
        auto practice = std::make_unique<PracticeThread>(m_ledgerPath, &control);
        QTRY_VERIFY(control.state().running);
        practice.reset();
        QTRY_VERIFY(!control.state().running);
        control.setFault(QStringLiteral("lost-acks"), true);
    }

    void mayDieBeforeItsRunner()
    {
        auto control = std::make_unique<PracticeControl>();
        PracticeThread practice(m_ledgerPath, control.get());
        control.reset();
        PracticeControl another;
        practice.run([&] { another.attach(practice.runner()); });
        QTRY_VERIFY(another.state().running);
    }

    void saysWhyItCouldNotStart()
    {
        SystemClock clock;
        MemoryStore store;
        QueueEngine engine(store, clock);
        WorkloadRunner noLedger(engine, clock, {m_folder.filePath(QStringLiteral("no/folder/ledger")), {}, 1, 1});
        QCOMPARE(noLedger.start().error().kind, Error::Kind::Storage);
        WorkloadRunner noScenario(engine, clock, {m_ledgerPath, QStringLiteral("nowhere"), 1, 1});
        QCOMPARE(noScenario.start().error().kind, Error::Kind::Configuration);
        QVERIFY(!noScenario.state().running);
    }
};

QTEST_GUILESS_MAIN(TestControl)
#include "TestControl.moc"

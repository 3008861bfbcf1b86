// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/Aftermath.h"
#include "tests/support/AmqpProxy.h"
#include "tests/support/Servers.h"

#include <QDateTime>
#include <QTest>

#include <csignal>

using namespace holdwatch::test;

namespace {

constexpr int patience = 300'000; // ms

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

/// An approved plan over dead letters that are there for it alone.
struct Approved
{
    Desk desk;
    QString plan;
    QString problem;

    Approved(RabbitBroker &broker, const char *queue, int count, const QUrl &amqp, const QStringList &options)
    {
        if (!stageDead(broker, word(queue), count)) {
            problem = word("the dead letters could not be made");
            return;
        }
        desk.connectTo(broker, amqp);
        const Ended planned = desk.plan(word(queue) + word(".dlq"), options);
        plan = planned.text();
        const Ended approved = planned.code == 0 ? desk.approve(plan) : planned;
        if (approved.code != 0)
            problem = QString::fromUtf8(approved.all());
    }
};

int linesWith(const QByteArray &text, const char *what)
{
    return int(text.count(what));
}

} // namespace

/// What happens to a run from outside: the broker dies, the network is cut, the disk is full, the program is told to end or is
/// put to sleep.
class TestMishaps : public QObject
{
    Q_OBJECT

    RabbitBroker m_broker;
    AmqpJudge m_judge;

    /// Waits until the run has told of so many moved messages.
    static bool hasMoved(QProcess &process, QByteArray &out, int count)
    {
        return QTest::qWaitFor([&] {
            out += process.readAllStandardOutput();
            return linesWith(out, "\"moved\"") >= count || process.state() == QProcess::NotRunning;
        }, patience) && linesWith(out, "\"moved\"") >= count;
    }
    static bool hasEnded(QProcess &process)
    {
        return QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, patience) && process.exitStatus() == QProcess::NormalExit;
    }
    void goesOnToItsEnd(const Approved &run, const char *queue, int count)
    {
        const Aftermath aftermath(run.desk, Aftermath::through(m_judge, word(queue)), run.plan, count);
        QVERIFY2(aftermath.problem().isEmpty(), qPrintable(aftermath.problem()));
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        HOLDWATCH_NEED_SERVER(AmqpJudge::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        m_judge = AmqpJudge(m_broker.amqpUrl(), m_broker.user(), m_broker.password());
    }

    void toldToEndItStopsBetweenTwoMessagesWithTheExactRemainder()
    {
        const Approved run(m_broker, "term", 12, m_broker.amqpsUrl(), {word("--steps"), word("50"), word("--rate"), word("2")});
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        const auto process = run.desk.startedRun(run.plan);
        QByteArray out;
        QVERIFY(hasMoved(*process, out, 3));
        process->terminate();
        QVERIFY(hasEnded(*process));
        QCOMPARE(process->exitCode(), 1);
        const QJsonObject counts = run.desk.counts(run.plan);
        QVERIFY(closes(counts));
        QCOMPARE(counts[word("unknown")].toInt(), 0);
        QVERIFY(counts[word("waiting")].toInt() > 0);
        QTRY_COMPARE_WITH_TIMEOUT(m_judge.count(word("term.dlq")), counts[word("waiting")].toInt(), patience);
        QCOMPARE(m_judge.count(word("term")), counts[word("confirmed")].toInt());
        goesOnToItsEnd(run, "term", 12);
    }

    void theNetworkIsCutInTheMiddle()
    {
        AmqpProxy proxy(m_broker.amqpUrl());
        const Approved run(m_broker, "cut", 8, proxy.url(), {word("--steps"), word("50"), word("--rate"), word("2")});
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        const auto process = run.desk.startedRun(run.plan);
        QByteArray out;
        QVERIFY(hasMoved(*process, out, 3));
        proxy.cut();
        QVERIFY(hasEnded(*process));
        const QByteArray err = process->readAllStandardError();
        QVERIFY2(process->exitCode() == 1 || process->exitCode() == 2, err.constData());
        QVERIFY(closes(run.desk.counts(run.plan)));
        // The way is open again; the proxy lives in this event loop, so the rest is asked beside it.
        QString problem;
        QEventLoop loop;
        const std::unique_ptr<QThread> other(QThread::create([&] { problem = Aftermath(run.desk, Aftermath::through(m_judge, word("cut")), run.plan, 8).problem(); }));
        connect(other.get(), &QThread::finished, &loop, &QEventLoop::quit);
        other->start();
        loop.exec();
        other->wait();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void theDiskIsFullInTheMiddle()
    {
        Approved run(m_broker, "full", 8, m_broker.amqpsUrl(), {word("--steps"), word("1"), word("--step-watch"), word("0s")});
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        run.desk.limitFiles(60'000);
        const auto process = run.desk.startedRun(run.plan);
        QVERIFY(hasEnded(*process));
        const QByteArray out = process->readAllStandardOutput();
        const QByteArray err = process->readAllStandardError();
        QVERIFY2(process->exitCode() != 0, (out + err).constData());
        run.desk.limitFiles(0);
        QVERIFY2(m_judge.count(word("full")) < 8, (out + err).constData());
        QVERIFY2(err.contains("record") || err.contains("room") || err.contains("full"), err.constData());
        goesOnToItsEnd(run, "full", 8);
    }

    void putToSleepItDoesNotMakeUpForItAfterwards()
    {
        constexpr int perSecond = 2, burst = 2;
        const Approved run(m_broker, "sleep", 24, m_broker.amqpsUrl(), {word("--steps"), word("50"), word("--rate"), QString::number(perSecond)});
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        const auto process = run.desk.startedRun(run.plan);
        QByteArray out;
        QVERIFY(hasMoved(*process, out, 3));
        ::kill(pid_t(process->processId()), SIGSTOP);
        QVERIFY(!process->waitForFinished(6'000)); // as long as twelve messages take
        ::kill(pid_t(process->processId()), SIGCONT);
        QVERIFY(hasEnded(*process));
        QVERIFY2(process->exitCode() == 0, process->readAllStandardError().constData());
        QVector<qint64> moments;
        const Ended listed = run.desk.run({word("audit"), word("list"), word("--json"), word("--limit"), word("1000"), word("--plan"), run.plan});
        for (const QByteArray &line : listed.out.split('\n')) {
            const QJsonObject entry = QJsonDocument::fromJson(line).object();
            if (entry[word("kind")].toString() != word("intent"))
                continue;
            const qint64 at = QDateTime::fromString(entry[word("at")].toString(), Qt::ISODateWithMs).toMSecsSinceEpoch();
            const QJsonObject data = QJsonDocument::fromJson(entry[word("data")].toString().toUtf8()).object();
            moments += QVector<qint64>(data[word("ordinals")].toArray().size(), at);
        }
        QCOMPARE(moments.size(), 24);
        for (qsizetype first = 0; first < moments.size(); ++first) {
            const auto last = std::upper_bound(moments.cbegin() + first, moments.cend(), moments.at(first) + 999);
            QVERIFY2(last - moments.cbegin() - first <= burst + perSecond, listed.out.constData());
        }
        goesOnToItsEnd(run, "sleep", 24);
    }

    void theBrokerDiesInTheMiddleAndComesBack()
    {
        const Approved run(m_broker, "died", 8, m_broker.amqpsUrl(), {word("--steps"), word("50"), word("--rate"), word("2")});
        QVERIFY2(run.problem.isEmpty(), qPrintable(run.problem));
        const auto process = run.desk.startedRun(run.plan);
        QByteArray out;
        QVERIFY(hasMoved(*process, out, 3));
        m_broker.kill();
        QVERIFY(hasEnded(*process));
        QVERIFY(process->exitCode() == 1 || process->exitCode() == 2);
        QVERIFY(closes(run.desk.counts(run.plan)));
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        // What it had confirmed is there; a delete that it had not written yet may be forgotten, which leaves a second copy behind.
        QMap<QString, int> there;
        for (const QString &id : AmqpJudge::ids(m_judge.peek(word("died.dlq"))) + AmqpJudge::ids(m_judge.peek(word("died"))))
            ++there[id];
        QCOMPARE(there.size(), 8);
        QVERIFY(run.desk.recordHolds());
    }
};

QTEST_GUILESS_MAIN(TestMishaps)
#include "TestMishaps.moc"

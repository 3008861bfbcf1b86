// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/PracticeSide.h"
#include "tests/support/AmqpProxy.h"
#include "tests/support/Servers.h"

#include <QDeadlineTimer>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTest>
#include <QThread>

#include <future>

using namespace holdwatch::test;
using From = AmqpProxy::From;

namespace {

constexpr int messages = 4;
constexpr int lanes = 5;          // runs at a time: they wait more than they work
constexpr int patience = 300'000; // ms

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

/// Where on its way a message is when the program dies.
struct Place
{
    const char *name;
    From from;
    int method; ///< of AMQP's class basic
    bool isPassedOn;
};
constexpr int basicClass = 60, publishMethod = 40, ackMethod = 80;
constexpr Place places[] = {
    {"before the publish left", From::Client, publishMethod, false}, {"after the publish left", From::Client, publishMethod, true}, {"before the confirm came", From::Server, ackMethod, false},
    {"after the confirm came", From::Server, ackMethod, true},       {"before the delete left", From::Client, ackMethod, false},    {"after the delete left", From::Client, ackMethod, true},
};

/// An approved plan over `messages` dead letters that are there for it alone.
struct Lane
{
    Desk desk;
    Aftermath::Look look;
    QString plan;
    QString problem;

    Lane(RabbitBroker &broker, const AmqpJudge &judge, const QString &name, const QUrl &amqp) : look(Aftermath::through(judge, name))
    {
        desk.connectTo(broker, amqp);
        begin(stageDead(broker, name, messages), name + word(".dlq"));
    }
    Lane(const PracticeSide &practice, const QString &name)
    {
        const QStringList ids = practice.stageDead(name, messages);
        practice.connect(desk);
        look = [&practice, name, ids] { return practice.look(name, ids); };
        begin(!ids.isEmpty(), name + word("-dlq"));
    }
    std::unique_ptr<QProcess> run() const { return desk.startedRun(plan); }

private:
    void begin(bool isStaged, const QString &deadSet)
    {
        const Ended planned = isStaged ? desk.plan(deadSet, {word("--steps"), word("5"), word("--step-watch"), word("0s")}) : Ended();
        plan = planned.text();
        const Ended approved = planned.code == 0 ? desk.approve(plan) : planned;
        if (approved.code != 0)
            problem = word("no approved plan: ") + QString::fromUtf8(approved.all());
    }
};

/// Each write of the record makes its log file longer.
class Growth
{
public:
    explicit Growth(const Desk &desk) : m_file(desk.record() + word("-wal")) {}
    int seen()
    {
        const qint64 size = QFileInfo(m_file).size();
        if (size > m_size)
            ++m_count;
        m_size = std::max(m_size, size);
        return m_count;
    }

private:
    QString m_file;
    qint64 m_size = 0;
    int m_count = 0;
};

} // namespace

/// The real program on a real broker, killed without a warning: at each write of its record, at each place a message can be at, and
/// at random. Another AMQP client counts what is left.
class TestCrash : public QObject
{
    Q_OBJECT

    RabbitBroker m_broker;
    AmqpJudge m_judge;

    /// How a lane went, and whether the program was killed at all or had ended before.
    struct Went
    {
        QString problem;
        bool wasKilled = false;
    };

    Went judged(const Lane &lane, bool wasKilled)
    {
        return {Aftermath(lane.desk, lane.look, lane.plan, messages).problem(), wasKilled};
    }

    Went killAtWrite(const Lane &lane, int number)
    {
        if (!lane.problem.isEmpty())
            return {lane.problem, true};
        Growth growth(lane.desk);
        const auto process = lane.run();
        const QDeadlineTimer deadline(patience);
        while (growth.seen() < number && !process->waitForFinished(1)) {
            if (deadline.hasExpired())
                return {word("the run neither writes nor ends"), true};
        }
        const bool wasRunning = process->state() != QProcess::NotRunning;
        process->kill();
        process->waitForFinished();
        return judged(lane, wasRunning);
    }

    Went killAtPlace(const Place &place, int occurrence)
    {
        QEventLoop loop; // first: only with one does this thread hear of connections
        AmqpProxy proxy(m_broker.amqpUrl());
        const Lane lane(m_broker, m_judge, word("place-%1-%2").arg(&place - places).arg(occurrence), proxy.url());
        if (!lane.problem.isEmpty())
            return {lane.problem, true};
        std::unique_ptr<QProcess> process;
        bool isReached = false;
        proxy.setGate([&, left = occurrence](From from, int classId, int methodId) mutable {
            if (from != place.from || classId != basicClass || methodId != place.method || --left > 0)
                return true;
            isReached = true;
            process->kill();
            return place.isPassedOn;
        });
        process = lane.run();
        QObject::connect(process.get(), &QProcess::finished, &loop, &QEventLoop::quit);
        if (process->state() != QProcess::NotRunning)
            loop.exec();
        proxy.setGate({});
        return judgedBeside(lane, isReached);
    }

    /// The proxy lives in this thread's event loop, which has to run while the rest is asked.
    Went judgedBeside(const Lane &lane, bool isReached)
    {
        QEventLoop loop;
        Went went;
        const std::unique_ptr<QThread> other(QThread::create([&] { went = judged(lane, isReached); }));
        QObject::connect(other.get(), &QThread::finished, &loop, &QEventLoop::quit);
        other->start();
        loop.exec();
        other->wait();
        return went;
    }

    Went killAfter(int number, int milliseconds)
    {
        const Lane lane(m_broker, m_judge, word("random-%1").arg(number), m_broker.amqpsUrl());
        if (!lane.problem.isEmpty())
            return {lane.problem, true};
        const auto process = lane.run();
        const bool wasRunning = !process->waitForFinished(milliseconds);
        process->kill();
        process->waitForFinished();
        return judged(lane, wasRunning);
    }

    /// Several at a time; the answers in order.
    template<typename Call>
    static QVector<Went> together(int from, int count, Call call)
    {
        std::vector<std::future<Went>> running;
        for (int i = from; i < from + count; ++i)
            running.push_back(std::async(std::launch::async, call, i));
        QVector<Went> all;
        for (auto &each : running)
            all << each.get();
        return all;
    }

    template<typename Call>
    static void killAtEachWrite(Call call)
    {
        int killed = 0;
        bool wasWhole = false; // the run got through before that many writes
        for (int first = 1; !wasWhole && first < 60; first += lanes) {
            for (const Went &went : together(first, lanes, call)) {
                QVERIFY2(went.problem.isEmpty(), qPrintable(word("around write %1: ").arg(first) + went.problem));
                wasWhole = wasWhole || !went.wasKilled;
                killed += went.wasKilled ? 1 : 0;
            }
        }
        QVERIFY(wasWhole);
        QVERIFY2(killed >= 6, qPrintable(QString::number(killed))); // spent, started, intended, sent, watched, closed
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        HOLDWATCH_NEED_SERVER(AmqpJudge::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        m_judge = AmqpJudge(m_broker.amqpUrl(), m_broker.user(), m_broker.password());
    }

    void killedAtEachWriteOfItsRecordItLosesNothingAndSendsNothingTwice()
    {
        killAtEachWrite([this](int number) { return killAtWrite(Lane(m_broker, m_judge, word("write-%1").arg(number), m_broker.amqpsUrl()), number); });
    }

    void killedAtEachWriteWhileItMovesOnThePracticeQueueItLosesNothing()
    {
        HOLDWATCH_NEED_SERVER(PracticeSide::missing());
        PracticeSide practice;
        QVERIFY(practice.start());
        killAtEachWrite([&](int number) { return killAtWrite(Lane(practice, word("practised-%1").arg(number)), number); });
    }

    void killedAtEachPlaceOfAMessageItLosesNothingAndSendsNothingTwice()
    {
        const int count = int(std::size(places)) * 2;
        for (int first = 0; first < count; first += lanes) {
            // The canary is the first message on its way; the third is in the midst of a step.
            const auto call = [this](int i) { return killAtPlace(places[i / 2], i % 2 == 0 ? 1 : 3); };
            const auto all = together(first, std::min(lanes, count - first), call);
            for (int i = 0; i < all.size(); ++i) {
                const QByteArray where = places[(first + i) / 2].name;
                QVERIFY2(all.at(i).problem.isEmpty(), where + ": " + all.at(i).problem.toUtf8());
                QVERIFY2(all.at(i).wasKilled, where.constData());
            }
        }
    }

    void killedAtAnyMomentItLosesNothingAndSendsNothingTwice()
    {
        const int kills = qEnvironmentVariableIntValue("HOLDWATCH_RANDOM_KILLS");
        if (kills == 0)
            QSKIP("only in the long test");
        constexpr int longestRun = 8'000; // ms; a kill that comes too late is one of a run that has ended
        for (int first = 0; first < kills; first += lanes) {
            QVector<int> moments;
            for (int i = 0; i < lanes; ++i)
                moments << QRandomGenerator::global()->bounded(longestRun);
            const auto all = together(first, lanes, [&](int number) { return killAfter(number, moments.at(number - first)); });
            for (int i = 0; i < all.size(); ++i)
                QVERIFY2(all.at(i).problem.isEmpty(), qPrintable(word("after %1 ms: ").arg(moments.at(i)) + all.at(i).problem));
        }
    }
};

QTEST_GUILESS_MAIN(TestCrash)
#include "TestCrash.moc"

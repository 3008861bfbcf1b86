// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/redrive/RunRig.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

using Kind = RunOrder::Kind;
using Stage = RunState::Stage;
using StopCause = RunState::StopCause;

/// A dead-letter queue and its target, with faults by chance; it keeps the books that a director must never get wrong.
class SimulatedRun
{
public:
    explicit SimulatedRun(quint32 seed) : m_random(seed), m_plan(planOf(m_random)), m_book(m_plan) {}

    bool hasEnded() const { return m_hasEnded; }
    qsizetype attempts() const { return m_attempted.size(); }

    QString play()
    {
        for (int sitting = 0; sitting < 4 && m_problem.isEmpty(); ++sitting) {
            RunRig rig(m_plan, m_book, m_now);
            m_rig = &rig;
            m_sentSinceBegin.clear();
            m_mayStop = false;
            const bool isCrash = sit();
            m_now = rig.monotonic + Minutes(1);
            m_book = rig.director.book();
            if (isCrash)
                m_book.breakOff(planTime() + m_now);
            m_hasEnded = rig.director.state().stage == Stage::Finished;
            if (m_hasEnded)
                break;
        }
        return m_problem;
    }

private:
    static RedrivePlan planOf(QRandomGenerator &random)
    {
        RedrivePlan plan = soundPlan(random.bounded(0, 60));
        for (PlanItem &item : plan.items) {
            item.failureClass = QString::number(random.bounded(4));
            item.version = QString::number(random.bounded(2));
        }
        plan.bounds.maxMessages = random.bounded(0, int(plan.items.size()) + 5);
        plan.bounds.milliPerSecond = random.bounded(200, 30'000);
        plan.bounds.steps = {random.bounded(1, 4), random.bounded(1, 20)};
        plan.bounds.proof = RedriveBounds::CanaryProof(random.bounded(3));
        plan.bounds.stop.errors = random.bounded(1, 6);
        plan.bounds.stop.returned = random.bounded(1, 4);
        plan.bounds.deadline = std::chrono::hours(24);
        plan.lookCost = random.bounded(2) ? QStringLiteral("counts") : QString();
        return plan;
    }

    void expect(bool holds, const char *what)
    {
        if (!holds && m_problem.isEmpty())
            m_problem = QString::fromLatin1(what);
    }

    bool chance(int in) { return m_random.bounded(in) == 0; }

    /// Until its end; true: the program died with an order open.
    bool sit()
    {
        for (int turn = 0; turn < 3000 && m_problem.isEmpty(); ++turn) {
            disturb();
            const RunOrder order = m_rig->next();
            check(order);
            if (order.kind == Kind::Finish) {
                if (m_rig->director.state().stage != Stage::AfterWatch)
                    return false;
            } else if (order.kind == Kind::Wait) {
                m_rig->monotonic += std::clamp(order.until - m_rig->monotonic, Millis(1), Millis(m_random.bounded(1, 120'000)));
            } else if (chance(60)) {
                for (const int ordinal : order.ordinals)
                    note(ordinal, ItemOutcome::Unknown);
                return true;
            } else {
                answer(order);
            }
            expect(m_rig->director.state().counts.closes(), "the sum does not close");
            expect(m_rig->director.state().counts == m_rig->director.book().counts(), "the state tells another count than the book");
        }
        return false;
    }

    void disturb()
    {
        RunDirector &director = m_rig->director;
        if (chance(40))
            director.pause();
        if (chance(8))
            director.resume();
        for (const int ordinal : director.openCanaries()) {
            if (chance(5))
                director.proveCanary(ordinal);
        }
        if (chance(250)) {
            director.stop(StopCause::Person, QStringLiteral("Stopped."));
            m_mayStop = true;
        }
        const bool isBad = chance(250);
        m_rig->seen.target = isBad ? (chance(2) ? std::optional<Verdict>() : Verdict::Breached) : Verdict::Healthy;
        m_rig->sampleAge = chance(250) ? Minutes(3) : Seconds(5);
        m_mustNotSend = isBad || m_rig->sampleAge > Minutes(2);
    }

    void check(const RunOrder &order)
    {
        const RunState &state = m_rig->director.state();
        if (order.kind == Kind::Send) {
            expect(!m_mustNotSend, "sends although a signal is bad");
            expect(!m_mayStop, "sends after a stop");
            expect(state.stage == Stage::Canary || state.stage == Stage::Stepping, "sends in a stage that sends nothing");
            expect(order.count == order.ordinals.size() && order.count > 0, "count and list differ");
            for (const int ordinal : order.ordinals)
                expect(!m_attempted.contains(ordinal), "sends an item twice");
            checkRate(order.count);
        }
        if (state.stage == Stage::Stopped)
            m_mayStop = true;
    }

    void checkRate(int count)
    {
        m_sentSinceBegin << std::pair(m_rig->monotonic, count);
        qint64 sum = 0;
        const qint64 rate = m_plan.bounds.milliPerSecond;
        const qint64 burst = std::max<qint64>(1, rate / 1000);
        for (auto at = m_sentSinceBegin.crbegin(); at != m_sentSinceBegin.crend(); ++at) {
            sum += at->second;
            expect(sum * 1'000'000 <= (m_rig->monotonic - at->first).count() * rate + burst * 1'000'000, "faster than its rate");
        }
    }

    void note(int ordinal, ItemOutcome outcome)
    {
        m_attempted.insert(ordinal);
        m_mayHaveMoved += outcome == ItemOutcome::Moved || outcome == ItemOutcome::Unknown;
        expect(m_mayHaveMoved <= mostMoved(m_plan), "more than its bound");
    }

    void answer(const RunOrder &order)
    {
        if (order.kind == Kind::Look)
            return answerLook();
        QVector<ItemResult> results;
        const int begun = chance(10) ? m_random.bounded(0, int(order.ordinals.size()) + 1) : int(order.ordinals.size());
        for (const int ordinal : order.ordinals.first(begun)) {
            const int dice = m_random.bounded(40);
            const ItemOutcome outcome = dice < 34 ? ItemOutcome::Moved : dice < 36 ? ItemOutcome::Failed : dice < 38 ? ItemOutcome::Skipped : ItemOutcome::Unknown;
            note(ordinal, outcome);
            results << ItemResult{ordinal, outcome, planTime() + m_rig->monotonic, {}, {}};
        }
        m_rig->director.attempted(results, m_rig->monotonic);
    }

    void answerLook()
    {
        if (chance(40))
            return m_rig->director.lookFailed(Error());
        QVector<int> back;
        for (const ItemResult &item : m_rig->director.book().items()) {
            if (isConfirmed(item.outcome) && chance(200))
                back << item.ordinal;
        }
        m_rig->director.looked(back, m_rig->monotonic);
        const RunState &state = m_rig->director.state();
        if (state.stage != Stage::AfterWatch && state.stage != Stage::Finished && back.size() >= m_plan.bounds.stop.returned)
            expect(!state.isOpen() || state.stage == Stage::Stopping, "goes on although messages came back");
    }

    QRandomGenerator m_random;
    RedrivePlan m_plan;
    RunBook m_book;
    RunRig *m_rig = nullptr;
    Millis m_now{0};
    QSet<int> m_attempted;
    int m_mayHaveMoved = 0;
    QVector<std::pair<Millis, int>> m_sentSinceBegin;
    bool m_mayStop = false;
    bool m_mustNotSend = false;
    bool m_hasEnded = false;
    QString m_problem;
};

class TestRunWalk : public QObject
{
    Q_OBJECT

private slots:
    void noRunEverBreaksItsBoundsWhateverHappens()
    {
        int ended = 0;
        qsizetype attempts = 0;
        for (quint32 seed = 1; seed <= 600; ++seed) {
            SimulatedRun run(seed);
            const QString problem = run.play();
            QVERIFY2(problem.isEmpty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(problem)));
            ended += run.hasEnded();
            attempts += run.attempts();
        }
        // A walk that hardly sends or never ends would prove nothing.
        QVERIFY2(ended > 100 && ended < 600, qPrintable(QString::number(ended)));
        QVERIFY2(attempts > 2000, qPrintable(QString::number(attempts)));
    }
};

QTEST_APPLESS_MAIN(TestRunWalk)
#include "TestRunWalk.moc"

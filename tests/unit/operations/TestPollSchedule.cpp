// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/PollSchedule.h"
#include "tests/unit/operations/FakeProvider.h"

#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using holdwatch::operations::PollSchedule;
using test::errorOf;

class TestPollSchedule : public QObject
{
    Q_OBJECT
private:
    double m_chance = 0.5;
    Millis m_now{1000s};

    PollSchedule schedule() const
    {
        return PollSchedule(15s, 20s, [this] { return m_chance; });
    }
    /// A poll that starts now and fails a second later; returns the wait that follows.
    Millis waitAfter(PollSchedule &plan, const Error &error)
    {
        plan.start(m_now);
        m_now += 1s;
        plan.fail(m_now, error);
        return plan.nextAt().value() - m_now;
    }

private slots:
    void isDueAtOnceTheFirstTime() { QVERIFY(schedule().isDue(m_now)); }

    void isNeverDueWhileRunning()
    {
        PollSchedule plan = schedule();
        plan.start(m_now);
        QVERIFY(!plan.isDue(m_now + 1h));
        QVERIFY(!plan.nextAt());
        QVERIFY(!plan.isOverdue(m_now + 19s));
        QVERIFY(plan.isOverdue(m_now + 20s));
    }

    void keepsTheIntervalFromStartToStart()
    {
        PollSchedule plan = schedule();
        plan.start(m_now);
        plan.succeed(m_now + 1s);
        QCOMPARE(plan.nextAt(), std::optional<Millis>(m_now + 15s));
    }

    void jittersByATenth()
    {
        PollSchedule plan = schedule();
        for (const auto &[chance, expected] : {std::pair(0.0, 13500ms), std::pair(1.0, 16500ms)}) {
            m_chance = chance;
            plan.start(m_now);
            plan.succeed(m_now);
            QCOMPARE(plan.nextAt(), std::optional<Millis>(m_now + expected));
        }
        m_chance = 0.5;
    }

    void restsAfterASlowAnswer()
    {
        PollSchedule plan = schedule();
        plan.start(m_now);
        plan.succeed(m_now + 10s);
        QCOMPARE(plan.nextAt(), std::optional<Millis>(m_now + 20s)); // as long as it took
        plan.start(m_now);
        plan.succeed(m_now + 19s);
        QCOMPARE(plan.nextAt(), std::optional<Millis>(m_now + 34s)); // an interval at most
    }

    void backsOffFurtherWithEachFailureUpToAMinute()
    {
        PollSchedule plan = schedule();
        const Error down = errorOf(Error::Kind::Unreachable);
        QVector<Millis> waits;
        for (int i = 0; i < 6; ++i)
            waits << waitAfter(plan, down);
        QVERIFY(waits[0] <= 15s); // a single failure costs at most one poll
        QVERIFY(waits[1] > waits[0]);
        QVERIFY(waits[2] > waits[1]);
        QVERIFY(waits[5] <= 60s);
        QVERIFY(waits[5] >= 30s);
    }

    void forgetsFailuresAfterASuccess()
    {
        PollSchedule plan = schedule();
        const Millis first = waitAfter(plan, errorOf(Error::Kind::Unreachable));
        waitAfter(plan, errorOf(Error::Kind::Unreachable));
        plan.start(m_now);
        plan.succeed(m_now);
        QCOMPARE(waitAfter(plan, errorOf(Error::Kind::Unreachable)), first);
    }

    void waitsAsLongAsTheServerAsks()
    {
        PollSchedule plan = schedule();
        QVERIFY(waitAfter(plan, errorOf(Error::Kind::Throttled, Seconds(300))) >= 300s);
    }

    void pollNowRespectsWhatTheServerAskedFor()
    {
        PollSchedule plan = schedule();
        waitAfter(plan, errorOf(Error::Kind::Throttled, Seconds(300)));
        plan.pollNow(m_now + 10s);
        QCOMPARE(plan.nextAt(), std::optional<Millis>(m_now + 300s));
    }

    void pollNowCutsOurOwnBackoffShort()
    {
        PollSchedule plan = schedule();
        waitAfter(plan, errorOf(Error::Kind::ServerFailed));
        plan.pollNow(m_now);
        QVERIFY(plan.isDue(m_now));
    }

    void holdsAfterARefusalUntilAsked_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("401") << int(Error::Kind::Unauthorized);
        QTest::newRow("402") << int(Error::Kind::PaymentRequired);
        QTest::newRow("403") << int(Error::Kind::Forbidden);
        QTest::newRow("configuration") << int(Error::Kind::Configuration);
    }
    void holdsAfterARefusalUntilAsked()
    {
        QFETCH(int, kind);
        PollSchedule plan = schedule();
        plan.start(m_now);
        plan.fail(m_now, errorOf(Error::Kind(kind)));
        QCOMPARE(plan.hold(), PollSchedule::Hold::ForAPerson);
        QVERIFY(!plan.isDue(m_now + 24h));
        plan.pollNow(m_now + 24h);
        QVERIFY(plan.isDue(m_now + 24h));
    }

    void isNotDueWhilePausedAndDueOnReturn()
    {
        PollSchedule plan = schedule();
        plan.start(m_now);
        plan.succeed(m_now);
        plan.setPaused(true, m_now);
        QVERIFY(!plan.isDue(m_now + 1h));
        plan.setPaused(false, m_now + 1h);
        QVERIFY(plan.isDue(m_now + 1h));
    }

    void aPauseDoesNotShortenTheServersWait()
    {
        PollSchedule plan = schedule();
        waitAfter(plan, errorOf(Error::Kind::Throttled, Seconds(300)));
        plan.setPaused(true, m_now);
        plan.setPaused(false, m_now + 1s);
        QVERIFY(!plan.isDue(m_now + 299s));
        QVERIFY(plan.isDue(m_now + 300s));
    }

    void aCancelledPollIsNoFailure()
    {
        PollSchedule plan = schedule();
        plan.start(m_now);
        plan.cancel(m_now + 1s);
        QVERIFY(plan.isDue(m_now + 1s));
        QVERIFY(waitAfter(plan, errorOf(Error::Kind::Unreachable)) <= 15s);
    }
};

QTEST_GUILESS_MAIN(TestPollSchedule)
#include "TestPollSchedule.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/MemoryStore.h"
#include "app/practice/workload/PracticeQueues.h"
#include "app/practice/workload/Workload.h"
#include "tests/support/FakeClock.h"

#include <QTemporaryDir>

namespace holdwatch::test {

/// Usual traffic for ever, no story: what a test switches on is all that happens. Every fault hits all queues.
inline practice::Scenario steadyTraffic()
{
    practice::Scenario scenario = practice::loadScenario(QStringLiteral("calm")).value();
    practice::Step steady;
    steady.lasts = Minutes(600);
    scenario.opening = {};
    scenario.episodes = {{steady}};
    scenario.faults = practice::usualFaultSettings();
    return scenario;
}

/// A queue, a ledger and a clock that passes by hand. The ledger is in memory unless a file is given.
struct Stage
{
    explicit Stage(const QString &ledgerPath = QStringLiteral(":memory:")) { openLedger(ledgerPath); }

    void openLedger(const QString &path) { ledger = std::move(practice::Ledger::open(path).value()); }
    void restartQueue() { engine = std::make_unique<practice::QueueEngine>(store, clock); }
    void start(practice::Scenario scenario, quint32 seed = 7)
    {
        workload = std::move(practice::Workload::create(*engine, *ledger, clock, std::move(scenario), seed).value());
    }
    /// Lets time pass in the steps of the real driver; `each` sees every one.
    template<typename Each>
    void pass(Millis time, Each each)
    {
        constexpr Millis tick{200};
        for (Millis passed{}; passed < time; passed += tick) {
            clock.advance(tick);
            workload->advance();
            each();
        }
    }
    void pass(Millis time)
    {
        pass(time, [] {});
    }
    /// Ends all arrivals and faults and lets the workers finish what there is.
    void drain(Millis time)
    {
        practice::Scenario nothing = workload->scenario();
        for (practice::QueuePlan &plan : nothing.queues)
            nothing.episodes[0][0].arrivals.insert(plan.name, 0);
        workload->startScenario(nothing);
        pass(time);
    }
    practice::QueueStats stats(practice::Work work) { return engine->stats(practice::factsOf(work).queue).value(); }
    qint64 backlog()
    {
        qint64 sum = 0;
        for (const practice::Work work : practice::allWork)
            sum += stats(work).ready + stats(work).inFlight + stats(work).delayed;
        return sum;
    }
    qint64 deadLetters()
    {
        qint64 sum = 0;
        for (const practice::Work work : practice::allWork)
            sum += stats(work).deadLetters;
        return sum;
    }

    FakeClock clock;
    practice::MemoryStore store;
    std::unique_ptr<practice::QueueEngine> engine = std::make_unique<practice::QueueEngine>(store, clock);
    std::unique_ptr<practice::Ledger> ledger;
    std::unique_ptr<practice::Workload> workload;
};

} // namespace holdwatch::test

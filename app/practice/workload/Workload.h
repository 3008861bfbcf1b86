// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"
#include "app/practice/workload/Ledger.h"
#include "app/practice/workload/OutboxRelay.h"
#include "app/practice/workload/Producers.h"
#include "app/practice/workload/Scenario.h"
#include "app/practice/workload/ScenarioPlayer.h"
#include "app/practice/workload/WorkerPool.h"

#include <memory>
#include <vector>

namespace holdwatch::practice {

constexpr double slowestSpeed = 0.25;
constexpr double fastestSpeed = 20;

/// The reservation story on the practice queue: producers, relay, worker pools and faults, told by a scenario.
/// Nothing is pretended: a verdict changes because messages really wait.
///
/// Two times. The queue's clock (`Clock`) rules what the queue rules: due times, leases, retry delays, ages. It is
/// never bent. Workload time is how far the story has come: it runs at `speed` and stands still while paused
/// (waiting work keeps ageing then). Has no timer; somebody calls `advance()`. Used by one thread.
class Workload
{
public:
    /// Creates the queues that do not exist yet; existing ones are used with the settings they have.
    /// All references must outlive the workload.
    static Result<std::unique_ptr<Workload>> create(QueueEngine &queue, Ledger &ledger, const Clock &clock, Scenario scenario, quint32 seed);
    ~Workload();

    /// Lets the story catch up with the clock. What the last run left in the queues is cleared first.
    void advance();

    /// A switch stays as set until the scenario turns to a step that wants it otherwise.
    void setFault(Fault fault, bool on);
    void setPaused(bool paused);
    void setSpeed(double speed); ///< bounded to slowestSpeed … fastestSpeed
    void startScenario(Scenario scenario);
    /// No story any more: usual traffic, faults as set by hand.
    void runFreely();

    PracticeState state() const;
    const Scenario &scenario() const { return m_scenario; }

    /// Before the program ends: the workers finish what they have in hand, as they should on a deploy.
    void finishInHand();

private:
    struct Line ///< one kind of work from producer to workers
    {
        std::unique_ptr<Producer> producer;
        std::unique_ptr<WorkerPool> pool;
        QueuePlan plan;
        double arrivalFactor = 1;
    };

    Workload(QueueEngine &queue, Ledger &ledger, const Clock &clock, Scenario scenario, quint32 seed);
    void beginStory();
    std::unique_ptr<Producer> makeProducer(Work work, const QueuePlan &plan);
    Result<void> clearLeftovers();
    Result<void> advanceBy(Millis stretch);
    void enterStep(const Step &step, const FaultSwitches &before);
    void applyFaults();
    void fitLeases();
    PoolFaults poolFaults(const QString &queue) const;
    double strength(const QString &queue, Fault fault, double otherwise) const;
    Result<void> forgetOldWork();
    QString chapter() const;

    QueueEngine &m_queue;
    Ledger &m_ledger;
    const Clock &m_clock;
    Chance m_chance;
    OutboxRelay m_relay;
    Scenario m_scenario;
    std::unique_ptr<ScenarioPlayer> m_player; ///< null while running freely
    std::vector<Line> m_lines;
    FaultSwitches m_faults;
    double m_speed = 1;
    bool m_paused = false;
    bool m_clearing = true;
    Millis m_lastAdvance{}; ///< monotonic
    Millis m_told{};        ///< workload time
    std::optional<UtcTime> m_forgotAt;
    std::optional<Error> m_trouble; ///< of the last advance
};

} // namespace holdwatch::practice

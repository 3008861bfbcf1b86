// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Workload.h"

#include "app/practice/workload/PracticeQueues.h"

#include <algorithm>

namespace holdwatch::practice {
namespace {

/// Short enough that a worker is never idle for long at the highest speed.
constexpr Millis longestStretch{500};
/// The queue is served by the same thread: where commits are slow, the story falls behind, not the answers.
constexpr Millis longestWork{100};
/// After a suspend the story goes on where it was instead of telling hours at once.
constexpr Millis longestGap = Seconds(5);
constexpr int leftoversAtOnce = 5;
constexpr Millis betweenForgetting = Minutes(60);

} // namespace

Result<std::unique_ptr<Workload>> Workload::create(QueueEngine &queue, Ledger &ledger, const Clock &clock, Scenario scenario, quint32 seed)
{
    std::unique_ptr<Workload> workload(new Workload(queue, ledger, clock, std::move(scenario), seed));
    return createPracticeQueues(queue).map([&] { return std::move(workload); });
}

Workload::Workload(QueueEngine &queue, Ledger &ledger, const Clock &clock, Scenario scenario, quint32 seed)
    : m_queue(queue)
    , m_ledger(ledger)
    , m_clock(clock)
    , m_chance(seed)
    , m_relay(queue, ledger, m_chance)
    , m_scenario(std::move(scenario))
    , m_lastAdvance(clock.monotonic())
{
    beginStory();
}

Workload::~Workload() = default;

void Workload::beginStory()
{
    m_told = {};
    m_faults = {};
    m_lines.clear();
    for (const Work work : allWork) {
        const auto plan = std::find_if(m_scenario.queues.begin(), m_scenario.queues.end(),
                                       [work](const QueuePlan &candidate) { return candidate.name == factsOf(work).queue; });
        const WorkerPool::Settings pool{plan->name, plan->workers, plan->handling, plan->downstreamPerSecond};
        m_lines.push_back({makeProducer(work, *plan), std::make_unique<WorkerPool>(pool, m_queue, m_ledger, m_clock, m_chance), *plan});
    }
    fitLeases();
    m_player = std::make_unique<ScenarioPlayer>(m_scenario, m_chance);
    enterStep(m_player->step(), {});
}

std::unique_ptr<Producer> Workload::makeProducer(Work work, const QueuePlan &plan)
{
    switch (work) {
    case Work::ExpireReservation: return std::make_unique<ReservationDesk>(m_ledger, m_chance, plan.arrivalsPerMinute);
    case Work::ReserveInventory: return std::make_unique<OrderDesk>(m_ledger, m_chance, plan.arrivalsPerMinute);
    case Work::RevokeAccess: break;
    }
    return std::make_unique<AccessScheduler>(m_ledger, m_chance, plan.arrivalsPerMinute, plan.cadence.value_or(Minutes(1)));
}

void Workload::advance()
{
    const Millis now = m_clock.monotonic();
    const auto mayGoOn = [&] { return m_clock.monotonic() - now < longestWork; };
    const Millis passed = std::clamp<Millis>(now - std::exchange(m_lastAdvance, now), Millis(0), longestGap);
    if (m_paused)
        return;
    Result<void> done;
    while (done && m_clearing && mayGoOn())
        done = clearLeftovers();
    Millis left = m_clearing ? Millis(0) : fromSeconds(toSeconds(passed) * m_speed);
    while (done && left > Millis(0) && mayGoOn()) {
        const Millis stretch = std::min(left, longestStretch);
        done = advanceBy(stretch);
        left -= stretch;
    }
    if (done)
        done = forgetOldWork();
    m_trouble = done ? std::nullopt : std::optional(done.error());
}

Result<void> Workload::clearLeftovers()
{
    int cleared = 0;
    Result<void> done;
    for (Line &line : m_lines)
        done = done.and_then([&] { return line.pool->clearLeftovers(leftoversAtOnce); }).map([&](int count) { cleared += count; });
    m_clearing = done.has_value() && cleared > 0;
    return done;
}

Result<void> Workload::advanceBy(Millis stretch)
{
    const Millis from = m_told;
    m_told += stretch;
    if (m_player) {
        const FaultSwitches before = m_player->step().faults;
        if (m_player->advance(stretch))
            enterStep(m_player->step(), before);
    }
    Result<void> done;
    const UtcTime clock = m_clock.now();
    for (Line &line : m_lines) {
        const auto poison = strengthOn(line.plan.name, Fault::PoisonSchema, m_faults, m_scenario.faults);
        const Stretch span{from, m_told, clock, line.arrivalFactor, poison ? std::optional(fromSeconds(*poison)) : std::nullopt};
        done = done.and_then([&] { return line.producer->advance(span); });
    }
    done = done.and_then([&] { return m_relay.drain(clock, [this](const QString &queue) { return strength(queue, Fault::Duplicates, 0); }); });
    // Workers act even when nothing can be recorded: each has its own way back.
    for (Line &line : m_lines) {
        const auto acted = line.pool->advance(m_told);
        done = done.and_then([&] { return acted; });
    }
    return done;
}

void Workload::enterStep(const Step &step, const FaultSwitches &before)
{
    for (const Fault fault : allFaults) {
        if (step.faults.isOn(fault) != before.isOn(fault))
            m_faults.set(fault, step.faults.isOn(fault));
    }
    for (Line &line : m_lines) {
        line.arrivalFactor = step.arrivals.value(line.plan.name, 1);
        line.pool->setWorkers(step.workers.value(line.plan.name, line.plan.workers));
    }
    applyFaults();
}

void Workload::applyFaults()
{
    for (Line &line : m_lines)
        line.pool->setFaults(poolFaults(line.plan.name));
}

PoolFaults Workload::poolFaults(const QString &queue) const
{
    PoolFaults faults;
    faults.slowdown = strength(queue, Fault::SlowConsumer, 1);
    faults.stuckWorkers = static_cast<int>(strength(queue, Fault::StuckWorker, 0));
    faults.lostAcks = strength(queue, Fault::LostAcks, 0);
    faults.rollbacks = strength(queue, Fault::RollbackAfterClaim, 0);
    faults.downstreamShare = strength(queue, Fault::Downstream429, 1);
    faults.newestSchema = strengthOn(queue, Fault::PoisonSchema, m_faults, m_scenario.faults) ? usualSchema : newestSchema;
    return faults;
}

double Workload::strength(const QString &queue, Fault fault, double otherwise) const
{
    return strengthOn(queue, fault, m_faults, m_scenario.faults).value_or(otherwise);
}

Result<void> Workload::forgetOldWork()
{
    const UtcTime now = m_clock.now();
    if (m_forgotAt && now < *m_forgotAt + betweenForgetting)
        return {};
    m_forgotAt = now;
    return m_ledger.forgetBefore(now - ledgerHorizon);
}

void Workload::setFault(Fault fault, bool on)
{
    m_faults.set(fault, on);
    applyFaults();
}

void Workload::setPaused(bool paused)
{
    m_paused = paused;
    m_lastAdvance = m_clock.monotonic();
}

void Workload::setSpeed(double speed)
{
    m_speed = std::clamp(speed, slowestSpeed, fastestSpeed);
    fitLeases();
}

void Workload::fitLeases()
{
    // Handling takes workload time, a lease the queue's: in slow motion the default would run out too early.
    const auto lease = m_speed < 1 ? std::optional(std::chrono::ceil<Seconds>(practiceLease / m_speed)) : std::nullopt;
    for (Line &line : m_lines)
        line.pool->setLease(lease);
}

void Workload::startScenario(Scenario scenario)
{
    finishInHand();
    m_player.reset();
    m_scenario = std::move(scenario);
    beginStory();
}

void Workload::runFreely()
{
    enterStep({}, m_player ? m_player->step().faults : FaultSwitches());
    m_player.reset();
}

void Workload::finishInHand()
{
    for (Line &line : m_lines)
        line.pool->finishInHand();
}

PracticeState Workload::state() const
{
    const LedgerCounts &counts = m_ledger.counts();
    PracticeState state;
    state.running = true;
    state.paused = m_paused;
    state.speed = m_speed;
    state.scenario = m_player ? m_scenario.id : QString();
    state.chapter = chapter();
    state.faults = describeFaults(m_faults);
    state.holdsCreated = counts.holds;
    state.effects = counts.effects;
    state.duplicatesAbsorbed = counts.duplicates;
    state.secondEffects = counts.secondEffects;
    return state;
}

QString Workload::chapter() const
{
    if (m_trouble)
        return toSentence(*m_trouble);
    if (m_paused)
        return QStringLiteral("Paused: nobody publishes or consumes. What waits keeps ageing.");
    if (m_clearing)
        return QStringLiteral("Clearing what the last run left in the queues.");
    return m_player ? m_player->step().chapter : QStringLiteral("Usual traffic. Faults stay as you switch them.");
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/WorkloadRunner.h"

namespace holdwatch::practice {
namespace {

constexpr Millis tickPeriod{200};
constexpr Millis betweenStates{500};

} // namespace

WorkloadRunner::WorkloadRunner(QueueEngine &queue, const Clock &clock, Options options, QObject *parent)
    : QObject(parent), m_queue(queue), m_clock(clock), m_options(std::move(options)), m_timer(this)
{
    m_timer.setInterval(tickPeriod);
    connect(&m_timer, &QTimer::timeout, this, &WorkloadRunner::tick);
}

WorkloadRunner::~WorkloadRunner()
{
    stop();
}

Result<void> WorkloadRunner::start()
{
    auto scenario = loadScenario(m_options.scenario.isEmpty() ? defaultScenarioId() : m_options.scenario);
    if (!scenario)
        return failure(scenario.error());
    auto ledger = Ledger::open(m_options.ledgerPath);
    if (!ledger)
        return failure(ledger.error());
    auto workload = Workload::create(m_queue, **ledger, m_clock, std::move(*scenario), m_options.seed);
    if (!workload)
        return failure(workload.error());
    stop();
    m_ledger = std::move(*ledger);
    m_workload = std::move(*workload);
    m_workload->setSpeed(m_options.speed);
    m_timer.start();
    tick();
    return {};
}

void WorkloadRunner::stop()
{
    if (!m_workload)
        return;
    m_timer.stop();
    m_workload->finishInHand();
    m_workload.reset();
    m_ledger.reset();
    publish();
}

PracticeState WorkloadRunner::state() const
{
    if (m_workload)
        return m_workload->state();
    PracticeState stopped;
    stopped.faults = describeFaults({});
    return stopped;
}

void WorkloadRunner::tick()
{
    m_workload->advance();
    if (m_clock.monotonic() >= m_publishedAt + betweenStates)
        publish();
}

void WorkloadRunner::publish()
{
    m_publishedAt = m_clock.monotonic();
    const PracticeState now = state();
    if (now == m_published)
        return;
    m_published = now;
    emit stateChanged(now);
}

void WorkloadRunner::tellState()
{
    emit stateChanged(state());
}

void WorkloadRunner::setFault(const QString &id, bool on)
{
    const auto fault = faultFromId(id);
    if (!fault || !m_workload)
        return;
    m_workload->setFault(*fault, on);
    publish();
}

void WorkloadRunner::setPaused(bool paused)
{
    if (!m_workload)
        return;
    m_workload->setPaused(paused);
    publish();
}

void WorkloadRunner::setSpeed(double speed)
{
    if (!m_workload)
        return;
    m_workload->setSpeed(speed);
    publish();
}

void WorkloadRunner::startScenario(const QString &id)
{
    if (!m_workload)
        return;
    if (id.isEmpty()) {
        m_workload->runFreely();
    } else if (auto scenario = loadScenario(id)) {
        m_workload->startScenario(std::move(*scenario));
    }
    publish();
}

} // namespace holdwatch::practice

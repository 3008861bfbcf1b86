// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/PracticeControl.h"

namespace holdwatch::practice {

PracticeControl::PracticeControl(QObject *parent) : PracticePort(parent)
{
    m_state.faults = describeFaults({});
}

void PracticeControl::attach(WorkloadRunner &runner)
{
    connect(&runner, &WorkloadRunner::stateChanged, this, &PracticeControl::take);
    connect(this, &PracticeControl::faultWished, &runner, &WorkloadRunner::setFault);
    connect(this, &PracticeControl::pauseWished, &runner, &WorkloadRunner::setPaused);
    connect(this, &PracticeControl::speedWished, &runner, &WorkloadRunner::setSpeed);
    connect(this, &PracticeControl::scenarioWished, &runner, &WorkloadRunner::startScenario);
    runner.tellState();
}

QStringList PracticeControl::scenarios() const
{
    return scenarioIds();
}

void PracticeControl::take(const PracticeState &state)
{
    m_state = state;
    emit stateChanged(m_state);
}

std::function<Result<std::unique_ptr<QObject>>(QueueEngine &, const Clock &)> workloadBesideQueue(WorkloadRunner::Options options, PracticeControl *control)
{
    return [options = std::move(options), control](QueueEngine &engine, const Clock &clock) -> Result<std::unique_ptr<QObject>> {
        auto runner = std::make_unique<WorkloadRunner>(engine, clock, options);
        if (control)
            control->attach(*runner);
        return runner->start().map([&]() -> std::unique_ptr<QObject> { return std::move(runner); });
    };
}

} // namespace holdwatch::practice

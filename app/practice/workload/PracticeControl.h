// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/workload/WorkloadRunner.h"
#include "models/ports/PracticePort.h"

#include <functional>

namespace holdwatch::practice {

/// The window's end of a WorkloadRunner on another thread. Keeps the last state it was told; wishes travel as
/// queued signals and are lost while no runner is attached. Create and use it on the window's thread.
class PracticeControl final : public PracticePort
{
    Q_OBJECT
public:
    explicit PracticeControl(QObject *parent = nullptr);

    /// From now on steers `runner` and hears of it. Called on the runner's thread; either side may die first.
    void attach(WorkloadRunner &runner);

    PracticeState state() const override { return m_state; }
    QStringList scenarios() const override;
    void setFault(const QString &id, bool on) override { emit faultWished(id, on); }
    void setPaused(bool paused) override { emit pauseWished(paused); }
    void setSpeed(double speed) override { emit speedWished(speed); }
    void startScenario(const QString &id) override { emit scenarioWished(id); }

signals:
    void faultWished(const QString &id, bool on);
    void pauseWished(bool paused);
    void speedWished(double speed);
    void scenarioWished(const QString &id);

private:
    void take(const PracticeState &state);

    PracticeState m_state;
};

/// What PracticeHost runs beside its queue: a started WorkloadRunner, attached to `control` unless that is
/// null. `control` must live until the host has started or failed.
std::function<Result<std::unique_ptr<QObject>>(QueueEngine &engine, const Clock &clock)> workloadBesideQueue(WorkloadRunner::Options options,
                                                                                                           PracticeControl *control);

} // namespace holdwatch::practice

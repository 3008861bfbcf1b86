// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/workload/Workload.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace holdwatch::practice {

/// Drives a Workload by a timer. Lives on the practice thread, beside the queue it calls: `start()`, `stop()`, the
/// slots and the destructor run there. The window steers it through PracticeControl, by queued signals.
class WorkloadRunner final : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        QString ledgerPath;  ///< SQLite file, created where missing; its folder must exist
        QString scenario;    ///< id; empty = the default one
        double speed = 1;
        quint32 seed = 4;
    };

    /// `queue` and `clock` must outlive the runner. Nothing happens before `start()`.
    WorkloadRunner(QueueEngine &queue, const Clock &clock, Options options, QObject *parent = nullptr);
    ~WorkloadRunner() override; ///< stops

    /// Opens the ledger, creates the queues and begins the story.
    Result<void> start();
    /// The workers finish what they have in hand; nothing moves afterwards.
    void stop();

    PracticeState state() const; ///< `running` is false before start() and after stop()

    void tellState(); ///< emits stateChanged even if nothing changed, for a listener that came later

public slots:
    void setFault(const QString &id, bool on); ///< an unknown id changes nothing
    void setPaused(bool paused);
    void setSpeed(double speed);
    void startScenario(const QString &id); ///< empty = run freely; an unknown id changes nothing

signals:
    /// When it changed, at most twice a second; at once after a wish from the window.
    void stateChanged(const holdwatch::PracticeState &state);

private:
    void tick();
    void publish();

    QueueEngine &m_queue;
    const Clock &m_clock;
    Options m_options;
    std::unique_ptr<Ledger> m_ledger; ///< outlives the workload
    std::unique_ptr<Workload> m_workload;
    QTimer m_timer;
    PracticeState m_published;
    Millis m_publishedAt{};
};

} // namespace holdwatch::practice

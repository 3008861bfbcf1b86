// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/Logging.h"
#include "app/bootstrap/PracticePlace.h"
#include "app/bootstrap/PracticeSession.h"
#include "app/bootstrap/Runtime.h"
#include "app/bootstrap/StatusCommand.h"
#include "app/bootstrap/StatusReport.h"
#include "app/secrets/KeyKeeper.h"
#include "app/storage/Profile.h"
#include "app/storage/config/ConfigProblem.h"
#include "models/core/Redactor.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

namespace holdwatch::bootstrap {

/// One run of `holdwatch status`: an engine on the main thread, without history and without a window.
class StatusRun : public QObject
{
    Q_OBJECT
public:
    static constexpr int exitUnknown = 3;

    explicit StatusRun(StatusOptions options);
    ~StatusRun() override;

    int execute(); ///< runs the event loop until there is something to print

private:
    Result<QVector<ConnectionConfig>> chooseConnections();
    void leaveOut(const storage::ConfigProblem &problem);
    void startPractice();
    void fetchKeysThenWatch(const QVector<ConnectionConfig> &builtIn, const QVector<ToleranceRule> &rules);
    void watch(const QVector<ConnectionConfig> &connections, const QVector<ToleranceRule> &practiceRules);
    void look();
    void conclude();
    void giveUp(const Error &error);

    StatusOptions m_options;
    Redactor m_redactor;
    Logging m_logging; ///< to standard error, no file
    Runtime m_runtime;
    PracticePlace m_practicePlace; ///< before the practice queue that lives there
    QVector<ConnectionConfig> m_chosen;
    QVector<ConnectionReport> m_leftOut; ///< entries that the configuration named but nobody watches
    PracticeSession m_practice;
    std::unique_ptr<secrets::KeyKeeper> m_keeper;
    std::unique_ptr<operations::MonitorEngine> m_engine;
    QTimer m_patience; ///< looks whether there is enough to print
    bool m_isToleranceRefused = false;
    int m_exitCode = exitUnknown;
};

/// How a connection is polled when only `duration` (unset: as long as two looks take) is there for it:
/// never slower than makes a few samples.
ConnectionConfig forShortWatch(ConnectionConfig connection, std::optional<Millis> duration);

/// Those asked for by name, or all. Configuration error that lists the names there are.
Result<QVector<ConnectionConfig>> pickConnections(const QVector<ConnectionConfig> &all, const QString &name);

} // namespace holdwatch::bootstrap

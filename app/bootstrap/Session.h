// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/Logging.h"
#include "app/bootstrap/PracticeSession.h"
#include "app/bootstrap/Runtime.h"
#include "app/operations/MonitorService.h"
#include "app/operations/connecting/ConnectionService.h"
#include "app/operations/deadletters/DeadLetterService.h"
#include "app/operations/redrive/RedriveService.h"
#include "app/storage/Profile.h"
#include "app/storage/config/ConnectionFile.h"
#include "models/access/WriteAccess.h"
#include "models/core/Redactor.h"

#include <QObject>
#include <QTemporaryDir>

namespace holdwatch::bootstrap {

/// Everything behind a window, or behind the live table of a machine without one: the profile, its log and
/// history, the monitor, and the practice queue where it is wanted. Lives on the main thread; the window
/// goes before it. Ends in order: engine, practice, history, log, lock.
class Session : public QObject
{
    Q_OBJECT
public:
    /// Takes the profile folder. Error: it is in use, or can't be used.
    static Result<std::unique_ptr<Session>> open(const QString &profileDirectory);
    ~Session() override;

    /// Begins to watch. The practice queue alone where no connection is configured, or beside the others
    /// where one of them is of provider "practice". Connect to the ports before.
    void start();

    MonitorPort &monitor() { return *m_monitor; }
    ConnectionsPort &connections() { return *m_connections; }
    DeadLetterPort &deadLetters() { return *m_deadLetters; }
    operations::RedriveService &redrive() { return *m_redrive; }
    WriteAccess &access() { return m_access; }
    PracticePort &practice() { return m_practice.port(); } ///< says "not running" where it is not wanted
    const Redactor &redactor() const { return m_redactor; }
    const Clock &clock() const { return m_runtime.clock(); }
    const storage::Profile &profile() const { return *m_profile; }

    QVector<ConnectionConfig> watched() const; ///< as they are now, the practice queue with the address it has

    /// What is wrong with the profile and in the configuration files, one sentence each, for the screen.
    QStringList problems() const;

private:
    explicit Session(std::unique_ptr<storage::Profile> profile);
    std::optional<ConnectionConfig> configuredPractice() const;
    bool wantsPractice() const;
    QString practiceFolder(); ///< in the profile; one of this run where that can't be written
    void watchPractice(const ConnectionConfig &practice);
    void followPractice();
    std::unique_ptr<operations::DeadLetterService> makeDeadLetters();
    std::unique_ptr<operations::RedriveService> makeRedrive();
    std::optional<ConnectionConfig> connectionNow(const ConnectionId &id) const;
    void startMonitor(const QVector<ConnectionConfig> &connections);

    std::unique_ptr<storage::Profile> m_profile;
    InstallationId m_installation;
    Redactor m_redactor; ///< knows every key of this run
    Logging m_logging;
    Runtime m_runtime;
    storage::ConnectionsRead m_read;
    storage::HistoryService m_history;
    std::unique_ptr<QTemporaryDir> m_practiceFolder; ///< outlives the practice queue in it
    PracticeSession m_practice;
    ConnectionId m_practiceId; ///< under which it is watched; empty: it is not
    WriteAccess m_access;
    std::unique_ptr<operations::MonitorService> m_monitor; ///< it uses all of the above
    std::unique_ptr<secrets::KeyKeeper> m_keeper;
    std::unique_ptr<operations::ConnectionService> m_connections;
    std::optional<ConnectionConfig> m_practiceNow; ///< with its address, once it is ready
    std::unique_ptr<operations::DeadLetterService> m_deadLetters;
    std::unique_ptr<operations::OperatorKeeper> m_people;
    std::unique_ptr<operations::SpentBook> m_spent;
    std::unique_ptr<operations::ApprovalGate> m_gate;
    std::unique_ptr<operations::RedriveService> m_redrive; ///< last: it uses all of the above
    bool m_isMonitoring = false;
};

} // namespace holdwatch::bootstrap

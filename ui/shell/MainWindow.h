// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertLogModel.h"
#include "models/alerts/OpenAlertsModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/queue/QueueOrderProxy.h"
#include "models/queue/QueueTableModel.h"
#include "ui/shell/Appearance.h"
#include "ui/shell/CommandPalette.h"
#include "ui/shell/DesktopNotices.h"
#include "ui/shell/Pages.h"

#include <QMainWindow>
#include <QTimer>

class QStackedWidget;

namespace holdwatch::payload {
class Decompressor;
}

namespace holdwatch {
class ConnectionsPort;
class DeadLetterPort;
class DiagnosticsPort;
class MonitorPort;
class RedrivePort;
class WriteAccess;
}

namespace holdwatch::ui {

class EnvironmentFrame;
class Rail;
class StatusStrip;
class TopBar;

/// What the window commands. All outlive it.
struct WindowPorts
{
    MonitorPort &monitor;
    ConnectionsPort &connections;
    WriteAccess &access;
    PracticePort &practice;
    DeadLetterPort &deadLetters;
    RedrivePort &redrive;
    const payload::Decompressor *decompressor = nullptr; ///< null: compressed messages stay as they are
};

/// The window: holds the models the monitor's news go into, the pages, and what stands around them.
/// Connects to the monitor's signals in its constructor, so it must exist before polling starts.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    /// All arguments outlive the window.
    MainWindow(const WindowPorts &ports, const Clock &clock, SettingsPort &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    void openPage(const QString &key);
    void openQueue(const QueueId &queue); ///< without a name: its connection
    void openConnection(const ConnectionId &connection);
    void openRedrive(const PlanId &plan);
    void showConfigurationProblems(const QStringList &problems); ///< one sentence each, with file and line
    void setDiagnostics(DiagnosticsPort *port); ///< offers them under F1 and in the palette; null: not
    static QSize firstSize(const QSize &available); ///< before anybody chose one: its bottom line is on the screen
    QString currentPage() const { return m_current; }
    Appearance &appearance() { return m_appearance; }

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildFrame();
    void listenToMonitor(MonitorPort &monitor);
    void listenToParts();
    void listenToRedrives(RedrivePort &redrive);
    void addKeys();
    Page *pageFor(const QString &key);
    void listenToPage(Page *page);
    void setScope(const ViewScope &scope);
    void restoreState();
    void connectionsChanged();
    void countVerdicts();
    void everySecond();
    void togglePause();
    void lockWhatChanged(const QVector<ConnectionConfig> &before, const QVector<ConnectionConfig> &now);
    void toggleLock();
    void goBack();
    void showPalette();
    void showShortcuts();
    void showDiagnostics();
    QVector<Command> commands();

    MonitorPort &m_monitor;
    WriteAccess &m_access;
    DiagnosticsPort *m_diagnostics = nullptr;
    const Clock &m_clock;
    SettingsPort &m_settings;
    Appearance m_appearance;
    QueueTableModel m_queues;
    QueueOrderProxy m_counted; ///< only for the counts of the scope
    OpenAlertsModel m_openAlerts;
    AlertLogModel m_alertLog;
    ConnectionModel m_connections;
    DesktopNotices m_notices;
    std::vector<PageEntry> m_entries;
    QHash<QString, Page *> m_pages; ///< those already made
    QString m_current;
    QStringList m_visited; ///< to go back by Esc
    ViewScope m_scope;
    bool m_paused = false;
    QTimer m_second;

    EnvironmentFrame *m_frame = nullptr;
    Rail *m_rail = nullptr;
    TopBar *m_topBar = nullptr;
    QStackedWidget *m_stack = nullptr;
    StatusStrip *m_status = nullptr;
};

} // namespace holdwatch::ui

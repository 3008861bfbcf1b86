// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/MainWindow.h"

#include "models/access/WriteAccess.h"
#include "models/ports/ConnectionsPort.h"
#include "models/ports/MonitorPort.h"
#include "models/ports/SettingsPort.h"
#include "models/redrive/RedriveNeed.h"
#include "ui/common/Icon.h"
#include "ui/common/EnvironmentFrame.h"
#include "ui/diagnostics/DiagnosticsDialog.h"
#include "ui/shell/Rail.h"
#include "ui/connections/UnlockDialog.h"
#include "ui/shell/ShortcutsSheet.h"
#include "ui/shell/StatusStrip.h"
#include "ui/shell/TopBar.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QShortcut>
#include <QScreen>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace holdwatch::ui {

namespace {

constexpr int mostVisited = 20;

QString geometryKey() { return QStringLiteral("window/geometry"); }
QString zoneKey() { return QStringLiteral("window/localTime"); }
QString rangeKey() { return QStringLiteral("window/range"); }

QVector<ShortcutHint> keysEverywhere()
{
    return {{QStringLiteral("Ctrl+K"), QStringLiteral("Find a queue, a page or an action")},
            {QStringLiteral("/"), QStringLiteral("Filter")},
            {QStringLiteral("1 \u2013 9"), QStringLiteral("Go to a page")},
            {QStringLiteral("Esc"), QStringLiteral("Back")},
            {QStringLiteral("F5"), QStringLiteral("Poll now")},
            {QStringLiteral("Space"), QStringLiteral("Pause or go on polling")},
            {QStringLiteral("Ctrl+E"), QStringLiteral("Export what is shown")},
            {QStringLiteral("F1"), QStringLiteral("This sheet")}};
}

/// Without one a picture is taken, for somebody who has.
bool hasRealScreen()
{
    return QGuiApplication::platformName() != QLatin1String("offscreen");
}

} // namespace

MainWindow::MainWindow(const WindowPorts &ports, const Clock &clock, SettingsPort &settings, QWidget *parent)
    : QMainWindow(parent), m_monitor(ports.monitor), m_access(ports.access), m_clock(clock), m_settings(settings), m_appearance(settings), m_queues(clock), m_counted(m_queues),
      m_openAlerts(clock), m_connections(clock)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Holdwatch"));
    setWindowIcon(applicationIcon());
    setMinimumSize(900, 520);
    m_entries = standardPages({ports.monitor, clock, settings, m_queues, m_openAlerts, m_alertLog, m_connections, ports.connections, ports.deadLetters, ports.redrive, ports.decompressor},
                              ports.practice, ports.access);
    buildFrame();
    listenToMonitor(ports.monitor);
    connect(&ports.connections, &ConnectionsPort::connectionsChanged, this, [this, &port = ports.connections, known = ports.connections.connections()]() mutable {
        lockWhatChanged(std::exchange(known, port.connections()), known);
    });
    listenToParts();
    listenToRedrives(ports.redrive);
    addKeys();
    restoreState();
    openPage(m_entries.front().info.key);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &MainWindow::everySecond);
    m_second.start();
    everySecond();
}

MainWindow::~MainWindow() = default;

void MainWindow::openPage(const QString &key)
{
    Page *page = pageFor(key);
    if (!page || key == m_current)
        return;
    if (!m_current.isEmpty())
        m_visited << m_current;
    if (m_visited.size() > mostVisited)
        m_visited.removeFirst();
    m_current = key;
    m_stack->setCurrentWidget(page);
    m_rail->setCurrent(key);
    page->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showConfigurationProblems(const QStringList &problems)
{
    m_status->setConfigurationProblems(problems);
}

void MainWindow::setDiagnostics(DiagnosticsPort *port)
{
    m_diagnostics = port;
}

void MainWindow::openQueue(const QueueId &queue)
{
    if (queue.name.isEmpty())
        return openConnection(queue.connection);
    if (!m_queues.find(queue))
        return;
    for (const PageEntry &entry : m_entries) {
        if (entry.info.key == QLatin1String("queue"))
            pageFor(entry.info.key)->showQueue(queue);
    }
    openPage(QStringLiteral("queue"));
}

void MainWindow::openConnection(const ConnectionId &connection)
{
    const QString key = QStringLiteral("connections");
    if (!m_connections.find(connection))
        return;
    pageFor(key)->showConnection(connection);
    openPage(key);
}

void MainWindow::openRedrive(const PlanId &plan)
{
    const QString key = QStringLiteral("redrive");
    openPage(key);
    pageFor(key)->showRedrive(plan);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    // Here and not as shortcuts: a field or button that has the focus takes these keys first.
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (plain && event->key() == Qt::Key_Space)
        return togglePause();
    if (event->key() == Qt::Key_Slash)
        return pageFor(m_current)->focusFilter();
    if (plain && event->key() == Qt::Key_Escape)
        return goBack();
    const int number = event->key() - Qt::Key_1;
    if (plain && number >= 0 && number < int(m_entries.size()))
        return openPage(m_entries.at(size_t(number)).info.key);
    QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_settings.write(geometryKey(), saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    if (event->spontaneous())
        return;
    // What needs the session bus can wait until something is on the screen.
    QTimer::singleShot(0, this, [this] {
        m_appearance.followDesktop();
        m_notices.lookForTray();
    });
}

void MainWindow::buildFrame()
{
    m_frame = new EnvironmentFrame;
    m_rail = new Rail;
    m_topBar = new TopBar;
    m_stack = new QStackedWidget;
    m_status = new StatusStrip(m_connections, m_access, m_clock);
    int number = 0;
    for (const PageEntry &entry : m_entries)
        m_rail->addPage(entry.info, ++number);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_topBar);
    right->addWidget(m_stack, 1);
    auto *upper = new QHBoxLayout;
    upper->setSpacing(0);
    upper->addWidget(m_rail);
    upper->addLayout(right, 1);
    auto *layout = new QVBoxLayout(m_frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(upper, 1);
    layout->addWidget(m_status);
    setCentralWidget(m_frame);
}

void MainWindow::listenToMonitor(MonitorPort &monitor)
{
    connect(&monitor, &MonitorPort::statusesChanged, &m_queues, &QueueTableModel::update);
    connect(&monitor, &MonitorPort::queuesRemoved, &m_queues, &QueueTableModel::remove);
    connect(&monitor, &MonitorPort::connectionChanged, &m_connections, &ConnectionModel::apply);
    connect(&monitor, &MonitorPort::connectionRemoved, &m_connections, &ConnectionModel::remove);
    connect(&monitor, &MonitorPort::alertChanged, &m_openAlerts, &OpenAlertsModel::apply);
    connect(&monitor, &MonitorPort::alertLogged, &m_alertLog, &AlertLogModel::append);
    connect(&monitor, &MonitorPort::noticeRaised, &m_notices, &DesktopNotices::show);
    connect(&monitor, &MonitorPort::storageChanged, m_status, &StatusStrip::setStorageProblem);
    connect(&monitor, &MonitorPort::storageNoted, m_status, &StatusStrip::setStorageNotice);
    connect(&monitor, &MonitorPort::pausedChanged, this, [this](bool paused) {
        m_paused = paused;
        m_status->setPaused(paused);
    });
}

void MainWindow::listenToParts()
{
    connect(m_rail, &Rail::pageChosen, this, &MainWindow::openPage);
    connect(m_rail, &Rail::helpRequested, this, &MainWindow::showShortcuts);
    connect(m_rail, &Rail::themeRequested, this, [this] {
        m_appearance.chooseNext();
        m_status->note(QStringLiteral("Theme: %1").arg(Appearance::wordOf(m_appearance.choice())));
    });
    connect(m_topBar, &TopBar::scopeChanged, this, &MainWindow::setScope);
    connect(m_topBar, &TopBar::searchRequested, this, &MainWindow::showPalette);
    connect(m_topBar, &TopBar::verdictChosen, this, [this](Verdict verdict) {
        openPage(QStringLiteral("overview"));
        pageFor(QStringLiteral("overview"))->showOnly({verdict});
    });
    connect(m_status, &StatusStrip::connectionsRequested, this, [this] { openPage(QStringLiteral("connections")); });
    connect(m_status, &StatusStrip::pauseToggled, this, &MainWindow::togglePause);
    connect(m_status, &StatusStrip::lockToggled, this, &MainWindow::toggleLock);
    connect(&m_access, &WriteAccess::changed, m_status, &StatusStrip::refresh);
    connect(&m_notices, &DesktopNotices::queueChosen, this, [this](const QueueId &queue) {
        raise();
        activateWindow();
        openQueue(queue);
    });
    connect(&m_notices, &DesktopNotices::windowWanted, this, [this] {
        showNormal();
        raise();
        activateWindow();
    });
    connect(&m_queues, &QueueTableModel::verdictsChanged, this, &MainWindow::countVerdicts);
    connect(&m_connections, &ConnectionModel::changed, this, &MainWindow::connectionsChanged);
    const auto badge = [this] { m_rail->setBadge(QStringLiteral("alerts"), m_openAlerts.rowCount()); };
    connect(&m_openAlerts, &OpenAlertsModel::rowsInserted, this, badge);
    connect(&m_openAlerts, &OpenAlertsModel::rowsRemoved, this, badge);
}

void MainWindow::listenToRedrives(RedrivePort &redrive)
{
    const auto badge = [this, &redrive] { m_rail->setBadge(QStringLiteral("redrive"), int(urgentNeeds(redrive.redrives(), redrive.people().self, m_clock.now()).size())); };
    connect(&redrive, &RedrivePort::redriveChanged, this, badge);
    connect(&redrive, &RedrivePort::redriveForgotten, this, badge);
    connect(&redrive, &RedrivePort::runChanged, this, badge);
    connect(&redrive, &RedrivePort::peopleChanged, this, badge);
    badge();
}

void MainWindow::addKeys()
{
    const auto add = [this](const QKeySequence &keys, auto &&run) { connect(new QShortcut(keys, this), &QShortcut::activated, this, run); };
    add(QKeySequence(Qt::CTRL | Qt::Key_K), [this] { showPalette(); });
    add(QKeySequence(Qt::Key_F5), [this] { m_monitor.requestRefresh(); });
    add(QKeySequence(Qt::Key_F1), [this] { showShortcuts(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_E), [this] {
        Page *page = pageFor(m_current);
        if (page->canExport())
            page->exportShown();
        else
            m_status->note(QStringLiteral("Nothing to export here. Select a queue first."));
    });
}

Page *MainWindow::pageFor(const QString &key)
{
    if (Page *made = m_pages.value(key))
        return made;
    const auto entry = std::find_if(m_entries.cbegin(), m_entries.cend(), [&key](const PageEntry &e) { return e.info.key == key; });
    if (entry == m_entries.cend())
        return nullptr;
    Page *page = entry->make();
    m_pages.insert(key, page);
    m_stack->addWidget(page);
    page->setScope(m_scope);
    listenToPage(page);
    return page;
}

void MainWindow::listenToPage(Page *page)
{
    connect(page, &Page::queueRequested, this, &MainWindow::openQueue);
    connect(page, &Page::pageRequested, this, &MainWindow::openPage);
    connect(page, &Page::noteRaised, m_status, &StatusStrip::note);
    connect(page, &Page::unlockRequested, this, &MainWindow::toggleLock);
    connect(page, &Page::redriveRequested, this, &MainWindow::openRedrive);
    connect(page, &Page::planRequested, this, [this](const PlanRequest &request) {
        openPage(QStringLiteral("redrive"));
        pageFor(QStringLiteral("redrive"))->startPlan(request);
    });
    connect(page, &Page::correctionRequested, this, [this](const QueueId &deadSet, const DeadLetterRow &row, const DeadLetter &letter) {
        openPage(QStringLiteral("redrive"));
        pageFor(QStringLiteral("redrive"))->startCorrection(deadSet, row, letter);
    });
    connect(page, &Page::deadLettersRequested, this, [this](const QueueId &deadSet) {
        openPage(QStringLiteral("deadletters"));
        pageFor(QStringLiteral("deadletters"))->showQueue(deadSet);
    });
}

void MainWindow::setScope(const ViewScope &scope)
{
    m_scope = scope;
    m_counted.setScope(scope);
    m_openAlerts.setZone(scope.zone);
    m_alertLog.setZone(scope.zone);
    m_status->setScope(scope);
    m_frame->setProduction(m_status->environment() == Environment::Production);
    for (Page *page : std::as_const(m_pages))
        page->setScope(scope);
    m_settings.write(zoneKey(), scope.zone == Zone::Local);
    m_settings.write(rangeKey(), qlonglong(scope.window.count()));
    m_topBar->setNow(m_clock.now());
    countVerdicts();
}

QSize MainWindow::firstSize(const QSize &available)
{
    constexpr QSize wanted(1280, 800);
    constexpr int titleBar = 40; // nobody knows before the window manager has drawn it
    return wanted.boundedTo(available - QSize(0, titleBar));
}

void MainWindow::restoreState()
{
    if (!restoreGeometry(m_settings.read(geometryKey()).toByteArray()))
        resize(firstSize(hasRealScreen() ? screen()->availableGeometry().size() : QSize(1920, 1080)));
    ViewScope scope;
    scope.zone = m_settings.read(zoneKey(), false).toBool() ? Zone::Local : Zone::Utc;
    scope.window = Millis(std::max<qlonglong>(Millis(Minutes(15)).count(), m_settings.read(rangeKey(), qlonglong(scope.window.count())).toLongLong()));
    m_topBar->setScope(scope);
    setScope(scope);
}

void MainWindow::connectionsChanged()
{
    m_topBar->setConnections(m_connections.all());
    m_status->refresh();
    m_frame->setProduction(m_status->environment() == Environment::Production);
}

void MainWindow::countVerdicts()
{
    const QHash<Verdict, int> counts = m_counted.verdictCounts();
    m_topBar->setCounts(counts);
    const int urgent = counts.value(Verdict::Breached) + counts.value(Verdict::Approaching);
    setWindowTitle(urgent > 0 ? QStringLiteral("(%1) Holdwatch").arg(urgent) : QStringLiteral("Holdwatch"));
}

void MainWindow::everySecond()
{
    m_topBar->setNow(m_clock.now());
    m_access.tick();
    m_status->refresh();
}

void MainWindow::toggleLock()
{
    if (!m_access.unlocked().isEmpty()) {
        m_access.lockAll();
        m_status->note(QStringLiteral("Every connection is read-only again."));
        return;
    }
    QVector<ConnectionStatus> inSight;
    for (const ConnectionStatus &status : m_connections.all()) {
        if (m_scope.covers(status.id, status.environment))
            inSight << status;
    }
    if (inSight.isEmpty())
        return;
    UnlockDialog dialog(inSight, this);
    if (dialog.exec() == QDialog::Accepted)
        m_access.unlock(dialog.chosen());
}

/// Whoever unlocked a connection had its server and its environment in mind; another one is to be unlocked anew.
void MainWindow::lockWhatChanged(const QVector<ConnectionConfig> &before, const QVector<ConnectionConfig> &now)
{
    for (const ConnectionConfig &each : before) {
        const bool same = std::any_of(now.cbegin(), now.cend(), [&](const ConnectionConfig &other) {
            return other.id == each.id && other.name == each.name && other.provider == each.provider && other.baseUrl == each.baseUrl && other.environment == each.environment;
        });
        if (!same)
            m_access.lock(each.id);
    }
}

void MainWindow::togglePause()
{
    m_monitor.setPaused(!m_paused);
}

void MainWindow::goBack()
{
    if (pageFor(m_current)->stepBack())
        return;
    if (m_visited.isEmpty())
        return;
    const QString key = m_visited.takeLast();
    openPage(key);
    m_visited.removeLast(); // going back is not a visit
}

void MainWindow::showPalette()
{
    CommandPalette palette(commands(), this);
    palette.exec();
}

void MainWindow::showShortcuts()
{
    Page *page = pageFor(m_current);
    ShortcutsSheet sheet(keysEverywhere(), page->title(), page->shortcuts(), m_diagnostics != nullptr, this);
    // Once the sheet is gone: one dialog at a time.
    connect(&sheet, &ShortcutsSheet::diagnosticsRequested, this, &MainWindow::showDiagnostics, Qt::QueuedConnection);
    sheet.exec();
}

void MainWindow::showDiagnostics()
{
    DiagnosticsDialog(*m_diagnostics, this).exec();
}

QVector<Command> MainWindow::commands()
{
    QVector<Command> all;
    int number = 0;
    for (const PageEntry &entry : m_entries)
        all << Command{entry.info.title, QStringLiteral("page \u00B7 %1").arg(++number), entry.info.iconName, [this, key = entry.info.key] { openPage(key); }};
    all << Command{QStringLiteral("Poll now"), QStringLiteral("action \u00B7 F5"), QStringLiteral("refresh"), [this] { m_monitor.requestRefresh(); }}
        << Command{m_paused ? QStringLiteral("Go on polling") : QStringLiteral("Pause polling"), QStringLiteral("action \u00B7 Space"), QStringLiteral("pause"), [this] { togglePause(); }};
    if (m_connections.rowCount() > 0)
        all << Command{m_access.unlocked().isEmpty() ? QStringLiteral("Unlock for writing\u2026") : QStringLiteral("Lock: read-only again"), QStringLiteral("action"),
                       QStringLiteral("lock"), [this] { toggleLock(); }};
    for (Appearance::Choice choice : {Appearance::Choice::Desktop, Appearance::Choice::Light, Appearance::Choice::Dark})
        all << Command{QStringLiteral("Theme: %1").arg(Appearance::wordOf(choice)), QStringLiteral("action"), QStringLiteral("theme"), [this, choice] { m_appearance.choose(choice); }};
    all << Command{QStringLiteral("Keys and shapes"), QStringLiteral("action \u00B7 F1"), QStringLiteral("help"), [this] { showShortcuts(); }};
    if (m_diagnostics)
        all << Command{QStringLiteral("Diagnostics…"), QStringLiteral("action \u00B7 for whoever helps you"), QStringLiteral("help"), [this] { showDiagnostics(); }};
    for (int row = 0; row < m_queues.rowCount(); ++row) {
        const QueueStatus &status = m_queues.statusAt(row);
        all << Command{status.queue.displayName, QStringLiteral("%1 \u00B7 %2").arg(toWord(status.assessment.verdict), status.connectionName),
                       QStringLiteral("queue"), [this, id = status.queue.id] { openQueue(id); }};
    }
    return all;
}

} // namespace holdwatch::ui

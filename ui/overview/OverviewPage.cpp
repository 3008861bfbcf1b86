// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/OverviewPage.h"

#include "models/alerts/OpenAlertsModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/ports/MonitorPort.h"
#include "ui/common/EmptyState.h"
#include "ui/common/FilterField.h"
#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"
#include "ui/common/NoticeBar.h"
#include "ui/common/Operator.h"
#include "ui/common/VerdictChips.h"
#include "ui/overview/AlertFeed.h"
#include "ui/overview/NeedsYouStrip.h"
#include "ui/overview/QueueDetails.h"
#include "ui/overview/QueueTable.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

/// A thousand queues may answer one by one; what sums them up is drawn at most this often.
constexpr int refreshPause = 120;

/// Below this width the chips keep their shapes and counts and drop their words.
constexpr int narrowPage = 1060;

bool isFailing(ConnectionStatus::State state)
{
    using State = ConnectionStatus::State;
    return state == State::BackingOff || state == State::Unauthorized || state == State::Unreachable || state == State::Misconfigured;
}

QToolButton *makeTool(const QString &name, const QString &iconName, const QString &text, const QString &tip)
{
    auto *tool = new QToolButton;
    tool->setObjectName(name);
    tool->setIcon(icon(iconName));
    tool->setText(text);
    tool->setToolTip(tip);
    tool->setAccessibleName(text);
    tool->setAutoRaise(true);
    tool->setFocusPolicy(Qt::TabFocus);
    return tool;
}

} // namespace

PageInfo OverviewPage::info()
{
    return {QStringLiteral("overview"), QStringLiteral("Overview"), QStringLiteral("overview")};
}

OverviewPage::OverviewPage(PageContext context, QWidget *parent)
    : Page(info(), parent), m_context(context), m_catalogue(queueCatalogue(context.queues)), m_rows(context.queues), m_log(context.alertLog)
{
    m_needs = new NeedsYouStrip;
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_needs);
    layout->addWidget(makeFilterBar());
    layout->addWidget(makeContent(), 1);

    m_soon.setSingleShot(true);
    m_soon.setInterval(refreshPause);
    m_second.setInterval(1000);
    connect(&m_soon, &QTimer::timeout, this, &OverviewPage::refresh);
    connect(&m_second, &QTimer::timeout, this, [this] {
        m_rows.passTime();
        m_table->tick();
        refreshNotice();
    });
    connect(m_empty, &EmptyState::actionTriggered, this, &OverviewPage::actOnEmpty);
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] { emit pageRequested(QStringLiteral("connections")); });
    connect(m_needs, &NeedsYouStrip::queueChosen, this, &OverviewPage::queueRequested);
    connect(m_needs, &NeedsYouStrip::redriveChosen, this, &OverviewPage::redriveRequested);
    connect(m_needs, &NeedsYouStrip::restChosen, this, [this] { showOnly({Verdict::Breached, Verdict::Approaching}); });
    setFocusProxy(m_table);
    connectRows();
    refresh();
}

QVector<ShortcutHint> OverviewPage::shortcuts() const
{
    return {{QStringLiteral("Enter"), QStringLiteral("Open the selected queue")},
            {QStringLiteral("/"), QStringLiteral("Filter: orders verdict:stale depth:>1000 age:>1h environment:production")},
            {QStringLiteral("Esc"), QStringLiteral("Close the details, then clear the filter")},
            {QStringLiteral("Ctrl+E"), QStringLiteral("Export the selected queue's history")}};
}

void OverviewPage::setScope(const ViewScope &scope)
{
    m_scope = scope;
    m_rows.setScope(scope);
    m_log.setScope(scope);
    m_feed->setZone(scope.zone);
    refreshSoon();
}

void OverviewPage::showOnly(const QSet<Verdict> &verdicts)
{
    m_filter->clear();
    m_chips->choose(verdicts);
}

void OverviewPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool OverviewPage::canExport() const
{
    return m_table->currentQueue().has_value();
}

void OverviewPage::exportShown()
{
    const QueueId queue = *m_table->currentQueue();
    const QString suggested = QString(queue.name).replace(QLatin1Char('/'), QLatin1Char('-')) + QStringLiteral(".json");
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Export history of %1").arg(queue.name), suggested, QStringLiteral("Samples (*.json)"));
    if (path.isEmpty())
        return;
    m_context.monitor.exportHistory(queue, path, this, [this, path](const Result<void> &result) {
        emit noteRaised(result ? QStringLiteral("History written to %1").arg(path) : toSentence(result.error()));
    });
}

bool OverviewPage::stepBack()
{
    if (m_table->currentQueue()) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return true;
    }
    const bool filtered = !m_filter->text().isEmpty() || !m_chips->chosen().isEmpty();
    clearFilters();
    if (filtered)
        m_table->setFocus();
    return filtered;
}

void OverviewPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_second.start();
    refreshSoon();
}

void OverviewPage::hideEvent(QHideEvent *event)
{
    m_second.stop();
    Page::hideEvent(event);
}

void OverviewPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_chips->setWordless(width() < narrowPage);
}

QWidget *OverviewPage::makeFilterBar()
{
    auto *bar = new QWidget;
    m_filter = new FilterField(m_catalogue);
    m_filter->setObjectName(QStringLiteral("queueFilter"));
    m_filter->setAccessibleName(QStringLiteral("Filter queues"));
    m_filter->setPlaceholderText(QStringLiteral("Filter: age:>1h  ( / )"));
    m_filter->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_filter->setMinimumWidth(200);
    m_filter->setMaximumWidth(320);
    m_chips = new VerdictChips;
    m_reorder = new QPushButton(QStringLiteral("New order waits"));
    m_reorder->setObjectName(QStringLiteral("reorderButton"));
    m_reorder->setFlat(true);
    m_reorder->setToolTip(QStringLiteral("A verdict changed while you were reading. The rows are sorted anew when you stop, or now."));
    QSizePolicy kept = m_reorder->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_reorder->setSizePolicy(kept);
    m_reorder->hide();
    m_deadSets = makeTool(QStringLiteral("deadSetsToggle"), QStringLiteral("dead-letters"), QStringLiteral("Dead-letter queues"),
                          QStringLiteral("Also list dead-letter queues. Their counts already stand on the row of the queue they belong to."));
    m_deadSets->setCheckable(true);
    m_columns = makeTool(QStringLiteral("columnsButton"), QStringLiteral("columns"), QStringLiteral("Columns"), QStringLiteral("Choose columns"));
    m_columns->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_columns);
    m_columns->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_table->fillColumnMenu(*menu);
    });
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(space::m, space::s, space::m, space::s);
    layout->setSpacing(space::s);
    layout->addWidget(m_filter, 2);
    layout->addWidget(m_chips);
    layout->addStretch(1);
    layout->addWidget(m_reorder);
    layout->addWidget(m_deadSets);
    layout->addWidget(m_columns);
    return bar;
}

QWidget *OverviewPage::makeContent()
{
    m_table = new QueueTable(m_rows, m_context.clock, m_context.settings);
    m_details = new QueueDetails;
    m_feed = new AlertFeed(m_log);
    m_details->hide();
    m_notice = new NoticeBar;
    m_empty = new EmptyState;
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    // Under the rows: above them it would move them each time it comes and goes.
    auto *rows = new QWidget;
    auto *upper = new QVBoxLayout(rows);
    upper->setContentsMargins(0, 0, 0, 0);
    upper->setSpacing(0);
    upper->addWidget(m_stack, 1);
    upper->addWidget(m_notice);
    auto *below = new QSplitter(Qt::Horizontal);
    m_below = below;
    below->addWidget(m_details);
    below->addWidget(m_feed);
    m_details->setMinimumWidth(500); // its row of buttons leaves the name readable
    below->setStretchFactor(0, 1);
    below->setStretchFactor(1, 1);
    below->setChildrenCollapsible(false);
    below->setSizes({620, 560});
    m_feed->setMinimumHeight(72);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->addWidget(rows);
    m_splitter->addWidget(below);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_splitter->setSizes({600, 168});
    return m_splitter;
}

void OverviewPage::connectRows()
{
    const RedrivePort &redrive = m_context.redrive;
    connect(&redrive, &RedrivePort::redriveChanged, this, &OverviewPage::refreshSoon);
    connect(&redrive, &RedrivePort::redriveForgotten, this, &OverviewPage::refreshSoon);
    connect(&redrive, &RedrivePort::runChanged, this, &OverviewPage::refreshSoon);
    connect(&redrive, &RedrivePort::peopleChanged, this, &OverviewPage::refreshSoon);
    connect(m_filter, &FilterField::filterChanged, this, [this] {
        m_rows.setFilter(m_filter->expression());
        refreshState();
    });
    connect(m_filter, &FilterField::faultChanged, this, &OverviewPage::refreshNotice);
    connect(m_filter, &QLineEdit::returnPressed, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_chips, &VerdictChips::chosenChanged, this, [this](const QSet<Verdict> &verdicts) {
        m_rows.setVerdicts(verdicts);
        refreshState();
    });
    connect(m_deadSets, &QToolButton::toggled, this, [this](bool on) {
        m_rows.setShowsDeadSets(on);
        refreshState();
    });
    connect(&m_rows, &QueueOrderProxy::orderPendingChanged, m_reorder, &QWidget::setVisible);
    connect(m_reorder, &QPushButton::clicked, this, [this] { m_rows.setHeld(false); });
    connect(m_table, &PlainTable::currentRowChanged, this, &OverviewPage::refreshDetails);
    connect(m_table, &QueueTable::queueActivated, this, &OverviewPage::queueRequested);
    connect(m_feed, &AlertFeed::queueChosen, this, [this](const QueueId &queue) {
        if (queue.name.isEmpty())
            emit queueRequested(queue);
        else
            m_table->select(queue);
    });
    connect(m_details, &QueueDetails::openRequested, this, [this] {
        if (const auto queue = m_table->currentQueue())
            emit queueRequested(*queue);
    });
    connect(m_details, &QueueDetails::closeRequested, this, &OverviewPage::stepBack);
    connect(m_details, &QueueDetails::acknowledgeRequested, this, &OverviewPage::acknowledge);
    connect(&m_context.queues, &QueueTableModel::queueChanged, this, &OverviewPage::refreshSoon);
    connect(&m_context.queues, &QueueTableModel::rowsRemoved, this, &OverviewPage::refreshSoon);
    connect(&m_context.connections, &ConnectionModel::changed, this, &OverviewPage::refreshSoon);
    for (const auto signal : {&OpenAlertsModel::rowsInserted, &OpenAlertsModel::rowsRemoved})
        connect(&m_context.openAlerts, signal, this, &OverviewPage::refreshSoon);
    connect(&m_context.openAlerts, &OpenAlertsModel::dataChanged, this, &OverviewPage::refreshSoon);
    connect(&m_context.monitor, &MonitorPort::pausedChanged, this, [this](bool paused) {
        m_paused = paused;
        refreshNotice();
    });
}

void OverviewPage::refreshSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void OverviewPage::refresh()
{
    m_chips->setCounts(m_rows.verdictCounts());
    refreshNeeds();
    refreshDetails();
    refreshState();
    refreshNotice();
}

void OverviewPage::refreshNeeds()
{
    QVector<NeedsYouStrip::Need> needs;
    for (int row = 0; row < m_context.queues.rowCount(); ++row) {
        const QueueStatus &status = m_context.queues.statusAt(row);
        const Verdict verdict = status.assessment.verdict;
        if ((verdict != Verdict::Breached && verdict != Verdict::Approaching) || !m_scope.covers(status.queue.id.connection, status.environment)
            || isCoveredDeadSet(status))
            continue;
        const Alert *alert = m_context.openAlerts.worstOf(status.queue.id);
        needs << NeedsYouStrip::Need{&status, alert ? alert->acknowledgedBy : QString()};
    }
    std::stable_sort(needs.begin(), needs.end(), [](const NeedsYouStrip::Need &a, const NeedsYouStrip::Need &b) {
        return severityOf(a.status->assessment.verdict) > severityOf(b.status->assessment.verdict);
    });
    QVector<RedriveRecord> redrives = m_context.redrive.redrives();
    redrives.removeIf([this](const RedriveRecord &record) { return !m_scope.covers(record.plan.connection, record.plan.environment); });
    m_needs->setNeeds(needs, urgentNeeds(redrives, m_context.redrive.people().self, m_context.clock.now()), calmSentence());
}

/// No comfort is given about what nobody has seen lately.
QString OverviewPage::calmSentence() const
{
    const QHash<Verdict, int> counts = m_rows.verdictCounts();
    const int stale = counts.value(Verdict::Stale);
    if (counts.isEmpty())
        return {};
    if (stale > 0)
        return QStringLiteral("Nothing known needs you; %1 stale").arg(stale == 1 ? QStringLiteral("1 queue is") : QStringLiteral("%1 queues are").arg(stale));
    return QStringLiteral("Nothing needs you");
}

void OverviewPage::refreshDetails()
{
    const auto queue = m_table->currentQueue();
    const QueueStatus *status = queue ? m_context.queues.find(*queue) : nullptr;
    if (status)
        m_details->setStatus(*status, m_context.openAlerts.worstOf(*queue), m_scope.zone, m_context.clock.now());
    m_details->setVisible(status != nullptr);
}

void OverviewPage::refreshState()
{
    const QVector<ConnectionStatus> &connections = m_context.connections.all();
    const bool allFailing = !connections.isEmpty() && std::all_of(connections.cbegin(), connections.cend(), [](const ConnectionStatus &c) { return isFailing(c.state); });
    if (m_rows.rowCount() > 0) {
        m_emptyKind = EmptyKind::NotEmpty;
    } else if (m_context.queues.rowCount() == 0 && connections.isEmpty()) {
        m_emptyKind = EmptyKind::NoConnections;
        m_empty->say(QStringLiteral("connections"), QStringLiteral("No connection yet"),
                      QStringLiteral("Holdwatch watches queues over connections. Add one to the connections file, or start with the practice queue to see everything move."),
                      QStringLiteral("Show connections"));
    } else if (m_context.queues.rowCount() == 0 && allFailing) {
        m_emptyKind = EmptyKind::Failing;
        m_empty->say(QStringLiteral("warning"), QStringLiteral("No queue can be read"),
                      connections.first().text.isEmpty() ? QStringLiteral("Every connection fails. Holdwatch keeps trying.") : connections.first().text,
                      QStringLiteral("Show connections"));
    } else if (m_context.queues.rowCount() == 0) {
        m_emptyKind = EmptyKind::Waiting;
        m_empty->say(QStringLiteral("clock"), QStringLiteral("Waiting for the first answer"),
                      QStringLiteral("The queues appear as soon as a connection has listed them, usually within one poll. F5 polls now."), QStringLiteral("Poll now"));
    } else if (m_rows.scopeCount() == 0) {
        m_emptyKind = EmptyKind::OutOfScope;
        m_empty->say(QStringLiteral("filter"), QStringLiteral("No queue in this scope"),
                      QStringLiteral("The connection and environment chosen above have no queue. Choose all of them to see the others."));
    } else {
        m_emptyKind = EmptyKind::Filtered;
        m_empty->say(QStringLiteral("search"), QStringLiteral("No queue matches"),
                      QStringLiteral("%1 queues are hidden by the filter and the chosen verdicts.").arg(m_rows.scopeCount()), QStringLiteral("Clear the filter"));
    }
    m_stack->setCurrentIndex(m_emptyKind == EmptyKind::NotEmpty ? 0 : 1);
    m_below->setVisible(m_context.queues.rowCount() > 0);
}

void OverviewPage::refreshNotice()
{
    if (!m_filter->fault().isEmpty())
        return m_notice->say(QStringLiteral("filter"), QStringLiteral("The filter is not understood yet: %1").arg(m_filter->fault()));
    if (m_paused)
        return m_notice->say(QStringLiteral("pause"), QStringLiteral("Paused. Nothing is polled and the figures grow old. Press Space to go on."));
    QStringList failing;
    QString why;
    for (const ConnectionStatus &status : m_context.connections.all()) {
        if (!m_scope.covers(status.id, status.environment) || !isFailing(status.state))
            continue;
        failing << stateLine(status, m_context.clock.now());
        why = status.text;
    }
    if (failing.isEmpty() || m_emptyKind == EmptyKind::Failing)
        return m_notice->say({}, {});
    const QString sentence = failing.size() == 1 && !why.isEmpty() ? QStringLiteral(". ") + why : QStringLiteral(". Their queues keep their last figures, marked stale.");
    m_notice->say(QStringLiteral("warning"), failing.join(QStringLiteral("; ")) + sentence, QStringLiteral("Connections"));
}

void OverviewPage::actOnEmpty()
{
    switch (m_emptyKind) {
    case EmptyKind::Filtered: return clearFilters();
    case EmptyKind::Waiting: return m_context.monitor.requestRefresh();
    default: emit pageRequested(QStringLiteral("connections"));
    }
}

void OverviewPage::clearFilters()
{
    m_filter->clear();
    m_chips->choose({});
}

void OverviewPage::acknowledge(const AlertId &alert)
{
    m_context.monitor.acknowledge(alert, operatorName());
}

} // namespace holdwatch::ui

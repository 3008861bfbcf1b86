// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/ConnectionsPage.h"

#include "models/connections/ConnectionModel.h"
#include "models/ports/ConnectionsPort.h"
#include "ui/common/EmptyState.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/NoticeBar.h"
#include "ui/common/PlainTable.h"
#include "ui/connections/ConfirmKeyDialog.h"
#include "ui/connections/ConnectionDialog.h"
#include "ui/connections/RemoveDialog.h"
#include "ui/connections/StateDelegate.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace holdwatch::ui {

namespace {

constexpr std::array<int, ConnectionModel::ColumnCount> columnWidths{124, 180, 84, 112, 62, 100, 96, 96, 80, 92};

QString keySentence(const KeyFacts &facts)
{
    if (!facts.givenFor.isEmpty())
        return QStringLiteral("The address has changed since its key was given for %1, so the key is not sent. Enter it again by Edit, or confirm by \"Use key there\" that it belongs to the new address.").arg(facts.givenFor);
    switch (facts.read) {
    case KeyPlace::Keychain: return QStringLiteral("Its key is in the keychain.");
    case KeyPlace::KeychainSilent: return QStringLiteral("Its key was saved in the keychain, which does not give it out now.");
    case KeyPlace::ThisRun: return QStringLiteral("Its key is held for this run only.");
    case KeyPlace::Unknown: return QStringLiteral("Whether its key is saved is not known: the record of saved keys can't be read.");
    case KeyPlace::None: break;
    }
    if (facts.variable.isEmpty())
        return QStringLiteral("No key is known for it.");
    return facts.variableIsSet ? QStringLiteral("Its key comes from the environment variable %1.").arg(facts.variable)
                               : QStringLiteral("Its key would come from the environment variable %1, which is not set.").arg(facts.variable);
}

QString rightWord(const Right &right)
{
    switch (right.answer) {
    case Right::Answer::Yes: return QStringLiteral("yes");
    case Right::Answer::No: return QStringLiteral("no");
    case Right::Answer::Unknown: break;
    }
    return QStringLiteral("unknown until refused");
}

QString rightsSentence(const Rights &rights)
{
    QString sentence = QStringLiteral("Its key may read dead letters: %1; redrive: %2.").arg(rightWord(rights.look), rightWord(rights.write));
    for (const Right &right : {rights.look, rights.write}) {
        if (!right.reason.isEmpty() && !sentence.contains(right.reason))
            sentence += QLatin1Char(' ') + right.reason;
    }
    return sentence;
}

QString factsOf(const ConnectionStatus &status, Zone zone)
{
    QStringList facts;
    const QString system = status.system.isEmpty() ? status.provider : status.system;
    facts << (system == toWord(status.environment) ? system : QStringLiteral("%1, %2").arg(system, toWord(status.environment)));
    facts << (status.lastSuccess ? QStringLiteral("Last answer %1 %2.").arg(formatDateTime(*status.lastSuccess, zone), zoneName(zone, *status.lastSuccess))
                                 : QStringLiteral("It has not answered yet."));
    facts << QStringLiteral("Polling takes %1 requests a minute%2.")
                 .arg(formatRate(status.requestsPerMinute),
                      status.costPerHourUsd ? QStringLiteral(" and costs ") + formatCostPerHour(*status.costPerHourUsd) : QStringLiteral("; the system says nothing about a price"));
    if (!status.pollingCost.isEmpty())
        facts << QStringLiteral("Each poll: %1.").arg(status.pollingCost);
    if (status.clockOffset)
        facts << QStringLiteral("Ages are counted by the server's clock.");
    return facts.join(QLatin1Char('\n'));
}

} // namespace

PageInfo ConnectionsPage::info()
{
    return {QStringLiteral("connections"), QStringLiteral("Connections"), QStringLiteral("connections")};
}

ConnectionsPage::ConnectionsPage(PageContext context, QWidget *parent)
    : Page(info(), parent), m_context(context), m_table(new PlainTable(QStringLiteral("connectionTable"), QStringLiteral("Connections"))), m_stack(new QStackedWidget)
{
    m_table->setModel(&context.connections);
    m_table->setItemDelegateForColumn(ConnectionModel::StateColumn, new StateDelegate(context.connections, m_table));
    for (int column = 0; column < ConnectionModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, columnWidths[column]);
    m_table->viewport()->installEventFilter(this);
    m_table->horizontalHeader()->setSectionResizeMode(ConnectionModel::NameColumn, QHeaderView::Stretch);
    auto *upper = new QWidget;
    auto *upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    upperLayout->addWidget(makeTools());
    upperLayout->addWidget(m_table, 1);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(upper);
    splitter->addWidget(makeDetails());
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 1);
    auto *empty = new EmptyState;
    empty->say(QStringLiteral("connections"), QStringLiteral("No connection yet"),
               QStringLiteral("Add the first one: it takes an address and a key. Nothing is written to a server; watching only reads."),
               QStringLiteral("Add a connection\u2026"));
    connect(empty, &EmptyState::actionTriggered, this, &ConnectionsPage::add);
    m_stack->addWidget(splitter);
    m_stack->addWidget(empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    m_left = new NoticeBar;
    m_left->setObjectName(QStringLiteral("leftKeys"));
    layout->addWidget(m_left);
    connect(m_left, &NoticeBar::actionTriggered, this, &ConnectionsPage::removeLeftKeys);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &ConnectionsPage::tick);
    connect(&context.connections, &ConnectionModel::changed, this, &ConnectionsPage::selectWanted);
    connect(&context.connections, &ConnectionModel::changed, this, &ConnectionsPage::refresh);
    connect(m_table, &PlainTable::currentRowChanged, this, &ConnectionsPage::refresh);
    connect(m_table, &PlainTable::rowActivated, this, &ConnectionsPage::edit);
    connect(&context.connectionsPort, &ConnectionsPort::connectionsChanged, this, &ConnectionsPage::refresh);
    connect(&context.connectionsPort, &ConnectionsPort::keysChanged, this, &ConnectionsPage::refresh);
    connect(&context.connectionsPort, &ConnectionsPort::troubled, this, &ConnectionsPage::tell);
    connect(&context.connectionsPort, &ConnectionsPort::connectionsChanged, this, &ConnectionsPage::refreshLeftKeys);
    connect(&context.connectionsPort, &ConnectionsPort::keysChanged, this, &ConnectionsPage::refreshLeftKeys);
    refresh();
    refreshLeftKeys();
}

QVector<ShortcutHint> ConnectionsPage::shortcuts() const
{
    return {{QStringLiteral("Enter"), QStringLiteral("Change the connection")}, {QStringLiteral("Ctrl+N"), QStringLiteral("Add a connection")}};
}

void ConnectionsPage::setScope(const ViewScope &scope)
{
    m_zone = scope.zone;
    refresh();
}

void ConnectionsPage::showConnection(const ConnectionId &connection)
{
    m_wanted = connection; // it may not have been heard of yet
    selectWanted();
}

void ConnectionsPage::selectWanted()
{
    const auto &all = m_context.connections.all();
    const auto found = std::find_if(all.cbegin(), all.cend(), [this](const ConnectionStatus &status) { return status.id == m_wanted; });
    if (m_wanted.isEmpty() || found == all.cend())
        return;
    m_wanted = {};
    m_table->selectRow(int(found - all.cbegin()));
}

void ConnectionsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_second.start();
}

void ConnectionsPage::hideEvent(QHideEvent *event)
{
    m_second.stop();
    Page::hideEvent(event);
}

QWidget *ConnectionsPage::makeDetails()
{
    m_title = plainLabel({}, Type::Title, QFont::DemiBold);
    m_text = plainLabel({});
    m_facts = secondaryLabel({}, Type::Body);
    m_driftTitle = plainLabel(QStringLiteral("What changed in its contract"), Type::Body, QFont::DemiBold);
    m_drift = secondaryLabel({}, Type::Body);
    m_text->setObjectName(QStringLiteral("connectionText"));
    m_drift->setObjectName(QStringLiteral("connectionDrift"));
    for (QLabel *label : {m_text, m_facts, m_drift}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto *inner = new QWidget;
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(space::l, space::m, space::l, space::m);
    layout->setSpacing(space::s);
    for (QLabel *label : {m_title, m_text, m_facts, m_driftTitle, m_drift})
        layout->addWidget(label);
    layout->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidget(inner);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setMinimumHeight(180);
    return scroll;
}

QPushButton *ConnectionsPage::tool(const QString &name, const QString &text, const QString &hint, void (ConnectionsPage::*run)())
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(plainToolTip(hint));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, run);
    return button;
}

QWidget *ConnectionsPage::makeTools()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(space::m, space::s, space::m, space::s);
    layout->setSpacing(space::s);
    auto *add = tool(QStringLiteral("addConnection"), QStringLiteral("Add\u2026"), QStringLiteral("A new connection (Ctrl+N)"), &ConnectionsPage::add);
    add->setIcon(icon(QStringLiteral("plus")));
    m_edit = tool(QStringLiteral("editConnection"), QStringLiteral("Edit\u2026"), QStringLiteral("Change the selected connection or its key, and test it"), &ConnectionsPage::edit);
    m_retry = tool(QStringLiteral("retryConnection"), QStringLiteral("Try again"), QStringLiteral("Ask the keychain and the server again now"), &ConnectionsPage::retry);
    m_confirm = tool(QStringLiteral("confirmKeyAddress"), QStringLiteral("Use key there\u2026"), QStringLiteral("The kept key belongs to the new address too"), &ConnectionsPage::confirmKey);
    m_confirm->hide();
    m_remove = tool(QStringLiteral("removeConnection"), QStringLiteral("Remove\u2026"), QStringLiteral("Stop watching it and remove its keys"), &ConnectionsPage::remove);
    auto *bring = tool(QStringLiteral("importConnections"), QStringLiteral("Import\u2026"), QStringLiteral("Add connections from a colleague's file; keys are never in it"), &ConnectionsPage::import);
    m_export = tool(QStringLiteral("exportConnections"), QStringLiteral("Export\u2026"), QStringLiteral("All connections as a file without keys (Ctrl+E)"), &ConnectionsPage::exportShown);
    for (QPushButton *button : {add, m_edit, m_retry, m_remove, m_confirm})
        layout->addWidget(button);
    layout->addStretch();
    layout->addWidget(bring);
    layout->addWidget(m_export);
    auto *keys = new QShortcut(QKeySequence::New, this);
    keys->setContext(Qt::WidgetWithChildrenShortcut);
    connect(keys, &QShortcut::activated, this, &ConnectionsPage::add);
    return row;
}

const ConnectionStatus *ConnectionsPage::current() const
{
    const int count = m_context.connections.rowCount();
    if (count == 0)
        return nullptr;
    const int row = m_table->currentRow();
    return &m_context.connections.statusAt(row < 0 || row >= count ? 0 : row);
}

std::optional<ConnectionConfig> ConnectionsPage::configured() const
{
    const ConnectionStatus *status = current();
    for (const ConnectionConfig &config : m_context.connectionsPort.connections()) {
        if (status && config.id == status->id)
            return config;
    }
    return std::nullopt;
}

void ConnectionsPage::add()
{
    open({});
}

void ConnectionsPage::edit()
{
    if (const auto config = configured())
        open(*config);
}

void ConnectionsPage::open(const ConnectionConfig &config)
{
    ConnectionDialog dialog(m_context.connectionsPort, config, this);
    connect(&dialog, &ConnectionDialog::saved, this, [this](const ConnectionId &id, const QString &sentence) {
        showConnection(id);
        emit noteRaised(sentence);
    });
    dialog.exec();
}

void ConnectionsPage::remove()
{
    auto config = configured();
    if (config && current())
        config->environment = current()->environment; // the built-in practice queue is no production, whatever its entry says
    if (!config || RemoveDialog(*config, this).exec() != QDialog::Accepted)
        return;
    m_context.connectionsPort.remove(config->id, this, [this, name = config->name](const Result<void> &answer) {
        if (answer)
            emit noteRaised(QStringLiteral("Removed %1.").arg(name));
        else
            tell(toSentence(answer.error()));
    });
}

void ConnectionsPage::retry()
{
    if (const ConnectionStatus *status = current())
        m_context.connectionsPort.retry(status->id);
}

void ConnectionsPage::confirmKey()
{
    const auto config = configured();
    if (!config || ConfirmKeyDialog(*config, m_context.connectionsPort.keyOf(config->id).givenFor, this).exec() != QDialog::Accepted)
        return;
    const Result<void> confirmed = m_context.connectionsPort.confirmKeys(config->id);
    if (!confirmed)
        tell(toSentence(confirmed.error()));
    refresh();
}

void ConnectionsPage::refreshLeftKeys()
{
    const QVector<SavedKey> left = m_context.connectionsPort.leftKeys();
    QStringList names;
    for (const SavedKey &key : left)
        names << QStringLiteral("%1 of %2").arg(key.purpose == Purpose::Write ? QStringLiteral("writing key") : QStringLiteral("key"), key.connection.text());
    m_left->say(QStringLiteral("warning"), left.isEmpty() ? QString() : QStringLiteral("Still in the keychain, though nothing uses it any more: %1.").arg(names.join(QStringLiteral(", "))),
                left.isEmpty() ? QString() : QStringLiteral("Remove from the keychain"));
}

void ConnectionsPage::removeLeftKeys()
{
    m_context.connectionsPort.removeLeftKeys(this, [this](const Result<void> &answer) {
        refreshLeftKeys();
        if (answer)
            emit noteRaised(QStringLiteral("Removed from the keychain."));
        else
            tell(toSentence(answer.error()));
    });
}

void ConnectionsPage::import()
{
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Import connections"), {}, QStringLiteral("Connections (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    const Result<ImportReport> report = m_context.connectionsPort.importFrom(path);
    if (!report) {
        tell(QStringLiteral("Nothing was imported. %1").arg(toSentence(report.error())));
        return;
    }
    const QString text = report->added.isEmpty() ? QStringLiteral("Nothing was imported.") : QStringLiteral("Added %1. Keys are not in such a file: give each its own by Edit.").arg(report->added.join(QStringLiteral(", ")));
    if (report->refused.isEmpty())
        emit noteRaised(text);
    else
        tell((QStringList(text) + report->refused).join(QStringLiteral("\n\n")));
}

/// What is too long for a line, or must not pass unseen.
void ConnectionsPage::tell(const QString &text)
{
    auto *box = new QMessageBox(QMessageBox::Information, QStringLiteral("Connections"), {}, QMessageBox::Close, this);
    box->setObjectName(QStringLiteral("connectionsTold"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(text);
    box->open();
}

void ConnectionsPage::exportShown()
{
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Export connections"), QStringLiteral("connections.json"), QStringLiteral("Connections (*.json)"));
    if (path.isEmpty())
        return;
    const Result<void> written = m_context.connectionsPort.exportTo(path);
    if (written)
        emit noteRaised(QStringLiteral("Exported without keys to %1.").arg(path));
    else
        tell(QStringLiteral("Nothing was written. %1").arg(toSentence(written.error())));
}

void ConnectionsPage::refreshTools()
{
    const bool known = configured().has_value();
    const QString builtIn = QStringLiteral("This one is built in and not in the file of connections");
    m_edit->setEnabled(known);
    m_remove->setEnabled(known);
    m_edit->setToolTip(plainToolTip(known ? QStringLiteral("Change the selected connection or its key, and test it (Enter)") : builtIn));
    m_remove->setToolTip(plainToolTip(known ? QStringLiteral("Stop watching it and remove its keys") : builtIn));
    const bool any = !m_context.connectionsPort.connections().isEmpty();
    m_export->setEnabled(any);
}

void ConnectionsPage::refresh()
{
    const int count = m_context.connections.rowCount();
    m_stack->setCurrentIndex(count > 0 ? 0 : 1);
    if (count == 0)
        return;
    fitColumns();
    refreshTools();
    const ConnectionStatus &status = *current();
    m_title->setText(status.name);
    const QString standing = status.text.isEmpty() ? QStringLiteral("Works. %1 queues are watched.").arg(formatCount(status.queueCount)) : status.text;
    m_text->setText((QStringList(standing) + status.noticeTroubles).join(QLatin1Char('\n')));
    const auto configuration = configured();
    const bool hasKey = configuration && !configuration->baseUrl.isEmpty(); // the built-in practice queue makes its own
    m_confirm->setVisible(hasKey && !m_context.connectionsPort.keyOf(status.id).givenFor.isEmpty());
    m_facts->setText(hasKey ? QStringList{factsOf(status, m_zone), keySentence(m_context.connectionsPort.keyOf(status.id)), rightsSentence(status.rights)}.join(QLatin1Char('\n'))
                                  : factsOf(status, m_zone));
    m_driftTitle->setVisible(!status.drift.isEmpty());
    m_drift->setVisible(!status.drift.isEmpty());
    m_drift->setText(status.drift.join(QLatin1Char('\n')));
}

/// What no connection has a figure for leaves its room to the names, and in a narrow window so does what the
/// details below say too: a name that can't be read is worth less than a cost that has to be looked up.
void ConnectionsPage::fitColumns()
{
    const auto &all = m_context.connections.all();
    const bool anyOffset = std::any_of(all.cbegin(), all.cend(), [](const ConnectionStatus &status) { return status.clockOffset.has_value(); });
    QVector<int> hidden;
    if (!m_context.connections.costPerHourUsd())
        hidden << ConnectionModel::CostColumn;
    if (!anyOffset)
        hidden << ConnectionModel::OffsetColumn;
    int left = m_table->viewport()->width();
    for (int column = 0; column < ConnectionModel::ColumnCount; ++column)
        left -= column == ConnectionModel::NameColumn || hidden.contains(column) ? 0 : columnWidths[column];
    for (const int column : {ConnectionModel::OffsetColumn, ConnectionModel::CostColumn, ConnectionModel::RequestsColumn, ConnectionModel::ProviderColumn}) {
        if (left >= columnWidths[ConnectionModel::NameColumn] || hidden.contains(column))
            continue;
        hidden << column;
        left += columnWidths[column];
    }
    for (int column = 0; column < ConnectionModel::ColumnCount; ++column) {
        if (m_table->isColumnHidden(column) != hidden.contains(column))
            m_table->setColumnHidden(column, hidden.contains(column));
    }
}

bool ConnectionsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return Page::eventFilter(watched, event);
}

void ConnectionsPage::tick()
{
    for (const int column : {int(ConnectionModel::LastColumn), int(ConnectionModel::NextColumn)})
        m_table->viewport()->update(m_table->columnViewportPosition(column), 0, m_table->columnWidth(column), m_table->viewport()->height());
}

} // namespace holdwatch::ui

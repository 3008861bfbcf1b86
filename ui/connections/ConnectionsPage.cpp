// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/ConnectionsPage.h"

#include "models/connections/ConnectionModel.h"
#include "ui/common/EmptyState.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/connections/StateDelegate.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

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
    const int widths[] = {130, 180, 90, 110, 66, 100, 90, 110, 90, 96};
    for (int column = 0; column < ConnectionModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->horizontalHeader()->setSectionResizeMode(ConnectionModel::NameColumn, QHeaderView::Stretch);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_table);
    splitter->addWidget(makeDetails());
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 1);
    auto *empty = new EmptyState;
    empty->say(QStringLiteral("connections"), QStringLiteral("No connection yet"),
               QStringLiteral("Connections are read from the file connections.json in the profile folder when Holdwatch starts. The README shows one for each system. "
                              "Without any, the practice queue runs."));
    m_stack->addWidget(splitter);
    m_stack->addWidget(empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &ConnectionsPage::tick);
    connect(&context.connections, &ConnectionModel::changed, this, &ConnectionsPage::refresh);
    connect(m_table, &PlainTable::currentRowChanged, this, &ConnectionsPage::refresh);
    refresh();
}

void ConnectionsPage::setScope(const ViewScope &scope)
{
    m_zone = scope.zone;
    refresh();
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

void ConnectionsPage::refresh()
{
    const int count = m_context.connections.rowCount();
    m_stack->setCurrentIndex(count > 0 ? 0 : 1);
    if (count == 0)
        return;
    const int row = m_table->currentRow();
    const ConnectionStatus &status = m_context.connections.statusAt(row < 0 || row >= count ? 0 : row);
    m_title->setText(status.name);
    m_text->setText(status.text.isEmpty() ? QStringLiteral("Works. %1 queues are watched.").arg(formatCount(status.queueCount)) : status.text);
    m_facts->setText(factsOf(status, m_zone));
    m_driftTitle->setVisible(!status.drift.isEmpty());
    m_drift->setVisible(!status.drift.isEmpty());
    m_drift->setText(status.drift.join(QLatin1Char('\n')));
}

void ConnectionsPage::tick()
{
    for (const int column : {int(ConnectionModel::LastColumn), int(ConnectionModel::NextColumn)})
        m_table->viewport()->update(m_table->columnViewportPosition(column), 0, m_table->columnWidth(column), m_table->viewport()->height());
}

} // namespace holdwatch::ui

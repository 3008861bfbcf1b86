// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/AlertsPage.h"

#include "models/alerts/OpenAlertsModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/ports/MonitorPort.h"
#include "ui/alerts/AlertDelegates.h"
#include "ui/alerts/MaintenanceDialog.h"
#include "ui/common/FilterField.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Operator.h"
#include "ui/common/PlainTable.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QSplitter>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

struct MuteChoice
{
    const char *text;
    Millis span;
};
constexpr MuteChoice muteChoices[] = {{"for 15 min", Minutes(15)}, {"for 1 h", std::chrono::hours(1)}, {"for 4 h", std::chrono::hours(4)}, {"for 24 h", std::chrono::hours(24)}};

constexpr int narrowPage = 1060; ///< as on the overview

void setWidths(PlainTable *table, std::initializer_list<int> widths, int stretched)
{
    int column = 0;
    for (const int width : widths)
        table->setColumnWidth(column++, width);
    table->horizontalHeader()->setSectionResizeMode(stretched, QHeaderView::Stretch);
}

QPushButton *makeButton(const QString &name, const QString &iconName, const QString &text)
{
    auto *button = new QPushButton(icon(iconName), text);
    button->setObjectName(name);
    button->setEnabled(false);
    return button;
}

} // namespace

PageInfo AlertsPage::info()
{
    return {QStringLiteral("alerts"), QStringLiteral("Alerts"), QStringLiteral("alerts")};
}

AlertsPage::AlertsPage(PageContext context, QWidget *parent) : Page(info(), parent), m_context(context), m_catalogue(alertCatalogue(context.alertLog)), m_log(context.alertLog)
{
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(makeOpenPart());
    splitter->addWidget(makeLogPart());
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connectActions();
    refresh();
}

QVector<ShortcutHint> AlertsPage::shortcuts() const
{
    return {{QStringLiteral("Enter"), QStringLiteral("Open the queue of the selected line")},
            {QStringLiteral("/"), QStringLiteral("Filter the log: orders verdict:breached cause:dead-letters at:today")}};
}

void AlertsPage::setScope(const ViewScope &scope)
{
    m_zone = scope.zone;
    m_log.setScope(scope);
    applyFilter();
}

void AlertsPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool AlertsPage::stepBack()
{
    if (m_filter->text().isEmpty())
        return false;
    m_filter->clear();
    return true;
}

QWidget *AlertsPage::makeOpenPart()
{
    m_openTitle = plainLabel(QStringLiteral("Open alerts"), Type::Title, QFont::DemiBold);
    m_open = new PlainTable(QStringLiteral("openAlerts"), QStringLiteral("Open alerts"));
    m_open->setModel(&m_context.openAlerts);
    m_open->setItemDelegateForColumn(OpenAlertsModel::VerdictColumn, new VerdictDelegate(m_open));
    fitColumns();
    m_noneOpen = secondaryLabel(QStringLiteral("No alert is open. One opens when a queue needs a person, and closes by itself when the cause is gone."), Type::Body);
    m_noneOpen->setContentsMargins(space::m, space::s, space::m, space::s);
    m_noneOpen->setAlignment(Qt::AlignTop);
    m_noneOpen->setObjectName(QStringLiteral("noneOpen"));

    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, space::m, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(makeActions());
    layout->addWidget(m_noneOpen, 1);
    layout->addWidget(m_open, 1);
    return part;
}

void AlertsPage::fitColumns()
{
    if (width() < narrowPage)
        setWidths(m_open, {124, 170, 250, 72, 140, 120}, OpenAlertsModel::ReasonColumn);
    else
        setWidths(m_open, {136, 200, 300, 84, 150, 200}, OpenAlertsModel::ReasonColumn);
}

void AlertsPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    // Only where it becomes narrow or wide: a width that somebody dragged stays.
    const bool wasNarrow = event->oldSize().width() < narrowPage;
    if (wasNarrow != (width() < narrowPage))
        fitColumns();
}

QWidget *AlertsPage::makeActions()
{
    m_acknowledge = makeButton(QStringLiteral("acknowledge"), QStringLiteral("check"), QStringLiteral("Acknowledge"));
    m_mute = makeButton(QStringLiteral("mute"), QStringLiteral("mute"), QStringLiteral("Mute"));
    m_unmute = makeButton(QStringLiteral("unmute"), QStringLiteral("alerts"), QStringLiteral("Unmute"));
    m_maintenance = makeButton(QStringLiteral("maintenance"), QStringLiteral("wrench"), QStringLiteral("Maintenance\u2026"));
    m_maintenance->setEnabled(true);
    m_maintenance->setToolTip(QStringLiteral("Silence the notices of some queues for planned work. Breached is never silenced."));
    m_mute->setToolTip(QStringLiteral("No notices about this alert for a while. Breached is never silenced, and the screen shows it as ever."));
    auto *menu = new QMenu(m_mute);
    for (const MuteChoice &choice : muteChoices)
        connect(menu->addAction(QString::fromLatin1(choice.text)), &QAction::triggered, this, [this, span = choice.span] { mute(span); });
    m_mute->setMenu(menu);
    m_selection = secondaryLabel({});
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(space::m, 0, space::m, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_openTitle);
    layout->addWidget(m_selection);
    layout->addStretch(1);
    for (QPushButton *button : {m_acknowledge, m_mute, m_unmute, m_maintenance})
        layout->addWidget(button);
    return bar;
}

QWidget *AlertsPage::makeLogPart()
{
    m_filter = new FilterField(m_catalogue);
    m_filter->setObjectName(QStringLiteral("logFilter"));
    m_filter->setAccessibleName(QStringLiteral("Filter the log"));
    m_filter->setPlaceholderText(QStringLiteral("Filter: verdict:breached at:today  ( / )"));
    m_filter->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    m_filter->setMaximumWidth(320);
    auto *onlyVerdicts = new QCheckBox(QStringLiteral("Only verdict changes"));
    onlyVerdicts->setObjectName(QStringLiteral("onlyVerdicts"));
    m_fault = new ElidedLabel;
    m_fault->setObjectName(QStringLiteral("logFilterFault"));
    connect(m_filter, &FilterField::filterChanged, this, &AlertsPage::applyFilter);
    connect(m_filter, &FilterField::faultChanged, m_fault, &ElidedLabel::setText);
    m_minute.setInterval(Minutes(1));
    connect(&m_minute, &QTimer::timeout, this, &AlertsPage::applyFilter);
    connect(onlyVerdicts, &QCheckBox::toggled, this, [this](bool only) {
        m_log.setOnlyVerdicts(only);
        refresh();
    });
    m_logTable = new PlainTable(QStringLiteral("alertLog"), QStringLiteral("Log"));
    m_logTable->setModel(&m_log);
    m_logTable->setItemDelegateForColumn(AlertLogModel::VerdictColumn, new VerdictDelegate(m_logTable));
    setWidths(m_logTable, {88, 132, 200, 190, 300}, AlertLogModel::TextColumn);
    m_noneLogged = secondaryLabel({}, Type::Body);
    m_noneLogged->setContentsMargins(space::m, 0, space::m, space::m);
    m_noneLogged->setAlignment(Qt::AlignTop);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(space::m, 0, space::m, 0);
    head->setSpacing(space::m);
    head->addWidget(plainLabel(QStringLiteral("Log"), Type::Title, QFont::DemiBold));
    head->addWidget(m_filter, 2);
    head->addWidget(onlyVerdicts);
    head->addWidget(m_fault, 2);
    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, space::s, 0, 0);
    layout->setSpacing(space::s);
    layout->addLayout(head);
    layout->addWidget(m_noneLogged, 1);
    layout->addWidget(m_logTable, 1);
    return part;
}

void AlertsPage::connectActions()
{
    const auto open = &m_context.openAlerts;
    connect(open, &OpenAlertsModel::rowsInserted, this, &AlertsPage::refresh);
    connect(open, &OpenAlertsModel::rowsRemoved, this, &AlertsPage::refresh);
    connect(open, &OpenAlertsModel::dataChanged, this, &AlertsPage::refresh);
    connect(&m_log, &AlertLogProxy::rowsInserted, this, &AlertsPage::refresh);
    connect(m_open, &PlainTable::currentRowChanged, this, &AlertsPage::refresh);
    connect(m_open, &PlainTable::rowActivated, this, [this](int row) { emit queueRequested(m_context.openAlerts.alertAt(row).queue); });
    connect(m_logTable, &PlainTable::rowActivated, this, [this](int row) { emit queueRequested(m_log.entryAt(row).queue); });
    connect(m_acknowledge, &QPushButton::clicked, this, [this] {
        if (const Alert *alert = selected())
            m_context.monitor.acknowledge(alert->id, operatorName());
    });
    connect(m_unmute, &QPushButton::clicked, this, [this] {
        if (const Alert *alert = selected())
            m_context.monitor.unmute(alert->id, operatorName());
    });
    connect(m_maintenance, &QPushButton::clicked, this, &AlertsPage::planMaintenance);
}

const Alert *AlertsPage::selected() const
{
    const int row = m_open->currentRow();
    return row < 0 || row >= m_context.openAlerts.rowCount() ? nullptr : &m_context.openAlerts.alertAt(row);
}

void AlertsPage::refresh()
{
    const int count = m_context.openAlerts.rowCount();
    m_openTitle->setText(count == 0 ? QStringLiteral("Open alerts") : QStringLiteral("Open alerts  %1").arg(count));
    m_open->setVisible(count > 0);
    m_noneOpen->setVisible(count == 0);
    const Alert *alert = selected();
    m_acknowledge->setEnabled(alert && alert->acknowledgedBy.isEmpty());
    m_mute->setEnabled(alert != nullptr);
    m_unmute->setEnabled(alert && alert->mutedUntil.has_value());
    m_selection->setText(alert ? QStringLiteral("You act as %1").arg(operatorName()) : count > 0 ? QStringLiteral("Select one to acknowledge or mute it") : QString());
    const bool logged = m_log.rowCount() > 0;
    m_logTable->setVisible(logged);
    m_noneLogged->setVisible(!logged);
    m_noneLogged->setText(m_context.alertLog.rowCount() == 0 ? QStringLiteral("Nothing has been logged yet. Every change of a verdict appears here, with the samples that caused it in words.")
                                                             : QStringLiteral("No line matches the filter."));
}

void AlertsPage::applyFilter()
{
    m_log.setFilter(m_filter->expression(), {m_context.clock.now(), m_zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone()});
    if (m_log.dependsOnNow())
        m_minute.start();
    else
        m_minute.stop();
    refresh();
}

void AlertsPage::mute(Millis span)
{
    if (const Alert *alert = selected())
        m_context.monitor.mute(alert->id, m_context.clock.now() + span, operatorName());
}

void AlertsPage::planMaintenance()
{
    MaintenanceDialog dialog(m_context.connections.all(), m_context.clock, m_zone, this);
    if (dialog.exec() == QDialog::Accepted)
        m_context.monitor.addMaintenance(dialog.window());
}

} // namespace holdwatch::ui

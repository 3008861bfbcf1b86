// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/MaintenanceDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/Operator.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {
constexpr std::chrono::hours longest{7 * 24};
}

MaintenanceDialog::MaintenanceDialog(const QVector<ConnectionStatus> &connections, const Clock &clock, Zone zone, QWidget *parent)
    : QDialog(parent), m_connections(connections), m_clock(clock), m_zone(zone), m_frame(new DialogFrame(this)), m_connection(new QComboBox), m_queues(new QLineEdit), m_duration(new QLineEdit(QStringLiteral("30m"))),
      m_reason(new QLineEdit), m_consequence(secondaryLabel({})), m_start(new QPushButton(QStringLiteral("Start maintenance")))
{
    setObjectName(QStringLiteral("maintenanceDialog"));
    setWindowTitle(QStringLiteral("Maintenance window"));
    m_connection->addItem(QStringLiteral("All connections"), QString());
    for (const ConnectionStatus &each : connections)
        m_connection->addItem(each.name, each.name);
    m_connection->setObjectName(QStringLiteral("maintenanceConnection"));
    m_queues->setObjectName(QStringLiteral("maintenanceQueues"));
    m_queues->setPlaceholderText(QStringLiteral("All queues, or a pattern like orders-*"));
    m_duration->setObjectName(QStringLiteral("maintenanceDuration"));
    m_reason->setObjectName(QStringLiteral("maintenanceReason"));
    m_reason->setPlaceholderText(QStringLiteral("What is being done, for the log"));
    m_start->setObjectName(QStringLiteral("startMaintenance"));
    m_consequence->setWordWrap(true);
    m_consequence->setMinimumWidth(380);

    auto *form = new QFormLayout;
    form->addRow(QStringLiteral("&Connection"), m_connection);
    form->addRow(QStringLiteral("&Queues"), m_queues);
    form->addRow(QStringLiteral("&Lasts"), m_duration);
    form->addRow(QStringLiteral("&Reason"), m_reason);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_start, QDialogButtonBox::AcceptRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    m_frame->body()->addLayout(form);
    m_frame->body()->addWidget(m_consequence);
    m_frame->body()->addWidget(buttons);
    connect(m_connection, &QComboBox::currentIndexChanged, this, &MaintenanceDialog::showEnvironment);
    for (QLineEdit *field : {m_duration, m_reason})
        connect(field, &QLineEdit::textChanged, this, &MaintenanceDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    showEnvironment();
}

/// One connection's own; for all of them the most serious.
void MaintenanceDialog::showEnvironment()
{
    const QString name = m_connection->currentData().toString();
    const bool production = std::any_of(m_connections.cbegin(), m_connections.cend(), [&](const ConnectionStatus &each) {
        return each.environment == Environment::Production && (name.isEmpty() || each.name == name);
    });
    m_frame->setEnvironment(production ? Environment::Production : Environment::Practice, name);
}

MaintenanceWindow MaintenanceDialog::window() const
{
    MaintenanceWindow window;
    window.connection = m_connection->currentData().toString();
    window.queueGlob = m_queues->text().trimmed();
    window.from = m_clock.now();
    window.until = window.from + parseDuration(m_duration->text()).value_or(Millis(0));
    window.reason = m_reason->text().trimmed();
    window.who = operatorName();
    return window;
}

void MaintenanceDialog::check()
{
    const std::optional<Millis> span = parseDuration(m_duration->text());
    const bool fits = span && *span > Millis(0) && *span <= longest;
    if (!fits)
        m_consequence->setText(QStringLiteral("Give a duration like 30m, 2h or 1h30m, at most 7d."));
    else if (m_reason->text().trimmed().isEmpty())
        m_consequence->setText(QStringLiteral("Say why: the log keeps it."));
    else
        m_consequence->setText(QStringLiteral("Until %1 %2 no notice is sent for these queues, except when one is breached. The screen shows everything as ever.")
                                   .arg(formatDateTime(m_clock.now() + *span, m_zone), zoneName(m_zone, m_clock.now())));
    m_start->setEnabled(fits && !m_reason->text().trimmed().isEmpty());
}

} // namespace holdwatch::ui

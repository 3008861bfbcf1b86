// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/connections/ConnectionConfig.h"
#include "models/core/Format.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace holdwatch::ui {

class DialogFrame;

/// Plans a stretch of work from now on during which notices of some queues stay silent.
class MaintenanceDialog final : public QDialog
{
    Q_OBJECT
public:
    MaintenanceDialog(const QVector<ConnectionStatus> &connections, const Clock &clock, Zone zone, QWidget *parent);

    /// What was planned; only meaningful once the dialog was accepted.
    MaintenanceWindow window() const;

private:
    void check();
    void showEnvironment();

    QVector<ConnectionStatus> m_connections;
    const Clock &m_clock;
    Zone m_zone;
    DialogFrame *m_frame;
    QComboBox *m_connection;
    QLineEdit *m_queues;
    QLineEdit *m_duration;
    QLineEdit *m_reason;
    QLabel *m_consequence;
    QPushButton *m_start;
};

} // namespace holdwatch::ui

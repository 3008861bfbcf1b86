// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/queue/QueueStatus.h"
#include "models/core/Format.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace holdwatch::ui {

class ElidedLabel;
class VerdictBadge;

/// What a row has no room for: the sentence behind the verdict, both breach figures, who owns it, the
/// runbook, and since when this desktop has watched.
class QueueDetails final : public QWidget
{
    Q_OBJECT
public:
    explicit QueueDetails(QWidget *parent = nullptr);
    void setStatus(const QueueStatus &status, const Alert *alert, Zone zone, UtcTime now);

signals:
    void openRequested();
    void closeRequested();
    void acknowledgeRequested(const holdwatch::AlertId &alert);

private:
    void buildHeader(QVBoxLayout &layout);
    QWidget *makeBody();
    QLabel *addFact(QGridLayout &grid, int row, int column, const QString &name);
    void showFacts(const QueueStatus &status, Zone zone, UtcTime now);
    void showAlert(const Alert *alert, Zone zone, UtcTime now);

    VerdictBadge *m_badge;
    ElidedLabel *m_name;
    QLabel *m_reason;
    QLabel *m_notes;
    QLabel *m_breach;
    QLabel *m_backlog;
    QLabel *m_owner;
    QLabel *m_alert;
    QPushButton *m_acknowledge;
    QToolButton *m_runbook;
    AlertId m_alertId;
    QString m_runbookLink;
};

} // namespace holdwatch::ui

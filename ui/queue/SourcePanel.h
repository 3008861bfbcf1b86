// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Format.h"
#include "models/queue/QueueStatus.h"

#include <QTimeZone>
#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;
class QToolButton;

namespace holdwatch::ui {

/// "What this source says": for each figure its value, how it is obtained, what it means on this system
/// and when it was taken; what watching costs; who owns the queue. Folded until asked for, and only
/// filled while unfolded.
class SourcePanel : public QWidget
{
    Q_OBJECT
public:
    explicit SourcePanel(QWidget *parent = nullptr);

    /// `connection` may be null while nothing was heard of it yet.
    void show(const QueueStatus &status, const ConnectionStatus *connection, Zone zone);
    bool isUnfolded() const;

signals:
    void unfolded();

private:
    void fold(bool open);
    void fillTable(const QueueStatus &status, const ConnectionStatus *connection, Zone zone);
    void setCell(int row, int column, const QString &text);

    QToolButton *m_toggle;
    QWidget *m_body;
    QTableWidget *m_table;
    QLabel *m_facts;
    QPushButton *m_runbook;
    QString m_runbookLink;
};

/// The link if it is one that a browser may be handed (http or https), else empty.
QUrl safeLink(const QString &text);

} // namespace holdwatch::ui

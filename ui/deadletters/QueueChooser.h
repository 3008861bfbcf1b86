// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueTableModel.h"
#include "models/queue/ViewScope.h"

#include <QDialog>
#include <QSet>

class QLineEdit;
class QListWidget;

namespace holdwatch::ui {

/// Whether a queue is named as people name dead-letter queues: "orders.dlq", "orders-dead", "poison".
bool soundsDead(const QString &name);

/// All watched queues but those that are known as dead-letter queues, those that sound like one first. A person marks which
/// of them are to be listed as dead-letter queues, though no queue points at them.
class QueueChooser final : public QDialog
{
    Q_OBJECT
public:
    QueueChooser(const QueueTableModel &queues, const ViewScope &scope, const QSet<QueueId> &marked, QWidget *parent = nullptr);
    QSet<QueueId> marked() const; ///< those out of scope stay as they were

private:
    void filter(const QString &words);

    QVector<QueueId> m_queues;
    QSet<QueueId> m_before;
    QLineEdit *m_filter;
    QListWidget *m_list;
};

} // namespace holdwatch::ui

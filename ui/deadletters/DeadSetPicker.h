// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueTableModel.h"
#include "models/queue/ViewScope.h"

#include <QComboBox>
#include <QSet>

namespace holdwatch::ui {

/// The dead-letter queues in scope, the fullest first when the list opens; keeps its choice while counts change. Queues that
/// a person marked as dead-letter queues are among them; the last line leads to those that could be.
class DeadSetPicker final : public QComboBox
{
    Q_OBJECT
public:
    explicit DeadSetPicker(const QueueTableModel &queues, QWidget *parent = nullptr);

    void setScope(const ViewScope &scope);
    const ViewScope &scope() const { return m_scope; }
    std::optional<QueueStatus> chosen() const;
    bool choose(const QueueId &deadSet); ///< false: it is not there
    void setMarked(const QSet<QueueId> &marked);
    void refresh(); ///< after queues came, went or changed

signals:
    void deadSetChosen(); ///< another one
    void othersRequested();

private:
    const QueueTableModel &m_queues;
    ViewScope m_scope;
    QVector<QueueId> m_listed;
    QueueId m_chosen;
    QSet<QueueId> m_marked;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueTableModel.h"
#include "models/queue/ViewScope.h"

#include <QComboBox>

namespace holdwatch::ui {

/// The dead-letter queues in scope, the fullest first when the list opens; keeps its choice while counts change.
class DeadSetPicker final : public QComboBox
{
    Q_OBJECT
public:
    explicit DeadSetPicker(const QueueTableModel &queues, QWidget *parent = nullptr);

    void setScope(const ViewScope &scope);
    std::optional<QueueStatus> chosen() const;
    bool choose(const QueueId &deadSet); ///< false: it is not there
    void refresh(); ///< after queues came, went or changed

signals:
    void deadSetChosen(); ///< another one

private:
    const QueueTableModel &m_queues;
    ViewScope m_scope;
    QVector<QueueId> m_listed;
    QueueId m_chosen;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueOrderProxy.h"
#include "ui/common/PlainTable.h"
#include "ui/overview/ColumnPlan.h"

#include <QTimer>

class QMenu;

namespace holdwatch {
class SettingsPort;
}

namespace holdwatch::ui {

class QueueRowDelegate;

/// The overview's rows. While the mouse moves over them or somebody walks through them by keyboard the
/// order is held; columns that don't fit give way; the choice of columns is kept in the settings.
class QueueTable final : public PlainTable
{
    Q_OBJECT
public:
    QueueTable(QueueOrderProxy &rows, const Clock &clock, SettingsPort &settings, QWidget *parent = nullptr);

    std::optional<QueueId> currentQueue() const;
    void select(const QueueId &queue); ///< and scroll to it; nothing if it is filtered out

    /// Repaints what changes by time alone, in the visible rows only.
    void tick();
    void fillColumnMenu(QMenu &menu);

signals:
    void queueActivated(const holdwatch::QueueId &queue);

protected:
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void hold(int milliseconds);
    void hover(int row);
    void setColumnFloors();
    void layOutColumns();
    void chooseOrder(int column);
    void rememberWidth(int column, int width);
    void keep();

    QueueOrderProxy &m_rows;
    SettingsPort &m_settings;
    QueueRowDelegate *m_delegate;
    ColumnPlan m_plan;
    QTimer m_release;
    bool m_layingOut = false;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/ViewScope.h"
#include "models/redrive/RedriveListModel.h"
#include "models/redrive/RedriveNeed.h"

#include <QListView>
#include <QSortFilterProxyModel>

namespace holdwatch::ui {

/// Those that need somebody first, the most urgent on top; then those that are over, the newest on top.
class RedriveOrder final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    RedriveOrder(RedriveListModel &redrives, const Clock &clock, QObject *parent = nullptr);

    void setScope(const ViewScope &scope);
    void setSelf(const std::optional<Operator> &self);
    const RedriveRecord &recordAt(int row) const;
    std::optional<RedriveNeed> needAt(int row) const;
    bool beginsGroup(int row) const; ///< the first that needs somebody, or the first that is over
    QModelIndex indexOf(const PlanId &plan) const;

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    std::optional<RedriveNeed> need(int sourceRow) const;

    RedriveListModel &m_redrives;
    const Clock &m_clock;
    std::optional<Operator> m_self;
    ViewScope m_scope;
};

/// The redrives as cards in a column.
class RedriveList final : public QListView
{
    Q_OBJECT
public:
    explicit RedriveList(RedriveOrder &order, const Clock &clock, QWidget *parent = nullptr);

    void choose(const PlanId &plan);
    std::optional<PlanId> chosen() const;

signals:
    void planChosen(const holdwatch::PlanId &plan);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    RedriveOrder &m_order;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/redrive/Run.h"

#include <QAbstractTableModel>

namespace holdwatch {

/// The items of one plan and what became of each, in the order of the plan: row = ordinal. Never resets. Of a plan that moves by count
/// the outcomes stay unset and show as none.
class RunItemModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        OrdinalColumn, ///< counted from 1
        KeyColumn,     ///< idempotency key; "–" where there is none
        ClassColumn,
        VersionColumn, ///< of the schema
        OutcomeColumn, ///< toWord(ItemOutcome)
        DetailColumn,  ///< tooltip: with the new id, where the system gave one
        AtColumn,      ///< when the outcome was recorded
        ColumnCount
    };
    /// int of ItemOutcome in every column, for colours and filters; invalid where there is none.
    static constexpr int OutcomeRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// `results` by ordinal; without an entry an item is Waiting, all of them empty means that outcomes are not known one by one.
    void setItems(const QVector<PlanItem> &items, const QVector<ItemResult> &results);
    void applyChanges(const QVector<ItemResult> &changed); ///< in any order; ordinals that are not here are ignored
    void setZone(Zone zone);

    const PlanItem &itemAt(int row) const { return m_items.at(row); }
    const ItemResult *resultAt(int row) const; ///< null where outcomes are not known one by one

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;
    QString toolTip(int row, int column) const;
    void resize(const QVector<PlanItem> &items, const QVector<ItemResult> &results);
    void announce(QVector<int> rows, int firstColumn);

    Zone m_zone = Zone::Utc;
    QVector<PlanItem> m_items;
    QVector<ItemResult> m_results; ///< empty, or one for each item
};

} // namespace holdwatch

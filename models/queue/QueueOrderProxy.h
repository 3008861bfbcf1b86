// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Matcher.h"
#include "models/queue/QueueTableModel.h"
#include "models/queue/ViewScope.h"

#include <QSet>
#include <QSortFilterProxyModel>

namespace holdwatch {

/// Which queues are shown, and in which order. The order is a ranking taken at one moment: figures that
/// change in place don't move rows. It is taken anew when a verdict changes, when rows come, and when a
/// person sorts; while held (somebody is reading) it waits.
class QueueOrderProxy final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit QueueOrderProxy(QueueTableModel &queues, QObject *parent = nullptr);

    void setScope(const ViewScope &scope);
    void setFilter(const filter::Expression &filter);   ///< see queueCatalogue(); free text looks at name, connection, kind and owner
    void passTime();                                    ///< asks again where the filter asks for what time changes
    void setVerdicts(const QSet<Verdict> &verdicts);    ///< empty: all
    void setShowsDeadSets(bool shows);                  ///< those already counted on their origin's row
    void setHeld(bool held);
    bool isOrderPending() const { return m_pending; }

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; ///< what a person chose; ranks at once, even while held
    int orderColumn() const { return m_column; }
    Qt::SortOrder order() const { return m_order; }

    const QueueStatus &statusAt(int proxyRow) const;
    int rowOf(const QueueId &queue) const; ///< -1 if unknown or filtered out
    /// How many queues of the scope have each verdict, whatever filter and chips hide; without covered dead sets.
    QHash<Verdict, int> verdictCounts() const;
    int scopeCount() const; ///< rows of the scope, before filter and chips

signals:
    void orderPendingChanged(bool pending);

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    void orderChanged();
    void rank();
    void setPending(bool pending);
    bool inScope(const QueueStatus &status) const;
    bool comesBefore(const QueueStatus &a, const QueueStatus &b) const;

    QueueTableModel &m_queues;
    ViewScope m_scope;
    filter::Matcher m_filter;
    bool m_asksForTime = false;
    QSet<Verdict> m_verdicts;
    bool m_showsDeadSets = false;
    bool m_held = false;
    bool m_pending = false;
    int m_column = int(QueueCell::Verdict);
    Qt::SortOrder m_order = Qt::DescendingOrder;
    QHash<QueueId, int> m_rank;
};

} // namespace holdwatch

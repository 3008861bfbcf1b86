// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/QueueOrderProxy.h"

#include "models/queue/QueueFields.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace holdwatch {

namespace {

/// Worst first needs more than the verdict: among equals the one with the least part of its window left.
double fractionLeft(const QueueStatus &status)
{
    const Assessment &assessment = status.assessment;
    if (!assessment.headroom)
        return 1;
    return double(assessment.headroom->count()) / double(std::max<qint64>(1, status.tolerance.rulingWindow().count()));
}

} // namespace

QueueOrderProxy::QueueOrderProxy(QueueTableModel &queues, QObject *parent) : QSortFilterProxyModel(parent), m_queues(queues)
{
    setSourceModel(&queues);
    rank();
    // The base class sorts by the one column that never changes, so that it never moves rows by itself.
    QSortFilterProxyModel::sort(int(QueueCell::Name));
    connect(&queues, &QueueTableModel::verdictsChanged, this, &QueueOrderProxy::orderChanged);
}

void QueueOrderProxy::setScope(const ViewScope &scope)
{
    m_scope = scope;
    invalidateFilter();
}

void QueueOrderProxy::setFilter(const filter::Expression &filter)
{
    m_filter = filter::Matcher(filter, {m_queues.now(), QTimeZone::utc()});
    m_asksForTime = asksForTime(filter);
    invalidateFilter();
}

void QueueOrderProxy::passTime()
{
    if (m_asksForTime)
        invalidateFilter();
}

void QueueOrderProxy::setVerdicts(const QSet<Verdict> &verdicts)
{
    m_verdicts = verdicts;
    invalidateFilter();
}

void QueueOrderProxy::setShowsDeadSets(bool shows)
{
    m_showsDeadSets = shows;
    invalidateFilter();
}

void QueueOrderProxy::setHeld(bool held)
{
    m_held = held;
    if (!m_held && m_pending)
        rank();
}

void QueueOrderProxy::sort(int column, Qt::SortOrder order)
{
    m_column = column;
    m_order = order;
    rank();
}

const QueueStatus &QueueOrderProxy::statusAt(int proxyRow) const
{
    return m_queues.statusAt(mapToSource(index(proxyRow, 0)).row());
}

int QueueOrderProxy::rowOf(const QueueId &queue) const
{
    const int row = m_queues.rowOf(queue);
    return row < 0 ? -1 : mapFromSource(m_queues.index(row, 0)).row();
}

QHash<Verdict, int> QueueOrderProxy::verdictCounts() const
{
    QHash<Verdict, int> counts;
    for (int row = 0; row < m_queues.rowCount(); ++row) {
        const QueueStatus &status = m_queues.statusAt(row);
        if (inScope(status) && !isCoveredDeadSet(status))
            ++counts[status.assessment.verdict];
    }
    return counts;
}

int QueueOrderProxy::scopeCount() const
{
    const QHash<Verdict, int> counts = verdictCounts();
    return std::accumulate(counts.cbegin(), counts.cend(), 0);
}

bool QueueOrderProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    constexpr int unranked = std::numeric_limits<int>::max();
    const int a = m_rank.value(m_queues.statusAt(left.row()).queue.id, unranked);
    const int b = m_rank.value(m_queues.statusAt(right.row()).queue.id, unranked);
    return a != b ? a < b : left.row() < right.row();
}

bool QueueOrderProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    const QueueStatus &status = m_queues.statusAt(row);
    if (!inScope(status) || (isCoveredDeadSet(status) && !m_showsDeadSets))
        return false;
    return (m_verdicts.isEmpty() || m_verdicts.contains(status.assessment.verdict)) && m_filter.matches(QueueSource(status, m_queues.now()));
}

void QueueOrderProxy::orderChanged()
{
    if (m_held && !m_rank.isEmpty())
        setPending(true);
    else
        rank();
}

void QueueOrderProxy::rank()
{
    QVector<int> rows(m_queues.rowCount());
    std::iota(rows.begin(), rows.end(), 0);
    std::stable_sort(rows.begin(), rows.end(), [this](int a, int b) { return comesBefore(m_queues.statusAt(a), m_queues.statusAt(b)); });
    QHash<QueueId, int> ranks;
    ranks.reserve(rows.size());
    for (int rank = 0; rank < rows.size(); ++rank)
        ranks.insert(m_queues.statusAt(rows.at(rank)).queue.id, rank);
    setPending(false);
    if (ranks == m_rank)
        return;
    m_rank = std::move(ranks);
    invalidate();
}

void QueueOrderProxy::setPending(bool pending)
{
    if (m_pending == pending)
        return;
    m_pending = pending;
    emit orderPendingChanged(pending);
}

bool QueueOrderProxy::inScope(const QueueStatus &status) const
{
    return m_scope.covers(status.queue.id.connection, status.environment);
}

bool QueueOrderProxy::comesBefore(const QueueStatus &a, const QueueStatus &b) const
{
    const bool descending = m_order == Qt::DescendingOrder;
    const QVariant left = cellSortKey(a, QueueCell(m_column));
    const QVariant right = cellSortKey(b, QueueCell(m_column));
    if (left.isValid() != right.isValid())
        return left.isValid();
    if (left != right) {
        const bool less = left.userType() == QMetaType::QString ? left.toString() < right.toString() : left.toDouble() < right.toDouble();
        return less != descending;
    }
    if (m_column == int(QueueCell::Verdict)) {
        if (isCoveredDeadSet(a) != isCoveredDeadSet(b))
            return isCoveredDeadSet(b);
        if (const double x = fractionLeft(a), y = fractionLeft(b); x != y)
            return (x < y) == descending;
    }
    const int byName = a.queue.displayName.compare(b.queue.displayName, Qt::CaseInsensitive);
    return byName != 0 ? byName < 0 : a.queue.id < b.queue.id;
}

} // namespace holdwatch

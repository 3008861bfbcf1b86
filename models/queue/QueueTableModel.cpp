// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/QueueTableModel.h"

#include <algorithm>

namespace holdwatch {

namespace {

/// Beyond this many changed rows one signal for their whole rectangle is cheaper than exact cells.
constexpr int exactRows = 12;

QVector<QueueId> idsOf(const QVector<QueueStatus> &statuses)
{
    QVector<QueueId> ids;
    ids.reserve(statuses.size());
    for (const QueueStatus &status : statuses)
        ids << status.queue.id;
    return ids;
}

} // namespace

QueueTableModel::QueueTableModel(const Clock &clock, QObject *parent) : QAbstractTableModel(parent), m_clock(clock) {}

void QueueTableModel::update(const QVector<QueueStatus> &changed)
{
    QVector<QueueStatus> fresh;
    QHash<QueueId, int> freshAt;
    QVector<Change> changes;
    bool verdicts = false;
    for (const QueueStatus &status : changed) {
        const int row = rowOf(status.queue.id);
        if (row >= 0) {
            verdicts |= m_rows.at(row).assessment.verdict != status.assessment.verdict;
            changes += replace(row, status);
        } else if (const auto at = freshAt.constFind(status.queue.id); at != freshAt.constEnd()) {
            fresh[*at] = status;
        } else {
            freshAt.insert(status.queue.id, int(fresh.size()));
            fresh << status;
        }
    }
    announce(changes);
    append(fresh);
    for (const QueueId &queue : idsOf(changed))
        emit queueChanged(queue);
    if (verdicts || !fresh.isEmpty())
        emit verdictsChanged();
}

void QueueTableModel::remove(const QVector<QueueId> &gone)
{
    QVector<int> rows;
    for (const QueueId &queue : gone) {
        if (const int row = rowOf(queue); row >= 0 && !rows.contains(row))
            rows << row;
    }
    std::sort(rows.begin(), rows.end(), std::greater<>());
    for (auto at = rows.cbegin(); at != rows.cend();) {
        const int last = *at;
        int first = last;
        while (++at != rows.cend() && *at == first - 1)
            --first;
        beginRemoveRows({}, first, last);
        m_rows.remove(first, last - first + 1);
        reindex();
        endRemoveRows();
    }
    if (!rows.isEmpty())
        emit verdictsChanged();
}

const QueueStatus *QueueTableModel::find(const QueueId &queue) const
{
    const int row = rowOf(queue);
    return row < 0 ? nullptr : &m_rows.at(row);
}

int QueueTableModel::rowOf(const QueueId &queue) const
{
    return m_rowOf.value(queue, -1);
}

int QueueTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int QueueTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : queueCellCount;
}

QVariant QueueTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const QueueStatus &status = m_rows.at(index.row());
    const auto cell = QueueCell(index.column());
    switch (role) {
    case Qt::DisplayRole: return cellText(status, cell, now());
    case Qt::ToolTipRole: return cellToolTip(status, cell, now());
    case Qt::AccessibleTextRole: return cellTitle(cell) + QLatin1Char(' ') + cellText(status, cell, now());
    case Qt::TextAlignmentRole: return int((isNumeric(cell) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant QueueTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= queueCellCount)
        return {};
    const auto cell = QueueCell(section);
    switch (role) {
    case Qt::DisplayRole: return cellTitle(cell);
    case Qt::ToolTipRole: return cellDescription(cell);
    case Qt::TextAlignmentRole: return int((isNumeric(cell) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

void QueueTableModel::append(const QVector<QueueStatus> &fresh)
{
    if (fresh.isEmpty())
        return;
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(fresh.size()) - 1);
    m_rows += fresh;
    reindex();
    endInsertRows();
}

QVector<QueueTableModel::Change> QueueTableModel::replace(int row, const QueueStatus &after)
{
    QueueStatus &held = m_rows[row];
    // Becoming stale, or fresh again, repaints the whole row in or out of grey.
    const bool whole = (held.assessment.verdict == Verdict::Stale) != (after.assessment.verdict == Verdict::Stale);
    QVector<Change> changes;
    for (int column = 0; column < queueCellCount; ++column) {
        const auto cell = QueueCell(column);
        if (!cellDiffers(held, after, cell) && !(whole && cell != QueueCell::Name))
            continue;
        if (changes.isEmpty() || changes.last().last != column - 1 || changes.last().first == int(QueueCell::Name))
            changes << Change{row, column, column};
        else
            changes.last().last = column;
    }
    held = after;
    return changes;
}

void QueueTableModel::announce(const QVector<Change> &changes)
{
    int rows = 0;
    for (int i = 0; i < changes.size(); ++i)
        rows += i == 0 || changes.at(i).row != changes.at(i - 1).row;
    if (rows > exactRows)
        return announceMerged(changes);
    // Cell by cell: a view repaints only the cell for a single index, but its whole area for a range.
    for (const Change &change : changes) {
        for (int column = change.first; column <= change.last; ++column)
            emit dataChanged(index(change.row, column), index(change.row, column));
    }
}

void QueueTableModel::announceMerged(const QVector<Change> &changes)
{
    // The name column stays apart: it is what proxies sort by, and a sorted column that changes moves rows.
    const auto emitFor = [this](int first, int last, bool any, int top, int bottom) {
        if (any)
            emit dataChanged(index(top, first), index(bottom, last));
    };
    int top = queueCellCount, bottom = -1, nameTop = 0, nameBottom = -1;
    bool values = false, names = false;
    for (const Change &change : changes) {
        if (change.first == int(QueueCell::Name)) {
            nameTop = names ? std::min(nameTop, change.row) : change.row;
            nameBottom = std::max(nameBottom, change.row);
            names = true;
            continue;
        }
        top = values ? std::min(top, change.row) : change.row;
        bottom = std::max(bottom, change.row);
        values = true;
    }
    emitFor(int(QueueCell::Name), int(QueueCell::Name), names, nameTop, nameBottom);
    emitFor(int(QueueCell::Name) + 1, queueCellCount - 1, values, top, bottom);
}

void QueueTableModel::reindex()
{
    m_rowOf.clear();
    m_rowOf.reserve(m_rows.size());
    for (int row = 0; row < m_rows.size(); ++row)
        m_rowOf.insert(m_rows.at(row).queue.id, row);
}

} // namespace holdwatch

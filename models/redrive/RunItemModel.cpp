// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RunItemModel.h"

#include "models/payload/TextView.h"

#include <algorithm>
#include <numeric>

namespace holdwatch {

namespace {

QVector<ItemResult> byOrdinal(const QVector<ItemResult> &results, int count)
{
    if (results.isEmpty())
        return {};
    QVector<ItemResult> all(count);
    for (int ordinal = 0; ordinal < count; ++ordinal)
        all[ordinal].ordinal = ordinal;
    for (const ItemResult &result : results) {
        if (result.ordinal >= 0 && result.ordinal < count)
            all[result.ordinal] = result;
    }
    return all;
}

QString oneLine(const QString &text)
{
    return payload::visible(text.simplified());
}

} // namespace

void RunItemModel::setItems(const QVector<PlanItem> &items, const QVector<ItemResult> &results)
{
    const QVector<ItemResult> all = byOrdinal(results, int(items.size()));
    const QVector<PlanItem> before = m_items;
    const QVector<ItemResult> resultsBefore = m_results;
    resize(items, all);
    QVector<int> changed;
    for (int row = 0; row < std::min(before.size(), items.size()); ++row) {
        if (before.at(row) != items.at(row) || resultsBefore.value(row) != all.value(row) || resultsBefore.isEmpty() != all.isEmpty())
            changed << row;
    }
    announce(changed, OrdinalColumn);
}

/// Rows come and go at the end, so the ones that stay keep their index.
void RunItemModel::resize(const QVector<PlanItem> &items, const QVector<ItemResult> &results)
{
    const int before = int(m_items.size());
    const int after = int(items.size());
    if (after > before)
        beginInsertRows({}, before, after - 1);
    else if (after < before)
        beginRemoveRows({}, after, before - 1);
    m_items = items;
    m_results = results;
    if (after > before)
        endInsertRows();
    else if (after < before)
        endRemoveRows();
}

void RunItemModel::applyChanges(const QVector<ItemResult> &changed)
{
    QVector<int> rows;
    if (m_results.isEmpty() && !changed.isEmpty()) {
        m_results = byOrdinal({ItemResult()}, int(m_items.size()));
        rows.resize(m_items.size());
        std::iota(rows.begin(), rows.end(), 0);
    }
    for (const ItemResult &result : changed) {
        if (result.ordinal < 0 || result.ordinal >= m_results.size() || m_results.at(result.ordinal) == result)
            continue;
        m_results[result.ordinal] = result;
        rows << result.ordinal;
    }
    announce(rows, OutcomeColumn);
}

void RunItemModel::setZone(Zone zone)
{
    if (m_zone == zone)
        return;
    m_zone = zone;
    if (!m_items.isEmpty())
        emit dataChanged(index(0, AtColumn), index(int(m_items.size()) - 1, AtColumn));
}

/// Neighbouring rows are told together: a step of fifty is one piece of news.
void RunItemModel::announce(QVector<int> rows, int firstColumn)
{
    std::sort(rows.begin(), rows.end());
    for (qsizetype at = 0; at < rows.size();) {
        qsizetype end = at;
        while (end + 1 < rows.size() && rows.at(end + 1) <= rows.at(end) + 1)
            ++end;
        emit dataChanged(index(rows.at(at), firstColumn), index(rows.at(end), ColumnCount - 1));
        at = end + 1;
    }
}

const ItemResult *RunItemModel::resultAt(int row) const
{
    return m_results.isEmpty() ? nullptr : &m_results.at(row);
}

int RunItemModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

int RunItemModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RunItemModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ItemResult *result = resultAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const QString cell = text(index.row(), index.column());
        return cell.isEmpty() ? noFigure() : cell;
    }
    case Qt::ToolTipRole: return toolTip(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return index.column() == OrdinalColumn ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case OutcomeRole: return result ? QVariant(int(result->outcome)) : QVariant();
    default: return {};
    }
}

QVariant RunItemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case OrdinalColumn: return QStringLiteral("No.");
    case KeyColumn: return QStringLiteral("Key");
    case ClassColumn: return QStringLiteral("Class");
    case VersionColumn: return QStringLiteral("Version");
    case OutcomeColumn: return QStringLiteral("Outcome");
    case DetailColumn: return QStringLiteral("Detail");
    case AtColumn: return QStringLiteral("At");
    default: return {};
    }
}

QString RunItemModel::text(int row, int column) const
{
    const PlanItem &item = m_items.at(row);
    const ItemResult *result = resultAt(row);
    switch (column) {
    case OrdinalColumn: return formatCount(item.ordinal + 1);
    case KeyColumn: return oneLine(item.key);
    case ClassColumn: return oneLine(item.failureClass);
    case VersionColumn: return oneLine(item.version);
    case OutcomeColumn: return result ? toWord(result->outcome) : QString();
    case DetailColumn: return result ? oneLine(result->detail) : QString();
    case AtColumn: return result && result->at != UtcTime{} ? formatTimeOfDay(result->at, m_zone) : QString();
    default: return {};
    }
}

QString RunItemModel::toolTip(int row, int column) const
{
    const ItemResult *result = resultAt(row);
    if (column == AtColumn && result && result->at != UtcTime{})
        return formatDateTime(result->at, m_zone) + QLatin1Char(' ') + zoneName(m_zone, result->at);
    if (column == DetailColumn && result && !result->lineage.isEmpty())
        return QStringList{oneLine(result->detail), QStringLiteral("New id: ") + oneLine(result->lineage)}.join(QLatin1Char('\n')).trimmed();
    return text(row, column);
}

} // namespace holdwatch

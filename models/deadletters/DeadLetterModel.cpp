// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/DeadLetterModel.h"

#include <algorithm>

namespace holdwatch {

namespace {

/// Half a frame: what is left of it is for painting.
constexpr Millis slice(8);

/// Beyond this many changed rows one signal for all between them is cheaper.
constexpr std::size_t exactRows = 12;

} // namespace

DeadLetterModel::DeadLetterModel(const Clock &clock, QObject *parent) : QAbstractTableModel(parent), m_clock(clock), m_view(m_table)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &DeadLetterModel::goOn);
}

void DeadLetterModel::append(const QVector<DeadLetterRow> &rows)
{
    const std::vector<quint32> changed = m_table.append(rows);
    m_cachedAt = LetterTable::nowhere;
    if (!changed.empty())
        m_view.rowsChanged(changed);
    goOn();
    announce(changed);
}

void DeadLetterModel::change(const QVector<DeadLetterRow> &rows)
{
    const std::vector<quint32> changed = m_table.change(rows);
    if (changed.empty())
        return;
    m_cachedAt = LetterTable::nowhere;
    m_view.rowsChanged(changed);
    show();
    announce(changed);
}

void DeadLetterModel::clear()
{
    beginResetModel();
    m_next.stop();
    m_rows.clear();
    m_table.clear();
    m_view.tableCleared();
    m_arrangement = m_view.arrangement();
    m_cachedAt = LetterTable::nowhere;
    endResetModel();
}

void DeadLetterModel::setClasses(const QVector<FailureClass> &classes)
{
    if (classes == m_table.classes())
        return;
    m_table.setClasses(classes);
    if (!m_rows.empty())
        emit dataChanged(index(0, int(LetterCell::Class)), index(rowCount() - 1, int(LetterCell::Class)));
}

void DeadLetterModel::setSensitiveNames(const QStringList &patterns)
{
    m_view.setSensitiveNames(patterns);
    goOn();
}

void DeadLetterModel::setZone(Zone zone)
{
    if (zone == m_zone)
        return;
    m_zone = zone;
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, letterCellCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, letterCellCount - 1);
}

void DeadLetterModel::setFilter(const filter::Expression &expression, const filter::Moment &moment, PayloadLookup payloads)
{
    m_view.setFilter(expression, moment, std::move(payloads));
    goOn();
}

void DeadLetterModel::sort(int column, Qt::SortOrder direction)
{
    m_view.setOrder(column < 0 || column >= letterCellCount ? LetterOrder() : LetterOrder(LetterCell(column), direction));
    show();
}

void DeadLetterModel::goOn()
{
    filterSome({std::numeric_limits<std::size_t>::max(), QDeadlineTimer(slice)});
}

bool DeadLetterModel::filterSome(const FilterBudget &budget)
{
    const bool isDone = m_view.filterSome(budget);
    if (isDone)
        m_next.stop();
    else
        m_next.start(0);
    show();
    emit filterProgressed(qint64(m_view.examined()), qint64(m_table.count()));
    if (isDone)
        emit filterFinished();
    return isDone;
}

std::vector<bool> DeadLetterModel::flagsOf(const std::vector<quint32> &rows) const
{
    std::vector<bool> flags(m_table.count(), false);
    for (const quint32 row : rows)
        flags[row] = true;
    return flags;
}

/// From what views know to what is to be shown in few steps whatever differs: who goes moves behind the others and goes,
/// who comes comes behind the others and moves to its place.
void DeadLetterModel::show()
{
    const std::vector<quint32> &target = m_view.shown();
    if (std::exchange(m_arrangement, m_view.arrangement()) == m_view.arrangement())
        return append(target);
    if (target == m_rows)
        return;
    removeAllBut(flagsOf(target));
    if (target.size() > m_rows.size())
        insertFrom(target);
    if (target != m_rows)
        reorder(target);
}

void DeadLetterModel::append(const std::vector<quint32> &target)
{
    if (target.size() == m_rows.size())
        return;
    const std::size_t before = m_rows.size();
    beginInsertRows({}, int(before), int(target.size()) - 1);
    m_rows.insert(m_rows.end(), target.begin() + std::ptrdiff_t(before), target.end());
    endInsertRows();
}

void DeadLetterModel::removeAllBut(const std::vector<bool> &stays)
{
    const auto goes = [&stays](quint32 row) { return !stays[row]; };
    const auto count = std::size_t(std::count_if(m_rows.begin(), m_rows.end(), goes));
    if (count == 0)
        return;
    auto first = std::find_if(m_rows.begin(), m_rows.end(), goes);
    const bool isOneRun = std::all_of(first, first + std::ptrdiff_t(count), goes);
    if (!isOneRun) {
        std::vector<quint32> parted = m_rows;
        std::stable_partition(parted.begin(), parted.end(), [&goes](quint32 row) { return !goes(row); });
        reorder(std::move(parted));
        first = m_rows.end() - std::ptrdiff_t(count);
    }
    const int at = int(first - m_rows.begin());
    beginRemoveRows({}, at, at + int(count) - 1);
    m_rows.erase(first, first + std::ptrdiff_t(count));
    endRemoveRows();
}

/// All of m_rows are in `target`.
void DeadLetterModel::insertFrom(const std::vector<quint32> &target)
{
    const std::size_t count = target.size() - m_rows.size();
    const auto first = std::size_t(std::mismatch(m_rows.begin(), m_rows.end(), target.begin()).first - m_rows.begin());
    const auto run = target.begin() + std::ptrdiff_t(first);
    const auto here = m_rows.begin() + std::ptrdiff_t(first);
    if (std::equal(here, m_rows.end(), run + std::ptrdiff_t(count))) {
        beginInsertRows({}, int(first), int(first + count) - 1);
        m_rows.insert(here, run, run + std::ptrdiff_t(count));
        return endInsertRows();
    }
    const std::vector<bool> isHere = flagsOf(m_rows);
    beginInsertRows({}, rowCount(), int(target.size()) - 1);
    std::copy_if(target.begin(), target.end(), std::back_inserter(m_rows), [&isHere](quint32 row) { return !isHere[row]; });
    endInsertRows();
}

void DeadLetterModel::reorder(std::vector<quint32> rows)
{
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList held = persistentIndexList();
    std::vector<quint32> placeOf;
    if (!held.isEmpty()) {
        placeOf.resize(m_table.count());
        for (std::size_t place = 0; place < rows.size(); ++place)
            placeOf[rows[place]] = quint32(place);
    }
    QModelIndexList moved;
    moved.reserve(held.size());
    for (const QModelIndex &index : held)
        moved.append(createIndex(int(placeOf[m_rows[std::size_t(index.row())]]), index.column()));
    m_rows.swap(rows);
    changePersistentIndexList(held, moved);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void DeadLetterModel::announce(const std::vector<quint32> &changed)
{
    if (changed.empty())
        return;
    const std::vector<bool> isChanged = flagsOf(changed);
    std::vector<int> rows;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (isChanged[m_rows[row]])
            rows.push_back(int(row));
    }
    const auto tell = [this](int first, int last) { emit dataChanged(index(first, 0), index(last, letterCellCount - 1)); };
    if (rows.size() > exactRows)
        return tell(rows.front(), rows.back());
    for (const int row : rows)
        tell(row, row);
}

const DeadLetterRow &DeadLetterModel::cached(quint32 row) const
{
    if (row != m_cachedAt) {
        m_cached = m_table.row(row);
        m_cachedAt = row;
    }
    return m_cached;
}

DeadLetterRow DeadLetterModel::letterAt(int row) const
{
    return m_table.row(m_rows[std::size_t(row)]);
}

int DeadLetterModel::rowOf(LetterNumber number) const
{
    const auto at = std::find(m_rows.begin(), m_rows.end(), m_table.rowOf(number));
    return at == m_rows.end() ? -1 : int(at - m_rows.begin());
}

int DeadLetterModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int DeadLetterModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : letterCellCount;
}

QVariant DeadLetterModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto cell = LetterCell(index.column());
    const quint32 row = m_rows[std::size_t(index.row())];
    const auto text = [&] { return cellText(cached(row), cell, m_table.classes(), m_clock.now(), m_zone); };
    switch (role) {
    case Qt::DisplayRole: return text();
    case Qt::ToolTipRole: return cellToolTip(cached(row), cell, m_table.classes(), m_clock.now(), m_zone);
    case Qt::AccessibleTextRole: return QString(cellTitle(cell) + QLatin1Char(' ') + text());
    case Qt::TextAlignmentRole: return int((isNumeric(cell) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case NumberRole: return m_table.numberAt(row);
    default: return {};
    }
}

QVariant DeadLetterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= letterCellCount)
        return {};
    const auto cell = LetterCell(section);
    switch (role) {
    case Qt::DisplayRole: return cellTitle(cell);
    case Qt::ToolTipRole: return cellDescription(cell);
    case Qt::TextAlignmentRole: return int((isNumeric(cell) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterGroupModel.h"

#include "models/deadletters/DeadLetterCells.h"
#include "models/deadletters/LetterFields.h"
#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch {

namespace {

struct CellWords
{
    const char *title;
    const char *description;
    bool isNumeric;
};

const CellWords &wordsOf(GroupCell cell)
{
    static constexpr CellWords words[groupCellCount] = {
        {"Class", "Failure class, by the class rules", false},
        {"Version", "Schema version of the messages", true},
        {"Handler", "Version of the handler that gave up", true},
        {"Queue", "Queue the messages came from", false},
        {"Error", "Error text with numbers and ids taken out", false},
        {"Letters", "How many letters of this snapshot are in the group", true},
        {"Shown", "How many of them the filter lets through", true},
        {"Share", "Part of all letters of this snapshot", true},
        {"Keys", "Different idempotency keys", true},
        {"First died", "When the oldest of them died", true},
        {"Last died", "When the newest of them died", true},
        {"Expires", "When retention deletes the first of them", true},
        {"Arrivals", "When they died; all groups have one scale", false},
        {"Redriven", "Letters that were redriven before and are here again", true},
        {"Past use", "Letters older than the class is useful", true},
        {"Owner", "Owner of the failure class", false},
        {"State", "How far the class is understood", false},
        {"Claim", "Who is on it", false},
    };
    return words[std::size_t(cell)];
}

QString orNone(const QString &text)
{
    return text.isEmpty() ? noFigure() : payload::visible(text.simplified());
}

QString diedText(qint64 millis, UtcTime now)
{
    return millis == LetterTable::noTime ? noFigure() : formatAgo(now - fromEpochMillis(millis)) + QStringLiteral(" ago");
}

QString stateText(const FailureClass &failureClass)
{
    switch (failureClass.state) {
    case FailureClass::State::New: return QStringLiteral("new");
    case FailureClass::State::Diagnosing: return QStringLiteral("diagnosing");
    case FailureClass::State::Fixed: return failureClass.fixReference.isEmpty() ? QStringLiteral("fixed") : QStringLiteral("fixed in ") + payload::visible(failureClass.fixReference);
    case FailureClass::State::WontFix: return QStringLiteral("won't fix");
    }
    return {};
}

QString shareText(qint64 count, qint64 total)
{
    const double percent = total > 0 ? 100.0 * double(count) / double(total) : 0;
    return percent > 0 && percent < 1 ? QStringLiteral("< 1 %") : QString::number(percent, 'f', 0) + QStringLiteral(" %");
}

} // namespace

QString cellTitle(GroupCell cell)
{
    return QString::fromLatin1(wordsOf(cell).title);
}

QString cellDescription(GroupCell cell)
{
    return QString::fromLatin1(wordsOf(cell).description);
}

bool isNumeric(GroupCell cell)
{
    return wordsOf(cell).isNumeric;
}

LetterGroupModel::LetterGroupModel(const LetterTable &table, const Clock &clock, QObject *parent) : QAbstractTableModel(parent), m_table(table), m_clock(clock), m_groups(table) {}

std::vector<LetterGroupModel::Row> LetterGroupModel::rowsNow() const
{
    const auto past = m_groups.pastUseful(m_clock.now());
    const std::vector<qint64> shown = m_hasShown ? m_groups.shownOf(m_shown) : std::vector<qint64>();
    std::vector<Row> rows;
    rows.reserve(m_groups.groups().size());
    for (const LetterGroup &group : m_groups.groups()) {
        const std::size_t number = rows.size();
        Row &row = rows.emplace_back();
        row.group = group;
        row.number = quint32(number);
        row.shown = m_hasShown ? shown[number] : group.count;
        row.pastUseful = past[number];
        const auto &classes = m_table.classes();
        const auto at = std::find_if(classes.begin(), classes.end(), [&group](const FailureClass &each) { return each.id == group.failureClass; });
        if (at != classes.end())
            row.failureClass = *at;
    }
    return rows;
}

void LetterGroupModel::refresh()
{
    m_groups.catchUp();
    std::vector<Row> now = rowsNow();
    removeGone(now);
    update(std::move(now));
}

void LetterGroupModel::removeGone(const std::vector<Row> &now)
{
    const auto isThere = [&now](const Row &held) {
        if (held.number < now.size() && now[held.number].group.key == held.group.key) // nearly always
            return true;
        return std::any_of(now.begin(), now.end(), [&held](const Row &each) { return each.group.key == held.group.key; });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (isThere(m_rows[std::size_t(row)]))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

void LetterGroupModel::update(std::vector<Row> now)
{
    std::unordered_map<quint64, std::vector<std::size_t>> held; // by hash; keys decide
    const auto hashOf = [](const LetterGroupKey &key) { return quint64(qHashMulti(0, key.failureClass, key.version, key.handler, key.queue, key.folded)); };
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        held[hashOf(m_rows[row].group.key)].push_back(row);
    std::vector<Row> fresh;
    const bool isTotalNew = std::exchange(m_total, m_groups.total()) != m_groups.total();
    for (Row &each : now) {
        const auto &candidates = held[hashOf(each.group.key)];
        const auto at = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t row) { return m_rows[row].group.key == each.group.key; });
        if (at == candidates.end()) {
            fresh.push_back(std::move(each));
            continue;
        }
        const bool differs = isTotalNew || m_rows[*at] != each;
        m_rows[*at] = std::move(each);
        if (differs)
            emit dataChanged(index(int(*at), 0), index(int(*at), groupCellCount - 1));
    }
    if (fresh.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(fresh.size()) - 1);
    std::move(fresh.begin(), fresh.end(), std::back_inserter(m_rows));
    endInsertRows();
}

void LetterGroupModel::setShown(const std::vector<quint32> &rows)
{
    const bool hadShown = std::exchange(m_hasShown, rows.size() != m_table.count());
    m_shown = m_hasShown ? rows : std::vector<quint32>();
    refresh();
    if (hadShown != m_hasShown && !m_rows.empty())
        emit dataChanged(index(0, int(GroupCell::Count)), index(rowCount() - 1, int(GroupCell::Count)));
}

void LetterGroupModel::setGrouping(const Grouping &grouping)
{
    if (grouping == m_groups.grouping())
        return;
    beginResetModel();
    m_groups.setGrouping(grouping);
    m_groups.catchUp();
    m_total = m_groups.total();
    m_rows = rowsNow();
    endResetModel();
}

void LetterGroupModel::tableCleared()
{
    beginResetModel();
    m_hasShown = false;
    m_shown.clear();
    m_groups.catchUp();
    m_total = m_groups.total();
    m_rows = rowsNow();
    endResetModel();
}

void LetterGroupModel::setZone(Zone zone)
{
    if (std::exchange(m_zone, zone) != zone && !m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, groupCellCount - 1));
}

std::optional<double> LetterGroupModel::sortNumber(const Row &row, GroupCell cell) const
{
    const auto time = [](qint64 millis) { return millis == LetterTable::noTime ? std::nullopt : std::optional(double(millis)); };
    switch (cell) {
    case GroupCell::Count:
    case GroupCell::Share: return double(row.group.count);
    case GroupCell::Shown: return double(row.shown);
    case GroupCell::Keys: return double(row.group.distinctKeys);
    case GroupCell::FirstDied: return time(row.group.firstDied);
    case GroupCell::LastDied:
    case GroupCell::Arrivals: return time(row.group.lastDied);
    case GroupCell::Expires: return time(row.group.nearestExpiry);
    case GroupCell::Redriven: return double(row.group.redriven);
    case GroupCell::PastUseful: return row.pastUseful ? std::optional(double(*row.pastUseful)) : std::nullopt;
    default: return std::nullopt;
    }
}

void LetterGroupModel::sort(int column, Qt::SortOrder direction)
{
    if (column < 0 || column >= groupCellCount)
        return;
    const auto cell = GroupCell(column);
    const bool isText = cell <= GroupCell::Error || cell >= GroupCell::Owner;
    const auto before = [&](const Row &left, const Row &right) {
        const bool isUp = direction == Qt::AscendingOrder;
        if (isText) {
            const QString a = text(left, cell), b = text(right, cell);
            if ((a == noFigure()) != (b == noFigure()))
                return b == noFigure();
            const int order = a.compare(b, Qt::CaseInsensitive);
            return isUp ? order < 0 : order > 0;
        }
        const auto a = sortNumber(left, cell), b = sortNumber(right, cell);
        if (!a || !b)
            return a.has_value();
        return isUp ? *a < *b : *a > *b;
    };
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    std::vector<int> order(m_rows.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = int(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return before(m_rows[std::size_t(a)], m_rows[std::size_t(b)]); });
    std::vector<Row> sorted;
    std::vector<int> placeOf(order.size());
    for (const int from : order) {
        placeOf[std::size_t(from)] = int(sorted.size());
        sorted.push_back(std::move(m_rows[std::size_t(from)]));
    }
    m_rows.swap(sorted);
    const QModelIndexList held = persistentIndexList();
    QModelIndexList moved;
    for (const QModelIndex &index : held)
        moved.append(createIndex(placeOf[std::size_t(index.row())], index.column()));
    changePersistentIndexList(held, moved);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

quint32 LetterGroupModel::numberAt(int row) const
{
    return m_rows[std::size_t(row)].number;
}

int LetterGroupModel::rowOf(const LetterGroupKey &key) const
{
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&key](const Row &each) { return each.group.key == key; });
    return at == m_rows.end() ? -1 : int(at - m_rows.begin());
}

int LetterGroupModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int LetterGroupModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : groupCellCount;
}

QString LetterGroupModel::expiryOf(const Row &row) const
{
    const qint64 millis = row.group.nearestExpiry;
    return expiryText(millis == LetterTable::noTime ? std::nullopt : std::optional(fromEpochMillis(millis)), m_clock.now());
}

QString LetterGroupModel::text(const Row &row, GroupCell cell) const
{
    const LetterGroup &group = row.group;
    switch (cell) {
    case GroupCell::Class: return orNone(classTitle(m_table.classes(), group.failureClass));
    case GroupCell::Version: return orNone(group.version);
    case GroupCell::Handler: return orNone(group.handler);
    case GroupCell::Queue: return orNone(group.queue);
    case GroupCell::Error: return orNone(group.folded);
    case GroupCell::Count: return m_hasShown ? QStringLiteral("%1 of %2").arg(formatCount(row.shown), formatCount(group.count)) : formatCount(group.count);
    case GroupCell::Shown: return formatCount(row.shown);
    case GroupCell::Share: return shareText(group.count, m_total);
    case GroupCell::Keys: return group.withoutKey == group.count ? noFigure() : formatCount(group.distinctKeys);
    case GroupCell::FirstDied: return diedText(group.firstDied, m_clock.now());
    case GroupCell::LastDied: return diedText(group.lastDied, m_clock.now());
    case GroupCell::Expires: return expiryOf(row);
    case GroupCell::Arrivals: return {};
    case GroupCell::Redriven: return formatCount(group.redriven);
    case GroupCell::PastUseful: return row.pastUseful ? formatCount(*row.pastUseful) : noFigure();
    case GroupCell::Owner: return orNone(row.failureClass.owner);
    case GroupCell::State: return stateText(row.failureClass);
    case GroupCell::Claim: return orNone(row.failureClass.claimedBy);
    }
    return {};
}

QString LetterGroupModel::toolTip(const Row &row, GroupCell cell) const
{
    const LetterGroup &group = row.group;
    const auto exact = [this](qint64 millis) {
        const UtcTime at = fromEpochMillis(millis);
        return formatDateTime(at, m_zone) + QLatin1Char(' ') + zoneName(m_zone, at);
    };
    const auto timeOr = [&](qint64 millis, const QString &absent) { return millis == LetterTable::noTime ? absent : exact(millis); };
    const auto textOr = [&](const QString &value, const QString &absent) { return value.isEmpty() ? absent : payload::visible(value); };
    switch (cell) {
    case GroupCell::Version: return textOr(group.version, QStringLiteral("No schema version was found in these messages."));
    case GroupCell::Handler: return textOr(group.handler, QStringLiteral("Not grouped by handler version, or none was found."));
    case GroupCell::Queue: return textOr(group.queue, QStringLiteral("Not grouped by queue, or the source does not say which."));
    case GroupCell::Error: return textOr(group.folded, QStringLiteral("Not grouped by error text, or there is none."));
    case GroupCell::Count: return m_hasShown ? QStringLiteral("The filter lets %1 of the %2 letters of this group through.").arg(formatCount(row.shown), formatCount(group.count)) : QString();
    case GroupCell::Keys: return group.withoutKey == 0 ? QString() : QStringLiteral("In %1 of %2 letters no idempotency key was found.").arg(formatCount(group.withoutKey), formatCount(group.count));
    case GroupCell::FirstDied: return timeOr(group.firstDied, QStringLiteral("The source does not report when they died."));
    case GroupCell::LastDied: return timeOr(group.lastDied, QStringLiteral("The source does not report when they died."));
    case GroupCell::Expires: return timeOr(group.nearestExpiry, QStringLiteral("Not reported: the source does not say when retention deletes them."));
    case GroupCell::Redriven: return group.redriven == 0 ? QString() : QStringLiteral("Redriven %1 times altogether.").arg(formatCount(group.redrives));
    case GroupCell::PastUseful: return row.pastUseful ? QString() : QStringLiteral("The class does not say how long its messages are useful, or no times are reported.");
    default: return {};
    }
}

QVariant LetterGroupModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    const auto cell = GroupCell(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(row, cell);
    case Qt::ToolTipRole: return toolTip(row, cell);
    case Qt::AccessibleTextRole: return QString(cellTitle(cell) + QLatin1Char(' ') + text(row, cell));
    case Qt::TextAlignmentRole: return int((isNumeric(cell) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case ArrivalsRole: return QVariant::fromValue(QVector<quint32>(row.group.arrivals.begin(), row.group.arrivals.end()));
    case ShareRole: return m_total > 0 ? double(row.group.count) / double(m_total) : 0.0;
    default: return {};
    }
}

QVariant LetterGroupModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= groupCellCount)
        return {};
    const auto cell = GroupCell(section);
    switch (role) {
    case Qt::DisplayRole: return cellTitle(cell);
    case Qt::ToolTipRole: return cellDescription(cell);
    case Qt::TextAlignmentRole: return int((isNumeric(cell) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace holdwatch

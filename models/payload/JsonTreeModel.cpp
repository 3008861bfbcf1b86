// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/JsonTreeModel.h"

#include "models/core/Format.h"
#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch::payload {

using Node = JsonTree::Node;

JsonTreeModel::JsonTreeModel(QObject *parent) : QAbstractItemModel(parent)
{
    start();
}

void JsonTreeModel::setTree(JsonTree tree, ByteRanges hidden)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_hidden = std::move(hidden);
    start();
    endResetModel();
}

void JsonTreeModel::start()
{
    m_opened.clear();
    m_openedOf.clear();
    m_counts.clear();
    Opened top;
    if (!m_tree.isEmpty())
        top.children = {m_tree.root()};
    top.fetched = int(top.children.size());
    m_opened.push_back(std::move(top));
}

void JsonTreeModel::setHidden(ByteRanges hidden)
{
    m_hidden = std::move(hidden);
    for (int i = 0; i < int(m_opened.size()); ++i) {
        if (m_opened[size_t(i)].fetched > 0)
            emit dataChanged(createIndex(0, 0, quintptr(i)), createIndex(m_opened[size_t(i)].fetched - 1, ColumnCount - 1, quintptr(i)));
    }
}

Node JsonTreeModel::nodeAt(const QModelIndex &index) const
{
    return index.isValid() ? m_opened[index.internalId()].children[size_t(index.row())] : JsonTree::none;
}

QModelIndex JsonTreeModel::indexOf(Node node)
{
    QModelIndex at;
    for (const Node step : m_tree.ancestors(node)) {
        const int opened = open(at);
        const auto &children = m_opened[size_t(opened)].children;
        const auto row = int(std::distance(children.begin(), std::lower_bound(children.begin(), children.end(), step)));
        fetchUpTo(at, row + 1);
        at = createIndex(row, 0, quintptr(opened));
    }
    return at;
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    const int opened = openedFor(parent);
    if (opened < 0 || row < 0 || row >= m_opened[size_t(opened)].fetched || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column, quintptr(opened));
}

QModelIndex JsonTreeModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const Opened &opened = m_opened[index.internalId()];
    return createIndex(opened.row, 0, quintptr(opened.parent));
}

bool JsonTreeModel::hasChildren(const QModelIndex &parent) const
{
    if (parent.column() > 0)
        return false;
    return parent.isValid() ? m_tree.firstChild(nodeAt(parent)) != JsonTree::none : !m_tree.isEmpty();
}

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    const int opened = parent.column() > 0 ? -1 : openedFor(parent);
    return opened < 0 ? 0 : m_opened[size_t(opened)].fetched;
}

int JsonTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool JsonTreeModel::canFetchMore(const QModelIndex &parent) const
{
    const int opened = openedFor(parent);
    if (opened < 0)
        return hasChildren(parent);
    return m_opened[size_t(opened)].fetched < int(m_opened[size_t(opened)].children.size());
}

void JsonTreeModel::fetchMore(const QModelIndex &parent)
{
    if (hasChildren(parent))
        fetchUpTo(parent, m_opened[size_t(open(parent))].fetched + 1);
}

void JsonTreeModel::fetchUpTo(const QModelIndex &parent, int count)
{
    Opened &opened = m_opened[size_t(open(parent))];
    const int all = int(opened.children.size());
    const int wanted = std::min(all, (count + page - 1) / page * page);
    if (wanted <= opened.fetched)
        return;
    beginInsertRows(parent, opened.fetched, wanted - 1);
    opened.fetched = wanted;
    endInsertRows();
}

int JsonTreeModel::openedFor(const QModelIndex &index) const
{
    return index.isValid() ? m_openedOf.value(nodeAt(index), -1) : 0;
}

int JsonTreeModel::open(const QModelIndex &index)
{
    const int known = openedFor(index);
    if (known >= 0)
        return known;
    Opened opened;
    opened.node = nodeAt(index);
    opened.parent = quint32(index.internalId());
    opened.row = index.row();
    opened.children = m_tree.children(opened.node);
    markDuplicates(opened);
    m_openedOf.insert(opened.node, int(m_opened.size()));
    m_opened.push_back(std::move(opened));
    return int(m_opened.size()) - 1;
}

void JsonTreeModel::markDuplicates(Opened &opened) const
{
    if (m_tree.type(opened.node) != JsonTree::Type::Object)
        return;
    QHash<QByteArray, Node> seen;
    for (const Node child : opened.children) {
        const auto known = seen.constFind(m_tree.key(child));
        if (known == seen.constEnd()) {
            seen.insert(m_tree.key(child), child);
            continue;
        }
        opened.duplicates << *known << child;
    }
}

bool JsonTreeModel::isDuplicate(const QModelIndex &index) const
{
    return m_opened[index.internalId()].duplicates.contains(nodeAt(index));
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case PointerRole: return m_tree.pointer(nodeAt(index));
    case DuplicateRole: return isDuplicate(index);
    case NodeRole: return nodeAt(index);
    case Qt::DisplayRole: break;
    default: return {};
    }
    switch (index.column()) {
    case KeyColumn: return keyText(index);
    case ValueColumn: return valueText(nodeAt(index));
    default: return typeText(index);
    }
}

QString JsonTreeModel::keyText(const QModelIndex &index) const
{
    const Node node = nodeAt(index);
    if (index.internalId() == 0)
        return QStringLiteral("(whole text)");
    if (!m_tree.hasKey(node))
        return QString::number(index.row());
    const ByteRange quoted = m_tree.keyRange(node);
    return excerpt(m_tree.text(), {quoted.from + 1, quoted.until - 1}, shownText, m_hidden);
}

QString JsonTreeModel::valueText(Node node) const
{
    if (!m_tree.isContainer(node))
        return excerpt(m_tree.text(), m_tree.range(node), shownText, m_hidden);
    const bool isObject = m_tree.type(node) == JsonTree::Type::Object;
    if (m_tree.firstChild(node) == JsonTree::none)
        return isObject ? QStringLiteral("{}") : QStringLiteral("[]");
    return isObject ? QStringLiteral("{\u2026}") : QStringLiteral("[\u2026]");
}

qsizetype JsonTreeModel::childCount(Node node) const
{
    const auto known = m_counts.constFind(node);
    if (known != m_counts.constEnd())
        return *known;
    qsizetype count = 0;
    for (Node child = m_tree.firstChild(node); child != JsonTree::none; child = m_tree.nextSibling(child, node))
        ++count;
    m_counts.insert(node, count);
    return count;
}

QString JsonTreeModel::typeText(const QModelIndex &index) const
{
    const Node node = nodeAt(index);
    QString text = toWord(m_tree.type(node));
    if (m_tree.isContainer(node))
        text += QStringLiteral(" of %1").arg(formatCount(childCount(node)));
    if (isDuplicate(index))
        text += QStringLiteral(", key occurs more than once");
    return text;
}

QVariant JsonTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KeyColumn: return QStringLiteral("Key");
    case ValueColumn: return QStringLiteral("Value");
    case TypeColumn: return QStringLiteral("Type");
    default: return {};
    }
}

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonTree.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QSet>

#include <deque>

namespace holdwatch::payload {

/// A JsonTree for a tree view. Children are looked up when a node is opened and handed out in pages (fetchMore), so
/// neither a million elements nor a hundred thousand levels cost anything until somebody goes there. Texts are for
/// plain display, cut after `shownText` bytes, hidden ranges masked. Window's thread.
class JsonTreeModel final : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { KeyColumn, ValueColumn, TypeColumn, ColumnCount };
    enum Role {
        PointerRole = Qt::UserRole, ///< QByteArray, RFC 6901
        DuplicateRole,              ///< true where the object has this key more than once
        NodeRole,                   ///< quint32, a JsonTree::Node
    };
    static constexpr int page = 2'000;
    static constexpr qsizetype shownText = 512;

    explicit JsonTreeModel(QObject *parent = nullptr);

    void setTree(JsonTree tree, ByteRanges hidden = {}); ///< resets: another message
    void setHidden(ByteRanges hidden);                   ///< something was revealed or masked; no reset
    const JsonTree &tree() const { return m_tree; }

    JsonTree::Node nodeAt(const QModelIndex &index) const; ///< none for an invalid index
    QModelIndex indexOf(JsonTree::Node node);              ///< opens and fetches what leads there

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A node whose children were asked for. An index carries the number of the opened node it lies in; 0 is the
    /// invisible parent of the root.
    struct Opened
    {
        JsonTree::Node node = JsonTree::none;
        quint32 parent = 0;
        int row = 0; ///< in its parent
        std::vector<JsonTree::Node> children;
        int fetched = 0;
        QSet<JsonTree::Node> duplicates;
    };
    void start();
    int openedFor(const QModelIndex &index) const; ///< -1 if it was never opened
    int open(const QModelIndex &index);
    void markDuplicates(Opened &opened) const;
    void fetchUpTo(const QModelIndex &parent, int count);
    QString keyText(const QModelIndex &index) const;
    QString valueText(JsonTree::Node node) const;
    QString typeText(const QModelIndex &index) const;
    qsizetype childCount(JsonTree::Node node) const;
    bool isDuplicate(const QModelIndex &index) const;

    JsonTree m_tree;
    ByteRanges m_hidden;
    std::deque<Opened> m_opened;
    QHash<JsonTree::Node, int> m_openedOf;
    mutable QHash<JsonTree::Node, qsizetype> m_counts; ///< counting a million elements once is enough
};

} // namespace holdwatch::payload

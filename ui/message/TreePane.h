// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonTreeModel.h"

#include <QTreeView>

namespace holdwatch::ui {

/// The message as a tree of values. Nothing is opened that nobody asked for, so depth and breadth cost nothing.
class TreePane final : public QTreeView
{
    Q_OBJECT
public:
    static constexpr int deepestOpened = 500; ///< levels a search or a pointer opens by itself

    explicit TreePane(payload::JsonTreeModel &model, QWidget *parent = nullptr);

    void openRoot();
    bool showNode(payload::JsonTree::Node node); ///< false: it lies too deep to be opened at once
    payload::JsonTree::Node currentNode() const;

    int find(const QString &words, const payload::ByteRanges &hidden); ///< masked values never match
    void step(int by);
    int matchCount() const { return int(m_matches.size()); }
    int currentMatch() const { return m_current; }

signals:
    void cursorMoved();
    void copyRequested();
    void maskActivated(qsizetype sourceOffset);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void activate(const QModelIndex &index);

    payload::JsonTreeModel &m_model;
    std::vector<payload::JsonTree::Node> m_matches;
    int m_current = -1;
};

} // namespace holdwatch::ui

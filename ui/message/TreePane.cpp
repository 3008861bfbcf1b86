// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/TreePane.h"

#include "models/payload/TextView.h"
#include "ui/common/Metrics.h"
#include "ui/common/PlainHeader.h"
#include "ui/common/Style.h"
#include "ui/message/PaneColors.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace holdwatch::ui {

using payload::JsonTree;
using payload::JsonTreeModel;

namespace {

constexpr qsizetype mostMatches = 10'000;

QColor inkOf(JsonTree::Type type, const PaneColors &colors, const Theme &theme)
{
    switch (type) {
    case JsonTree::Type::String: return colors.string;
    case JsonTree::Type::Number: return colors.number;
    case JsonTree::Type::True:
    case JsonTree::Type::False:
    case JsonTree::Type::Null: return colors.word;
    default: return theme.secondary;
    }
}

/// One line a value, in the colours of the text beside it; texts are plain whatever they hold.
class TreeDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {std::min(QStyledItemDelegate::sizeHint(option, index).width(), 900), 22};
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Theme &theme = Theme::of(option->palette);
        const PaneColors colors = paneColors(theme);
        const auto &model = *static_cast<const JsonTreeModel *>(index.model());
        QColor ink = theme.secondary;
        if (index.column() == JsonTreeModel::KeyColumn)
            ink = colors.key;
        else if (index.column() == JsonTreeModel::ValueColumn)
            ink = inkOf(model.tree().type(model.nodeAt(index)), colors, theme);
        else if (index.data(JsonTreeModel::DuplicateRole).toBool())
            ink = theme.danger;
        option->palette.setColor(QPalette::Text, ink);
        option->palette.setColor(QPalette::HighlightedText, ink);
        option->palette.setColor(QPalette::Highlight, theme.selection);
    }
};

bool isCovered(const payload::ByteRange &range, const payload::ByteRanges &hidden)
{
    const auto next = std::lower_bound(hidden.begin(), hidden.end(), range.from, [](const payload::ByteRange &h, qsizetype at) { return h.until <= at; });
    return next != hidden.end() && next->from < range.until;
}

} // namespace

TreePane::TreePane(JsonTreeModel &model, QWidget *parent) : QTreeView(parent), m_model(model)
{
    setObjectName(QStringLiteral("payloadTree"));
    setAccessibleName(QStringLiteral("Message as a tree"));
    setModel(&model);
    setItemDelegate(new TreeDelegate(this));
    setHeader(new PlainHeader(this));
    setFont(paneFont());
    setFrameShape(NoFrame);
    setUniformRowHeights(true);
    setAnimated(false);
    setIndentation(16);
    setEditTriggers(NoEditTriggers);
    setExpandsOnDoubleClick(true);
    setHorizontalScrollMode(ScrollPerPixel);
    header()->setStretchLastSection(true);
    header()->resizeSection(JsonTreeModel::KeyColumn, 200);
    header()->resizeSection(JsonTreeModel::ValueColumn, 320);
    connect(this, &QTreeView::doubleClicked, this, &TreePane::activate);
}

void TreePane::openRoot()
{
    m_matches.clear();
    m_current = -1;
    if (m_model.canFetchMore({}))
        m_model.fetchMore({});
    const QModelIndex root = m_model.index(0, 0);
    expand(root);
    // One more level where that stays small enough to be read.
    for (int row = 0; row < std::min(m_model.rowCount(root), 40); ++row) {
        const QModelIndex child = m_model.index(row, 0, root);
        if (m_model.hasChildren(child) && m_model.tree().bytes(m_model.nodeAt(child)).size() < 1024)
            expand(child);
    }
}

bool TreePane::showNode(JsonTree::Node node)
{
    if (node == JsonTree::none || m_model.tree().ancestors(node).size() > deepestOpened)
        return false;
    const QModelIndex index = m_model.indexOf(node);
    setCurrentIndex(index);
    scrollTo(index);
    return true;
}

JsonTree::Node TreePane::currentNode() const
{
    return m_model.nodeAt(currentIndex());
}

int TreePane::find(const QString &words, const payload::ByteRanges &hidden)
{
    m_matches.clear();
    m_current = -1;
    JsonTree::Search search;
    search.text = words.toUtf8();
    const JsonTree &tree = m_model.tree();
    const QByteArray lower = search.text.toLower();
    JsonTree::Node node = tree.isEmpty() ? JsonTree::none : tree.next(search, JsonTree::none);
    while (node != JsonTree::none && qsizetype(m_matches.size()) < mostMatches) {
        const bool isSecret = !tree.isContainer(node) && isCovered(tree.range(node), hidden);
        if (!isSecret || (tree.hasKey(node) && tree.key(node).toLower().contains(lower)))
            m_matches.push_back(node);
        const JsonTree::Node next = tree.next(search, node);
        node = next > node ? next : JsonTree::none; // round again
    }
    if (!m_matches.empty()) {
        m_current = 0;
        step(0);
    }
    return matchCount();
}

void TreePane::step(int by)
{
    if (m_matches.empty())
        return;
    m_current = (m_current + by + matchCount()) % matchCount();
    showNode(m_matches[size_t(m_current)]);
}

void TreePane::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return emit copyRequested();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return activate(currentIndex());
    // The view would open everything below, level by level on the stack, or search masked text by typing.
    const bool printable = !event->text().isEmpty() && event->text().at(0).isPrint() && event->key() != Qt::Key_Plus && event->key() != Qt::Key_Minus;
    if (printable)
        event->ignore();
    else
        QTreeView::keyPressEvent(event);
}

void TreePane::drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(this);
    if (selectionModel()->isSelected(index))
        painter->fillRect(rect, theme.selection);
    // Guides every level, so that the eye keeps to its column.
    const int levels = rect.width() / indentation();
    for (int level = std::max(0, levels - 60); level + 1 < levels; ++level)
        painter->fillRect(QRect(rect.left() + level * indentation() + indentation() / 2, rect.top(), 1, rect.height()), theme.line);
    if (m_model.hasChildren(index))
        paintChevron(*painter, QRectF(rect.right() - indentation() + 1, rect.top(), indentation(), rect.height()), theme.secondary, isExpanded(index) ? 0 : 3);
}

void TreePane::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    emit cursorMoved();
}

void TreePane::activate(const QModelIndex &index)
{
    const JsonTree::Node node = m_model.nodeAt(index);
    if (node != JsonTree::none && !m_model.tree().isContainer(node))
        emit maskActivated(m_model.tree().range(node).from + (m_model.tree().type(node) == JsonTree::Type::String ? 1 : 0));
}

} // namespace holdwatch::ui

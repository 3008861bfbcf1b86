// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace holdwatch::ui {

/// A delegate whose tooltips take the model's text as text. Base of all our delegates; as it stands it
/// paints plain rows: one line of ellipsized text, our selection, a separator below.
class PlainDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index) override;

protected:
    /// Background and separator of one cell; a mark at its left edge if it is the first of a selected row.
    static void paintGround(QPainter &painter, const QStyleOptionViewItem &option, bool first, bool hovered = false);
};

} // namespace holdwatch::ui

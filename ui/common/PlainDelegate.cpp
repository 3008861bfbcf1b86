// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/PlainDelegate.h"

#include "ui/common/Labels.h"
#include "ui/common/Metrics.h"
#include "ui/common/TabularText.h"
#include "ui/common/Theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace holdwatch::ui {

void PlainDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    painter->save();
    paintGround(*painter, option, index.column() == 0, option.state & QStyle::State_MouseOver);
    const QRect area = option.rect.adjusted(index.column() == 0 ? space::m : cellPadding, 0, -cellPadding, -1);
    const QString text = index.data(Qt::DisplayRole).toString();
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter->setFont(option.font);
    painter->setPen(option.state & QStyle::State_Enabled ? theme.text : theme.faint);
    drawTabular(*painter, area, alignment & Qt::AlignRight ? Qt::AlignRight : Qt::AlignLeft,
                painter->fontMetrics().elidedText(text.simplified(), Qt::ElideRight, area.width()));
    painter->restore();
}

QSize PlainDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), rowHeight};
}

bool PlainDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), plainToolTip(index.data(Qt::ToolTipRole).toString()), view->viewport(), option.rect);
    return true;
}

void PlainDelegate::paintGround(QPainter &painter, const QStyleOptionViewItem &option, bool first, bool hovered)
{
    const Theme &theme = Theme::of(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    painter.fillRect(option.rect, selected ? theme.selection : hovered ? theme.raised : theme.surface);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.line);
    if (selected && first)
        painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), theme.accent);
}

} // namespace holdwatch::ui

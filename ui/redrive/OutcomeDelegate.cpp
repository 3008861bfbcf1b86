// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/OutcomeDelegate.h"

#include "models/redrive/RunItemModel.h"
#include "ui/common/Metrics.h"
#include "ui/redrive/Marks.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {
constexpr int markSize = 11;
}

void OutcomeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant outcome = index.data(RunItemModel::OutcomeRole);
    if (index.column() != RunItemModel::OutcomeColumn || !outcome.isValid())
        return PlainDelegate::paint(painter, option, index);
    const Theme &theme = Theme::of(option.palette);
    const Mark mark = markOf(ItemOutcome(outcome.toInt()));
    painter->save();
    paintGround(*painter, option, false, option.state & QStyle::State_MouseOver);
    const QRect area = option.rect.adjusted(cellPadding, 0, -cellPadding, -1);
    paintMark(*painter, QRectF(area.left(), area.center().y() - markSize / 2.0, markSize, markSize), mark, theme);
    painter->setFont(option.font);
    painter->setPen(colorsOf(mark, theme).text);
    painter->drawText(area.adjusted(markSize + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, index.data().toString());
    painter->restore();
}

} // namespace holdwatch::ui

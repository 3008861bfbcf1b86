// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/AlertDelegates.h"

#include "ui/common/Metrics.h"
#include "ui/common/VerdictBadge.h"

#include <QPainter>

namespace holdwatch::ui {

void VerdictDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    paintGround(*painter, option, index.column() == 0, option.state & QStyle::State_MouseOver);
    painter->setFont(option.font);
    const auto verdict = verdictFromWord(index.data(Qt::DisplayRole).toString());
    if (verdict)
        paintVerdict(*painter, option.rect.adjusted(index.column() == 0 ? space::m : cellPadding, 0, -cellPadding, -1), *verdict, Theme::of(option.palette));
    painter->restore();
}

} // namespace holdwatch::ui

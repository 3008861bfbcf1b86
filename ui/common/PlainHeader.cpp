// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/PlainHeader.h"

#include "ui/common/Metrics.h"
#include "ui/common/Style.h"
#include "ui/common/Theme.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {
constexpr int headerHeight = 28;
constexpr int mark = 12;
} // namespace

PlainHeader::PlainHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent), m_firstInset(space::m)
{
    setFont(typeFont(font(), Type::Small));
    setHighlightSections(false);
    setMinimumSectionSize(36);
    setFixedHeight(headerHeight);
}

void PlainHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    const Theme &theme = Theme::of(this);
    painter->fillRect(rect, theme.surface);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line);
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const bool right = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    QRect area = rect.adjusted(visualIndex(section) == 0 ? m_firstInset : cellPadding, 0, -cellPadding, -1);
    painter->setFont(font());
    painter->setPen(sorted ? theme.text : theme.secondary);
    const QString title = painter->fontMetrics().elidedText(model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString(), Qt::ElideRight, area.width());
    const int width = painter->fontMetrics().horizontalAdvance(title);
    painter->drawText(area, int(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine, title);
    if (!sorted)
        return;
    // Right of a left-aligned title, left of a right-aligned one; in the padding when there is no room.
    const int x = right ? std::max(rect.left(), area.right() - width - mark) : std::min(area.left() + width, rect.right() - mark);
    paintChevron(*painter, QRectF(x, area.top(), mark, area.height()), theme.accent, sortIndicatorOrder() == Qt::DescendingOrder ? 0 : 2);
}

QSize PlainHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), headerHeight};
}

} // namespace holdwatch::ui

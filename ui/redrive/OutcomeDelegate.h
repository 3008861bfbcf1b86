// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/PlainDelegate.h"

namespace holdwatch::ui {

/// Plain rows of a RunItemModel; the outcome with its shape and colour.
class OutcomeDelegate final : public PlainDelegate
{
    Q_OBJECT
public:
    using PlainDelegate::PlainDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/PlainDelegate.h"

namespace holdwatch::ui {

/// A plain cell that shows a verdict by shape, word and colour; the model's text is the verdict's word.
class VerdictDelegate final : public PlainDelegate
{
    Q_OBJECT
public:
    using PlainDelegate::PlainDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace holdwatch::ui

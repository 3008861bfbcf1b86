// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/PlainDelegate.h"

namespace holdwatch::ui {

/// How an entry stands by the last check: a mark and its words; what is broken in the colour of an error.
class StandingDelegate final : public PlainDelegate
{
    Q_OBJECT
public:
    using PlainDelegate::PlainDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/PlainDelegate.h"

namespace holdwatch::ui {

/// A group's share of all letters as a thin bar with its figure, and its arrivals as a small line.
class ShareDelegate final : public PlainDelegate
{
    Q_OBJECT
public:
    enum class Draws { Share, Arrivals };
    ShareDelegate(Draws draws, QObject *parent);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintShare(QPainter &painter, const QRect &area, const QModelIndex &index, const QStyleOptionViewItem &option) const;
    void paintArrivals(QPainter &painter, const QRect &area, const QModelIndex &index, const QStyleOptionViewItem &option) const;

    Draws m_draws;
};

} // namespace holdwatch::ui

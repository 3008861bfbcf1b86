// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueOrderProxy.h"
#include "ui/common/PlainDelegate.h"
#include "ui/common/Theme.h"

namespace holdwatch::ui {

/// Paints every cell of the overview from the queue's status itself; no widget a row, no strings through
/// the model but those that are drawn.
class QueueRowDelegate final : public PlainDelegate
{
    Q_OBJECT
public:
    QueueRowDelegate(const QueueOrderProxy &rows, const Clock &clock, QObject *parent = nullptr);

    void setHoveredRow(int row) { m_hovered = row; } ///< -1: none
    int hoveredRow() const { return m_hovered; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintName(QPainter &painter, const QRect &area, const QueueStatus &status, const Theme &theme) const;
    void paintAge(QPainter &painter, const QRect &area, const QueueStatus &status, const Theme &theme) const;
    void paintFigure(QPainter &painter, const QRect &area, const QueueStatus &status, QueueCell cell, const Theme &theme) const;

    const QueueOrderProxy &m_rows;
    const Clock &m_clock;
    int m_hovered = -1;
};

} // namespace holdwatch::ui

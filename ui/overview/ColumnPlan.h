// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueCells.h"

#include <QHash>
#include <QSet>
#include <QVariantMap>

namespace holdwatch::ui {

/// Which columns of the overview are shown at a given width, and how wide. What a person chose rules;
/// of the rest, the least important give way first when the window is narrow. Pure.
class ColumnPlan
{
public:
    struct Shown
    {
        QueueCell cell;
        int width;
    };

    /// In the order on screen, widths summing up to `available` unless even the essential ones need more.
    QVector<Shown> fit(int available) const;

    /// The least width at which a column's title can be read; a default below it is raised.
    void setFloor(QueueCell cell, int width) { m_floors.insert(cell, width); }
    void setVisible(QueueCell cell, bool visible);
    void setWidth(QueueCell cell, int width);
    void reset();
    bool isWanted(QueueCell cell) const; ///< whether it is shown when there is room
    static bool isEssential(QueueCell cell);
    static const QVector<QueueCell> &screenOrder();

    QVariantMap saved() const;
    void restore(const QVariantMap &saved); ///< what it does not understand it leaves at its default

private:
    bool isForced(QueueCell cell) const { return isEssential(cell) || m_shown.contains(cell); }
    int widthOf(QueueCell cell) const;

    QSet<QueueCell> m_shown;  ///< chosen: never gives way
    QSet<QueueCell> m_hidden; ///< chosen
    QHash<QueueCell, int> m_widths;
    QHash<QueueCell, int> m_floors; ///< not a choice: neither saved nor reset
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QString>

#include <vector>

namespace holdwatch::ui {

/// Where a text is broken into rows of a given width, so that a line of megabytes scrolls like any other. Rows end at
/// line feeds, and where the width ends: behind a comma or a space if one is near. Nothing is ever cut off.
class PaneRows
{
public:
    static constexpr int tabCells = 4;

    void lay(const QString &text, const QFont &font, int width);

    int count() const { return int(m_from.size()); }
    int from(int row) const { return m_from[size_t(row)]; }
    int until(int row) const { return m_until[size_t(row)]; }  ///< without the line feed
    int line(int row) const { return m_line[size_t(row)]; }    ///< from 0
    bool beginsLine(int row) const { return row == 0 || line(row) != line(row - 1); }
    int rowAt(int unit) const;
    int lineCount() const { return m_line.empty() ? 0 : m_line.back() + 1; }
    int lineStart(int row) const; ///< unit at which the line of this row begins

private:
    void push(int from, int until, int line);
    qreal advanceOf(char32_t c, const QFontMetricsF &metrics);

    std::vector<int> m_from;
    std::vector<int> m_until;
    std::vector<int> m_line;
    QHash<char32_t, qreal> m_advances;
};

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Theme.h"

#include <QFont>

namespace holdwatch::ui {

/// What the parts of a message are written in; all reach 4.5:1 on `Theme::surface`.
struct PaneColors
{
    QColor key;
    QColor string;
    QColor number;
    QColor word; ///< true, false, null
    QColor punctuation;
    QColor mark;       ///< ‹U+202E›
    QColor markGround;
    QColor echo;       ///< ground of the place that the other pane points at
    QColor match;      ///< ground of every search match
};
PaneColors paneColors(const Theme &theme);

/// The system's monospaced font at the size of all panes.
QFont paneFont();

} // namespace holdwatch::ui

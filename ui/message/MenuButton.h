// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMenu;
class QToolButton;

namespace holdwatch::ui {

/// A flat button with a small chevron behind its words.
QToolButton *menuButton(const QString &objectName, const QString &text, const QString &toolTip);

/// Pressing the button opens the menu below it.
void openBelow(QToolButton *button, QMenu *menu);

} // namespace holdwatch::ui

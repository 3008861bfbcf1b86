// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace holdwatch::ui {

/// One of our own line icons by name ("overview", "queue", "search", …; see resources/icons). Drawn
/// when first painted, in the colour of the present theme's text, so one file serves both themes and
/// every scale; a checked or selected icon takes the accent. An unknown name draws nothing.
QIcon icon(const QString &name);

/// The program's own icon, in its colours.
QIcon applicationIcon();

} // namespace holdwatch::ui

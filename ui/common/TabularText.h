// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRect;

namespace holdwatch::ui {

/// Draws `text` on one line with every digit equally wide, whatever the font, so that a figure that
/// changes in place does not dance. `alignment` may be left, right or centre; always vertically centred.
void drawTabular(QPainter &painter, const QRect &area, Qt::Alignment alignment, const QString &text);

/// Width `drawTabular` needs.
int tabularWidth(const QFont &font, const QString &text);

} // namespace holdwatch::ui

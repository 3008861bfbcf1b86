// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/PaneColors.h"

#include <QFontDatabase>

namespace holdwatch::ui {

PaneColors paneColors(const Theme &theme)
{
    if (theme.dark)
        return {QColor(0xE6E9EE), QColor(0x9CC7A5), QColor(0xE0B57C), QColor(0xC7A8F0), theme.secondary, QColor(0xFF9E80), QColor(0x4A2A22), QColor(0x2F3A4A), QColor(0x4B4526)};
    return {QColor(0x1B2A4A), QColor(0x2B6A3C), QColor(0x8A4B00), QColor(0x6B3FA0), theme.secondary, QColor(0xA8330A), QColor(0xFBE6DE), QColor(0xE3EBF7), QColor(0xFFF1B8)};
}

QFont paneFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(12);
    font.setKerning(false);
    return font;
}

} // namespace holdwatch::ui

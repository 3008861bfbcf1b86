// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace holdwatch::ui {

/// Distances in device-independent pixels.
namespace space {
constexpr int xs = 4;
constexpr int s = 8;
constexpr int m = 12;
constexpr int l = 16;
constexpr int xl = 24;
constexpr int xxl = 32;
} // namespace space

constexpr int cornerRadius = 4;
constexpr int rowHeight = 32;
constexpr int cellPadding = 6;
constexpr qreal iconStroke = 1.5;
constexpr qreal chartStroke = 1.5;

/// The four sizes of type.
enum class Type { Small = 11, Body = 13, Title = 16, Display = 22 };

/// `base` (the system's family) at one of the four sizes, in pixels so that rows keep their height.
inline QFont typeFont(QFont base, Type type, QFont::Weight weight = QFont::Normal)
{
    base.setPixelSize(int(type));
    base.setWeight(weight);
    return base;
}

} // namespace holdwatch::ui

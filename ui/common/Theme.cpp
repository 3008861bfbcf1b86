// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/Theme.h"

#include <QWidget>

#include <cmath>

namespace holdwatch::ui {

namespace {

// Fills are Okabe–Ito, safe for colour-blind eyes; outlines and texts are darker or lighter tones of them.
Theme makeLight()
{
    return {
        .dark = false,
        .page = QColor(0xF5, 0xF6, 0xF8),
        .surface = QColor(0xFF, 0xFF, 0xFF),
        .raised = QColor(0xEC, 0xEE, 0xF2),
        .line = QColor(0xE1, 0xE4, 0xEA),
        .border = QColor(0x82, 0x8A, 0x98),
        .text = QColor(0x1A, 0x1E, 0x27),
        .secondary = QColor(0x56, 0x5E, 0x6C),
        .faint = QColor(0x7C, 0x84, 0x92),
        .accent = QColor(0x5B, 0x4B, 0xD6),
        .accentText = QColor(0xFF, 0xFF, 0xFF),
        .selection = QColor(0xE8, 0xE6, 0xFB),
        .danger = QColor(0xA8, 0x2A, 0x1C),
        .production = QColor(0xB4, 0x23, 0x4A),
        .verdicts = {
            {QColor(0x00, 0x9E, 0x73), QColor(0x00, 0x80, 0x5D), QColor(0x00, 0x6B, 0x4E)},
            {QColor(0x56, 0xB4, 0xE9), QColor(0x2B, 0x7D, 0xAF), QColor(0x1C, 0x67, 0x95)},
            {QColor(0xE6, 0x9F, 0x00), QColor(0x9C, 0x69, 0x00), QColor(0x82, 0x55, 0x00)},
            {QColor(0xD5, 0x5E, 0x00), QColor(0xB2, 0x4C, 0x00), QColor(0xA6, 0x45, 0x00)},
            {QColor(0x00, 0x72, 0xB2), QColor(0x00, 0x62, 0x9A), QColor(0x00, 0x5C, 0x92)},
            {QColor(0xA9, 0xAF, 0xBA), QColor(0x74, 0x7C, 0x8A), QColor(0x5A, 0x62, 0x70)},
            {QColor(0xA9, 0xAF, 0xBA), QColor(0x74, 0x7C, 0x8A), QColor(0x5A, 0x62, 0x70)},
        },
    };
}

Theme makeDark()
{
    return {
        .dark = true,
        .page = QColor(0x12, 0x14, 0x19),
        .surface = QColor(0x19, 0x1C, 0x23),
        .raised = QColor(0x25, 0x29, 0x33),
        .line = QColor(0x2B, 0x30, 0x3B),
        .border = QColor(0x70, 0x79, 0x8A),
        .text = QColor(0xE6, 0xE9, 0xEF),
        .secondary = QColor(0xA3, 0xAB, 0xB9),
        .faint = QColor(0x7A, 0x83, 0x93),
        .accent = QColor(0x9D, 0x8F, 0xFF),
        .accentText = QColor(0x15, 0x12, 0x2B),
        .selection = QColor(0x2C, 0x2A, 0x4A),
        .danger = QColor(0xFF, 0x8A, 0x78),
        .production = QColor(0xFF, 0x6B, 0x8E),
        .verdicts = {
            {QColor(0x00, 0x9E, 0x73), QColor(0x1B, 0xB3, 0x88), QColor(0x3D, 0xCB, 0xA1)},
            {QColor(0x56, 0xB4, 0xE9), QColor(0x6F, 0xC2, 0xF0), QColor(0x80, 0xCA, 0xF3)},
            {QColor(0xE6, 0x9F, 0x00), QColor(0xF0, 0xB0, 0x2A), QColor(0xF3, 0xBB, 0x45)},
            {QColor(0xD5, 0x5E, 0x00), QColor(0xF0, 0x7B, 0x23), QColor(0xFB, 0x92, 0x45)},
            {QColor(0x14, 0x7D, 0xBD), QColor(0x3E, 0x9B, 0xD6), QColor(0x64, 0xB2, 0xE6)},
            {QColor(0x5E, 0x66, 0x75), QColor(0x86, 0x8F, 0x9E), QColor(0x9D, 0xA5, 0xB3)},
            {QColor(0x5E, 0x66, 0x75), QColor(0x86, 0x8F, 0x9E), QColor(0x9D, 0xA5, 0xB3)},
        },
    };
}

double luminance(const QColor &color)
{
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const Theme &Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme &Theme::darkTheme()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme &Theme::of(const QPalette &palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness() < 128 ? darkTheme() : light();
}

const Theme &Theme::of(const QWidget *widget)
{
    return of(widget->palette());
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, page);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, page);
    palette.setColor(QPalette::ToolTipBase, dark ? raised : surface);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, dark ? raised : surface);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, danger);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, accentText);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Light, raised);
    palette.setColor(QPalette::Midlight, line);
    palette.setColor(QPalette::Mid, border);
    palette.setColor(QPalette::Dark, border);
    palette.setColor(QPalette::Shadow, dark ? QColor(0, 0, 0) : border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, raised);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, secondary);
    return palette;
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace holdwatch::ui

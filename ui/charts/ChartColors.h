// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Theme.h"

namespace holdwatch::ui {

/// The colours of a chart that are nobody else's: its lines. None of the verdicts' hues nor the accent, so
/// that only what needs a person has a signal colour. Both reach 3:1 on the surface.
struct ChartColors
{
    QColor line;
    QColor secondLine;
    int bandAlpha; ///< of 255: how strongly a verdict's band tints the plot

    static ChartColors of(const Theme &theme)
    {
        if (theme.dark)
            return {QColor(0xB4, 0xC4, 0xE4), QColor(0xB0, 0x87, 0xB8), 20};
        return {QColor(0x33, 0x45, 0x6B), QColor(0xA0, 0x64, 0xA8), 16};
    }
};

} // namespace holdwatch::ui

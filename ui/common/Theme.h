// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/Assessment.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace holdwatch::ui {

/// How one verdict is drawn. `fill` covers small areas only; `outline` reaches 3:1 on the page, so a
/// pale fill still has a visible edge; `text` reaches 4.5:1.
struct VerdictColors
{
    QColor fill;
    QColor outline;
    QColor text;
};

/// All colours of one look. There are two, both constants; which one a widget has follows from its
/// palette, so a change of theme is a change of the application's palette and nothing else.
struct Theme
{
    bool dark;
    QColor page;       ///< behind everything
    QColor surface;    ///< tables, panels, fields, charts
    QColor raised;     ///< hover, chips, menus' highlight base
    QColor line;       ///< 1 px separators
    QColor border;     ///< edge of a control, 3:1 on surface
    QColor text;       ///< 7:1 and more
    QColor secondary;  ///< labels, units; 4.5:1
    QColor faint;      ///< what is not there: gaps, "–"; 3:1
    QColor accent;     ///< selection and focus; none of the verdicts' hues
    QColor accentText; ///< on accent
    QColor selection;  ///< background of a selected row
    QColor danger;     ///< text of an error
    QColor production; ///< frame and word of a production environment
    VerdictColors verdicts[7]; ///< in the order of Verdict

    const VerdictColors &of(Verdict verdict) const { return verdicts[int(verdict)]; }

    static const Theme &light();
    static const Theme &darkTheme();
    static const Theme &of(const QPalette &palette);
    static const Theme &of(const QWidget *widget);

    QPalette palette() const;
};

/// WCAG 2 contrast ratio, 1 … 21.
double contrast(const QColor &a, const QColor &b);

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace holdwatch::ui {

/// How controls are drawn: Fusion's behaviour and measures, flat panels with one line around them, and a
/// focus ring that can be seen. Colours come from the Theme that belongs to the option's palette, so no
/// style sheet is ever parsed.
class Style final : public QProxyStyle
{
    Q_OBJECT
public:
    Style();

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override;
};

/// A small downward (or, turned by quarter steps clockwise, other) chevron, as controls use it.
void paintChevron(QPainter &painter, const QRectF &box, const QColor &ink, int quarterTurns = 0);

} // namespace holdwatch::ui

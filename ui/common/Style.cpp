// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/Style.h"

#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"

#include <QComboBox>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPainterPath>
#include <QScrollArea>
#include <QStyleFactory>
#include <QStyleOption>

namespace holdwatch::ui {

namespace {

bool has(const QStyleOption *option, QStyle::State state)
{
    return (option->state & state) == state;
}

bool showsFocus(const QStyleOption *option)
{
    return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
}

void panel(QPainter &painter, const QRectF &rect, const QColor &fill, const QColor &edge, qreal width = 1)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
    const qreal inset = edge.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), cornerRadius, cornerRadius);
    painter.restore();
}

void focusRing(QPainter &painter, const QRectF &rect, const Theme &theme)
{
    panel(painter, rect, Qt::transparent, theme.accent, 2);
}

void fieldPanel(QPainter &painter, const QStyleOption *option, const Theme &theme)
{
    const bool focused = has(option, QStyle::State_HasFocus);
    const bool enabled = has(option, QStyle::State_Enabled);
    panel(painter, option->rect, enabled ? theme.surface : theme.page, focused ? theme.accent : enabled ? theme.border : theme.line, focused ? 2 : 1);
}

void buttonPanel(QPainter &painter, const QStyleOption *option, const Theme &theme)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    const bool flat = button && button->features & QStyleOptionButton::Flat;
    const bool main = button && button->features & QStyleOptionButton::DefaultButton;
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool down = has(option, QStyle::State_Sunken) || has(option, QStyle::State_On);
    const bool hovered = enabled && has(option, QStyle::State_MouseOver);
    if (main && enabled)
        panel(painter, option->rect, down || hovered ? theme.accent.darker(112) : theme.accent, QColor());
    else if (flat)
        panel(painter, option->rect, down ? theme.selection : hovered ? theme.raised : QColor(Qt::transparent), QColor());
    else
        panel(painter, option->rect, down ? theme.selection : hovered ? theme.raised : theme.surface, enabled ? theme.border : theme.line);
    if (showsFocus(option))
        focusRing(painter, option->rect, theme);
}

void checkIndicator(QPainter &painter, const QStyleOption *option, const Theme &theme, bool round)
{
    const bool on = has(option, QStyle::State_On);
    const bool partly = has(option, QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const QRectF box = QRectF(option->rect).adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(on && enabled ? theme.accent : enabled ? theme.border : theme.line, 1));
    painter.setBrush((on || partly) && enabled ? theme.accent : theme.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), round ? box.width() / 2 : 3, round ? box.width() / 2 : 3);
    painter.setPen(QPen(enabled ? theme.accentText : theme.faint, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&box](qreal x, qreal y) { return QPointF(box.left() + x * box.width(), box.top() + y * box.height()); };
    if (partly) {
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else if (on && round) {
        painter.setBrush(painter.pen().color());
        painter.drawEllipse(box.center(), 2.2, 2.2);
    } else if (on) {
        const QPointF tick[] = {at(0.25, 0.53), at(0.43, 0.7), at(0.76, 0.32)};
        painter.drawPolyline(tick, 3);
    }
    painter.restore();
}

void headerSection(QPainter &painter, const QStyleOption *option, const Theme &theme)
{
    painter.fillRect(option->rect, has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled) ? theme.raised : theme.surface);
    painter.fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), theme.line);
}

void tabShape(QPainter &painter, const QStyleOption *option, const Theme &theme)
{
    const QRect line(option->rect.left(), option->rect.bottom() - 1, option->rect.width(), 2);
    if (has(option, QStyle::State_Selected))
        painter.fillRect(line, theme.accent);
    else if (has(option, QStyle::State_MouseOver))
        painter.fillRect(line, theme.line);
    if (showsFocus(option))
        focusRing(painter, option->rect.adjusted(0, 2, 0, -2), theme);
}

} // namespace

void paintChevron(QPainter &painter, const QRectF &box, const QColor &ink, int quarterTurns)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.center());
    painter.rotate(90.0 * quarterTurns);
    painter.setPen(QPen(ink, iconStroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF points[] = {{-3.5, -1.75}, {0, 1.75}, {3.5, -1.75}};
    painter.drawPolyline(points, 3);
    painter.restore();
}

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent: return 12;
    case PM_ScrollBarSliderMin: return 32;
    case PM_SmallIconSize:
    case PM_ButtonIconSize: return 16;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 16;
    case PM_SplitterWidth: return 5;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_HeaderMargin: return space::s;
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return space::m;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return space::s;
    case PM_ToolTipLabelFrameWidth: return space::s - 2;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    switch (hint) {
    case SH_EtchDisabledText: return 0;
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0; // Qt's own icons are black in both themes
    case SH_ComboBox_Popup: return 0;
    case SH_ItemView_ActivateItemOnSingleClick: return 0;
    case SH_ToolTip_WakeUpDelay: return 450;
    case SH_ToolTipLabel_Opacity: return 255;
    case SH_ScrollBar_Transient: return 0;
    case SH_Widget_Animation_Duration: return 0;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton: return {result.width() + 2 * space::xs, std::max(result.height(), 28)};
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox: result.setHeight(std::max(result.height(), 28)); break;
    case CT_MenuItem: result.setHeight(std::max(result.height(), result.height() < 12 ? result.height() : 26)); break;
    case CT_HeaderSection: result.setHeight(28); break;
    case CT_TabBarTab: result.setHeight(std::max(result.height(), 32)); break;
    default: break;
    }
    return result;
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::of(option->palette);
    switch (element) {
    case PE_PanelButtonCommand: return buttonPanel(*painter, option, theme);
    case PE_PanelButtonTool:
        if (option->state & (State_MouseOver | State_Sunken | State_On))
            panel(*painter, option->rect, option->state & (State_Sunken | State_On) ? theme.selection : theme.raised, QColor());
        return;
    case PE_FrameDefaultButton: return;
    case PE_FrameFocusRect:
        if (has(option, State_KeyboardFocusChange))
            focusRing(*painter, option->rect, theme);
        return;
    case PE_FrameLineEdit: return;
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth > 0)
            return fieldPanel(*painter, option, theme);
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return checkIndicator(*painter, option, theme, false);
    case PE_IndicatorRadioButton: return checkIndicator(*painter, option, theme, true);
    case PE_IndicatorHeaderArrow:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option))
            paintChevron(*painter, option->rect, theme.secondary, header->sortIndicator == QStyleOptionHeader::SortUp ? 0 : 2);
        return;
    case PE_PanelTipLabel: return panel(*painter, option->rect, option->palette.color(QPalette::ToolTipBase), theme.border);
    case PE_Frame:
        // Something to type into has a control's edge.
        if (const auto *text = qobject_cast<const QPlainTextEdit *>(widget); text && !text->isReadOnly())
            return panel(*painter, option->rect, Qt::transparent, has(option, State_HasFocus) ? theme.accent : theme.border);
        return panel(*painter, option->rect, Qt::transparent, theme.line);
    case PE_FrameMenu:
    case PE_FrameGroupBox: return panel(*painter, option->rect, Qt::transparent, theme.line);
    case PE_FrameTabBarBase: painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), theme.line); return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::of(option->palette);
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: return headerSection(*painter, option, theme);
    case CE_TabBarTabShape: return tabShape(*painter, option, theme);
    case CE_Splitter:
        painter->fillRect(option->state & State_Horizontal ? QRect(option->rect.center().x(), option->rect.top(), 1, option->rect.height())
                                                           : QRect(option->rect.left(), option->rect.center().y(), option->rect.width(), 1),
                          theme.line);
        return;
    case CE_PushButtonLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
            button && button->features & QStyleOptionButton::DefaultButton && has(option, State_Enabled)) {
            QStyleOptionButton label(*button);
            label.palette.setColor(QPalette::ButtonText, theme.accentText);
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        break;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::of(option->palette);
    if (control == CC_ComboBox) {
        const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (combo && !combo->editable) {
            const bool hovered = has(option, State_MouseOver) && has(option, State_Enabled);
            panel(*painter, option->rect, hovered ? theme.raised : theme.surface, has(option, State_Enabled) ? theme.border : theme.line);
            if (has(option, State_HasFocus))
                focusRing(*painter, option->rect, theme);
            const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
            return paintChevron(*painter, arrow, has(option, State_Enabled) ? theme.secondary : theme.faint);
        }
    }
    if (control == CC_ScrollBar) {
        const bool horizontal = has(option, State_Horizontal);
        const QRect slider = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
        const bool active = option->activeSubControls & SC_ScrollBarSlider && option->state & (State_MouseOver | State_Sunken);
        // A bar beside a list belongs to it; one beside a form lies on the page.
        const auto *area = widget && widget->parentWidget() ? qobject_cast<const QAbstractScrollArea *>(widget->parentWidget()->parentWidget()) : nullptr;
        painter->fillRect(option->rect, qobject_cast<const QScrollArea *>(area) ? theme.page : theme.surface);
        return panel(*painter, horizontal ? slider.adjusted(2, 3, -2, -3) : slider.adjusted(3, 2, -3, -2), active ? theme.border : theme.dark ? theme.line.lighter(135) : theme.line.darker(112), QColor());
    }
    if (control == CC_SpinBox) {
        fieldPanel(*painter, option, theme);
        const QColor ink = has(option, State_Enabled) ? theme.secondary : theme.faint;
        paintChevron(*painter, subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget), ink, 2);
        return paintChevron(*painter, subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget), ink);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/MenuButton.h"

#include "ui/common/Icon.h"
#include "ui/common/Labels.h"

#include <QMenu>
#include <QToolButton>

namespace holdwatch::ui {

QToolButton *menuButton(const QString &objectName, const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton;
    button->setObjectName(objectName);
    button->setText(text);
    button->setToolTip(plainToolTip(toolTip));
    button->setAutoRaise(true);
    button->setIcon(icon(QStringLiteral("chevron-down")));
    button->setIconSize({12, 12});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setLayoutDirection(Qt::RightToLeft); // the chevron stands behind the words
    return button;
}

void openBelow(QToolButton *button, QMenu *menu)
{
    QObject::connect(button, &QToolButton::clicked, menu, [button, menu] { menu->popup(button->mapToGlobal(QPoint(0, button->height()))); });
}

} // namespace holdwatch::ui

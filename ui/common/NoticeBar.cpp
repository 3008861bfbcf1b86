// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/NoticeBar.h"

#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace holdwatch::ui {

NoticeBar::NoticeBar(QWidget *parent) : QWidget(parent), m_icon(new QLabel), m_text(new ElidedLabel), m_action(new QPushButton)
{
    setObjectName(QStringLiteral("noticeBar"));
    m_action->setFlat(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, 2, space::s, 3);
    layout->setSpacing(space::s);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    setFixedHeight(34);
    connect(m_action, &QPushButton::clicked, this, &NoticeBar::actionTriggered);
    hide();
}

void NoticeBar::say(const QString &iconName, const QString &text, const QString &action)
{
    m_iconName = iconName;
    m_text->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(text);
    colour();
    setVisible(!text.isEmpty());
}

QString NoticeBar::text() const
{
    return m_text->text();
}

void NoticeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.fillRect(rect(), theme.raised);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

void NoticeBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        colour();
    QWidget::changeEvent(event);
}

void NoticeBar::colour()
{
    if (!m_iconName.isEmpty())
        m_icon->setPixmap(icon(m_iconName).pixmap(QSize(16, 16), devicePixelRatioF()));
}

} // namespace holdwatch::ui

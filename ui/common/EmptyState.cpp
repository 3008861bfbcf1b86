// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/EmptyState.h"

#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Metrics.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent), m_icon(new QLabel), m_title(plainLabel({}, Type::Title, QFont::DemiBold)), m_text(secondaryLabel({}, Type::Body)), m_action(new QPushButton)
{
    setObjectName(QStringLiteral("emptyState"));
    m_title->setObjectName(QStringLiteral("emptyTitle"));
    m_action->setObjectName(QStringLiteral("emptyAction"));
    m_title->setAlignment(Qt::AlignCenter);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setFixedWidth(420);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(space::s);
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    layout->addWidget(m_title, 0, Qt::AlignHCenter);
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    layout->addSpacing(space::xs);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionTriggered);
}

void EmptyState::say(const QString &iconName, const QString &title, const QString &text, const QString &action)
{
    m_iconName = iconName;
    m_title->setText(title);
    m_text->setText(text);
    m_text->setFixedHeight(m_text->heightForWidth(m_text->width()));
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
    colour();
}

QString EmptyState::title() const
{
    return m_title->text();
}

void EmptyState::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        colour();
    QWidget::changeEvent(event);
}

void EmptyState::colour()
{
    if (!m_iconName.isEmpty())
        m_icon->setPixmap(icon(m_iconName).pixmap(QSize(32, 32), devicePixelRatioF()));
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/Rail.h"

#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"

#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {
constexpr int railWidth = 88; // "Connections" inside its highlight
constexpr int buttonHeight = 52;
constexpr int glyphSize = 20;
} // namespace

RailButton::RailButton(const QString &iconName, const QString &title, QWidget *parent) : QAbstractButton(parent)
{
    setIcon(ui::icon(iconName));
    setText(title);
    setAccessibleName(title);
    setFont(typeFont(font(), Type::Small));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void RailButton::setBadge(int count)
{
    if (m_badge == count)
        return;
    m_badge = count;
    setAccessibleDescription(count > 0 ? QStringLiteral("%1 open").arg(count) : QString());
    update();
}

QSize RailButton::sizeHint() const
{
    return {railWidth, buttonHeight};
}

void RailButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(this);
    const QRectF ground = QRectF(rect()).adjusted(6, 2, -6, -2);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? theme.selection : theme.raised);
        painter.drawRoundedRect(ground, 6, 6);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), 6, 6);
    }
    const QRect iconBox((width() - glyphSize) / 2, 8, glyphSize, glyphSize);
    icon().paint(&painter, iconBox, Qt::AlignCenter, QIcon::Normal, isChecked() ? QIcon::On : QIcon::Off);
    painter.setFont(font());
    painter.setPen(isChecked() ? theme.text : theme.secondary);
    painter.drawText(QRect(0, 30, width(), height() - 32), Qt::AlignHCenter | Qt::AlignTop | Qt::TextSingleLine, text());
    if (m_badge <= 0)
        return;
    const QString number = m_badge > 99 ? QStringLiteral("99+") : QString::number(m_badge);
    const QRectF badge(iconBox.right() - 3, 3, std::max(15, painter.fontMetrics().horizontalAdvance(number) + 8), 15);
    painter.setPen(QPen(theme.page, 1.5));
    painter.setBrush(theme.of(Verdict::Breached).text);
    painter.drawRoundedRect(badge, 7.5, 7.5);
    painter.setPen(theme.dark ? theme.page : theme.surface);
    painter.drawText(badge, Qt::AlignCenter, number);
}

Rail::Rail(QWidget *parent) : QWidget(parent), m_pages(new QVBoxLayout), m_group(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(QStringLiteral("Pages"));
    setFixedWidth(railWidth + 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, space::xs, 1, space::xs);
    layout->setSpacing(0);
    m_pages->setSpacing(0);
    layout->addLayout(m_pages);
    layout->addStretch(1);
    m_theme = addTool(QStringLiteral("themeButton"), QStringLiteral("theme"), QStringLiteral("Theme"));
    m_theme->setToolTip(QStringLiteral("Follow the desktop, light, dark"));
    RailButton *help = addTool(QStringLiteral("helpButton"), QStringLiteral("help"), QStringLiteral("Help"));
    help->setToolTip(QStringLiteral("Shortcuts (F1)"));
    layout->addWidget(m_theme);
    layout->addWidget(help);
    connect(m_theme, &QAbstractButton::clicked, this, &Rail::themeRequested);
    connect(help, &QAbstractButton::clicked, this, &Rail::helpRequested);
}

void Rail::addPage(const PageInfo &info, int number)
{
    auto *button = new RailButton(info.iconName, info.title, this);
    button->setObjectName(QStringLiteral("rail-") + info.key);
    button->setCheckable(true);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(info.title).arg(number));
    setTabOrder(m_last ? m_last : m_theme, button);
    setTabOrder(button, m_theme);
    m_last = button;
    m_group->addButton(button);
    m_buttons.insert(info.key, button);
    m_pages->addWidget(button);
    connect(button, &QAbstractButton::clicked, this, [this, key = info.key] { emit pageChosen(key); });
}

void Rail::setCurrent(const QString &key)
{
    if (RailButton *button = m_buttons.value(key))
        button->setChecked(true);
}

void Rail::setBadge(const QString &key, int count)
{
    if (RailButton *button = m_buttons.value(key))
        button->setBadge(count);
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(width() - 1, 0, 1, height()), Theme::of(this).line);
}

RailButton *Rail::addTool(const QString &name, const QString &iconName, const QString &title)
{
    auto *button = new RailButton(iconName, title, this);
    button->setObjectName(name);
    return button;
}

} // namespace holdwatch::ui

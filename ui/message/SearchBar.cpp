// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/SearchBar.h"

#include "models/core/Format.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

namespace holdwatch::ui {

namespace {

QToolButton *button(const char *name, const QString &iconName, const QString &toolTip)
{
    auto *made = new QToolButton;
    made->setObjectName(QLatin1String(name));
    made->setIcon(icon(iconName));
    made->setToolTip(toolTip);
    made->setAccessibleName(toolTip);
    made->setAutoRaise(true);
    return made;
}

} // namespace

SearchBar::SearchBar(QWidget *parent) : QWidget(parent), m_words(new QLineEdit), m_count(secondaryLabel({}))
{
    setObjectName(QStringLiteral("payloadSearchBar"));
    m_words->setObjectName(QStringLiteral("payloadSearch"));
    m_words->setAccessibleName(QStringLiteral("Find in the message"));
    m_words->setPlaceholderText(QStringLiteral("Find in the message"));
    m_words->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("payloadMatches"));
    auto *next = button("payloadNext", QStringLiteral("chevron-down"), QStringLiteral("Next match (F3)"));
    auto *previous = button("payloadPrevious", QStringLiteral("back"), QStringLiteral("Previous match (Shift+F3)"));
    auto *close = button("payloadSearchClose", QStringLiteral("close"), QStringLiteral("Close (Esc)"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::s, space::xs, space::s, space::xs);
    layout->setSpacing(space::xs);
    layout->addWidget(m_words, 1);
    layout->addWidget(m_count);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(close);
    connect(m_words, &QLineEdit::textChanged, this, &SearchBar::wordsChanged);
    connect(next, &QToolButton::clicked, this, [this] { emit stepped(1); });
    connect(previous, &QToolButton::clicked, this, [this] { emit stepped(-1); });
    connect(close, &QToolButton::clicked, this, &SearchBar::closed);
    hide();
}

void SearchBar::start()
{
    show();
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

QString SearchBar::words() const
{
    return isHidden() ? QString() : m_words->text();
}

void SearchBar::tell(int current, int count, const QString &within)
{
    const QString where = within.isEmpty() ? QString() : QStringLiteral(" in %1").arg(within);
    if (m_words->text().isEmpty())
        m_count->clear();
    else if (count == 0)
        m_count->setText(QStringLiteral("not found") + where);
    else
        m_count->setText(QStringLiteral("%1 of %2").arg(formatCount(current + 1), formatCount(count)) + where);
}

bool SearchBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            emit stepped(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            emit closed();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace holdwatch::ui

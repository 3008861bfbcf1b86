// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/PhraseField.h"

#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QScopedValueRollback>

#include <algorithm>

namespace holdwatch::ui {

namespace {

/// An input method composes a few characters at once; a whole phrase is no composition.
constexpr int mostComposed = 6;

bool isPaste(const QKeyEvent &event)
{
    // The platform's own list lacks Shift+Insert on some; it pastes wherever there is a selection to paste.
    const bool isInsert = event.key() == Qt::Key_Insert && event.modifiers().testFlag(Qt::ShiftModifier);
    return isInsert || event.key() == Qt::Key_Paste || event.matches(QKeySequence::Paste) || event.matches(QKeySequence::Redo)
        || (event.key() == Qt::Key_V && event.modifiers().testFlag(Qt::ControlModifier)) || (event.key() == Qt::Key_Y && event.modifiers().testFlag(Qt::ControlModifier));
}

/// How many characters of `now` did not stand in `before`, if one stretch of it was replaced.
qsizetype addedTo(const QString &before, const QString &now)
{
    const qsizetype shorter = std::min(before.size(), now.size());
    qsizetype head = 0;
    while (head < shorter && before.at(head) == now.at(head))
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && before.at(before.size() - 1 - tail) == now.at(now.size() - 1 - tail))
        ++tail;
    return now.size() - head - tail;
}

} // namespace

PhraseField::PhraseField(QWidget *parent) : QLineEdit(parent)
{
    setAcceptDrops(false);
    setDragEnabled(false);
    setContextMenuPolicy(Qt::NoContextMenu);
    connect(this, &QLineEdit::textChanged, this, &PhraseField::guard);
}

void PhraseField::guard(const QString &now)
{
    if (m_isMending)
        return;
    if (addedTo(m_typed, now) <= m_allowed) {
        m_typed = now;
        return;
    }
    const QScopedValueRollback<bool> mending(m_isMending, true);
    setText(m_typed);
    refuse();
}

void PhraseField::refuse()
{
    emit pasteRefused();
}

void PhraseField::keyPressEvent(QKeyEvent *event)
{
    if (isPaste(*event)) {
        event->accept();
        return refuse();
    }
    const bool isPrintable = !event->text().isEmpty() && event->text().at(0).isPrint();
    const QScopedValueRollback<int> allowed(m_allowed, isPrintable ? int(event->text().size()) : 0);
    QLineEdit::keyPressEvent(event);
}

void PhraseField::inputMethodEvent(QInputMethodEvent *event)
{
    if (event->commitString().size() > mostComposed) {
        event->accept();
        return refuse();
    }
    const QScopedValueRollback<int> allowed(m_allowed, mostComposed);
    QLineEdit::inputMethodEvent(event);
}

void PhraseField::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::MiddleButton)
        return event->accept();
    QLineEdit::mousePressEvent(event);
}

void PhraseField::mouseReleaseEvent(QMouseEvent *event)
{
    // The desktop pastes its selection here on release.
    if (event->button() == Qt::MiddleButton) {
        event->accept();
        return refuse();
    }
    QLineEdit::mouseReleaseEvent(event);
}

void PhraseField::contextMenuEvent(QContextMenuEvent *event)
{
    event->accept();
}

void PhraseField::dragEnterEvent(QDragEnterEvent *event)
{
    event->ignore();
}

void PhraseField::dropEvent(QDropEvent *event)
{
    event->ignore();
    refuse();
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics/TextSearch.h"

#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace holdwatch::ui {

TextSearch::TextSearch(QPlainTextEdit &text, QWidget *parent) : QWidget(parent), m_text(text), m_words(new QLineEdit), m_count(secondaryLabel({}))
{
    m_words->setObjectName(QStringLiteral("diagnosticsSearch"));
    m_words->setAccessibleName(QStringLiteral("Find in the text"));
    m_words->setPlaceholderText(QStringLiteral("Find in the text"));
    m_words->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_words->setClearButtonEnabled(true);
    m_words->setMinimumWidth(220);
    m_words->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("diagnosticsMatches"));
    m_count->setMinimumWidth(72);
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_count);
    layout->addWidget(m_words);
    connect(m_words, &QLineEdit::textChanged, this, &TextSearch::search);
    connect(&m_text, &QPlainTextEdit::textChanged, this, &TextSearch::search);
}

void TextSearch::start()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

bool TextSearch::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            // Else the dialog would take it for its default button.
            key->modifiers() & Qt::ShiftModifier ? previous() : next();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TextSearch::search()
{
    const QString words = m_words->text();
    const QString text = m_text.toPlainText();
    m_matches.clear();
    for (auto at = words.isEmpty() ? -1 : text.indexOf(words, 0, Qt::CaseInsensitive); at >= 0; at = text.indexOf(words, at + words.size(), Qt::CaseInsensitive))
        m_matches << int(at);
    show(m_matches.isEmpty() ? -1 : 0);
}

void TextSearch::next()
{
    if (!m_matches.isEmpty())
        show((m_current + 1) % int(m_matches.size()));
}

void TextSearch::previous()
{
    if (!m_matches.isEmpty())
        show((m_current + int(m_matches.size()) - 1) % int(m_matches.size()));
}

void TextSearch::show(int match)
{
    m_current = match;
    if (m_words->text().isEmpty())
        m_count->clear();
    else
        m_count->setText(match < 0 ? QStringLiteral("not found") : QStringLiteral("%1 of %2").arg(match + 1).arg(m_matches.size()));
    mark();
    if (match < 0)
        return;
    QTextCursor cursor(m_text.document());
    cursor.setPosition(m_matches.at(match));
    m_text.setTextCursor(cursor);
    m_text.centerCursor();
}

void TextSearch::mark()
{
    const Theme &theme = Theme::of(this);
    QList<QTextEdit::ExtraSelection> marks;
    for (int i = 0; i < std::min(int(m_matches.size()), mostMarked); ++i) {
        QTextEdit::ExtraSelection one;
        one.cursor = QTextCursor(m_text.document());
        one.cursor.setPosition(m_matches.at(i));
        one.cursor.setPosition(m_matches.at(i) + int(m_words->text().size()), QTextCursor::KeepAnchor);
        one.format.setBackground(i == m_current ? theme.accent : theme.selection);
        if (i == m_current)
            one.format.setForeground(theme.accentText);
        marks << one;
    }
    m_text.setExtraSelections(marks);
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/FilterField.h"

#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QTimer>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int mostOffered = 12;

QStandardItem *itemFor(const filter::Completion &completion)
{
    const QString text = completion.description.isEmpty() ? completion.insert : QStringLiteral("%1   %2").arg(completion.insert, completion.description);
    auto *item = new QStandardItem(text);
    item->setData(completion.insert, Qt::UserRole);
    item->setEditable(false);
    return item;
}

} // namespace

FilterField::FilterField(const filter::FieldCatalogue &catalogue, QWidget *parent)
    : QLineEdit(parent), m_catalogue(catalogue), m_items(new QStandardItemModel(this)), m_popup(new QCompleter(m_items, this))
{
    setPlaceholderText(QStringLiteral("Filter: class:malformed age:>1h \"some text\""));
    setClearButtonEnabled(true);
    setAccessibleName(QStringLiteral("Filter"));
    setMaxLength(int(filter::longestFilter));
    m_popup->setWidget(this);
    m_popup->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_popup->setMaxVisibleItems(mostOffered);
    connect(m_popup, QOverload<const QModelIndex &>::of(&QCompleter::activated), this, &FilterField::take);
    connect(this, &QLineEdit::textEdited, this, &FilterField::offer);
    connect(this, &QLineEdit::textChanged, this, &FilterField::read);
}

void FilterField::read()
{
    filter::Parsed parsed = filter::parse(text(), m_catalogue);
    const QString before = fault();
    m_fault = parsed ? std::nullopt : std::optional(parsed.error());
    setToolTip(plainToolTip(fault()));
    setAccessibleDescription(fault());
    update();
    if (fault() != before)
        emit faultChanged(fault());
    if (!parsed || *parsed == m_expression)
        return;
    m_expression = *std::move(parsed);
    emit filterChanged();
}

void FilterField::offer()
{
    m_offered = filter::complete(text(), cursorPosition(), m_catalogue);
    const QString typed = text().mid(m_offered.offset, m_offered.length);
    const bool isDone = m_offered.items.size() == 1 && m_offered.items.constFirst().insert == typed;
    m_items->clear();
    for (const filter::Completion &each : std::as_const(m_offered.items))
        m_items->appendRow(itemFor(each));
    if (m_offered.items.isEmpty() || isDone)
        return m_popup->popup()->hide();
    constexpr int widest = 420;
    m_popup->complete(QRect(0, height() - 1, std::min(widest, width()), 1));
    // Nothing is chosen until a person goes down to it: Enter belongs to the filter.
    m_popup->popup()->setCurrentIndex({});
}

void FilterField::take(const QModelIndex &chosen)
{
    const QString insert = chosen.data(Qt::UserRole).toString();
    QString whole = text();
    whole.replace(m_offered.offset, m_offered.length, insert);
    setText(whole);
    setCursorPosition(int(m_offered.offset + insert.size()));
    // Not before the list has closed, which it does after telling us.
    QTimer::singleShot(0, this, &FilterField::offer);
}

void FilterField::keyPressEvent(QKeyEvent *event)
{
    if (m_popup->popup()->isVisible() && (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab)) {
        m_popup->popup()->hide();
        if (event->key() == Qt::Key_Escape)
            return;
    }
    const bool asksForHelp = event->key() == Qt::Key_Down || (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier);
    if (asksForHelp && !m_popup->popup()->isVisible())
        return offer();
    if (event->key() == Qt::Key_Escape && !text().isEmpty())
        return clear();
    QLineEdit::keyPressEvent(event);
}

void FilterField::focusOutEvent(QFocusEvent *event)
{
    if (event->reason() != Qt::PopupFocusReason)
        m_popup->popup()->hide();
    QLineEdit::focusOutEvent(event);
}

void FilterField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    if (!m_fault)
        return;
    // Where the text begins follows from where the cursor stands: a long one is scrolled.
    const auto advance = [this](qsizetype length) { return fontMetrics().horizontalAdvance(text().left(length)); };
    const int origin = cursorRect().center().x() - advance(cursorPosition());
    const int from = origin + advance(m_fault->offset);
    const int until = std::max(from + fontMetrics().averageCharWidth(), origin + advance(m_fault->offset + m_fault->length));
    QPainter painter(this);
    painter.setClipRect(rect().adjusted(3, 0, -3, 0));
    painter.setPen(QPen(Theme::of(this).danger, 2));
    const int y = cursorRect().bottom() - 1;
    painter.drawLine(from, y, until, y);
}

} // namespace holdwatch::ui

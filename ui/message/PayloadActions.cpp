// SPDX-License-Identifier: GPL-3.0-or-later
// Searching and copying in PayloadTab.
#include "models/core/Format.h"
#include "ui/message/HexPane.h"
#include "ui/message/PayloadTab.h"
#include "ui/message/SearchBar.h"
#include "ui/message/TextPane.h"
#include "ui/message/TreePane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace holdwatch::ui {

using payload::ByteRange;

namespace {

QString maskedNote(int masked)
{
    if (masked == 0)
        return {};
    return masked == 1 ? QStringLiteral(" 1 masked field stands as ●●●.") : QStringLiteral(" %1 masked fields stand as ●●●.").arg(formatCount(masked));
}

/// "0x1F8B" searches bytes, anything else its UTF-8.
QByteArray needleOf(const QString &words)
{
    if (words.startsWith(QLatin1String("0x"), Qt::CaseInsensitive)) {
        const QByteArray digits = words.mid(2).toLatin1().replace(' ', "");
        const QByteArray bytes = QByteArray::fromHex(digits);
        if (!bytes.isEmpty() && bytes.size() * 2 == digits.size())
            return bytes;
    }
    return words.toUtf8();
}

} // namespace

void PayloadTab::startSearch()
{
    m_search->start();
    search(m_search->words());
}

bool PayloadTab::leaveSearch()
{
    if (m_search->isHidden())
        return false;
    m_search->hide();
    search({});
    m_stack->currentWidget()->setFocus();
    if (TextPane *pane = textPane())
        pane->setFocus();
    return true;
}

void PayloadTab::search(const QString &words)
{
    m_pretty->find(m_lastText == m_pretty ? words : QString());
    m_raw->find(m_lastText == m_raw ? words : QString());
    if (effective() == View::Tree)
        m_tree->find(words, m_document.masks().hidden());
    if (effective() == View::Hex)
        m_hex->find(needleOf(words));
    tellMatches();
}

void PayloadTab::stepSearch(int by)
{
    if (m_search->isHidden())
        return startSearch();
    if (TextPane *pane = textPane())
        pane->step(by);
    else if (effective() == View::Tree)
        m_tree->step(by);
    else
        m_hex->step(by);
    tellMatches();
}

void PayloadTab::tellMatches()
{
    const qsizetype size = m_document.body().size();
    if (effective() == View::Tree)
        return m_search->tell(m_tree->currentMatch(), m_tree->matchCount());
    const TextPane *pane = textPane();
    const qsizetype seen = pane ? size - pane->paneText().leftOut : std::min(size, m_document.shown());
    const QString within = seen < size ? QStringLiteral("the first %1").arg(formatBytes(seen)) : QString();
    m_search->tell(pane ? pane->currentMatch() : m_hex->currentMatch(), pane ? pane->matchCount() : m_hex->matchCount(), within);
}

void PayloadTab::copyText()
{
    const TextPane *pane = textPane();
    if (effective() == View::Tree)
        return copyTree();
    if (!pane)
        pane = m_raw;
    ByteRange units = pane == textPane() ? pane->selection() : pane->paneText().toUnits(m_hex->selection());
    const bool isAll = units.isEmpty();
    if (isAll)
        units = {0, pane->paneText().text.size()};
    const PaneText::Copied copied = pane->paneText().copyOf(units);
    QGuiApplication::clipboard()->setText(copied.text);
    QString note = QStringLiteral("Copied %1 characters.").arg(formatCount(copied.text.size())) + maskedNote(copied.masked);
    if (copied.notText > 0)
        note += QStringLiteral(" %1 places that are no UTF-8 stand as ‹FF›; copy exact bytes to keep them.").arg(formatCount(copied.notText));
    if (isAll && pane->paneText().leftOut > 0)
        note += QStringLiteral(" %1 that are not shown yet were not copied.").arg(formatBytes(pane->paneText().leftOut));
    emit noteRaised(note);
}

void PayloadTab::copyTree()
{
    const auto node = m_tree->currentNode();
    if (node == payload::JsonTree::none)
        return emit noteRaised(QStringLiteral("Nothing is selected."));
    const ByteRange range = m_document.json().range(node);
    payload::ByteRanges inside;
    for (const ByteRange &hidden : m_document.masks().hidden()) {
        if (hidden.from < range.until && range.from < hidden.until)
            inside.push_back({std::max(hidden.from, range.from) - range.from, std::min(hidden.until, range.until) - range.from});
    }
    PaneText text = rawPaneText(range.of(m_document.body()).toByteArray(), inside, range.size());
    const PaneText::Copied copied = text.copyOf({0, text.text.size()});
    QGuiApplication::clipboard()->setText(copied.text);
    emit noteRaised(QStringLiteral("Copied the value at %1.").arg(m_pointer.isEmpty() ? QStringLiteral("the top") : m_pointer.left(200)) + maskedNote(copied.masked));
}

void PayloadTab::copyBytes()
{
    const ByteRange range = selected();
    if (!m_document.isScanned())
        return emit noteRaised(QStringLiteral("Not copied: the rest of the message is still being read. Try again in a moment."));
    if (m_document.masks().hidesAnyOf(range))
        return emit noteRaised(QStringLiteral("Not copied: exact bytes would hold masked fields. Reveal them first, or copy as text."));
    const QByteArray bytes = range.of(m_document.body()).toByteArray();
    auto *data = new QMimeData;
    data->setData(QStringLiteral("application/octet-stream"), bytes);
    if (const QString text = QString::fromUtf8(bytes); bytes.size() <= 16 * 1024 * 1024 && text.toUtf8() == bytes)
        data->setText(text);
    QGuiApplication::clipboard()->setMimeData(data);
    emit noteRaised(QStringLiteral("Copied %1 bytes exactly.").arg(formatCount(bytes.size())));
}

void PayloadTab::copyPointer()
{
    QGuiApplication::clipboard()->setText(m_pointer);
    emit noteRaised(m_pointer.isEmpty() ? QStringLiteral("The pointer of the whole text is empty.") : QStringLiteral("Copied the pointer %1.").arg(m_pointer.left(200)));
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/DecodeChips.h"

#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/message/MenuButton.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace holdwatch::ui {

namespace {

constexpr qsizetype longestPointer = 24;

QString contentWord(const PayloadDocument &document)
{
    if (document.body().isEmpty())
        return QStringLiteral("empty");
    if (document.looksLikeJson())
        return document.isScanned() && document.json().fault() ? QStringLiteral("JSON in part") : QStringLiteral("JSON");
    if (!document.isScanned())
        return QStringLiteral("reading…");
    return document.facts().isUtf8() && document.facts().nul.count == 0 ? QStringLiteral("text") : QStringLiteral("binary");
}

QString pathOf(const std::vector<payload::Encoding> &steps)
{
    QStringList words;
    for (const payload::Encoding step : steps)
        words << payload::toWord(step);
    return words.join(QStringLiteral(" \u203A "));
}

} // namespace

DecodeChips::DecodeChips(PayloadDocument &document, QWidget *parent)
    : QWidget(parent), m_document(document), m_chips(new QHBoxLayout), m_suggestion(new QToolButton), m_decode(menuButton(QStringLiteral("decodeAs"), QStringLiteral("Decode as"), QStringLiteral("Undo an encoding; the bytes as sent stay as they are")))
{
    setObjectName(QStringLiteral("decodeChips"));
    m_suggestion->setObjectName(QStringLiteral("decodeSuggestion"));
    m_suggestion->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_suggestion->setIcon(icon(QStringLiteral("wrench")));
    m_suggestion->setAutoRaise(true);
    auto *menu = new QMenu(m_decode);
    for (const payload::Encoding encoding : payload::allEncodings)
        menu->addAction(payload::toWord(encoding), this, [this, encoding] { m_document.decode({encoding}); });
    openBelow(m_decode, menu);

    m_chips->setSpacing(2);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addLayout(m_chips);
    layout->addWidget(m_suggestion);
    layout->addStretch();
    layout->addWidget(m_decode);
    m_suggestion->hide();
    connect(m_suggestion, &QToolButton::clicked, this, [this] { m_document.decode(std::vector(m_document.suggestion())); });
    connect(&m_document, &PayloadDocument::opened, this, &DecodeChips::refresh);
    connect(&m_document, &PayloadDocument::scanned, this, &DecodeChips::refresh);
    connect(&m_document, &PayloadDocument::suggested, this, &DecodeChips::refresh);
}

void DecodeChips::addChip(const QString &text, const QString &toolTip, bool isLast, bool hasRemark, size_t steps, size_t outer)
{
    if (!m_shown.isEmpty())
        m_chips->addWidget(secondaryLabel(QStringLiteral("\u203A"), Type::Body, this));
    auto *chip = new QToolButton(this);
    chip->setText(text);
    chip->setToolTip(plainToolTip(toolTip));
    chip->setAutoRaise(true);
    chip->setCheckable(isLast);
    chip->setChecked(isLast);
    if (hasRemark) {
        chip->setIcon(icon(QStringLiteral("warning")));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    // Later: the chip that was clicked goes away with the row.
    connect(chip, &QToolButton::clicked, this, [this, chip, steps, outer, isLast] {
        if (isLast)
            chip->setChecked(true);
        else
            m_document.returnTo(outer, steps);
    }, Qt::QueuedConnection);
    m_chips->addWidget(chip);
    m_shown << chip;
}

void DecodeChips::refresh()
{
    while (QLayoutItem *item = m_chips->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_shown.clear();
    const size_t outers = m_document.outers().size();
    addChip(QStringLiteral("as sent"), QStringLiteral("%1 as they were received").arg(formatBytes(m_document.original().size())), false, false, 0, 0);
    for (size_t outer = 0; outer <= outers; ++outer) {
        const auto &steps = outer < outers ? m_document.outers()[outer].chain->steps() : m_document.chain().steps();
        for (size_t i = 0; i < steps.size(); ++i)
            addChip(payload::toWord(steps[i].encoding), steps[i].text(), false, !steps[i].result.isWhole, i + 1, outer);
        if (outer < outers) {
            const QString &pointer = m_document.outers()[outer].pointer;
            addChip(pointer.size() > longestPointer ? QChar(0x2026) + pointer.right(longestPointer) : pointer, QStringLiteral("The string at %1, as it stands there").arg(pointer), false, false, 0, outer + 1);
        }
    }
    addChip(contentWord(m_document), formatBytes(m_document.body().size()), true, false, m_document.chain().steps().size(), outers);
    const QString path = pathOf(m_document.suggestion());
    m_suggestion->setText(QStringLiteral("Decode %1").arg(path));
    m_suggestion->setToolTip(QStringLiteral("It looks like this. The bytes as sent stay as they are."));
    m_suggestion->setVisible(!path.isEmpty() && m_document.chain().canGoOn());
    m_decode->setEnabled(!m_document.body().isEmpty() && m_document.chain().canGoOn());
}

QStringList DecodeChips::words() const
{
    QStringList words;
    for (const QToolButton *chip : m_shown)
        words << chip->text();
    return words;
}

} // namespace holdwatch::ui

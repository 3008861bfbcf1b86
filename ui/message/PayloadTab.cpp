// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/PayloadTab.h"

#include "models/core/Format.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"
#include "ui/message/DecodeChips.h"
#include "ui/message/HexPane.h"
#include "ui/message/MenuButton.h"
#include "ui/message/SearchBar.h"
#include "ui/message/TextPane.h"
#include "ui/message/TreePane.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <utility>

namespace holdwatch::ui {

using payload::ByteRange;

namespace {

constexpr int narrowBelow = 640;

QToolButton *flatButton(const char *name, const QString &text, const QString &toolTip)
{
    auto *button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(plainToolTip(toolTip));
    button->setAutoRaise(true);
    return button;
}

QWidget *paneWithTitle(TextPane *pane, const QString &title)
{
    auto *whole = new QWidget;
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto *label = secondaryLabel(title, Type::Small);
    label->setContentsMargins(space::s, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(pane, 1);
    return whole;
}

} // namespace

PayloadTab::PayloadTab(const payload::Decompressor *decompressor, QWidget *parent)
    : QWidget(parent), m_document(decompressor), m_chips(new DecodeChips(m_document)), m_views(new QButtonGroup(this)),
      m_remarks(secondaryLabel({}, Type::Small)), m_texts(new QSplitter(Qt::Horizontal)),
      m_pretty(new TextPane(QStringLiteral("payloadPretty"), QStringLiteral("Message, indented"))),
      m_raw(new TextPane(QStringLiteral("payloadRaw"), QStringLiteral("Message as it is"))), m_tree(new TreePane(m_document.tree())),
      m_hex(new HexPane), m_stack(new QStackedWidget), m_search(new SearchBar), m_lastText(m_pretty)
{
    setObjectName(QStringLiteral("payloadTab"));
    m_remarks->setObjectName(QStringLiteral("payloadRemarks"));
    m_remarks->setWordWrap(true);
    m_remarks->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_remarks->setContentsMargins(space::m, 0, space::m, 0);
    m_texts->addWidget(paneWithTitle(m_pretty, QStringLiteral("Pretty")));
    m_texts->addWidget(paneWithTitle(m_raw, QStringLiteral("Raw")));
    m_texts->setChildrenCollapsible(false);
    m_stack->addWidget(m_texts);
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_hex);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, space::xs, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(makeTools());
    layout->addWidget(m_chips);
    layout->addWidget(m_remarks);
    layout->addWidget(m_search);
    layout->addWidget(m_stack, 1);
    layout->addWidget(makeStatus());
    m_chips->setContentsMargins(space::s, 0, space::s, 0);
    connectPanes();
    applyView();
}

QWidget *PayloadTab::makeTools()
{
    auto *tools = new QWidget;
    auto *row = new QHBoxLayout(tools);
    row->setContentsMargins(space::s, 0, space::s, 0);
    row->setSpacing(2);
    m_views->setExclusive(true);
    const char *names[] = {"viewBoth", "viewPretty", "viewRaw", "viewTree", "viewHex"};
    const QString words[] = {QStringLiteral("Side by side"), QStringLiteral("Pretty"), QStringLiteral("Raw"), QStringLiteral("Tree"), QStringLiteral("Hex")};
    const QString tips[] = {QStringLiteral("Pretty and raw beside each other"), QStringLiteral("Indented; nothing else is changed"),
                            QStringLiteral("The text as it is"), QStringLiteral("Values to open and close"), QStringLiteral("Every byte")};
    for (int i = 0; i < 5; ++i) {
        auto *button = flatButton(names[i], words[i], tips[i]);
        button->setCheckable(true);
        m_views->addButton(button, i);
        row->addWidget(button);
    }
    row->addStretch();
    m_masked = flatButton("maskedFields", {}, QStringLiteral("Fields whose names are sensitive. Each reveal is recorded."));
    m_masked->setIcon(icon(QStringLiteral("lock")));
    m_masked->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_maskedMenu = new QMenu(m_masked);
    openBelow(m_masked, m_maskedMenu);
    m_copy = menuButton(QStringLiteral("copyMenu"), QStringLiteral("Copy"), QStringLiteral("What is selected, or all that is shown"));
    auto *menu = new QMenu(m_copy);
    menu->addAction(QStringLiteral("As text"), this, &PayloadTab::copyText)->setObjectName(QStringLiteral("copyText"));
    menu->addAction(QStringLiteral("As exact bytes"), this, &PayloadTab::copyBytes)->setObjectName(QStringLiteral("copyBytes"));
    menu->addAction(QStringLiteral("JSON pointer"), this, &PayloadTab::copyPointer)->setObjectName(QStringLiteral("copyPointerAction"));
    openBelow(m_copy, menu);
    row->addWidget(m_masked);
    row->addWidget(m_copy);
    return tools;
}

QWidget *PayloadTab::makeStatus()
{
    auto *status = new QWidget;
    auto *row = new QHBoxLayout(status);
    row->setContentsMargins(space::m, 0, space::s, space::xs);
    row->setSpacing(space::s);
    m_pointerLabel = new ElidedLabel;
    m_pointerLabel->setObjectName(QStringLiteral("payloadPointer"));
    m_pointerLabel->setFont(typeFont(font(), Type::Small));
    m_pointerLabel->setSecondary(true);
    m_copyPointer = flatButton("copyPointer", QStringLiteral("Copy pointer"), QStringLiteral("Copy the JSON pointer of this place"));
    m_decodeValue = flatButton("decodeValue", QStringLiteral("Decode value"), QStringLiteral("Show what is encoded in this string; the row above leads back to the message"));
    m_place = secondaryLabel({}, Type::Small);
    m_place->setObjectName(QStringLiteral("payloadPlace"));
    m_preview = secondaryLabel({}, Type::Small);
    m_preview->setObjectName(QStringLiteral("payloadPreview"));
    m_more = flatButton("loadMore", QStringLiteral("Load more"), QStringLiteral("Show more of this message"));
    for (QToolButton *button : {m_copyPointer, m_decodeValue, m_more})
        button->setFont(typeFont(font(), Type::Small));
    row->addWidget(m_pointerLabel, 1);
    row->addWidget(m_copyPointer);
    row->addWidget(m_decodeValue);
    row->addWidget(m_place);
    row->addWidget(m_preview);
    row->addWidget(m_more);
    connect(m_copyPointer, &QToolButton::clicked, this, &PayloadTab::copyPointer);
    connect(m_decodeValue, &QToolButton::clicked, this, &PayloadTab::decodeValue);
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_document.loadMore();
        showPreview();
    });
    return status;
}

void PayloadTab::connectPanes()
{
    for (TextPane *pane : {m_pretty, m_raw}) {
        connect(pane, &TextPane::cursorMoved, this, [this, pane] {
            m_lastText = pane;
            showPlace();
        });
        connect(pane, &TextPane::copyRequested, this, [this, pane] {
            m_lastText = pane;
            copyText();
        });
        connect(pane, &TextPane::maskActivated, this, &PayloadTab::revealAt);
        connect(pane->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, pane] { scrollBeside(pane); });
    }
    connect(m_tree, &TreePane::cursorMoved, this, &PayloadTab::showPlace);
    connect(m_tree, &TreePane::copyRequested, this, &PayloadTab::copyText);
    connect(m_tree, &TreePane::maskActivated, this, &PayloadTab::revealAt);
    connect(m_hex, &HexPane::cursorMoved, this, &PayloadTab::showPlace);
    connect(m_hex, &HexPane::copyRequested, this, &PayloadTab::copyText);
    connect(m_views, &QButtonGroup::idClicked, this, [this](int id) {
        m_isChosen = true;
        setView(View(id));
    });
    connect(m_search, &SearchBar::wordsChanged, this, &PayloadTab::search);
    connect(m_search, &SearchBar::stepped, this, &PayloadTab::stepSearch);
    connect(m_search, &SearchBar::closed, this, &PayloadTab::leaveSearch);
    connect(&m_document, &PayloadDocument::opened, this, &PayloadTab::showBody);
    connect(&m_document, &PayloadDocument::rendered, this, &PayloadTab::showRendered);
    connect(&m_document, &PayloadDocument::scanned, m_tree, &TreePane::openRoot);
    connect(&m_document, &PayloadDocument::scanned, this, &PayloadTab::showFacts);
    connect(&m_document, &PayloadDocument::suggested, this, &PayloadTab::showFacts);
    connect(&m_document, &PayloadDocument::revealed, this, &PayloadTab::revealed);
}

void PayloadTab::show(const QByteArray &payload, qsizetype wholeSize, bool isWhole)
{
    m_wholeSize = wholeSize;
    m_isWhole = isWhole;
    m_document.open(payload);
}

void PayloadTab::showBody()
{
    m_pretty->setText(m_document.pretty());
    m_raw->setText(m_document.raw());
    m_hex->setBytes(m_document.body(), m_document.shown(), m_document.masks().hidden());
    if (!m_isChosen)
        setView(m_document.looksLikeJson() ? View::Both : View::Raw);
    showFacts();
}

void PayloadTab::showRendered()
{
    m_pretty->setText(m_document.pretty(), true);
    m_raw->setText(m_document.raw(), true);
    m_hex->setBytes(m_document.body(), m_document.shown(), m_document.masks().hidden());
    showMasks();
    showPreview();
    showPlace();
    tellMatches();
}

void PayloadTab::showFacts()
{
    QStringList remarks = m_document.remarks();
    if (!m_isWhole)
        remarks.prepend(QStringLiteral("The system gave out the first %1 of %2.").arg(formatBytes(m_document.original().size()), formatBytes(m_wholeSize)));
    m_remarks->setText(remarks.join(QLatin1Char(' ')));
    m_remarks->setVisible(!remarks.isEmpty());
    showMasks();
    showPreview();
    showPlace();
}

void PayloadTab::showMasks()
{
    const int masked = m_document.maskedCount();
    const auto &masks = m_document.masks().masks();
    m_masked->setVisible(!masks.empty());
    m_masked->setText(masked == 0 ? QStringLiteral("Revealed") : isNarrow() ? formatCount(masked) : QStringLiteral("%1 masked").arg(formatCount(masked)));
    m_masked->setAccessibleName(QStringLiteral("%1 masked fields").arg(masked));
    QMenu *menu = m_maskedMenu;
    menu->clear();
    constexpr size_t mostListed = 20;
    for (size_t i = 0, listed = 0; i < masks.size() && listed < mostListed; ++i) {
        if (masks[i].isRevealed)
            continue;
        ++listed;
        menu->addAction(QStringLiteral("Reveal %1").arg(m_document.fieldOf(qsizetype(i)).replace(QLatin1Char('&'), QStringLiteral("&&"))), this, [this, i] { m_document.reveal(qsizetype(i)); });
    }
    menu->addSeparator();
    menu->addAction(QStringLiteral("Reveal all %1").arg(formatCount(masked)), this, [this] { m_document.revealAll(); })->setEnabled(masked > 0);
    menu->addAction(QStringLiteral("Mask all again"), this, [this] { m_document.hideAll(); })->setEnabled(masked < int(masks.size()));
}

void PayloadTab::showPreview()
{
    const qsizetype size = m_document.body().size();
    const qsizetype leftOut = effective() == View::Pretty ? m_document.pretty().leftOut : m_document.raw().leftOut;
    m_preview->setText(leftOut > 0 ? QStringLiteral("first %1").arg(formatBytes(size - leftOut)) : formatBytes(size));
    m_more->setText(QStringLiteral("Load more (%1 in all)").arg(formatBytes(size)));
    m_more->setVisible(m_document.isPart());
    m_more->setEnabled(m_document.canLoadMore());
    m_preview->setVisible(!isNarrow() || !m_document.isPart());
}

bool PayloadTab::isNarrow() const
{
    return width() < narrowBelow;
}

PayloadTab::View PayloadTab::effective() const
{
    return m_view == View::Both && isNarrow() ? View::Pretty : m_view;
}

/// Side by side, the same place stays at the top of both.
void PayloadTab::scrollBeside(TextPane *moved)
{
    if (effective() != View::Both || m_isFollowing)
        return;
    m_isFollowing = true;
    TextPane *other = moved == m_pretty ? m_raw : m_pretty;
    const QScrollBar *bar = moved->verticalScrollBar();
    if (bar->value() == bar->maximum())
        other->verticalScrollBar()->setValue(other->verticalScrollBar()->maximum());
    else
        other->scrollToSource(moved->topSource());
    m_isFollowing = false;
}

void PayloadTab::setView(View view)
{
    const ByteRange at = place();
    m_view = view;
    applyView();
    if (TextPane *pane = textPane(); pane && !at.isEmpty()) {
        const QSignalBlocker quiet(pane);
        const ByteRange units = pane->paneText().toUnits(at);
        pane->select(int(units.from), int(at.size() > 1 ? units.until : units.from));
        m_lastText = pane;
    }
    if (view == View::Hex && !at.isEmpty())
        m_hex->select(at);
    if (view == View::Tree)
        m_tree->showNode(m_document.nodeAt(at.from));
    if (!m_search->words().isEmpty())
        search(m_search->words());
    showPreview();
    showPlace();
}

void PayloadTab::applyView()
{
    const View shown = effective();
    m_views->button(int(View::Both))->setVisible(!isNarrow());
    m_views->button(int(shown))->setChecked(true);
    m_texts->widget(0)->setVisible(shown == View::Both || shown == View::Pretty);
    m_texts->widget(1)->setVisible(shown == View::Both || shown == View::Raw);
    m_stack->setCurrentIndex(shown == View::Tree ? 1 : shown == View::Hex ? 2 : 0);
    if (shown == View::Pretty || shown == View::Raw)
        m_lastText = shown == View::Pretty ? m_pretty : m_raw;
}

void PayloadTab::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    applyView();
    showMasks();
}

void PayloadTab::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
}

TextPane *PayloadTab::textPane() const
{
    const View shown = effective();
    return shown == View::Tree || shown == View::Hex ? nullptr : m_lastText;
}

ByteRange PayloadTab::place() const
{
    if (const TextPane *pane = textPane()) {
        const ByteRange units = pane->selection();
        return pane->paneText().toSource({units.from, std::max(units.until, std::min(units.from + 1, pane->paneText().text.size()))});
    }
    if (effective() == View::Hex)
        return m_hex->selection();
    const auto node = m_tree->currentNode();
    return node == payload::JsonTree::none ? ByteRange{} : m_document.json().range(node);
}

ByteRange PayloadTab::selected() const
{
    if (const TextPane *pane = textPane())
        return pane->selection().isEmpty() ? ByteRange{0, m_document.body().size()} : pane->paneText().toSource(pane->selection());
    const ByteRange at = place();
    return at.size() <= 1 ? ByteRange{0, m_document.body().size()} : at;
}

void PayloadTab::showPlace()
{
    const ByteRange at = place();
    const auto node = nodeHere();
    m_decodeValue->setVisible(m_document.looksEncoded(node));
    m_pointer = node == payload::JsonTree::none ? QString() : payload::visible(m_document.json().pointer(node));
    const bool isRoot = node != payload::JsonTree::none && m_pointer.isEmpty();
    m_pointerLabel->setText(isRoot ? QStringLiteral("(whole text)") : m_pointer.size() > 4096 ? m_pointer.left(4096) + QChar(0x2026) : m_pointer);
    m_copyPointer->setVisible(node != payload::JsonTree::none && !isNarrow());
    m_place->setText(m_document.body().isEmpty() ? QString() : at.size() > 1 ? QStringLiteral("bytes %1–%2").arg(formatCount(at.from), formatCount(at.until - 1))
                                                                             : QStringLiteral("byte %1").arg(formatCount(at.from)));
    if (effective() == View::Both) {
        const bool wasFollowing = std::exchange(m_isFollowing, true); // a mark in one pane does not move the other away
        TextPane *other = m_lastText == m_pretty ? m_raw : m_pretty;
        m_lastText->setEcho({});
        other->setEcho(at);
        m_isFollowing = wasFollowing;
    } else {
        m_pretty->setEcho({});
        m_raw->setEcho({});
    }
}

payload::JsonTree::Node PayloadTab::nodeHere() const
{
    return effective() == View::Tree ? m_tree->currentNode() : m_document.nodeAt(place().from);
}

void PayloadTab::decodeValue()
{
    if (!m_document.openValue(nodeHere()))
        emit noteRaised(QStringLiteral("Only a string can be decoded: put the cursor on one."));
}

void PayloadTab::revealAt(qsizetype offset)
{
    m_document.reveal(m_document.masks().maskAt(offset));
}

} // namespace holdwatch::ui

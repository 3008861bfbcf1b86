// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/MessageView.h"

#include "models/deadletters/LetterRowMaker.h"
#include "models/payload/TextView.h"
#include "ui/common/EmptyState.h"
#include "ui/common/Labels.h"
#include "ui/message/AttemptsTab.h"
#include "ui/message/CompareTab.h"
#include "ui/message/HeadersTab.h"
#include "ui/message/HistoryTab.h"
#include "ui/message/PayloadTab.h"

#include <QShortcut>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr qsizetype longestHead = 2000;

QString line(const QString &text)
{
    const QByteArray bytes = text.left(longestHead).toUtf8();
    return payload::excerpt(bytes, {0, bytes.size()}, longestHead);
}

} // namespace

MessageView::MessageView(const MessageTools &tools, QWidget *parent)
    : QWidget(parent), m_tools(tools), m_sensitive(payload::SensitiveNames::defaultPatterns()), m_stack(new QStackedWidget), m_state(new EmptyState), m_tabs(new QTabWidget), m_wide(new QToolButton),
      m_title(new ElidedLabel), m_facts(new ElidedLabel), m_error(new ElidedLabel), m_payload(new PayloadTab(tools.decompressor)), m_headers(new HeadersTab),
      m_attempts(new AttemptsTab), m_history(new HistoryTab(tools)), m_compare(new CompareTab)
{
    setObjectName(QStringLiteral("messageView"));
    setAccessibleName(QStringLiteral("Message"));
    m_tabs->setObjectName(QStringLiteral("messageTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_payload, QStringLiteral("Payload"));
    m_tabs->addTab(m_headers, QStringLiteral("Headers"));
    m_tabs->addTab(m_attempts, QStringLiteral("Attempts"));
    m_tabs->addTab(m_history, QStringLiteral("History"));
    m_tabs->addTab(m_compare, QStringLiteral("Compare"));
    m_tabs->setTabVisible(int(Tab::Compare), false);

    auto *content = new QWidget;
    auto *inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(0);
    inside->addWidget(makeHead());
    inside->addWidget(m_tabs, 1);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a narrow place stays narrow
    m_stack->addWidget(m_state);
    m_stack->addWidget(content);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_payload, &PayloadTab::revealed, this, &MessageView::revealed);
    connect(m_payload, &PayloadTab::noteRaised, this, &MessageView::noteRaised);
    connect(m_headers, &HeadersTab::revealed, this, &MessageView::revealed);
    connect(m_headers, &HeadersTab::noteRaised, this, &MessageView::noteRaised);
    connect(m_attempts, &AttemptsTab::revealed, this, &MessageView::revealed);
    connect(m_attempts, &AttemptsTab::noteRaised, this, &MessageView::noteRaised);
    connect(m_history, &HistoryTab::followRequested, this, &MessageView::followRequested);
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (m_history->isVisible())
            m_history->showDeadline(m_letter, m_zone, now());
    });
    makeKeys();
    clear();
}

MessageView::~MessageView() = default;

QWidget *MessageView::makeHead()
{
    auto *head = new QWidget;
    m_title->setObjectName(QStringLiteral("messageTitle"));
    m_title->setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    m_facts->setObjectName(QStringLiteral("messageFacts"));
    m_facts->setFont(typeFont(font(), Type::Small));
    m_facts->setSecondary(true);
    m_error->setObjectName(QStringLiteral("messageError"));
    m_error->setFont(typeFont(font(), Type::Body));
    auto *compare = new QToolButton;
    compare->setObjectName(QStringLiteral("compareMessage"));
    compare->setText(QStringLiteral("Compare…"));
    compare->setToolTip(QStringLiteral("Compare with another message or a healthy one"));
    compare->setAutoRaise(true);
    connect(compare, &QToolButton::clicked, this, &MessageView::compareRequested);
    m_wide->setObjectName(QStringLiteral("wideMessage"));
    m_wide->setText(QStringLiteral("Wide"));
    m_wide->setToolTip(QStringLiteral("The whole page for this message, pretty and raw side by side (Esc: back)"));
    m_wide->setCheckable(true);
    m_wide->setAutoRaise(true);
    connect(m_wide, &QToolButton::toggled, this, &MessageView::widthRequested);
    auto *first = new QHBoxLayout;
    first->setSpacing(space::s);
    first->addWidget(m_title, 1);
    first->addWidget(m_wide);
    first->addWidget(compare);
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(space::m, space::s, space::s, space::xs);
    layout->setSpacing(2);
    layout->addLayout(first);
    layout->addWidget(m_facts);
    layout->addWidget(m_error);
    return head;
}

void MessageView::makeKeys()
{
    const auto add = [this](const QKeySequence &keys, auto does) {
        auto *shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, does);
    };
    add(QKeySequence::Find, [this] { startSearch(); });
    add(Qt::Key_F3, [this] { m_payload->stepSearch(1); });
    add(Qt::SHIFT | Qt::Key_F3, [this] { m_payload->stepSearch(-1); });
    const auto turn = [this](int by) {
        int to = m_tabs->currentIndex();
        do
            to = (to + by + m_tabs->count()) % m_tabs->count();
        while (!m_tabs->isTabVisible(to));
        m_tabs->setCurrentIndex(to);
    };
    add(Qt::CTRL | Qt::Key_PageDown, [turn] { turn(1); });
    add(Qt::CTRL | Qt::Key_PageUp, [turn] { turn(-1); });
}

std::optional<UtcTime> MessageView::now() const
{
    return m_tools.clock ? std::optional(m_tools.clock->now()) : std::nullopt;
}

void MessageView::show(const DeadLetter &letter, const DeadLetterRow &row)
{
    m_letter = letter;
    m_row = row;
    m_hasLetter = true;
    m_tabs->setTabVisible(int(Tab::Compare), false);
    m_compare->forget();
    m_tabs->setTabText(int(Tab::Headers), letter.headers.isEmpty() ? QStringLiteral("Headers") : QStringLiteral("Headers %1").arg(formatCount(letter.headers.size())));
    showHead();
    m_payload->show(letter.payload, letter.payloadSize, letter.payloadIsWhole);
    m_headers->show(letter);
    showTimes();
    m_stack->setCurrentIndex(1);
    m_second.start();
}

void MessageView::showHead()
{
    m_title->setText(m_letter.id.isEmpty() ? QStringLiteral("Message %1").arg(formatCount(m_row.number + 1)) : line(m_letter.id.text()));
    QStringList facts{m_row.failureClass, m_letter.originQueue.isEmpty() ? QString() : QStringLiteral("from %1").arg(line(m_letter.originQueue)), line(m_letter.contentType),
                      line(m_letter.contentEncoding), formatBytes(m_letter.payloadSize)};
    if (m_letter.diedAt)
        facts << (now() ? QStringLiteral("died %1 ago").arg(formatAgo(*now() - *m_letter.diedAt)) : QStringLiteral("died %1").arg(formatDateTime(*m_letter.diedAt, m_zone)));
    facts.removeAll({});
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_error->setText(line(rowError(m_letter.error, &m_names)));
    m_error->setVisible(!m_letter.error.isEmpty());
}

void MessageView::showTimes()
{
    m_attempts->show(m_letter, m_row, m_zone, now());
    m_history->show(m_letter, m_row, m_zone, now());
}

void MessageView::clear()
{
    m_second.stop();
    m_hasLetter = false;
    m_letter = {};
    m_row = {};
    m_compare->forget();
    m_payload->show({}, 0, true);
    m_headers->show({});
    m_state->say(QStringLiteral("dead-letters"), QStringLiteral("No message selected"), QStringLiteral("Select a message to see what it holds and how it came to die."));
    m_stack->setCurrentIndex(0);
}

void MessageView::setLoading()
{
    clear();
    m_state->say(QStringLiteral("clock"), QStringLiteral("Fetching the message"), QStringLiteral("Its content comes from the local snapshot or, once, from the system."));
}

void MessageView::setFailure(const Error &error)
{
    clear();
    QStringList sentences{error.kept, error.next};
    sentences.removeAll({});
    m_state->say(QStringLiteral("warning"), payload::visible(error.what), payload::visible(sentences.join(QLatin1Char(' '))));
}

void MessageView::setZone(Zone zone)
{
    if (m_zone == zone)
        return;
    m_zone = zone;
    if (!m_hasLetter)
        return;
    showHead();
    showTimes();
}

void MessageView::setSensitiveNames(const QStringList &patterns)
{
    m_sensitive = patterns;
    m_names = payload::SensitiveNames(patterns);
    m_attempts->setSensitiveNames(patterns);
    if (m_hasLetter)
        showHead();
    m_payload->setSensitiveNames(patterns);
    m_headers->setSensitiveNames(patterns);
}

void MessageView::compareWith(const DeadLetter &other, const QString &title)
{
    if (!m_hasLetter)
        return;
    m_payload->document().returnTo(0, m_payload->document().outers().empty() ? payload::DecodingChain::mostSteps : m_payload->document().outers().front().chain->steps().size());
    payload::DecodingChain chain(other.payload, m_tools.decompressor);
    for (const payload::DecodingChain::Step &step : m_payload->document().chain().steps()) {
        if (!chain.apply(step.encoding))
            break;
    }
    m_compare->compare(m_payload->document().body(), chain.result(), title, m_sensitive);
    m_tabs->setTabVisible(int(Tab::Compare), true);
    openTab(Tab::Compare);
}

void MessageView::openTab(Tab tab)
{
    m_tabs->setCurrentIndex(int(tab));
}

void MessageView::startSearch()
{
    if (!m_hasLetter)
        return;
    if (m_tabs->currentIndex() == int(Tab::Headers))
        return m_headers->startSearch();
    openTab(Tab::Payload);
    m_payload->startSearch();
}

void MessageView::setWide(bool isWide)
{
    m_wide->setChecked(isWide);
}

bool MessageView::isWide() const
{
    return m_wide->isChecked();
}

bool MessageView::leaveSearch()
{
    return m_payload->leaveSearch();
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/AttemptsTab.h"

#include "models/payload/TextView.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/TabularText.h"
#include "ui/common/Theme.h"
#include "ui/message/TextPane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace holdwatch::ui {

namespace {

constexpr int narrowBelow = 560;
constexpr int timeWidth = 190;

QString joined(QStringList parts)
{
    parts.removeAll({});
    return parts.join(QStringLiteral(" · "));
}

QString prose(const QString &text, const payload::SensitiveNames *names)
{
    return payload::visible(names ? payload::maskedProse(text, *names) : text);
}

LetterEvent eventOf(const LetterAttempt &attempt, const payload::SensitiveNames *names)
{
    LetterEvent event{LetterEvent::Kind::Attempt, attempt.at, prose(attempt.reason, names), {}, attempt.count};
    if (event.title.isEmpty())
        event.title = QStringLiteral("Failed; the system says no reason");
    event.detail = joined({attempt.where.isEmpty() ? QString() : QStringLiteral("in %1").arg(prose(attempt.where, names)), payload::visible(attempt.source)});
    return event;
}

} // namespace

QVector<LetterEvent> eventsOf(const DeadLetter &letter, const DeadLetterRow &row, const payload::SensitiveNames *names)
{
    using Kind = LetterEvent::Kind;
    QVector<LetterEvent> events;
    if (letter.publishedAt)
        events << LetterEvent{Kind::Published, letter.publishedAt, QStringLiteral("Published"), letter.originQueue.isEmpty() ? QString() : QStringLiteral("to %1").arg(payload::visible(letter.originQueue)), 1};
    if (letter.firstFailedAt && letter.attempts.isEmpty())
        events << LetterEvent{Kind::Attempt, letter.firstFailedAt, QStringLiteral("Failed for the first time"), {}, 1};
    for (const LetterAttempt &attempt : letter.attempts)
        events << eventOf(attempt, names);
    if (letter.diedAt)
        events << LetterEvent{Kind::Died, letter.diedAt, QStringLiteral("Became a dead letter"), QStringLiteral("in %1").arg(payload::visible(letter.deadSet.name)), 1};
    if (row.firstSeenAt)
        events << LetterEvent{Kind::Seen, row.firstSeenAt, QStringLiteral("First seen by Holdwatch"), {}, 1};
    if (letter.expiresAt)
        events << LetterEvent{Kind::Expires, letter.expiresAt, QStringLiteral("Retention deletes it"), payload::visible(letter.expiryNote), 1};
    // What has no time takes its predecessor's, so that it stays where the system told it.
    std::vector<UtcTime> keys;
    UtcTime last{};
    for (const LetterEvent &event : events)
        keys.push_back(last = event.at.value_or(last));
    std::vector<int> order(size_t(events.size()));
    for (int i = 0; i < events.size(); ++i)
        order[size_t(i)] = i;
    std::stable_sort(order.begin(), order.end(), [&keys](int a, int b) { return keys[size_t(a)] < keys[size_t(b)]; });
    QVector<LetterEvent> sorted;
    for (const int number : order)
        sorted << events[number];
    return sorted;
}

Timeline::Timeline(QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("attemptTimeline"));
    setAccessibleName(QStringLiteral("What happened to this message"));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setFont(typeFont(font(), Type::Body));
}

void Timeline::setEvents(QVector<LetterEvent> events, Zone zone, std::optional<UtcTime> now)
{
    m_events = std::move(events);
    m_zone = zone;
    m_now = now;
    setRanges();
    setAccessibleDescription(lines().mid(0, 50).join(QLatin1Char('\n')));
    viewport()->update();
}

bool Timeline::isNarrow() const
{
    return viewport()->width() < narrowBelow;
}

int Timeline::rowHeight() const
{
    return isNarrow() ? 64 : 48;
}

void Timeline::setRanges()
{
    const int whole = int(m_events.size()) * rowHeight() + 2 * space::m;
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, whole - viewport()->height()));
}

QString Timeline::timeText(const LetterEvent &event) const
{
    return event.at ? QStringLiteral("%1 %2").arg(formatDateTime(*event.at, m_zone), zoneName(m_zone, *event.at)) : QStringLiteral("time not said");
}

QString Timeline::agoText(const LetterEvent &event) const
{
    if (!event.at || !m_now)
        return {};
    return *event.at > *m_now ? QStringLiteral("in %1").arg(formatAgo(*event.at - *m_now)) : QStringLiteral("%1 ago").arg(formatAgo(*m_now - *event.at));
}

QString Timeline::gapText(int number) const
{
    if (number == 0 || !m_events[number].at || !m_events[number - 1].at)
        return {};
    return QStringLiteral("+%1").arg(formatDuration(*m_events[number].at - *m_events[number - 1].at));
}

QStringList Timeline::lines() const
{
    QStringList told;
    for (const LetterEvent &event : m_events) {
        QString title = event.title;
        if (event.count > 1)
            title += QStringLiteral(" ×%1").arg(formatCount(event.count));
        told << joined({timeText(event), title, event.detail});
    }
    return told;
}

void Timeline::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), Theme::of(this).surface);
    if (m_events.isEmpty()) {
        painter.setPen(Theme::of(this).secondary);
        painter.drawText(viewport()->rect(), Qt::AlignCenter, QStringLiteral("The system tells nothing of earlier attempts."));
        return;
    }
    const int top = verticalScrollBar()->value() - space::m;
    for (int number = std::max(0, top / rowHeight()); number < m_events.size(); ++number) {
        const int y = number * rowHeight() - top;
        if (y > viewport()->height())
            break;
        drawEvent(painter, number, y);
    }
    if (hasFocus()) {
        painter.fillRect(QRect(0, 0, viewport()->width(), 1), Theme::of(this).accent);
    }
}

void Timeline::drawEvent(QPainter &painter, int number, int y) const
{
    const Theme &theme = Theme::of(this);
    const LetterEvent &event = m_events[number];
    const int x = isNarrow() ? space::xl : timeWidth + space::xl;
    const int middle = y + 11;
    const bool isLast = number + 1 == m_events.size();
    const bool isAhead = !isLast && m_events[number + 1].kind == LetterEvent::Kind::Expires;
    if (!isLast) {
        painter.setPen(QPen(theme.line.darker(theme.dark ? 70 : 115), iconStroke, isAhead ? Qt::DotLine : Qt::SolidLine));
        painter.drawLine(QPointF(x, middle + 7), QPointF(x, middle + rowHeight() - 7));
    }
    const bool isFailure = event.kind == LetterEvent::Kind::Attempt || event.kind == LetterEvent::Kind::Died;
    painter.setPen(QPen(isFailure ? theme.danger : theme.border, iconStroke));
    painter.setBrush(event.kind == LetterEvent::Kind::Died ? theme.danger : theme.surface);
    if (event.kind == LetterEvent::Kind::Expires)
        painter.drawRect(QRectF(x - 4, middle - 4, 8, 8));
    else
        painter.drawEllipse(QPointF(x, middle), 4.5, 4.5);

    const int left = x + space::l;
    const int width = viewport()->width() - left - space::m;
    if (!isNarrow()) {
        painter.setFont(font());
        painter.setPen(event.at ? theme.text : theme.faint);
        drawTabular(painter, QRect(space::s, y, timeWidth, 22), Qt::AlignRight, timeText(event));
        painter.setFont(typeFont(font(), Type::Small));
        painter.setPen(theme.secondary);
        drawTabular(painter, QRect(space::s, y + 20, timeWidth, 18), Qt::AlignRight, joined({gapText(number), agoText(event)}));
    }
    painter.setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    painter.setPen(theme.text);
    const QString many = event.count > 1 ? QStringLiteral("  ×%1").arg(formatCount(event.count)) : QString();
    const int manyWidth = painter.fontMetrics().horizontalAdvance(many);
    const QString title = painter.fontMetrics().elidedText(QString(event.title).replace(QLatin1Char('\n'), QLatin1Char(' ')), Qt::ElideRight, width - manyWidth);
    painter.drawText(QRect(left, y, width, 22), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title + many);
    painter.setFont(typeFont(font(), Type::Small));
    painter.setPen(theme.secondary);
    painter.drawText(QRect(left, y + 20, width, 18), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(event.detail, Qt::ElideRight, width));
    if (isNarrow())
        drawTabular(painter, QRect(left, y + (event.detail.isEmpty() ? 20 : 36), width, 18), Qt::AlignLeft, joined({timeText(event), gapText(number), agoText(event)}));
}

void Timeline::resizeEvent(QResizeEvent *)
{
    setRanges();
}

void Timeline::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

bool Timeline::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int number = (help->pos().y() + verticalScrollBar()->value() - space::m) / rowHeight();
    QToolTip::showText(help->globalPos(), number >= 0 && number < m_events.size() ? plainToolTip(lines().at(number)) : QString(), viewport());
    return true;
}

void Timeline::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy))
        return QAbstractScrollArea::keyPressEvent(event);
    QGuiApplication::clipboard()->setText(lines().join(QLatin1Char('\n')));
}

AttemptsTab::AttemptsTab(QWidget *parent)
    : QWidget(parent), m_reveal(new QToolButton), m_timeline(new Timeline), m_errorBox(new QWidget),
      m_error(new TextPane(QStringLiteral("letterError"), QStringLiteral("Last error, as the source has it")))
{
    setObjectName(QStringLiteral("attemptsTab"));
    m_reveal->setObjectName(QStringLiteral("revealAttempts"));
    m_reveal->setText(QStringLiteral("Reveal what is masked"));
    m_reveal->setToolTip(QStringLiteral("What looks sensitive in the error text and the reasons. The reveal is recorded."));
    m_reveal->setIcon(icon(QStringLiteral("lock")));
    m_reveal->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_reveal->setAutoRaise(true);
    auto *box = new QVBoxLayout(m_errorBox);
    box->setContentsMargins(0, space::xs, 0, 0);
    box->setSpacing(2);
    auto *title = secondaryLabel(QStringLiteral("Last error, as the source has it"), Type::Small);
    title->setContentsMargins(space::s, 0, 0, 0);
    box->addWidget(title);
    box->addWidget(m_error, 1);
    auto *split = new QSplitter(Qt::Vertical);
    split->addWidget(m_timeline);
    split->addWidget(m_errorBox);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_reveal, 0, Qt::AlignRight);
    layout->addWidget(split, 1);
    connect(m_reveal, &QToolButton::clicked, this, &AttemptsTab::reveal);
    connect(m_error, &TextPane::maskActivated, this, &AttemptsTab::reveal);
    connect(m_error, &TextPane::copyRequested, this, [this] {
        const payload::ByteRange chosen = m_error->selection();
        QGuiApplication::clipboard()->setText(m_error->paneText().copyOf(chosen.isEmpty() ? payload::ByteRange{0, m_error->paneText().text.size()} : chosen).text);
        emit noteRaised(QStringLiteral("Copied the error text."));
    });
}

void AttemptsTab::show(const DeadLetter &letter, const DeadLetterRow &row, Zone zone, std::optional<UtcTime> now)
{
    const bool isOther = m_letter != letter;
    m_letter = letter;
    m_row = row;
    m_zone = zone;
    m_now = now;
    if (isOther)
        m_isRevealed = false;
    refresh();
}

void AttemptsTab::setSensitiveNames(const QStringList &patterns)
{
    m_names = payload::SensitiveNames(patterns);
    m_isRevealed = false;
    refresh();
}

void AttemptsTab::reveal()
{
    if (std::exchange(m_isRevealed, true))
        return;
    if (!m_errorMasks.isEmpty())
        emit revealed(QStringLiteral("error text"));
    if (m_hidesReasons)
        emit revealed(QStringLiteral("attempt reasons"));
    refresh();
}

void AttemptsTab::refresh()
{
    m_timeline->setEvents(eventsOf(m_letter, m_row, m_isRevealed ? nullptr : &m_names), m_zone, m_now);
    m_hidesReasons = std::any_of(m_letter.attempts.begin(), m_letter.attempts.end(), [this](const LetterAttempt &attempt) {
        return payload::maskedProse(attempt.reason, m_names) != attempt.reason || payload::maskedProse(attempt.where, m_names) != attempt.where;
    });
    const QByteArray error = m_letter.error.toUtf8();
    m_errorMasks = payload::masksOf(error, m_names);
    const payload::ByteRanges hidden = m_isRevealed ? payload::ByteRanges() : m_errorMasks.hidden();
    const PaneText text = rawPaneText(error, hidden, payload::previewBytes);
    if (m_error->paneText().bytes != error || m_error->paneText().text != text.text)
        m_error->setText(text);
    m_errorBox->setVisible(!error.isEmpty());
    m_reveal->setVisible(!m_isRevealed && (m_hidesReasons || !m_errorMasks.isEmpty()));
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/NeedsYouStrip.h"

#include "models/core/Format.h"
#include "ui/common/Labels.h"
#include "ui/common/VerdictBadge.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace holdwatch::ui {

namespace {
constexpr int mostCards = 4;
constexpr int cardHeight = 44;
constexpr int shape = 14;
} // namespace

QString timeLeft(const QueueStatus &status)
{
    const Assessment &assessment = status.assessment;
    if (assessment.verdict == Verdict::Breached && assessment.age)
        return QStringLiteral("%1 of %2, past the window").arg(formatDuration(*assessment.age), formatSpan(status.tolerance.rulingWindow()));
    if (assessment.cause == Cause::NoConsumers)
        return QStringLiteral("work waits and no consumer is attached");
    if (!assessment.headroom)
        return assessment.reason;
    QString text = formatDuration(*assessment.headroom) + QStringLiteral(" left");
    if (assessment.projectedBreach)
        text += QStringLiteral(", breach in about ") + formatEstimate(*assessment.projectedBreach);
    return text;
}

NeedCard::NeedCard(QWidget *parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setObjectName(QStringLiteral("needCard"));
}

void NeedCard::setNeed(const QueueStatus &status, const QString &takenBy)
{
    m_queue = status.queue.id;
    m_plan = {};
    m_verdict = status.assessment.verdict;
    m_name = status.queue.displayName;
    m_left = timeLeft(status);
    if (!takenBy.isEmpty())
        m_left += QStringLiteral(" \u00B7 %1 has it").arg(takenBy);
    else if (!status.tolerance.owner.isEmpty())
        m_left += QStringLiteral(" \u00B7 ") + status.tolerance.owner;
    setAccessibleName(QStringLiteral("%1 %2: %3").arg(m_name, toWord(m_verdict), m_left));
    setToolTip(plainToolTip(status.assessment.reason));
    updateGeometry();
    update();
}

void NeedCard::setNeed(const RedriveNeed &need)
{
    m_queue = {};
    m_plan = need.plan;
    m_verdict = need.kind == RedriveNeed::Kind::Stopped ? Verdict::Breached : Verdict::Approaching;
    m_name = QStringLiteral("Redrive %1").arg(need.title);
    m_left = need.text;
    setAccessibleName(QStringLiteral("%1: %2").arg(m_name, m_left));
    setToolTip(plainToolTip(need.text));
    updateGeometry();
    update();
}

QSize NeedCard::sizeHint() const
{
    const int name = QFontMetrics(typeFont(font(), Type::Body, QFont::DemiBold)).horizontalAdvance(m_name);
    const int left = QFontMetrics(typeFont(font(), Type::Small)).horizontalAdvance(m_left);
    return {space::m + shape + space::s + std::max(name, left) + space::l, cardHeight};
}

QSize NeedCard::minimumSizeHint() const
{
    return {150, cardHeight};
}

void NeedCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(this);
    const VerdictColors &colors = theme.of(m_verdict);
    const QRectF card = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(colors.outline, 1));
    painter.setBrush(underMouse() ? theme.raised : theme.surface);
    painter.drawRoundedRect(card, cornerRadius, cornerRadius);
    paintVerdictShape(painter, QRectF(space::m, (height() - shape) / 2.0, shape, shape), m_verdict, theme);
    const QRect text = rect().adjusted(space::m + shape + space::s, 5, -space::s, -5);
    painter.setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    painter.setPen(theme.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, painter.fontMetrics().elidedText(m_name, Qt::ElideMiddle, text.width()));
    painter.setFont(typeFont(font(), Type::Small));
    painter.setPen(colors.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine, painter.fontMetrics().elidedText(m_left, Qt::ElideRight, text.width()));
}

NeedsYouStrip::NeedsYouStrip(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("needsYou"));
    setAccessibleName(QStringLiteral("Needs you"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, 0, space::m, 1);
    layout->setSpacing(space::s);
    m_title = secondaryLabel({});
    m_title->setObjectName(QStringLiteral("needsYouTitle"));
    layout->addWidget(m_title);
    setFixedHeight(cardHeight + space::m);
    for (int i = 0; i < mostCards; ++i) {
        auto *card = new NeedCard(this);
        layout->addWidget(card);
        m_cards << card;
        connect(card, &QAbstractButton::clicked, this, [this, card] { card->plan().isEmpty() ? emit queueChosen(card->queue()) : emit redriveChosen(card->plan()); });
    }
    auto *rest = new QPushButton(this);
    rest->setFlat(true);
    rest->setObjectName(QStringLiteral("needsYouRest"));
    m_rest = rest;
    layout->addWidget(rest);
    layout->addStretch(1);
    connect(rest, &QAbstractButton::clicked, this, &NeedsYouStrip::restChosen);
    setNeeds({}, {}, {});
}

bool NeedsYouStrip::isCalm() const
{
    return m_cards.constFirst()->isHidden();
}

void NeedsYouStrip::setNeeds(const QVector<Need> &needs, const QVector<RedriveNeed> &redrives, const QString &calm)
{
    m_title->setText(needs.isEmpty() && redrives.isEmpty() ? calm : QStringLiteral("Needs you"));
    qsizetype card = 0;
    const auto showQueues = [&](bool breached) {
        for (const Need &need : needs) {
            if ((need.status->assessment.verdict == Verdict::Breached) == breached && card < m_cards.size())
                m_cards.at(card++)->setNeed(*need.status, need.takenBy);
        }
    };
    showQueues(true);
    for (const RedriveNeed &need : redrives) {
        if (card < m_cards.size())
            m_cards.at(card++)->setNeed(need);
    }
    showQueues(false);
    for (qsizetype i = 0; i < m_cards.size(); ++i)
        m_cards.at(i)->setVisible(i < card);
    const qsizetype rest = needs.size() + redrives.size() - card;
    m_rest->setText(QStringLiteral("+ %1 more").arg(rest));
    m_rest->setVisible(rest > 0);
}

void NeedsYouStrip::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, height() - 1, width(), 1), Theme::of(this).line);
}

} // namespace holdwatch::ui

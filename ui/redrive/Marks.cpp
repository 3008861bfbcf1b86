// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/Marks.h"

#include "ui/common/Labels.h"
#include "ui/common/VerdictBadge.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace holdwatch::ui {

namespace {

constexpr int markSize = 12;

Verdict hueOf(Mark mark)
{
    switch (mark) {
    case Mark::Fine:
    case Mark::Confirmed: return Verdict::Healthy;
    case Mark::Warned:
    case Mark::Unknown: return Verdict::Approaching;
    case Mark::Refused:
    case Mark::Returned:
    case Mark::Failed: return Verdict::Breached;
    case Mark::Moving: return Verdict::Recovering;
    case Mark::Missing: return Verdict::Watch;
    default: return Verdict::Stale;
    }
}

void strokeMark(QPainter &painter, const QRectF &box, Mark mark, const QColor &ink)
{
    painter.setPen(QPen(ink, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(2, 2, -2, -2);
    switch (mark) {
    case Mark::Failed:
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.topRight(), inner.bottomLeft());
        break;
    case Mark::Missing:
        painter.drawEllipse(box.adjusted(1.5, 1.5, -1.5, -1.5));
        break;
    case Mark::Waiting:
        painter.setPen(QPen(ink, 1.5, Qt::DotLine));
        painter.drawEllipse(box.adjusted(1, 1, -1, -1));
        break;
    case Mark::Left:
        painter.setPen(QPen(ink, 1.5));
        painter.drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
        break;
    case Mark::Skipped:
        painter.drawLine(QPointF(inner.left(), box.center().y()), QPointF(inner.right(), box.center().y()));
        break;
    default: {
        QPainterPath back; // Returned: an arrow that turns round
        back.moveTo(inner.right(), inner.bottom());
        back.lineTo(inner.right(), inner.top() + 2);
        back.lineTo(inner.left(), inner.top() + 2);
        painter.drawPath(back);
        painter.drawLine(QPointF(inner.left(), inner.top() + 2), QPointF(inner.left() + 3, inner.top() - 1));
        painter.drawLine(QPointF(inner.left(), inner.top() + 2), QPointF(inner.left() + 3, inner.top() + 5));
    }
    }
}

} // namespace

Mark markOf(PlanRemark::State state)
{
    switch (state) {
    case PlanRemark::State::Fine: return Mark::Fine;
    case PlanRemark::State::Missing: return Mark::Missing;
    case PlanRemark::State::Warned: return Mark::Warned;
    case PlanRemark::State::Refused: break;
    }
    return Mark::Refused;
}

Mark markOf(ItemOutcome outcome)
{
    switch (outcome) {
    case ItemOutcome::Waiting: return Mark::Waiting;
    case ItemOutcome::Intended: return Mark::Moving;
    case ItemOutcome::Returned: return Mark::Returned;
    case ItemOutcome::Unknown: return Mark::Unknown;
    case ItemOutcome::Skipped: return Mark::Skipped;
    case ItemOutcome::Failed: return Mark::Failed;
    case ItemOutcome::Left: return Mark::Left;
    default: return Mark::Confirmed;
    }
}

QString wordOf(PlanRemark::State state)
{
    switch (state) {
    case PlanRemark::State::Fine: return QStringLiteral("fine");
    case PlanRemark::State::Missing: return QStringLiteral("missing");
    case PlanRemark::State::Warned: return QStringLiteral("look twice");
    case PlanRemark::State::Refused: break;
    }
    return QStringLiteral("refused");
}

const VerdictColors &colorsOf(Mark mark, const Theme &theme)
{
    return theme.of(hueOf(mark));
}

void paintMark(QPainter &painter, const QRectF &box, Mark mark, const Theme &theme)
{
    if (mark == Mark::None)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isStroked = mark == Mark::Failed || mark == Mark::Missing || mark == Mark::Waiting || mark == Mark::Left || mark == Mark::Skipped || mark == Mark::Returned;
    if (isStroked)
        strokeMark(painter, box, mark, colorsOf(mark, theme).outline);
    else
        paintVerdictShape(painter, box, hueOf(mark), theme);
    painter.restore();
}

MarkedText::MarkedText(QWidget *parent) : QWidget(parent), m_text(plainLabel({}))
{
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(markSize + space::s, 0, 0, 0);
    layout->addWidget(m_text, 1);
}

void MarkedText::say(Mark mark, const QString &text)
{
    if (m_mark == mark && m_text->text() == text)
        return;
    m_mark = mark;
    m_text->setText(text);
    layout()->setContentsMargins(mark == Mark::None ? 0 : markSize + space::s, 0, 0, 0);
    setAccessibleName(text);
    update();
}

void MarkedText::setType(int pixels, bool bold)
{
    m_text->setFont(typeFont(m_text->font(), Type(pixels), bold ? QFont::DemiBold : QFont::Normal));
}

QString MarkedText::text() const
{
    return m_text->text();
}

void MarkedText::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const int line = m_text->fontMetrics().height();
    paintMark(painter, QRectF(0, m_text->geometry().top() + (line - markSize) / 2.0, markSize, markSize), m_mark, Theme::of(this));
}

} // namespace holdwatch::ui

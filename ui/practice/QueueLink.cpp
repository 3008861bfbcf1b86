// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/practice/QueueLink.h"

#include "models/core/Format.h"
#include "ui/common/Labels.h"
#include "ui/common/TabularText.h"
#include "ui/common/Theme.h"
#include "ui/common/VerdictBadge.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {

constexpr int verdictWidth = 130;
constexpr int figuresWidth = 130;

} // namespace

QueueLink::QueueLink(QWidget *parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, [this] { emit opened(m_queue); });
}

void QueueLink::show(const QueueStatus &status)
{
    m_queue = status.queue.id;
    m_verdict = status.assessment.verdict;
    m_figures = QStringLiteral("%1 of %2").arg(formatMetric(status.sample.oldestAge, formatDuration), formatDuration(status.tolerance.rulingWindow()));
    setObjectName(QStringLiteral("open-") + m_queue.name);
    setText(status.queue.displayName.isEmpty() ? m_queue.name : status.queue.displayName);
    setAccessibleName(QStringLiteral("Open %1, %2").arg(text(), toWord(m_verdict)));
    setToolTip(plainToolTip(status.assessment.reason));
    update();
}

QSize QueueLink::sizeHint() const
{
    return {2 * verdictWidth + figuresWidth, rowHeight};
}

void QueueLink::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(this);
    QPainter painter(this);
    if (underMouse() || hasFocus())
        painter.fillRect(rect(), theme.raised);
    if (hasFocus())
        painter.fillRect(QRect(0, 0, 2, height()), theme.accent);
    const QRect inner = rect().adjusted(space::s, 0, -space::s, 0);
    paintVerdict(painter, QRect(inner.left(), inner.top(), verdictWidth, inner.height()), m_verdict, theme);
    painter.setPen(theme.secondary);
    drawTabular(painter, QRect(inner.right() - figuresWidth, inner.top(), figuresWidth, inner.height()), Qt::AlignRight, m_figures);
    painter.setPen(theme.text);
    const QRect name = inner.adjusted(verdictWidth, 0, -figuresWidth - space::s, 0);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(text(), Qt::ElideRight, name.width()));
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/DraftCard.h"

#include "ui/common/Metrics.h"
#include "ui/redrive/Marks.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {
constexpr int cardHeight = 48;
constexpr int markSize = 12;
} // namespace

DraftCard::DraftCard(QWidget *parent) : QPushButton(parent)
{
    setObjectName(QStringLiteral("draftCard"));
    setAutoDefault(false);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void DraftCard::setTitle(const QString &title)
{
    m_title = title;
    setAccessibleName(QStringLiteral("Draft, not signed: %1").arg(title));
    update();
}

QSize DraftCard::sizeHint() const
{
    return {120, cardHeight};
}

void DraftCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.fillRect(rect(), isChecked() ? theme.selection : underMouse() ? theme.raised : theme.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
    if (isChecked())
        painter.fillRect(QRect(0, 0, 3, height()), theme.accent);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    paintMark(painter, QRectF(space::m, 9, markSize, markSize), Mark::Missing, theme);
    const QRect words = rect().adjusted(space::m + markSize + space::s, 6, -space::s, -7);
    painter.setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    painter.setPen(theme.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, painter.fontMetrics().elidedText(m_title, Qt::ElideRight, words.width()));
    painter.setFont(typeFont(font(), Type::Body));
    painter.setPen(theme.secondary);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine, QStringLiteral("draft, not signed"));
}

} // namespace holdwatch::ui

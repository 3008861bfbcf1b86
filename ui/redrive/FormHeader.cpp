// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/FormHeader.h"

#include "models/redrive/RedriveStanding.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace holdwatch::ui {

namespace {
constexpr int headerHeight = 32;
}

FormHeader::FormHeader(QWidget *parent) : QWidget(parent), m_row(new QHBoxLayout(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(space::s);
    m_row->addStretch(1);
}

void FormHeader::show(const RedrivePlan &plan)
{
    m_isProduction = plan.environment == Environment::Production;
    m_title = QStringLiteral("Redrive %1").arg(titleOf(plan));
    m_word = QStringLiteral("%1 \u00B7 %2").arg(m_isProduction ? QStringLiteral("PRODUCTION") : toWord(plan.environment), plan.connectionName);
    setAccessibleName(QStringLiteral("%1, %2").arg(m_title, m_word));
    setToolTip(plainToolTip(accessibleName()));
    update();
}

void FormHeader::addTrailing(QWidget *widget)
{
    m_row->addWidget(widget);
}

QSize FormHeader::sizeHint() const
{
    return {320, std::max(headerHeight, m_row->sizeHint().height())};
}

void FormHeader::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    int right = width();
    for (const QWidget *widget : findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
        if (widget->isVisible())
            right = std::min(right, widget->geometry().left() - space::m);
    }
    const QFont small = typeFont(font(), Type::Small, QFont::Bold);
    const int wordWidth = QFontMetrics(small).horizontalAdvance(m_word);
    painter.setFont(typeFont(font(), Type::Title, QFont::DemiBold));
    painter.setPen(theme.text);
    // The environment is the last thing to give way.
    const QString title = painter.fontMetrics().elidedText(m_title, Qt::ElideRight, std::max(80, right - wordWidth - space::m));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, title);
    const int left = painter.fontMetrics().horizontalAdvance(title) + space::m;
    painter.setFont(small);
    painter.setPen(m_isProduction ? theme.production : theme.secondary);
    painter.drawText(QRect(left, 1, std::max(0, right - left), height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter.fontMetrics().elidedText(m_word, Qt::ElideRight, right - left));
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/EnvironmentFrame.h"

#include "ui/common/Theme.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {
constexpr int frameWidth = 2;
}

EnvironmentFrame::EnvironmentFrame(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("environmentFrame"));
    // The margin is always there, so that nothing moves when the frame comes.
    setContentsMargins(frameWidth, frameWidth, frameWidth, frameWidth);
}

void EnvironmentFrame::setProduction(bool production)
{
    if (m_production == production)
        return;
    m_production = production;
    update();
}

void EnvironmentFrame::paintEvent(QPaintEvent *)
{
    if (!m_production)
        return;
    QPainter painter(this);
    painter.setPen(QPen(Theme::of(this).production, frameWidth, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

} // namespace holdwatch::ui

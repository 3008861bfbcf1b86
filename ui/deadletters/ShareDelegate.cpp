// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/ShareDelegate.h"

#include "models/deadletters/LetterGroupModel.h"
#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"

#include <QPainter>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int barHeight = 4;
constexpr int lineHeight = 16;

} // namespace

ShareDelegate::ShareDelegate(Draws draws, QObject *parent) : PlainDelegate(parent), m_draws(draws) {}

void ShareDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintGround(*painter, option, false, option.state & QStyle::State_MouseOver);
    const QRect area = option.rect.adjusted(cellPadding, 0, -cellPadding, -1);
    if (m_draws == Draws::Share)
        paintShare(*painter, area, index, option);
    else
        paintArrivals(*painter, area, index, option);
    painter->restore();
}

void ShareDelegate::paintShare(QPainter &painter, const QRect &area, const QModelIndex &index, const QStyleOptionViewItem &option) const
{
    const Theme &theme = Theme::of(option.palette);
    painter.setFont(option.font);
    painter.setPen(theme.text);
    painter.drawText(area.adjusted(0, 0, 0, -barHeight), Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    const double share = std::clamp(index.data(LetterGroupModel::ShareRole).toDouble(), 0.0, 1.0);
    const QRectF ground(area.left(), area.bottom() - barHeight - 2, area.width(), barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(ground, 2, 2);
    painter.setBrush(theme.secondary);
    painter.drawRoundedRect(QRectF(ground.left(), ground.top(), std::max(2.0, ground.width() * share), barHeight), 2, 2);
}

void ShareDelegate::paintArrivals(QPainter &painter, const QRect &area, const QModelIndex &index, const QStyleOptionViewItem &option) const
{
    const auto counts = index.data(LetterGroupModel::ArrivalsRole).value<QVector<quint32>>();
    const quint32 most = counts.isEmpty() ? 0 : *std::max_element(counts.cbegin(), counts.cend());
    if (most == 0)
        return;
    const Theme &theme = Theme::of(option.palette);
    const double step = double(area.width()) / double(counts.size());
    const double ground = area.center().y() + lineHeight / 2.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.secondary);
    for (qsizetype i = 0; i < counts.size(); ++i) {
        const double height = lineHeight * double(counts[i]) / double(most);
        if (counts[i] > 0)
            painter.drawRect(QRectF(area.left() + double(i) * step, ground - std::max(1.0, height), std::max(1.0, step - 1), std::max(1.0, height)));
    }
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/StandingDelegate.h"

#include "models/audit/AuditModel.h"
#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"
#include "ui/common/TabularText.h"
#include "ui/common/Theme.h"

#include <QPainter>

namespace holdwatch::ui {

namespace {

constexpr int markSize = 16;

QString markOf(AuditModel::Standing standing)
{
    switch (standing) {
    case AuditModel::Standing::Signed:
    case AuditModel::Standing::Holds: return QStringLiteral("check");
    case AuditModel::Standing::Broken: return QStringLiteral("warning");
    case AuditModel::Standing::Behind: return QStringLiteral("help");
    case AuditModel::Standing::Unchecked: break;
    }
    return {};
}

} // namespace

void StandingDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    const auto standing = AuditModel::Standing(index.data(AuditModel::StandingRole).toInt());
    painter->save();
    paintGround(*painter, option, index.column() == 0, option.state & QStyle::State_MouseOver);
    QRect area = option.rect.adjusted(cellPadding, 0, -cellPadding, -1);
    if (const QString mark = markOf(standing); !mark.isEmpty())
        icon(mark).paint(painter, QRect(area.left(), area.center().y() - markSize / 2, markSize, markSize));
    area.setLeft(area.left() + markSize + cellPadding);
    painter->setFont(option.font);
    painter->setPen(standing == AuditModel::Standing::Broken ? theme.danger : standing == AuditModel::Standing::Unchecked ? theme.secondary : theme.text);
    drawTabular(*painter, area, Qt::AlignLeft, painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    painter->restore();
}

} // namespace holdwatch::ui

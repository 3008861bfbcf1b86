// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/StateDelegate.h"

#include "ui/common/Metrics.h"
#include "ui/common/VerdictBadge.h"

#include <QPainter>

namespace holdwatch::ui {

Verdict likenessOf(ConnectionStatus::State state)
{
    using State = ConnectionStatus::State;
    switch (state) {
    case State::Ok: return Verdict::Healthy;
    case State::Degraded: return Verdict::Watch;
    case State::BackingOff: return Verdict::Approaching;
    case State::Unauthorized:
    case State::Unreachable:
    case State::Misconfigured: return Verdict::Breached;
    case State::Connecting: return Verdict::NotReported;
    case State::Paused: break;
    }
    return Verdict::Stale;
}

StateDelegate::StateDelegate(const ConnectionModel &connections, QObject *parent) : PlainDelegate(parent), m_connections(connections) {}

void StateDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    const auto state = m_connections.statusAt(index.row()).state;
    painter->save();
    paintGround(*painter, option, true, option.state & QStyle::State_MouseOver);
    const QRect area = option.rect.adjusted(space::m, 0, -space::s, -1);
    paintVerdictShape(*painter, QRectF(area.left(), area.center().y() - 5.5, 12, 12), likenessOf(state), theme);
    painter->setFont(option.font);
    painter->setPen(theme.of(likenessOf(state)).text);
    painter->drawText(area.adjusted(20, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, toWord(state));
    painter->restore();
}

} // namespace holdwatch::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionModel.h"
#include "models/tolerance/Assessment.h"
#include "ui/common/PlainDelegate.h"

namespace holdwatch::ui {

/// A connection's state by the same shapes and colours as verdicts, with its own word.
class StateDelegate final : public PlainDelegate
{
    Q_OBJECT
public:
    StateDelegate(const ConnectionModel &connections, QObject *parent);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const ConnectionModel &m_connections;
};

/// Which verdict's shape and colour stands for a state.
Verdict likenessOf(ConnectionStatus::State state);

} // namespace holdwatch::ui

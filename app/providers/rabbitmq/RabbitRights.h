// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/Rights.h"

#include <QStringList>
#include <QVector>

namespace holdwatch::providers::rabbitmq {

/// One row of a user's permissions: regular expressions over names; empty or "^$" matches nothing.
struct PermissionRow
{
    QString vhost;
    QString write;
    QString read;
};

/// What a user may do. `permissions` unset: the broker tells them only to administrators. Pure.
Rights rightsOf(const QStringList &tags, const std::optional<QVector<PermissionRow>> &permissions);

} // namespace holdwatch::providers::rabbitmq

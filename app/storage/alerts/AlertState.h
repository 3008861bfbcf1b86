// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"

#include <QVector>

#include <optional>

namespace holdwatch::storage {

/// What the last run left: the point an alert book goes on from.
struct AlertState
{
    QVector<Alert> open; ///< with their mutes
    QVector<MaintenanceWindow> maintenance; ///< those that have not ended
    qint64 lastSequence = 0; ///< of the log
};

/// A page of the log, newest first.
struct AlertLogQuery
{
    std::optional<QueueId> queue;    ///< unset = all
    std::optional<qint64> before;    ///< only entries with a smaller sequence; unset = from the newest
    int limit = 200;
};

} // namespace holdwatch::storage

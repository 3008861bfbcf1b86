// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/queue/QueueStatus.h"
#include "models/redrive/Run.h"

#include <QMutex>

namespace holdwatch::operations {

/// The newest that the monitor has told, readable from any thread: what a run is stopped by.
class SignalBoard
{
public:
    void take(const QVector<QueueStatus> &statuses);
    void take(const ConnectionStatus &status);
    void forget(const QVector<QueueId> &gone);

    std::optional<QueueStatus> status(const QueueId &queue) const;
    bool hasFresh(const QueueId &queue) const; ///< it has been read, and not too long ago
    std::optional<Millis> clockOffset(const ConnectionId &connection) const; ///< server − desktop
    /// The worst of `targets`; what is not watched, or not read yet, has no signal. `desktopNow` is made the server's.
    RunSignals signalsOf(const ConnectionId &connection, const QString &deadSet, const QStringList &targets, UtcTime desktopNow) const;

private:
    mutable QMutex m_mutex;
    QHash<QueueId, QueueStatus> m_statuses;
    QHash<ConnectionId, Millis> m_offsets;
};

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"

namespace holdwatch::bootstrap {

/// One connection and its queues as they stand.
struct ConnectionReport
{
    ConnectionStatus connection;
    QVector<QueueStatus> queues;
};

/// What `holdwatch status --json` prints, described in app/bootstrap/README.md; ends with a newline.
QByteArray statusJson(const QVector<ConnectionReport> &reports);

/// What `holdwatch status` ends with: 0 healthy, 1 watch or recovering, 2 approaching or breached, 3 stale
/// or error; of several the worst in the order 2, 3, 1, 0. Nothing to watch at all is 3.
int statusExitCode(const QVector<ConnectionReport> &reports);

/// One queue's share of it. *Not reported* is judged by backlog, consumers and dead letters.
int exitCodeOf(const QueueStatus &status);

} // namespace holdwatch::bootstrap

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/queue/QueueStatus.h"

namespace holdwatch::test {

/// One queue of a plausible house, with everything else filled in from its age.
QueueStatus demoQueue(const QString &name, Verdict verdict, Millis age, UtcTime now);

/// Queues of three connections in every verdict, as of `now`; `extra` quiet ones beside them.
QVector<QueueStatus> demoQueues(UtcTime now, int extra = 0);

/// Practice ok, Infrai production ok, RabbitMQ staging unreachable and backing off.
QVector<ConnectionStatus> demoConnections(UtcTime now);

QVector<Alert> demoAlerts(UtcTime now);
QVector<AlertLogEntry> demoLog(UtcTime now);

} // namespace holdwatch::test

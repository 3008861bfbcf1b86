// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/StatusReport.h"

namespace holdwatch::test {

inline QueueStatus queueThatIs(Verdict verdict, const QString &name = QStringLiteral("orders"))
{
    QueueStatus status;
    status.queue.id = {ConnectionId(QStringLiteral("shop")), name};
    status.queue.displayName = name;
    status.assessment.verdict = verdict;
    status.assessment.reason = QStringLiteral("because ") + toWord(verdict);
    status.sample.takenAt = UtcTime(Seconds(1'700'000'000));
    return status;
}

inline bootstrap::ConnectionReport connectionThatIs(ConnectionStatus::State state, const QVector<QueueStatus> &queues = {})
{
    bootstrap::ConnectionReport report;
    report.connection.name = QStringLiteral("Shop");
    report.connection.provider = QStringLiteral("infrai");
    report.connection.state = state;
    report.queues = queues;
    return report;
}

} // namespace holdwatch::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/tolerance/Assessment.h"

#include <QMetaType>

namespace holdwatch {

/// One open matter on one queue; at most one per queue and cause. Closed when the cause is gone.
struct Alert
{
    AlertId id;
    QueueId queue;
    QString connectionName;
    QString queueName;
    Cause cause = Cause::None;
    Verdict verdict = Verdict::Watch; ///< the worst it has been since it opened
    QString reason;                   ///< the sentence of the latest worsening
    UtcTime openedAt{};
    UtcTime changedAt{};
    std::optional<UtcTime> closedAt;
    QString owner;
    QString runbook;
    QString acknowledgedBy; ///< empty: nobody yet
    std::optional<UtcTime> acknowledgedAt;
    std::optional<UtcTime> mutedUntil; ///< silences notices, never the screen; never covers *breached*

    bool isOpen() const { return !closedAt.has_value(); }
    bool operator==(const Alert &) const = default;
};

/// One line of the log: every verdict change, acknowledgement, mute, maintenance window and failed notice.
struct AlertLogEntry
{
    enum class Kind { VerdictChanged, Opened, Worsened, Closed, Acknowledged, Muted, Unmuted, MaintenanceStarted, MaintenanceEnded, NoticeFailed };
    qint64 sequence = 0; ///< grows by one with each entry of a profile
    UtcTime at{};
    Kind kind = Kind::VerdictChanged;
    QueueId queue;       ///< empty name: concerns the whole connection
    QString connectionName;
    std::optional<Verdict> from;
    Verdict to = Verdict::NotReported;
    Cause cause = Cause::None;
    QString text; ///< the reason, or who did what until when

    bool operator==(const AlertLogEntry &) const = default;
};

/// Planned work: notices of the matching queues are silenced until the end, except those that may never be.
struct MaintenanceWindow
{
    QString connection; ///< name; empty = all
    QString queueGlob;  ///< empty = all
    UtcTime from{};
    UtcTime until{};
    QString reason;
    QString who;
    bool operator==(const MaintenanceWindow &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::Alert)
Q_DECLARE_METATYPE(holdwatch::AlertLogEntry)

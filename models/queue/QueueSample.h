// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Metric.h"

#include <QMetaType>
#include <QStringList>
#include <QVector>

namespace holdwatch {

/// One look at one watched queue: what the system said at `takenAt`, each figure with its provenance.
/// Pure value, no judgement. Counters (`…Total`) only ever grow while the system's process lives; a
/// fall means it restarted.
struct QueueSample
{
    QueueId queue;
    UtcTime takenAt{}; ///< the server's own clock where it gave one, else this desktop's

    Metric<qint64> depth;        ///< ready to deliver now
    Metric<qint64> inFlight;     ///< delivered, not acknowledged
    Metric<qint64> delayed;      ///< not yet due
    Metric<qint64> consumers;    ///< attached right now
    Metric<qint64> deadLetters;  ///< waiting in the dead-letter queue(s) of this queue

    Metric<qint64> arrivalsTotal;
    Metric<qint64> completionsTotal;
    Metric<qint64> retriesTotal; ///< redeliveries
    Metric<double> arrivalsPerMinute;
    Metric<double> completionsPerMinute;
    Metric<double> retriesPerMinute;

    Metric<Millis> oldestAge;        ///< how long the oldest due message has waited
    bool ageIncludesInFlight = true; ///< false: a returned lease can make the age leap
    Metric<Millis> oldestDeadLetterAge;

    bool operator==(const QueueSample &) const = default;
};

/// ready + in flight + delayed, as far as reported; not reported unless at least depth is.
Metric<qint64> backlogOf(const QueueSample &sample);

/// What a connection's `list` knows about a queue apart from its figures. Watched units and dead sets
/// are many-to-many: a queue names its dead sets, a dead set names its origins.
struct WatchedQueue
{
    QueueId id;
    QString displayName;
    QString unit = QStringLiteral("messages"); ///< "messages", "records behind", "task instances", …
    QString kind;                              ///< the system's own word: "standard", "fifo", "quorum", …
    bool isDeadLetterQueue = false;
    QStringList deadLetterQueues; ///< names (QueueId::name) on the same connection
    QStringList origins;          ///< for a dead-letter queue: whose messages land here
    QStringList findings;         ///< configuration faults worth a red line ("dead-letter exchange x is missing")

    bool operator==(const WatchedQueue &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::QueueSample)

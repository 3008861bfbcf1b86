// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/queue/QueueSample.h"
#include "models/tolerance/Assessment.h"
#include "models/tolerance/Tolerance.h"

namespace holdwatch {

/// Everything a row of the overview shows: the newest sample, its judgement, and what it is judged by.
/// Made on the engine's thread, handed to the window as a value.
struct QueueStatus
{
    WatchedQueue queue;
    QString connectionName;
    QString provider;
    Environment environment = Environment::Production;
    Tolerance tolerance;
    QueueSample sample;     ///< the last one that arrived, however old
    Assessment assessment;
    QStringList notes;      ///< "mixed, urgent class not observable", "age restarts", retry storm, …
    std::optional<Millis> timeToDrain; ///< backlog ÷ (completions − arrivals) where it shrinks
    QVector<float> sparkline;          ///< recent depth, oldest first; NaN is a gap
    std::optional<UtcTime> watchedSince; ///< since when this desktop has samples
    std::optional<qint64> deadLettersDelta; ///< change over the last 10 minutes

    bool operator==(const QueueStatus &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::QueueStatus)

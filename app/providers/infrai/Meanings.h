// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Metric.h"

#include <QStringList>
#include <QVector>

#include <optional>

namespace holdwatch::providers::infrai {

/// A figure this adapter looks for in the answer of queue.stats.
enum class Figure {
    Depth,
    InFlight,
    Delayed,
    OldestAge,
    Arrivals,      ///< total
    Completions,   ///< total
    Consumers,
    Retries,       ///< total
    DeadLetters,
    OldestDeadLetterAge,
    ArrivalRate,
    CompletionRate,
    RetryRate,
};

/// A name under which a figure may be published. Snake case, without unit suffix and without "approximate_".
struct Alias
{
    QString name;
    Obtained obtained = Obtained::Reported;
    QString note; ///< why it is only a bound
};

/// What we know of a figure before we have seen a server: its words, names and meaning. The names are
/// guesses from public example code (none is documented); the published schema decides.
struct Meaning
{
    Figure figure;
    QString word;            ///< as in fieldMapping and MetricMeaning ("oldest_age")
    QString meaning;         ///< one sentence
    QVector<Alias> aliases;  ///< in order of preference
    bool isTime = false;
    bool isRate = false;
};

const QVector<Meaning> &meanings();

/// Does a description say that the age counts messages in flight? Unset: it says nothing about them.
std::optional<bool> saysInFlightIsIncluded(const QString &description);

} // namespace holdwatch::providers::infrai

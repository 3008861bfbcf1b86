// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"

namespace holdwatch {

/// Fills what a system leaves out, from two samples in a row of one queue. What is filled in says from
/// what; what can't be known stays not reported. Pure; one instance per queue.
///
/// - A rate comes from its total. A total that fell means that the server restarted: no rate for that interval.
/// - Without totals, the change of the backlog is arrivals minus completions: with one of the two known the
///   other follows; with neither, growth proves that at least so many came and shrinking that at least so
///   many were done.
/// - An age that is not reported is at most the time since the queue was last seen empty (nothing due,
///   nothing in flight). On a queue that is never empty there is no such bound.
class RateDeriver
{
public:
    /// Returns `sample` with its gaps filled. A sample that is not newer than the last comes back unchanged.
    QueueSample derive(QueueSample sample);

private:
    void deriveFromTotals(QueueSample &sample, double minutes) const;
    void deriveFromBacklog(QueueSample &sample, double minutes) const;
    void boundAge(QueueSample &sample);

    std::optional<QueueSample> m_last; ///< as the system gave it
    std::optional<UtcTime> m_lastEmpty;
};

/// Ready and in flight ÷ (completions − arrivals), where both rates are known and the backlog shrinks.
std::optional<Millis> drainTime(const QueueSample &sample);

} // namespace holdwatch

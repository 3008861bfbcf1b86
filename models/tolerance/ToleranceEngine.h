// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"
#include "models/tolerance/Assessment.h"
#include "models/tolerance/Tolerance.h"

#include <memory>

namespace holdwatch {

/// Judges one queue against its hold window, sample by sample. Pure: no clock, no I/O; time is what the
/// samples and `tick` say. One instance per queue, used from one thread. Memory is bounded by the
/// look-back, whatever the poll interval.
class ToleranceEngine
{
public:
    /// `pollPeriod` is how often samples are expected; three missed ones make the queue stale.
    ToleranceEngine(Tolerance tolerance, Millis pollPeriod);
    ~ToleranceEngine();
    ToleranceEngine(ToleranceEngine &&) noexcept;
    ToleranceEngine &operator=(ToleranceEngine &&) noexcept;

    /// Takes a new sample. One that is not newer than the last is ignored and changes nothing.
    Assessment observe(const QueueSample &sample);

    /// No sample came, time went on: turns *stale* when that is due. Never invents a fresher verdict.
    Assessment tick(UtcTime now);

    /// When `tick` would turn the queue stale if nothing arrives; unset before the first sample.
    std::optional<UtcTime> staleAt() const;

    const Assessment &current() const;
    const Tolerance &tolerance() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace holdwatch

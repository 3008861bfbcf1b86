// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch {

/// Watches when samples come: whether they are in order, whether a clock was set, and how late they get.
class PollRhythm
{
public:
    enum class Arrival {
        InOrder,
        NotNewer,     ///< to be ignored: a repetition, or older than one already taken
        ClockSetBack, ///< the third of a run that is in order among itself: the source's clock was set back
    };

    Arrival accept(UtcTime takenAt, Millis poll);

    /// How much later than promised a sample came lately: the next one may be as late.
    Millis lateness() const { return m_lateBy; }

private:
    void noteInterval(UtcTime takenAt, Millis poll);

    std::optional<UtcTime> m_last;
    std::optional<UtcTime> m_lastRefused;
    int m_refusedInARow = 0;
    Millis m_lateBy{};
    int m_sinceLate = 0; ///< samples on time since the last late one
};

} // namespace holdwatch

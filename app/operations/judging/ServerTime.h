// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <algorithm>
#include <optional>

namespace holdwatch::operations {

/// This desktop's two clocks, read together.
struct Moment
{
    UtcTime wall{};
    Millis monotonic{};

    static Moment of(const Clock &clock) { return {clock.now(), clock.monotonic()}; }
};

/// What the time is where the samples come from: the last sample's own time plus what has passed since.
/// Of our clocks the one that saw more time pass is believed: the monotonic one sleeps with the laptop,
/// the wall clock may be set back; too old is an error on the safe side, too fresh is not.
class ServerTime
{
public:
    void sampledAt(UtcTime serverTime, Moment now)
    {
        m_server = serverTime;
        m_here = now;
    }

    /// The source's clock was set back and runs: by it the last sample is not older than it was.
    void heardAgain(Moment now) { m_here = now; }

    UtcTime at(Moment now) const
    {
        if (!m_server)
            return now.wall;
        return *m_server + std::max(now.wall - m_here.wall, now.monotonic - m_here.monotonic);
    }

private:
    std::optional<UtcTime> m_server;
    Moment m_here;
};

} // namespace holdwatch::operations

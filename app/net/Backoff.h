// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <functional>
#include <optional>

namespace holdwatch::net {

/// How long to wait after failures in a row: doubling from `first` up to `longest`, and of each step a
/// random half ("equal jitter"), so that many desktops don't come back together. Pure; not thread-safe.
class Backoff
{
public:
    using Random = std::function<double()>; ///< uniform in [0, 1)

    explicit Backoff(Random random, Millis first = Seconds(2), Millis longest = Minutes(5));

    /// Counts one more failure and says how long to wait. A server's wish is a floor: never sooner, but
    /// a little later by chance.
    Millis failed(std::optional<Seconds> retryAfter = std::nullopt);
    void succeeded() { m_failures = 0; }
    int failures() const { return m_failures; }

private:
    Millis ceiling() const;

    Random m_random;
    Millis m_first;
    Millis m_longest;
    int m_failures = 0;
};

} // namespace holdwatch::net

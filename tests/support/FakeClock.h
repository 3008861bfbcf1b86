// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch::test {

/// A clock that stands still until the test moves it.
class FakeClock final : public Clock
{
public:
    explicit FakeClock(UtcTime now = fromEpochMillis(1'764'500'000'000)) : m_now(now) {}

    UtcTime now() const override { return m_now; }
    Millis monotonic() const override { return m_monotonic; }

    void advance(Millis by)
    {
        m_now += by;
        m_monotonic += by;
    }
    void setWallClock(UtcTime now) { m_now = now; } ///< somebody set the clock; monotonic time goes on

private:
    UtcTime m_now;
    Millis m_monotonic = Seconds(1000);
};

} // namespace holdwatch::test

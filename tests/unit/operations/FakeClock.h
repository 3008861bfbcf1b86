// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch::test {

/// Stands still until told otherwise.
class FakeClock final : public Clock
{
public:
    UtcTime now() const override { return m_now; }
    Millis monotonic() const override { return m_monotonic; }
    void advance(Millis step)
    {
        m_now += step;
        m_monotonic += step;
    }
    void setWallClock(UtcTime now) { m_now = now; }

private:
    UtcTime m_now{Seconds(1'700'000'000)};
    Millis m_monotonic{Seconds(1'000)};
};

} // namespace holdwatch::test

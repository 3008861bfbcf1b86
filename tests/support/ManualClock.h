// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch::test {

/// A clock that stands until a test moves it. Starts at 2026-03-02 14:03:22 UTC.
class ManualClock final : public Clock
{
public:
    UtcTime now() const override { return m_now; }
    Millis monotonic() const override { return m_monotonic; }
    void advance(Millis by)
    {
        m_now += by;
        m_monotonic += by;
    }

private:
    UtcTime m_now = fromEpochMillis(1'772'460'202'000);
    Millis m_monotonic{0};
};

} // namespace holdwatch::test

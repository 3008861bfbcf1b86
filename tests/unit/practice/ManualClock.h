// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch::test {

/// Time that passes only when a test says so.
class ManualClock final : public Clock
{
public:
    UtcTime now() const override { return m_start + m_passed; }
    Millis monotonic() const override { return m_passed; }
    void pass(Millis time) { m_passed += time; }

private:
    UtcTime m_start = fromEpochMillis(1'790'000'000'000);
    Millis m_passed{};
};

} // namespace holdwatch::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <optional>

namespace holdwatch::net {

/// How far a server's clock runs before the desktop's, from Date headers that only know whole seconds.
/// Each header bounds the offset to one second; bounds that agree are intersected, so the estimate grows
/// steadier than any single header, and one that disagrees starts anew. Pure; not thread-safe.
class ServerClock
{
public:
    void heard(UtcTime serverTime, UtcTime desktopTime);

    /// server − desktop; exactly 0 while the headers allow that both clocks agree. Unset before the first header.
    std::optional<Millis> offset() const;
    UtcTime serverNow(UtcTime desktopNow) const { return desktopNow + offset().value_or(Millis(0)); }

private:
    bool m_known = false;
    Millis m_least{};
    Millis m_most{};
};

} // namespace holdwatch::net

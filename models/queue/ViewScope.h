// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Format.h"

namespace holdwatch {

/// What the window is looking at: one choice in the top bar, obeyed by every page.
struct ViewScope
{
    std::optional<ConnectionId> connection;  ///< unset: all
    std::optional<Environment> environment;  ///< unset: all
    Millis window = std::chrono::hours(1);   ///< of charts and logs, ending now
    Zone zone = Zone::Utc;                   ///< in which every time is written

    bool covers(const ConnectionId &id, Environment where) const
    {
        return (!connection || *connection == id) && (!environment || *environment == where);
    }
    bool operator==(const ViewScope &) const = default;
};

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ServerClock.h"

#include <algorithm>

namespace holdwatch::net {

void ServerClock::heard(UtcTime serverTime, UtcTime desktopTime)
{
    // The header was cut to its second, and stamped up to an answer's way ago.
    const Millis least = serverTime - desktopTime;
    const Millis most = least + Millis(1500);
    const bool agrees = m_known && least <= m_most && most >= m_least;
    m_least = agrees ? std::max(m_least, least) : least;
    m_most = agrees ? std::min(m_most, most) : most;
    m_known = true;
}

std::optional<Millis> ServerClock::offset() const
{
    if (!m_known)
        return std::nullopt;
    const bool mayAgree = m_least <= Millis(0) && m_most >= Millis(0);
    return mayAgree ? Millis(0) : (m_least + m_most) / 2;
}

} // namespace holdwatch::net

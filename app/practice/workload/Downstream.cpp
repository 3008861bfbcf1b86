// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Downstream.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::practice {

Downstream::Downstream(double perSecond) : m_perSecond(perSecond), m_tokens(std::max(1.0, perSecond)) {}

Downstream::Answer Downstream::call(Millis now)
{
    refill(now);
    if (m_tokens >= 1) {
        m_tokens -= 1;
        return {true, Seconds(0)};
    }
    constexpr double longest = 30;
    const double rate = m_perSecond * m_share;
    const double wait = rate > 0 ? std::ceil((1 - m_tokens) / rate) : longest;
    return {false, Seconds(static_cast<int>(std::clamp(wait, 1.0, longest)))};
}

void Downstream::refill(Millis now)
{
    const double rate = m_perSecond * m_share;
    m_tokens = std::min(std::max(1.0, rate), m_tokens + rate * toSeconds(now - m_filledAt));
    m_filledAt = now;
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/Backoff.h"

#include <algorithm>

namespace holdwatch::net {

Backoff::Backoff(Random random, Millis first, Millis longest)
    : m_random(std::move(random)), m_first(first), m_longest(longest)
{
}

Millis Backoff::failed(std::optional<Seconds> retryAfter)
{
    m_failures = std::min(m_failures + 1, 1000);
    const auto part = [this](double of) { return Millis(static_cast<qint64>(of * m_random())); };
    if (retryAfter) {
        constexpr double spread = 0.1;
        const Millis wish = *retryAfter;
        return wish + part(spread * static_cast<double>(wish.count()));
    }
    const Millis half = ceiling() / 2;
    return half + part(static_cast<double>(half.count()));
}

Millis Backoff::ceiling() const
{
    Millis step = m_first;
    for (int i = 1; i < m_failures && step < m_longest; ++i)
        step *= 2;
    return std::min(step, m_longest);
}

} // namespace holdwatch::net

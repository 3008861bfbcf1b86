// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/TokenBucket.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr qint64 millionths = 1'000'000;

} // namespace

TokenBucket::TokenBucket(qint64 milliPerSecond, int burst, Millis now)
    : m_milliPerSecond(std::max<qint64>(0, milliPerSecond)), m_most(std::max(0, burst) * millionths), m_filled(m_milliPerSecond > 0 ? m_most : 0), m_at(now)
{
}

int TokenBucket::available(Millis now)
{
    refill(now);
    return int(m_filled / millionths);
}

void TokenBucket::take(int tokens, Millis now)
{
    refill(now);
    m_filled -= std::max(0, tokens) * millionths;
}

Millis TokenBucket::whenAvailable(int tokens, Millis now)
{
    refill(now);
    const qint64 missing = std::min(tokens * millionths, m_most) - m_filled;
    if (missing <= 0 && m_most > 0)
        return now;
    if (m_milliPerSecond == 0 || m_most == 0)
        return Millis::max();
    return m_at + Millis((missing + m_milliPerSecond - 1) / m_milliPerSecond);
}

/// A thousandth of a token a second is a millionth a millisecond. Time that goes back fills nothing, and what was filled once is not filled
/// again when it has caught up.
void TokenBucket::refill(Millis now)
{
    if (now <= m_at)
        return;
    const qint64 elapsed = (now - m_at).count();
    m_at = now;
    if (m_milliPerSecond == 0)
        return;
    const qint64 untilFull = (m_most - m_filled + m_milliPerSecond - 1) / m_milliPerSecond;
    m_filled = elapsed >= untilFull ? m_most : m_filled + elapsed * m_milliPerSecond;
}

} // namespace holdwatch

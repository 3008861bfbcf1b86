// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch {

/// At most `milliPerSecond` thousandths of a message a second, never more than `burst` at once. Time is handed in and may
/// stand still or leap (suspend): a leap fills the bucket, never more. Whole-number arithmetic, so nothing is lost over days.
class TokenBucket
{
public:
    TokenBucket(qint64 milliPerSecond, int burst, Millis now);

    int available(Millis now);
    void take(int tokens, Millis now);
    Millis whenAvailable(int tokens, Millis now); ///< monotonic moment; `now` if it is already so

private:
    void refill(Millis now);

    qint64 m_milliPerSecond;
    qint64 m_most;   ///< in millionths of a token
    qint64 m_filled; ///< in millionths of a token
    Millis m_at;
};

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

namespace holdwatch::practice {

/// The rate-limited service behind a worker pool: a token bucket. Pure; times are workload time.
class Downstream
{
public:
    /// Allows bursts of one second's worth.
    explicit Downstream(double perSecond);

    /// The share of its rate that the service grants at present, from 0 to 1.
    void setShare(double share) { m_share = share; }

    struct Answer
    {
        bool accepted = false; ///< false: 429
        Seconds retryAfter{};  ///< with a 429: when a token is due, in whole seconds, 1 to 30
    };
    Answer call(Millis now);

private:
    void refill(Millis now);

    double m_perSecond;
    double m_share = 1;
    double m_tokens;
    Millis m_filledAt{};
};

} // namespace holdwatch::practice

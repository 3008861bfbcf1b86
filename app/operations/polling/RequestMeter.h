// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QVector>

namespace holdwatch::operations {

/// What watching costs: requests a minute and money an hour, measured over the last five minutes.
/// Times are `Clock::monotonic()`.
class RequestMeter
{
public:
    static constexpr Millis lookBack = Minutes(5);

    /// `interval`: how far polls are apart; what a single one stands for.
    explicit RequestMeter(Millis interval) : m_interval(interval) {}

    void add(Millis now, int requests, std::optional<double> costUsd);
    double perMinute(Millis now) const;
    std::optional<double> costPerHourUsd(Millis now) const; ///< unset: no answer spoke of money

private:
    struct Poll
    {
        Millis at;
        int requests;
        std::optional<double> costUsd;
    };
    Millis span(Millis now) const;

    Millis m_interval;
    QVector<Poll> m_polls; ///< oldest first, none older than `lookBack`
};

} // namespace holdwatch::operations

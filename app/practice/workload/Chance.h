// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QRandomGenerator>

#include <cmath>

namespace holdwatch::practice {

/// The workload's one source of randomness. The same seed tells the same story.
class Chance
{
public:
    explicit Chance(quint32 seed) : m_source(seed) {}

    bool happens(double probability) { return m_source.generateDouble() < probability; }
    Millis between(Millis least, Millis most)
    {
        return least + fromSeconds(toSeconds(most - least) * m_source.generateDouble());
    }
    /// Around `mean`, at most 30 % off: handling times that differ without outliers past a lease.
    Millis around(Millis mean) { return between(mean * 7 / 10, mean * 13 / 10); }
    int below(int bound) { return static_cast<int>(m_source.bounded(bound)); }

    /// How many events of a Poisson source fall into a stretch in which `mean` are expected.
    int arrivals(double mean)
    {
        const double floor = std::exp(-mean);
        int count = 0;
        for (double product = m_source.generateDouble(); product > floor; product *= m_source.generateDouble())
            ++count;
        return count;
    }

private:
    QRandomGenerator m_source;
};

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Metric.h"

namespace holdwatch {

/// What one metric means on one system.
struct MetricMeaning
{
    QString metric;     ///< "depth", "in_flight", "delayed", "oldest_age", "arrivals", "completions", "consumers", "retries", "dead_letters"
    Obtained obtained = Obtained::NotReported;
    QString meaning;    ///< one sentence ("smallest publisher timestamp at the head; set by the publisher")
    QString source;     ///< field or call it comes from
    Millis publishingPeriod{}; ///< how often the system itself renews it; 0 = with each answer
    Millis knownLateness{};    ///< how late it may come without anything being wrong

    bool operator==(const MetricMeaning &) const = default;
};

} // namespace holdwatch

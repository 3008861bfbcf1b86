// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace holdwatch {

/// One term of the capacity sum, per second unless it says otherwise, and where it comes from.
struct CapacityTerm
{
    std::optional<double> value; ///< unset: not reported and nobody has typed one; never taken as zero
    QString source;              ///< "live: consumers attached", "typed by Ada"

    bool operator==(const CapacityTerm &) const = default;
};

/// How fast a redrive may go without taking from the downstream what normal work needs:
/// workers × per-worker limit − arrivals − retries − reserve.
struct CapacitySum
{
    CapacityTerm workers;   ///< a count
    CapacityTerm perWorker; ///< messages a second one worker may do downstream
    CapacityTerm arrivals;
    CapacityTerm retries;
    CapacityTerm reserve;

    /// Unset while a term is missing. Zero or less: there is no room now.
    std::optional<double> perSecond() const;
    /// "4 × 2.5 − 6.0 − 0.5 − 1.0 = 2.5 a second", with "?" for what is missing.
    QString text() const;

    bool operator==(const CapacitySum &) const = default;
};

} // namespace holdwatch

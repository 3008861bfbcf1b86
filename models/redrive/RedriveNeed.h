// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedriveStanding.h"
#include "models/tolerance/Assessment.h"

namespace holdwatch {

/// Why one redrive is not over for the person at this desktop.
struct RedriveNeed
{
    /// Most urgent first.
    enum class Kind {
        Asked,     ///< a colleague asks for this person's approval
        Unknown,   ///< outcomes are unknown
        ReviewDue, ///< break-glass was used and nobody has reviewed it
        Stopped,   ///< stopped with something left; may be continued
        Running,
        Approved,  ///< may be started
        Waiting,   ///< asked for here; waits for somebody else
    };

    PlanId plan;
    Kind kind = Kind::Waiting;
    QString title; ///< "12 from reservation-expiry.dlq"
    QString text;  ///< "2 outcomes unknown", short

    bool operator==(const RedriveNeed &) const = default;
};

/// Unset: it needs nobody here any more.
std::optional<RedriveNeed> needOf(const RedriveRecord &record, const std::optional<Operator> &self, UtcTime now);

/// Those that interrupt: asked, unknown, review due, stopped; the most urgent first, then the newest.
QVector<RedriveNeed> urgentNeeds(const QVector<RedriveRecord> &records, const std::optional<Operator> &self, UtcTime now);

} // namespace holdwatch

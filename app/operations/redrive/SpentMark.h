// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedrivePlan.h"

namespace holdwatch::operations {

/// That a plan's approval was used up, for the run of the same name and no other.
struct SpentMark
{
    PlanId plan;
    QByteArray planDigest;
    QStringList statements; ///< ids of those it was spent with
    InstallationId installation;
    UtcTime at{};
    UtcTime deadline{};     ///< after it the run may not go on
    UtcTime planExpiresAt{};
    bool isBreakGlass = false;
    bool isReviewed = false; ///< of a break-glass run: by a second person

    bool operator==(const SpentMark &) const = default;
};

/// What is known to be spent, from both places it is kept in.
struct SpentView
{
    QVector<SpentMark> inProfile;
    QVector<SpentMark> inKeychain;
    bool keychainAnswers = false; ///< it was open and was read; else `inKeychain` says nothing
    UtcTime latest{};             ///< the latest server time seen here; an earlier one means that a clock was turned back

    bool operator==(const SpentView &) const = default;
};

} // namespace holdwatch::operations

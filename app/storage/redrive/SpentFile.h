// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/redrive/RedrivePlan.h"

namespace holdwatch::storage {

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

/// All marks of one place, in the bytes that lie in the profile (spent.json) and in the keychain.
struct SpentList
{
    QVector<SpentMark> marks;
    UtcTime latest{}; ///< the latest server time seen

    bool operator==(const SpentList &) const = default;
};

QByteArray toBytes(const SpentList &list);
Result<SpentList> spentListFrom(const QByteArray &bytes); ///< strict; nothing at all is an empty list

} // namespace holdwatch::storage

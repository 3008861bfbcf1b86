// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/PersonRules.h"

#include "app/operations/redrive/GateErrors.h"

namespace holdwatch::operations {

std::optional<Error> rosterProblem(const OperatorState &people, UtcTime now)
{
    if (people.maintainerKey.isEmpty() || !people.roster)
        return gateError("roster-missing", QStringLiteral("There is no roster signed by a pinned maintainer, so nobody can be told to be a second person."),
                         QStringLiteral("Pin the maintainer's key and take their roster."));
    if (people.roster->expiresAt && now >= *people.roster->expiresAt)
        return gateError("roster-expired", QStringLiteral("The roster expired at %1.").arg(toIso(*people.roster->expiresAt)), QStringLiteral("Ask the maintainer for a new one."));
    return std::nullopt;
}

const Roster::Entry *entryOf(const Operator &who, const OperatorState &people)
{
    const Roster::Entry *entry = people.roster ? people.roster->find(who.publicKey) : nullptr;
    return entry && entry->who.name == who.name ? entry : nullptr;
}

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"
#include "models/redrive/Operator.h"

namespace holdwatch::operations {

/// Why the roster is of no use now: "roster-missing", "roster-expired".
std::optional<Error> rosterProblem(const OperatorState &people, UtcTime now);

/// Their entry, by key and by exactly this name; null where one of both differs or there is no roster.
const Roster::Entry *entryOf(const Operator &who, const OperatorState &people);

} // namespace holdwatch::operations

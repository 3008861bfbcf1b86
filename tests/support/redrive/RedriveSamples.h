// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/redrive/RedriveFile.h"
#include "app/storage/redrive/RosterFile.h"

namespace holdwatch::test {

/// A key made from one letter, the same each time.
signing::SigningKey keyOf(char letter);
Operator person(const QString &name, char letter); ///< with that key

/// Ada (key a) asks for it, on production, with every optional field set.
RedrivePlan fullPlan();
/// As small as a plan of Ada's can be.
RedrivePlan smallPlan(int items = 2);
storage::SignedPlan signedPlan(const RedrivePlan &plan, char letter = 'a');

/// Bob (key b) approves the plan, an hour before it expires.
Statement approvalOf(const storage::SignedPlan &plan, const QString &rosterDigest);
storage::SignedStatement signedStatement(const Statement &statement, char letter = 'b');

/// Ada, Bob and Cem (who may not approve), signed by the maintainer (key m).
Roster sampleRoster();
storage::SignedRoster signedRoster(const Roster &roster = sampleRoster(), char letter = 'm');

} // namespace holdwatch::test

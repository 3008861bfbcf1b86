// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/FakeRedrive.h"

namespace holdwatch::test {

/// Ada asks, Grace approves, Linus may not; Ada sits here. The keychain is open and the roster is pinned.
OperatorState redrivePeople(UtcTime now);
Operator ada();
Operator grace();

/// Twelve dead letters of reservation-expiry in two classes, on a production connection; well-formed in every respect.
RedrivePlan redrivePlan(UtcTime now, int items = 12);
/// What a healthy system says about it.
PlanFacts redriveFacts(const RedrivePlan &plan, UtcTime now);
/// The same before anybody has filled in why, with something to refuse where `isFlawed`.
PlanDraft redriveDraft(UtcTime now, bool isFlawed = false);

/// One redrive in the state of this name, with its results.
struct RedriveScene
{
    RedriveRecord record;
    QVector<ItemResult> results;
};
QStringList redriveStates(); ///< "waiting", "asked", "approved", "refused", "canary", "stepping", "paused", "returned", "unknown", …
RedriveScene redriveScene(const QString &state, UtcTime now);

/// Puts these into the port, the first one newest.
void layOut(FakeRedrive &port, const QStringList &states, UtcTime now);

} // namespace holdwatch::test

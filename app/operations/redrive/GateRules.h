// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/SpentMark.h"
#include "app/storage/redrive/PlanFile.h"
#include "app/storage/redrive/StatementFile.h"

namespace holdwatch::operations {

/// What decides whether a plan may run here and now, beside its own files. Gathered by whoever asks; the rules are pure.
struct GateContext
{
    static constexpr Millis mostDisagreement = Seconds(60);

    UtcTime now{};                ///< the server's or store's
    Millis clockDisagreement{0};  ///< server − desktop
    OperatorState people;
    bool holdsRequesterKey = false; ///< the keychain of this desktop gave out the requester's secret key just now
    ConnectionId connection;      ///< as it is configured now, not as the plan says
    QString origin;
    Environment environment = Environment::Production;
    SpentView spent;
};

/// Why a plan can't be run: a plain sentence, and in `where` one of these stable codes:
/// "clock-disagrees", "clock-back", "plan-from-future", "plan-signature", "plan-expired", "plan-too-late", "plan-deadline", "installation",
/// "connection", "origin", "environment", "identity-unused", "identity-missing", "identity-other", "keychain", "roster-missing", "roster-expired",
/// "requester-not-in-roster", "refused", "withdrawn", "spent", "break-glass-incident", "break-glass-too-many", "break-glass-not-asked", "break-glass-waiting",
/// "break-glass-ground", "break-glass-unreviewed", "no-approval", and of the approval that came closest: "statement-signature",
/// "statement-plan", "statement-installation", "statement-expired", "statement-from-future", "statement-phrase", "statement-roster",
/// "statement-not-in-roster", "statement-may-not-approve", "statement-same-person", "statement-withdrawn"; of an objection "statement-late".
std::optional<Error> refusal(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const GateContext &context);

/// The same for going on with a run that had begun: "not-begun", "begun-elsewhere", "run-over", "keychain", and those of clock, plan, place.
std::optional<Error> refusalToGoOn(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const GateContext &context);

/// Why one statement does not count; `where` as above. Unset: it counts. Of a withdrawal after the plan was spent: it came too late.
std::optional<Error> problemOf(const storage::SignedStatement &statement, const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements,
                               const GateContext &context);

/// The approvals that count, oldest first; what an Approval is made from.
QVector<storage::SignedStatement> countingApprovals(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const GateContext &context);

bool isProduction(const RedrivePlan &plan);
/// By plan, digest or any statement; in either place.
bool isSpent(const storage::SignedPlan &plan, const QVector<storage::SignedStatement> &statements, const SpentView &spent);
bool hasUnreviewedBreakGlass(const SpentView &spent);

} // namespace holdwatch::operations

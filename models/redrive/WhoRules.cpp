// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Format.h"
#include "models/redrive/PlanRules.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr Millis clockTolerance = Seconds(60);

Operator requesterOf(const RedrivePlan &plan, const PlanFacts &facts)
{
    return plan.requester.publicKey.isEmpty() && facts.people.self ? *facts.people.self : plan.requester;
}

void checkPeople(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    const bool isProduction = plan.environment == Environment::Production;
    if (plan.environment == Environment::Practice)
        return;
    const Operator requester = requesterOf(plan, facts);
    remarks.addIf(requester.publicKey.isEmpty(), isProduction ? PlanRemark::State::Refused : PlanRemark::State::Warned, "identity-missing",
                  isProduction ? QStringLiteral("Nobody has an identity to sign with here.") : QStringLiteral("Nobody has an identity here: the plan bears a name, but no signature."));
    if (!isProduction)
        return;
    remarks.refuseIf(!facts.people.roster, "roster-missing", QStringLiteral("No team roster was taken here: production needs one."));
    if (!facts.people.roster)
        return;
    const Roster &roster = *facts.people.roster;
    remarks.refuseIf(roster.expiresAt && *roster.expiresAt <= facts.now, "roster-expired", QStringLiteral("The team roster has expired."));
    const Roster::Entry *entry = roster.find(requester.publicKey);
    remarks.refuseIf(!requester.publicKey.isEmpty() && !entry, "requester-not-in-roster", QStringLiteral("Who asks is not in the team roster."));
    const bool hasSecond = std::any_of(roster.entries.cbegin(), roster.entries.cend(), [&requester](const Roster::Entry &each) { return each.mayApprove && !isSamePerson(each.who, requester); });
    remarks.refuseIf(needsSecondPerson(plan) && !hasSecond, "second-person-missing", QStringLiteral("Nobody else in the team roster may approve."));
}

bool retentionIsFirst(const RedrivePlan &plan, const BreakGlass &glass)
{
    const std::optional<UtcTime> latest = latestSafeStart(plan);
    return latest && *latest < glass.askedAt + BreakGlass::silence;
}

/// Silence counts only of those who could have answered: in the roster, allowed to approve, and not who asks.
bool wereAsked(const RedrivePlan &plan, const PlanFacts &facts)
{
    if (!facts.people.roster)
        return true;
    const Operator requester = requesterOf(plan, facts);
    return std::any_of(facts.people.roster->entries.cbegin(), facts.people.roster->entries.cend(), [&](const Roster::Entry &each) {
        const auto isAsked = [&each](const QString &name) { return isSamePerson({name, {}}, each.who); };
        return each.mayApprove && !isSamePerson(each.who, requester) && std::any_of(plan.breakGlass->asked.cbegin(), plan.breakGlass->asked.cend(), isAsked);
    });
}

void checkBreakGlass(const RedrivePlan &plan, const PlanFacts &facts, Remarks &remarks)
{
    if (!plan.breakGlass)
        return;
    const BreakGlass &glass = *plan.breakGlass;
    remarks.refuseIf(plan.environment != Environment::Production, "glass-not-needed", QStringLiteral("Here no second person is needed, so there is no glass to break."));
    remarks.refuseIf(mostMoved(plan) > BreakGlass::mostMessages || plan.kind == RedrivePlan::Kind::WholeQueue, "glass-too-many", QStringLiteral("Break-glass moves at most %1 messages.").arg(BreakGlass::mostMessages));
    remarks.missIf(glass.incident.trimmed().isEmpty(), "glass-incident-missing", QStringLiteral("Name the incident."));
    remarks.missIf(glass.asked.isEmpty() || glass.askedAt == UtcTime{}, "glass-asked-missing", QStringLiteral("Say who was asked to approve, and when."));
    remarks.refuseIf(!glass.asked.isEmpty() && !wereAsked(plan, facts), "glass-asked-nobody", QStringLiteral("None of those who were asked may approve."));
    remarks.refuseIf(facts.breakGlassUnreviewed, "glass-unreviewed", QStringLiteral("An earlier break-glass run has not been reviewed yet."));
    remarks.refuseIf(glass.askedAt > facts.now, "glass-asked-later", QStringLiteral("The approvers can't have been asked in the future."));
    const bool isSilent = facts.now - glass.askedAt >= BreakGlass::silence;
    if (glass.ground == BreakGlass::Ground::ApproversSilent)
        remarks.refuseIf(!isSilent, "glass-silence", QStringLiteral("The approvers have had less than %1 to answer.").arg(formatSpan(BreakGlass::silence)));
    else
        remarks.refuseIf(!retentionIsFirst(plan, glass), "glass-retention", QStringLiteral("Retention leaves time to wait for an approver."));
    remarks.add(PlanRemark::State::Warned, "glass-broken", QStringLiteral("No second person approves this. It must be reviewed within %1.").arg(formatSpan(BreakGlass::reviewWithin)));
}

} // namespace

QVector<PlanRemark> checkWho(const RedrivePlan &plan, const PlanFacts &facts)
{
    Remarks remarks(PlanRemark::Section::Who);
    checkPeople(plan, facts, remarks);
    checkBreakGlass(plan, facts, remarks);
    const bool disagree = facts.clockDisagreement > clockTolerance || facts.clockDisagreement < -clockTolerance;
    remarks.refuseIf(disagree, "clocks-disagree", QStringLiteral("The clocks of this desktop and the server disagree by more than 60 s, so no expiry can be trusted."));
    remarks.refuseIf(!facts.openRunOnTarget.isEmpty() && facts.openRunOnTarget != plan.id.text(), "run-open", QStringLiteral("Another redrive to this target is open: %1.").arg(facts.openRunOnTarget));
    remarks.refuseIf(plan.expiresAt != UtcTime{} && plan.expiresAt <= facts.now, "plan-expired", QStringLiteral("The plan has expired."));
    return remarks.all();
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/GateRules.h"

#include "app/operations/redrive/GateErrors.h"
#include "app/operations/redrive/PersonRules.h"

#include <algorithm>

namespace holdwatch::operations {

using storage::SignedPlan;
using storage::SignedStatement;

namespace {

using Refusal = std::optional<Error>;

// Two servers may each be 60 s away from the desktop, in opposite directions.
constexpr Millis mostBackwards = 2 * GateContext::mostDisagreement;

Refusal clockProblem(const RedrivePlan &plan, const GateContext &context)
{
    if (std::chrono::abs(context.clockDisagreement) > GateContext::mostDisagreement)
        return gateError("clock-disagrees", QStringLiteral("The clocks of the server and of this desktop are more than a minute apart, so no expiry can be judged."),
                         QStringLiteral("Set the clock that is wrong, then try again."));
    if (context.now + mostBackwards < context.spent.latest)
        return gateError("clock-back", QStringLiteral("The server's time is earlier than one that was seen here before: a clock was turned back."),
                         QStringLiteral("Find out which clock was wrong. The latest time seen was %1.").arg(toIso(context.spent.latest)));
    if (plan.createdAt > context.now + GateContext::mostDisagreement)
        return gateError("plan-from-future", QStringLiteral("The plan was made at a time that has not come yet."));
    return std::nullopt;
}

Refusal placeProblem(const SignedPlan &signedPlan, const GateContext &context)
{
    const RedrivePlan &plan = signedPlan.plan();
    if (!signedPlan.signatureProblem().isEmpty())
        return gateError("plan-signature", QStringLiteral("The plan can't be trusted: %1").arg(signedPlan.signatureProblem()));
    if (context.people.installation.isEmpty() || !(plan.installation == context.people.installation))
        return gateError("installation", QStringLiteral("The plan was made by another installation of Holdwatch and can run only there."));
    if (!(plan.connection == context.connection))
        return gateError("connection", QStringLiteral("The plan is for the connection “%1”, not for this one.").arg(plan.connectionName));
    if (plan.origin.isEmpty() || plan.origin != context.origin)
        return gateError("origin", QStringLiteral("The connection leads to %1 now; the plan is for %2.").arg(context.origin, plan.origin));
    if (plan.environment != context.environment)
        return gateError("environment", QStringLiteral("The connection is marked %1; the plan was made for %2.").arg(toWord(context.environment), toWord(plan.environment)));
    return std::nullopt;
}

Refusal keyProblem(const RedrivePlan &plan, const GateContext &context)
{
    const OperatorState &people = context.people;
    if (plan.requester.publicKey.isEmpty())
        return gateError("identity-missing", QStringLiteral("A plan for production must be signed, so whoever asks needs an identity."));
    if (!people.self || people.self->publicKey != plan.requester.publicKey)
        return gateError("identity-other", QStringLiteral("The plan was signed with another identity than the one of this installation."));
    if (people.keychain != OperatorState::Keychain::Available || !context.holdsRequesterKey)
        return gateError("keychain", QStringLiteral("The keychain does not give out the requester's key, so it is not certain that this is their desktop."),
                         QStringLiteral("Unlock the keychain and try again."));
    if (!context.spent.keychainAnswers)
        return gateError("keychain", QStringLiteral("The keychain does not say what was run before."), QStringLiteral("Unlock the keychain and try again."));
    return std::nullopt;
}

Refusal requesterProblem(const RedrivePlan &plan, const GateContext &context)
{
    const bool isPractice = plan.environment == Environment::Practice;
    if (!isPractice && plan.requester.publicKey.isEmpty() && context.people.self)
        return gateError("identity-unused", QStringLiteral("The plan is not signed although there is an identity here."), QStringLiteral("Make and sign it anew."));
    if (!isProduction(plan))
        return std::nullopt;
    if (const auto problem = keyProblem(plan, context))
        return problem;
    if (const auto problem = rosterProblem(context.people, context.now))
        return problem;
    if (!entryOf(plan.requester, context.people))
        return gateError("requester-not-in-roster", QStringLiteral("%1 does not stand in the roster with this name and key.").arg(plan.requester.name));
    return std::nullopt;
}

Refusal timeProblem(const RedrivePlan &plan, const GateContext &context)
{
    if (context.now >= plan.expiresAt)
        return gateError("plan-expired", QStringLiteral("The plan expired at %1.").arg(toIso(plan.expiresAt)), QStringLiteral("Make a new one."));
    if (plan.latestStart && context.now > *plan.latestStart)
        return gateError("plan-too-late", QStringLiteral("It is too late to start: messages would be deleted before the run ends."), QStringLiteral("Make a smaller plan."));
    if (plan.bounds.deadline <= Millis(0))
        return gateError("plan-deadline", QStringLiteral("The plan leaves no time to run in."));
    return std::nullopt;
}

/// Approvers that were asked must be some: a name nobody has would stay silent for ever.
bool wereApproversAsked(const RedrivePlan &plan, const OperatorState &people)
{
    const auto isApprover = [&](const QString &name) {
        const auto matches = [&](const Roster::Entry &entry) {
            return entry.mayApprove && isSamePerson({name, {}}, entry.who) && !isSamePerson(plan.requester, entry.who);
        };
        return people.roster && std::any_of(people.roster->entries.cbegin(), people.roster->entries.cend(), matches);
    };
    return !plan.breakGlass->asked.isEmpty() && std::all_of(plan.breakGlass->asked.cbegin(), plan.breakGlass->asked.cend(), isApprover);
}

Refusal breakGlassProblem(const RedrivePlan &plan, const GateContext &context)
{
    if (!plan.breakGlass || !isProduction(plan))
        return std::nullopt;
    const BreakGlass &glass = *plan.breakGlass;
    if (glass.incident.trimmed().isEmpty())
        return gateError("break-glass-incident", QStringLiteral("Break-glass needs the id of an incident."));
    if (std::max(mostMoved(plan), plan.bounds.maxMessages) > BreakGlass::mostMessages)
        return gateError("break-glass-too-many", QStringLiteral("Break-glass moves at most %1 messages.").arg(BreakGlass::mostMessages));
    if (hasUnreviewedBreakGlass(context.spent))
        return gateError("break-glass-unreviewed", QStringLiteral("An earlier break-glass run was not reviewed by a second person yet."), QStringLiteral("Have it reviewed first."));
    if (glass.ground == BreakGlass::Ground::RetentionFirst) {
        const bool isUrgent = plan.latestStart && *plan.latestStart < context.now + BreakGlass::silence;
        return isUrgent ? Refusal() : gateError("break-glass-ground", QStringLiteral("No message would be deleted before the approvers had %1 minutes to answer.").arg(15));
    }
    if (!wereApproversAsked(plan, context.people))
        return gateError("break-glass-not-asked", QStringLiteral("The plan must name approvers of the roster who were asked."));
    if (context.now < glass.askedAt + BreakGlass::silence)
        return gateError("break-glass-waiting", QStringLiteral("The approvers were asked less than 15 minutes ago."), QStringLiteral("Wait for them."));
    return std::nullopt;
}

Refusal objection(const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    for (const SignedStatement &each : statements) {
        const Statement &said = each.statement();
        const bool isRefusal = said.kind == Statement::Kind::Refuse;
        const bool isByRequester = said.kind == Statement::Kind::Withdraw && isSamePerson(said.by, plan.plan().requester);
        if ((!isRefusal && !isByRequester) || problemOf(each, plan, statements, context))
            continue;
        const QString what = isRefusal ? QStringLiteral("%1 refused it: %2") : QStringLiteral("%1 withdrew it: %2");
        return gateError(isRefusal ? "refused" : "withdrawn", what.arg(said.by.name, said.reason), QStringLiteral("Make a new plan."));
    }
    return std::nullopt;
}

/// Of several approvals that don't count, the newest tells most.
Error noApproval(const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    for (auto each = statements.crbegin(); each != statements.crend(); ++each) {
        if (each->statement().kind != Statement::Kind::Approve)
            continue;
        if (const auto problem = problemOf(*each, plan, statements, context))
            return *problem;
    }
    return gateError("no-approval", isProduction(plan.plan()) && !plan.plan().breakGlass ? QStringLiteral("Nobody but the requester has approved it yet.") : QStringLiteral("It has not been approved yet."));
}

} // namespace

bool isProduction(const RedrivePlan &plan)
{
    return plan.environment == Environment::Production;
}

bool isSpent(const SignedPlan &plan, const QVector<SignedStatement> &statements, const SpentView &spent)
{
    const auto isOfIt = [&](const SpentMark &mark) {
        const auto isStatement = [&mark](const SignedStatement &each) { return mark.statements.contains(each.statement().id); };
        return mark.plan == plan.plan().id || mark.planDigest == plan.digest() || std::any_of(statements.cbegin(), statements.cend(), isStatement);
    };
    return std::any_of(spent.inProfile.cbegin(), spent.inProfile.cend(), isOfIt) || std::any_of(spent.inKeychain.cbegin(), spent.inKeychain.cend(), isOfIt);
}

bool hasUnreviewedBreakGlass(const SpentView &spent)
{
    // A review is noted in both places, but one that only the other place knows of is a review too.
    const auto isReviewedIn = [](const QVector<SpentMark> &marks, const PlanId &plan) {
        return std::any_of(marks.cbegin(), marks.cend(), [&plan](const SpentMark &mark) { return mark.plan == plan && mark.isReviewed; });
    };
    const auto isOpen = [&](const SpentMark &mark) { return mark.isBreakGlass && !isReviewedIn(spent.inProfile, mark.plan) && !isReviewedIn(spent.inKeychain, mark.plan); };
    return std::any_of(spent.inProfile.cbegin(), spent.inProfile.cend(), isOpen) || std::any_of(spent.inKeychain.cbegin(), spent.inKeychain.cend(), isOpen);
}

QVector<SignedStatement> countingApprovals(const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    QVector<SignedStatement> counting;
    for (const SignedStatement &each : statements) {
        if (each.statement().kind == Statement::Kind::Approve && !problemOf(each, plan, statements, context))
            counting.append(each);
    }
    return counting;
}

std::optional<Error> refusal(const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    if (const auto problem = clockProblem(plan.plan(), context))
        return problem;
    if (const auto problem = placeProblem(plan, context))
        return problem;
    if (isSpent(plan, statements, context.spent))
        return gateError("spent", QStringLiteral("Its approval was used up by a run that began before."), QStringLiteral("Make a new plan for what is left."));
    if (const auto problem = timeProblem(plan.plan(), context))
        return problem;
    if (const auto problem = requesterProblem(plan.plan(), context))
        return problem;
    if (const auto problem = breakGlassProblem(plan.plan(), context))
        return problem;
    if (const auto problem = objection(plan, statements, context))
        return problem;
    if (countingApprovals(plan, statements, context).isEmpty())
        return noApproval(plan, statements, context);
    return std::nullopt;
}

namespace {

const SpentMark *markOf(const SignedPlan &plan, const QVector<SpentMark> &marks)
{
    const auto found = std::find_if(marks.cbegin(), marks.cend(), [&plan](const SpentMark &mark) { return mark.plan == plan.plan().id; });
    return found == marks.cend() ? nullptr : &*found;
}

bool isOfThisRun(const SpentMark &mark, const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    const auto isHere = [&](const QString &id) {
        return std::any_of(statements.cbegin(), statements.cend(), [&](const SignedStatement &each) { return each.statement().id == id && each.signatureProblem().isEmpty() && each.statement().planDigest == plan.digest(); });
    };
    return mark.planDigest == plan.digest() && mark.installation == context.people.installation && !mark.statements.isEmpty()
        && std::all_of(mark.statements.cbegin(), mark.statements.cend(), isHere);
}

} // namespace

std::optional<Error> refusalToGoOn(const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    if (const auto problem = clockProblem(plan.plan(), context))
        return problem;
    if (const auto problem = placeProblem(plan, context))
        return problem;
    if (isProduction(plan.plan())) {
        if (const auto problem = keyProblem(plan.plan(), context))
            return problem;
    }
    const SpentMark *here = markOf(plan, context.spent.inProfile);
    const SpentMark *kept = markOf(plan, context.spent.inKeychain);
    if (!here && !kept)
        return gateError("not-begun", QStringLiteral("This run has not begun, so it can't go on."));
    // A profile that was put back knows nothing of what the run has sent since.
    if (!here || (isProduction(plan.plan()) && !kept) || (kept && (kept->planDigest != here->planDigest || kept->at != here->at)))
        return gateError("begun-elsewhere", QStringLiteral("The run began with another state of this profile; what it has sent since is not known here."),
                         QStringLiteral("Make a new plan for what still lies in the dead-letter queue."));
    if (!isOfThisRun(*here, plan, statements, context))
        return gateError("begun-elsewhere", QStringLiteral("What was approved and what the run began with are not the same."));
    if (context.now >= here->deadline)
        return gateError("run-over", QStringLiteral("The run's deadline passed at %1.").arg(toIso(here->deadline)), QStringLiteral("Make a new plan for what is left."));
    return std::nullopt;
}

} // namespace holdwatch::operations

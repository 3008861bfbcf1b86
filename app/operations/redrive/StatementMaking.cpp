// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/StatementMaking.h"

#include "app/operations/redrive/GateErrors.h"
#include "app/operations/redrive/PersonRules.h"

#include <algorithm>

namespace holdwatch::operations {

using storage::SignedPlan;
using storage::SignedStatement;

namespace {

using Refusal = std::optional<Error>;
using Kind = Statement::Kind;

constexpr Millis longestApproval = std::chrono::hours(24);

/// The name without a key where nobody has an identity; then only one's own plan can be spoken about.
Operator speaker(const SignedPlan &plan, const GateContext &context)
{
    return context.people.self.value_or(Operator{plan.plan().requester.name, {}});
}

bool isOwnPlan(const Operator &who, const RedrivePlan &plan, const GateContext &context)
{
    return plan.installation == context.people.installation && (who == plan.requester || (plan.requester.publicKey.isEmpty() && !isProduction(plan)));
}

Refusal planProblem(const SignedPlan &plan, const GateContext &context)
{
    if (!plan.signatureProblem().isEmpty())
        return gateError("plan-signature", QStringLiteral("The plan can't be trusted: %1").arg(plan.signatureProblem()));
    if (isProduction(plan.plan()) && plan.plan().requester.publicKey.isEmpty())
        return gateError("identity-missing", QStringLiteral("A plan for production must be signed, so whoever asks needs an identity."));
    if (std::chrono::abs(context.clockDisagreement) > GateContext::mostDisagreement)
        return gateError("clock-disagrees", QStringLiteral("The clocks of the server and of this desktop are more than a minute apart, so no expiry can be judged."));
    return std::nullopt;
}

Refusal asSecondPerson(const Operator &who, const RedrivePlan &plan, const GateContext &context)
{
    if (!context.people.self)
        return gateError("identity-missing", QStringLiteral("Only somebody with an identity can speak about a colleague's plan."), QStringLiteral("Make your identity first."));
    if (isSamePerson(who, plan.requester))
        return gateError("statement-same-person", QStringLiteral("%1 asked for it; a second person has to agree.").arg(who.name));
    if (const auto problem = rosterProblem(context.people, context.now))
        return problem;
    const Roster::Entry *entry = entryOf(who, context.people);
    if (!entry)
        return gateError("statement-not-in-roster", QStringLiteral("%1 does not stand in the roster with this name and key.").arg(who.name));
    if (!entryOf(plan.requester, context.people) && isProduction(plan))
        return gateError("requester-not-in-roster", QStringLiteral("%1 does not stand in the roster with this name and key.").arg(plan.requester.name));
    if (!entry->mayApprove)
        return gateError("statement-may-not-approve", QStringLiteral("By the roster %1 may not approve.").arg(who.name));
    return std::nullopt;
}

Refusal approveProblem(const StatementRequest &request, const SignedPlan &plan, const Operator &who, const GateContext &context)
{
    if (request.digestSeen != plan.digest())
        return gateError("plan-changed", QStringLiteral("The plan is not the one that was shown."), QStringLiteral("Look at it again."));
    if (context.now >= plan.plan().expiresAt)
        return gateError("plan-expired", QStringLiteral("The plan expired at %1.").arg(toIso(plan.plan().expiresAt)));
    if (needsPhrase(plan.plan()) && phraseAsTyped(request.phrase) != approvalPhrase(plan.plan()))
        return gateError("phrase", QStringLiteral("What was typed is not “%1”.").arg(approvalPhrase(plan.plan())));
    if (needsSecondPerson(plan.plan()) || !isOwnPlan(who, plan.plan(), context))
        return asSecondPerson(who, plan.plan(), context);
    return std::nullopt;
}

Refusal withdrawProblem(const SignedPlan &plan, const QVector<SignedStatement> &statements, const Operator &who, const GateContext &context)
{
    if (isSpent(plan, statements, context.spent))
        return gateError("spent", QStringLiteral("The run has begun, so there is nothing to withdraw any more."), QStringLiteral("Stop the run instead."));
    const auto isOwnApproval = [&who](const SignedStatement &each) { return each.statement().kind == Kind::Approve && each.statement().by == who; };
    if (isOwnPlan(who, plan.plan(), context) || who == plan.plan().requester || std::any_of(statements.cbegin(), statements.cend(), isOwnApproval))
        return std::nullopt;
    return gateError("not-yours", QStringLiteral("Only who asked for it or approved it can withdraw."));
}

Refusal problem(const StatementRequest &request, const SignedPlan &plan, const QVector<SignedStatement> &statements, const Operator &who, const GateContext &context)
{
    if (const auto fault = planProblem(plan, context))
        return fault;
    if (request.kind == Kind::Approve)
        return approveProblem(request, plan, who, context);
    if (request.reason.trimmed().isEmpty())
        return gateError("reason-missing", QStringLiteral("Say why, in a few words."));
    if (request.kind == Kind::Withdraw)
        return withdrawProblem(plan, statements, who, context);
    if (request.kind == Kind::Review && !plan.plan().breakGlass)
        return gateError("statement-plan", QStringLiteral("Only a break-glass run is reviewed."));
    if (request.kind == Kind::Review)
        return asSecondPerson(who, plan.plan(), context);
    if (isOwnPlan(who, plan.plan(), context) || entryOf(who, context.people))
        return std::nullopt;
    return gateError("statement-not-in-roster", QStringLiteral("%1 does not stand in the roster with this name and key.").arg(who.name));
}

} // namespace

QString phraseAsTyped(const QString &typed)
{
    qsizetype from = 0;
    qsizetype until = typed.size();
    while (from < until && typed.at(from) == QLatin1Char(' '))
        ++from;
    while (until > from && typed.at(until - 1) == QLatin1Char(' '))
        --until;
    return typed.sliced(from, until - from);
}

Result<Statement> makeStatement(const StatementRequest &request, const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    const bool isPracticeOfNobody = plan.plan().requester.publicKey.isEmpty();
    // A plan of nobody is spoken about by nobody, also where an identity was made since: a mixture would never count.
    const Operator who = isPracticeOfNobody ? plan.plan().requester : speaker(plan, context);
    if (const auto fault = problem(request, plan, statements, who, context))
        return failure(*fault);
    Statement statement;
    statement.kind = request.kind;
    statement.id = signing::randomId();
    statement.plan = plan.plan().id;
    statement.planDigest = plan.digest();
    statement.installation = plan.plan().installation;
    statement.by = who;
    statement.at = context.now;
    statement.expiresAt = request.kind == Kind::Approve ? std::min(plan.plan().expiresAt, context.now + longestApproval) : context.now;
    statement.reason = request.reason.trimmed();
    statement.evidence = request.evidence;
    statement.phrase = request.kind == Kind::Approve && needsPhrase(plan.plan()) ? phraseAsTyped(request.phrase) : QString();
    if (!who.publicKey.isEmpty())
        statement.rosterDigest = context.people.rosterDigest;
    if (statement.id.isEmpty())
        return failure(Error::Kind::Internal, QStringLiteral("This system gives out no random numbers, so nothing can be signed."));
    return statement;
}

} // namespace holdwatch::operations

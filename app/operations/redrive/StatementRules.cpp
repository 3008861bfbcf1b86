// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/GateErrors.h"
#include "app/operations/redrive/GateRules.h"
#include "app/operations/redrive/PersonRules.h"

#include <algorithm>

namespace holdwatch::operations {

using storage::SignedPlan;
using storage::SignedStatement;

namespace {

using Refusal = std::optional<Error>;
using Kind = Statement::Kind;

Refusal aboutThisPlan(const SignedStatement &signedStatement, const SignedPlan &plan, const GateContext &context)
{
    const Statement &statement = signedStatement.statement();
    if (!signedStatement.signatureProblem().isEmpty())
        return gateError("statement-signature", QStringLiteral("What came from %1 can't be trusted: %2").arg(statement.by.name, signedStatement.signatureProblem()));
    if (!(statement.plan == plan.plan().id) || statement.planDigest != plan.digest())
        return gateError("statement-plan", QStringLiteral("%1 spoke about a plan with other content; this one was changed since.").arg(statement.by.name));
    if (!(statement.installation == plan.plan().installation))
        return gateError("statement-installation", QStringLiteral("%1 spoke about a plan of another installation.").arg(statement.by.name));
    if (statement.at > context.now + GateContext::mostDisagreement)
        return gateError("statement-from-future", QStringLiteral("%1 signed at a time that has not come yet.").arg(statement.by.name));
    return std::nullopt;
}

/// The requester themself, with the key they asked with or, where nobody has an identity, without one.
bool isSelf(const Statement &statement, const RedrivePlan &plan)
{
    return statement.by == plan.requester;
}

Refusal secondPersonProblem(const Statement &statement, const RedrivePlan &plan, const GateContext &context)
{
    if (isSamePerson(statement.by, plan.requester))
        return gateError("statement-same-person", QStringLiteral("%1 asked for it; a second person has to agree.").arg(statement.by.name));
    if (const auto problem = rosterProblem(context.people, context.now))
        return problem;
    const Roster::Entry *entry = entryOf(statement.by, context.people);
    if (!entry)
        return gateError("statement-not-in-roster", QStringLiteral("%1 does not stand in the roster with this name and key.").arg(statement.by.name));
    const Roster::Entry *asked = context.people.roster->find(plan.requester.publicKey);
    if (asked && isSamePerson(entry->who, asked->who))
        return gateError("statement-same-person", QStringLiteral("%1 asked for it; a second person has to agree.").arg(statement.by.name));
    if (!entry->mayApprove)
        return gateError("statement-may-not-approve", QStringLiteral("By the roster %1 may not approve.").arg(statement.by.name));
    return std::nullopt;
}

Refusal approvalProblem(const Statement &statement, const SignedPlan &signedPlan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    const RedrivePlan &plan = signedPlan.plan();
    if (context.now >= std::min(statement.expiresAt, plan.expiresAt))
        return gateError("statement-expired", QStringLiteral("The approval by %1 expired at %2.").arg(statement.by.name, toIso(std::min(statement.expiresAt, plan.expiresAt))));
    if (needsPhrase(plan) && statement.phrase != approvalPhrase(plan))
        return gateError("statement-phrase", QStringLiteral("%1 did not type “%2”.").arg(statement.by.name, approvalPhrase(plan)));
    const bool isOwn = isSelf(statement, plan);
    if (needsSecondPerson(plan) || !isOwn) {
        if (const auto problem = secondPersonProblem(statement, plan, context))
            return problem;
    }
    // Break-glass too: who was in the roster when it was used is part of what is reviewed.
    if ((isProduction(plan) || !isOwn) && (statement.rosterDigest.isEmpty() || statement.rosterDigest != context.people.rosterDigest))
        return gateError("statement-roster", QStringLiteral("The approval by %1 was given under another roster.").arg(statement.by.name), QStringLiteral("Have it approved again."));
    const auto withdraws = [&](const SignedStatement &other) {
        return other.statement().kind == Kind::Withdraw && isSamePerson(other.statement().by, statement.by) && !problemOf(other, signedPlan, statements, context);
    };
    if (std::any_of(statements.cbegin(), statements.cend(), withdraws))
        return gateError("statement-withdrawn", QStringLiteral("%1 withdrew the approval.").arg(statement.by.name));
    return std::nullopt;
}

/// No objection is lost for a formality: whoever is in the roster, and the requester, is heard.
Refusal objectorProblem(const Statement &statement, const RedrivePlan &plan, const GateContext &context)
{
    if (isSelf(statement, plan) || entryOf(statement.by, context.people))
        return std::nullopt;
    return gateError("statement-not-in-roster", QStringLiteral("%1 does not stand in the roster with this name and key.").arg(statement.by.name));
}

Refusal reviewProblem(const Statement &statement, const RedrivePlan &plan, const GateContext &context)
{
    if (!plan.breakGlass)
        return gateError("statement-plan", QStringLiteral("Only a break-glass run is reviewed."));
    return secondPersonProblem(statement, plan, context);
}

bool cameTooLate(const Statement &statement, const SignedPlan &plan, const SpentView &spent)
{
    for (const QVector<SpentMark> *marks : {&spent.inProfile, &spent.inKeychain}) {
        for (const SpentMark &mark : *marks) {
            if (mark.planDigest == plan.digest() && statement.at > mark.at)
                return true;
        }
    }
    return false;
}

} // namespace

std::optional<Error> problemOf(const SignedStatement &signedStatement, const SignedPlan &plan, const QVector<SignedStatement> &statements, const GateContext &context)
{
    const Statement &statement = signedStatement.statement();
    if (const auto problem = aboutThisPlan(signedStatement, plan, context))
        return problem;
    switch (statement.kind) {
    case Kind::Approve:
        return approvalProblem(statement, plan, statements, context);
    case Kind::Review:
        return reviewProblem(statement, plan.plan(), context);
    case Kind::Refuse:
    case Kind::Withdraw:
        break;
    }
    if (cameTooLate(statement, plan, context.spent))
        return gateError("statement-late", QStringLiteral("%1 spoke after the run had begun.").arg(statement.by.name));
    return objectorProblem(statement, plan.plan(), context);
}

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/ApprovalGate.h"

#include <algorithm>

namespace holdwatch::operations {

using storage::SignedPlan;
using storage::SignedStatement;

namespace {

SpentBook::Keychain keychainFor(const RedrivePlan &plan)
{
    if (isProduction(plan))
        return SpentBook::Keychain::Needed;
    const bool isNobodys = plan.environment == Environment::Practice || plan.requester.publicKey.isEmpty();
    return isNobodys ? SpentBook::Keychain::LeftAlone : SpentBook::Keychain::IfItAnswers;
}

SpentMark markOf(const SignedPlan &plan, const QVector<SignedStatement> &counting, const GateContext &seen)
{
    SpentMark mark;
    mark.plan = plan.plan().id;
    mark.planDigest = plan.digest();
    for (const SignedStatement &each : counting)
        mark.statements << each.statement().id;
    mark.installation = seen.people.installation;
    mark.at = seen.now;
    mark.deadline = seen.now + plan.plan().bounds.deadline;
    mark.planExpiresAt = plan.plan().expiresAt;
    mark.isBreakGlass = isProduction(plan.plan()) && plan.plan().breakGlass.has_value();
    return mark;
}

} // namespace

ApprovalGate::ApprovalGate(OperatorKeeper &people, SpentBook &spent, QObject *parent) : QObject(parent), m_people(people), m_spent(spent) {}

void ApprovalGate::look(const SignedPlan &plan, const Place &place, QObject *context, Done<GateContext> done)
{
    m_spent.read(keychainFor(plan.plan()), context, [this, plan, place, context, done = std::move(done)](const Result<SpentView> &spent) {
        if (!spent)
            return done(failure(spent.error()));
        GateContext seen{place.now, place.clockDisagreement, {}, false, place.connection, place.origin, place.environment, *spent};
        auto finish = [this, seen, done](bool holdsKey) mutable {
            seen.people = m_people.state(); // as it is after the keychain was asked
            seen.holdsRequesterKey = holdsKey;
            done(std::move(seen));
        };
        if (!isProduction(plan.plan()) || plan.plan().requester.publicKey.isEmpty())
            return finish(false);
        m_people.proveKey(plan.plan().requester.publicKey, context, finish);
    });
}

Approval ApprovalGate::made(const SignedPlan &plan, UtcTime deadline, const QVector<SignedStatement> &statements, bool isContinued) const
{
    QVector<Statement> said;
    for (const SignedStatement &each : statements)
        said.append(each.statement());
    return Approval(plan.plan().id, plan.digest(), deadline, said, isContinued);
}

void ApprovalGate::start(const SignedPlan &plan, const QVector<SignedStatement> &statements, const Place &place, QObject *context, Done<Approval> done)
{
    look(plan, place, context, [this, plan, statements, context, done = std::move(done)](const Result<GateContext> &seen) {
        if (!seen)
            return done(failure(seen.error()));
        if (const auto refused = refusal(plan, statements, *seen))
            return done(failure(*refused));
        spendAndMake(plan, countingApprovals(plan, statements, *seen), *seen, context, done);
    });
}

void ApprovalGate::spendAndMake(const SignedPlan &plan, const QVector<SignedStatement> &counting, const GateContext &seen, QObject *context, const Done<Approval> &done)
{
    const SpentMark mark = markOf(plan, counting, seen);
    m_spent.spend(mark, seen.now, keychainFor(plan.plan()), context, [this, plan, counting, mark, done](const Result<void> &spent) {
        if (!spent)
            return done(failure(spent.error()));
        done(made(plan, mark.deadline, counting, false));
    });
}

void ApprovalGate::goOn(const SignedPlan &plan, const QVector<SignedStatement> &statements, const Place &place, QObject *context, Done<Approval> done)
{
    look(plan, place, context, [this, plan, statements, done = std::move(done)](const Result<GateContext> &seen) {
        if (!seen)
            return done(failure(seen.error()));
        if (const auto refused = refusalToGoOn(plan, statements, *seen))
            return done(failure(*refused));
        const auto isIt = [&plan](const SpentMark &mark) { return mark.plan == plan.plan().id; };
        const SpentMark mark = *std::find_if(seen->spent.inProfile.cbegin(), seen->spent.inProfile.cend(), isIt);
        QVector<SignedStatement> spentWith = statements;
        spentWith.removeIf([&mark](const SignedStatement &each) { return !mark.statements.contains(each.statement().id); });
        done(made(plan, mark.deadline, spentWith, true));
    });
}

void ApprovalGate::takeReview(const SignedPlan &plan, const SignedStatement &review, const Place &place, QObject *context, Done<void> done)
{
    look(plan, place, context, [this, plan, review, context, done = std::move(done)](const Result<GateContext> &seen) {
        if (!seen)
            return done(failure(seen.error()));
        if (review.statement().kind != Statement::Kind::Review)
            return done(failure(Error::Kind::Invalid, QStringLiteral("This is no review.")));
        if (const auto problem = problemOf(review, plan, {review}, *seen))
            return done(failure(*problem));
        m_spent.noteReview(plan.plan().id, context, done);
    });
}

} // namespace holdwatch::operations

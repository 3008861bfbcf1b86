// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/StatementMaking.h"
#include "tests/support/redrive/RedriveSamples.h"
#include "tests/unit/redrive/PlanSamples.h"

#include <functional>

namespace holdwatch::test {

/// One plan before the gate, with everything as it should be: Ada asked on production, Bob approved, ten minutes later Ada starts it.
/// A test changes what it is about, then asks.
struct GateCase
{
    RedrivePlan plan = smallPlan();
    std::function<storage::SignedPlan(const RedrivePlan &)> sign = [](const RedrivePlan &made) { return signedPlan(made); };
    storage::SignedRoster roster = signedRoster();
    QVector<storage::SignedStatement> statements;
    operations::GateContext context;

    GateCase()
    {
        context.now = plan.createdAt + Minutes(10);
        context.people.keychain = OperatorState::Keychain::Available;
        context.people.installation = plan.installation;
        context.people.self = plan.requester;
        context.people.maintainerKey = keyOf('m').publicKey();
        context.people.roster = roster.roster();
        context.people.rosterDigest = roster.digest();
        context.holdsRequesterKey = true;
        context.connection = plan.connection;
        context.origin = plan.origin;
        context.environment = plan.environment;
        context.spent.keychainAnswers = true;
    }

    storage::SignedPlan signedPlanOfIt() const { return sign(plan); }
    Statement approval() const { return approvalOf(signedPlanOfIt(), context.people.rosterDigest); }
    void approve() { statements = {signedStatement(approval())}; }
    void say(Statement::Kind kind, char letter, const QString &name)
    {
        Statement statement = approval();
        statement.kind = kind;
        statement.id = QString(32, QLatin1Char(letter));
        statement.by = person(name, letter);
        statement.reason = QStringLiteral("because");
        statements.append(signedStatement(statement, letter));
    }
    operations::SpentMark mark() const
    {
        const auto made = signedPlanOfIt();
        return {plan.id, made.digest(), {QStringLiteral("00112233445566778899aabbccddeeff")}, plan.installation, context.now - Minutes(1), context.now + Minutes(60), plan.expiresAt, false, false};
    }

    /// The code of the refusal; "runs" without one.
    QString answer() const
    {
        const auto refused = operations::refusal(signedPlanOfIt(), statements, context);
        return refused ? refused->where : QStringLiteral("runs");
    }
    QString answerToGoOn() const
    {
        const auto refused = operations::refusalToGoOn(signedPlanOfIt(), statements, context);
        return refused ? refused->where : QStringLiteral("goes on");
    }
};

using Change = std::function<void(GateCase &)>;

} // namespace holdwatch::test

Q_DECLARE_METATYPE(holdwatch::test::Change)

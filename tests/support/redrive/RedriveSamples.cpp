// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redrive/RedriveSamples.h"

#include "tests/unit/redrive/PlanSamples.h"

namespace holdwatch::test {

signing::SigningKey keyOf(char letter)
{
    return std::move(*signing::SigningKey::fromSecret(Secret(QByteArray(signing::seedSize, letter))));
}

Operator person(const QString &name, char letter)
{
    return {name, keyOf(letter).publicKey()};
}

RedrivePlan smallPlan(int items)
{
    RedrivePlan plan = soundPlan(items);
    plan.id = PlanId(QStringLiteral("rd-20251130-110000-00aa"));
    plan.installation = InstallationId(QStringLiteral("11111111-2222-4333-8444-555555555555"));
    plan.requester = person(QStringLiteral("Ada"), 'a');
    plan.provider = QStringLiteral("rabbitmq");
    plan.origin = QStringLiteral("https://queues.example.com:15671");
    return plan;
}

RedrivePlan fullPlan()
{
    RedrivePlan plan = smallPlan();
    plan.latestStart = planTime() + Minutes(50);
    plan.items[0].deliveries = 4;
    plan.items[0].earlierRedrives = 1;
    plan.left = {{QStringLiteral("not selected"), 7}};
    plan.diagnoses[0].evidence = Diagnosis::Evidence::Asserted;
    plan.diagnoses[0].assertedBy = QStringLiteral("Ada");
    plan.capacity.workers.source = QStringLiteral("live: consumers attached");
    plan.capacity.perWorker.value = 0.1 + 0.2; // has no short decimal form
    plan.capacity.arrivals.value.reset();
    plan.bounds.proof = RedriveBounds::CanaryProof::AcceptedUnproven;
    plan.bounds.acceptedBy = QStringLiteral("Ada");
    plan.changes = {QStringLiteral("x-death is taken away")};
    plan.notKept = {QStringLiteral("the order among \"equals\"\n")};
    plan.warnings = {QStringLiteral("order not kept: \u00e4\U0001F600")};
    plan.requests = {QStringLiteral("basic.get orders.dlq"), QStringLiteral("basic.publish orders")};
    plan.lookCost = QStringLiteral("one delivery each");
    plan.breakGlass = BreakGlass{QStringLiteral("INC-7"), BreakGlass::Ground::RetentionFirst, planTime() - Minutes(20), {QStringLiteral("Bob")}};
    plan.adopts = PlanId(QStringLiteral("rd-20251129-090000-beef"));
    plan.correction = Correction{QByteArray("\x00\xff", 2), QByteArrayLiteral("{}"), QStringLiteral("a typing error")};
    return plan;
}

storage::SignedPlan signedPlan(const RedrivePlan &plan, char letter)
{
    return *storage::SignedPlan::sign(plan, keyOf(letter));
}

Statement approvalOf(const storage::SignedPlan &plan, const QString &rosterDigest)
{
    Statement statement;
    statement.kind = Statement::Kind::Approve;
    statement.id = QStringLiteral("00112233445566778899aabbccddeeff");
    statement.plan = plan.plan().id;
    statement.planDigest = plan.digest();
    statement.installation = plan.plan().installation;
    statement.by = person(QStringLiteral("Bob"), 'b');
    statement.at = plan.plan().createdAt + Minutes(5);
    statement.expiresAt = plan.plan().expiresAt - Minutes(60);
    statement.rosterDigest = rosterDigest;
    statement.phrase = approvalPhrase(plan.plan());
    statement.evidence = {QStringLiteral("signed evidence")};
    return statement;
}

storage::SignedStatement signedStatement(const Statement &statement, char letter)
{
    return *storage::SignedStatement::sign(statement, keyOf(letter));
}

Roster sampleRoster()
{
    Roster roster;
    roster.number = 3;
    roster.issuedAt = planTime() - std::chrono::hours(24);
    roster.entries = {{person(QStringLiteral("Ada"), 'a'), true}, {person(QStringLiteral("Bob"), 'b'), true}, {person(QStringLiteral("Cem"), 'c'), false}};
    return roster;
}

storage::SignedRoster signedRoster(const Roster &roster, char letter)
{
    return *storage::SignedRoster::sign(roster, keyOf(letter));
}

} // namespace holdwatch::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/gate/GateSamples.h"

#include <QTest>

#include <type_traits>

using namespace holdwatch;
using namespace holdwatch::operations;
using namespace holdwatch::test;

// The hinge: nobody but the gate makes the right to run, and nobody has it twice.
static_assert(!std::is_default_constructible_v<Approval>);
static_assert(!std::is_copy_constructible_v<Approval> && !std::is_copy_assignable_v<Approval>);
static_assert(!std::is_constructible_v<Approval, PlanId, QByteArray, UtcTime, QVector<Statement>, bool>);
static_assert(std::is_move_constructible_v<Approval>);

class TestGateRules : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data();
    void refuses();
    void refusesToGoOn_data();
    void refusesToGoOn();
    void refusesBreakGlass_data();
    void refusesBreakGlass();
    void refusesOutsideProduction_data();
    void refusesOutsideProduction();
    void everyRefusalIsASentenceWithACode();
    void runsWhatASecondPersonApproved();
    void goesOnWithItsOwnRun();
    void runsBreakGlassOfOnePerson();
    void runsWithoutIdentityOutsideProduction();
    void practiceNeedsNoPhrase();
    void anObjectionAfterTheRunBeganChangesNothing();
};

void TestGateRules::refuses_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *code, Change change) { QTest::newRow(name) << change << QString::fromLatin1(code); };

    row("not approved", "no-approval", [](GateCase &c) { c.statements.clear(); });
    row("approved by the requester", "statement-same-person", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'a', QStringLiteral("Ada")); });
    row("same key, other name", "statement-same-person", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'a', QStringLiteral("Bob")); });
    row("same name, other key", "statement-same-person", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'b', QStringLiteral("Ada")); });
    row("same name in other letters", "statement-same-person", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'b', QStringLiteral("\uff21DA")); });
    row("approver's name is not the roster's", "statement-not-in-roster", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'b', QStringLiteral("Bobby")); });
    row("roster's name with another key", "statement-not-in-roster", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'e', QStringLiteral("Bob")); });
    row("approver nobody knows", "statement-not-in-roster", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'e', QStringLiteral("Eve")); });
    row("approver who may not", "statement-may-not-approve", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'c', QStringLiteral("Cem")); });

    row("forged approval", "statement-signature", [](GateCase &c) {
        c.statements = {*storage::SignedStatement::open(signing::Envelope::signedBy(keyOf('e'), storage::SignedStatement::payloadType, c.statements.first().envelope().payload))};
    });
    row("approval without signature", "statement-signature", [](GateCase &c) {
        auto envelope = c.statements.first().envelope();
        envelope.signature.clear();
        c.statements = {*storage::SignedStatement::open(envelope)};
    });
    row("forged plan", "plan-signature", [](GateCase &c) {
        c.sign = [](const RedrivePlan &plan) { return *storage::SignedPlan::open(signing::Envelope::signedBy(keyOf('e'), storage::SignedPlan::payloadType, *storage::canonicalForm(plan))); };
    });
    row("plan changed by one byte", "statement-plan", [](GateCase &c) { c.plan.reason += QLatin1Char('!'); });
    row("bound changed after the approval", "statement-plan", [](GateCase &c) { c.plan.bounds.maxMessages += 1; });
    row("approval of another plan", "statement-plan", [](GateCase &c) { c.plan.id = PlanId(QStringLiteral("rd-20251130-110000-00ab")); });
    row("approval for another installation", "statement-installation", [](GateCase &c) {
        Statement statement = c.approval();
        statement.installation = InstallationId(QStringLiteral("elsewhere"));
        c.statements = {signedStatement(statement)};
    });

    row("other roster when it was approved", "statement-roster", [](GateCase &c) {
        Statement statement = c.approval();
        statement.rosterDigest = QStringLiteral("00");
        c.statements = {signedStatement(statement)};
    });
    row("approval names no roster", "statement-roster", [](GateCase &c) {
        Statement statement = c.approval();
        statement.rosterDigest.clear();
        c.statements = {signedStatement(statement)};
    });
    row("roster changed after the approval", "statement-roster", [](GateCase &c) {
        Roster roster = sampleRoster();
        roster.number += 1;
        c.context.people.roster = roster;
        c.context.people.rosterDigest = signedRoster(roster).digest();
    });
    row("approver was taken out of the roster", "statement-not-in-roster", [](GateCase &c) { c.context.people.roster->entries.removeAt(1); });
    row("requester was taken out of the roster", "requester-not-in-roster", [](GateCase &c) { c.context.people.roster->entries.removeAt(0); });
    row("requester's name is not the roster's", "requester-not-in-roster", [](GateCase &c) { c.context.people.roster->entries[0].who.name = QStringLiteral("Adah"); });
    row("no roster", "roster-missing", [](GateCase &c) { c.context.people.roster.reset(); });
    row("no pinned maintainer", "roster-missing", [](GateCase &c) { c.context.people.maintainerKey.clear(); });
    row("roster expired", "roster-expired", [](GateCase &c) { c.context.people.roster->expiresAt = c.context.now; });

    row("approval expired by the server's time", "statement-expired", [](GateCase &c) {
        // The desktop is 50 s behind: by its own clock there would be time left.
        c.context.clockDisagreement = Seconds(50);
        Statement statement = c.approval();
        statement.expiresAt = c.context.now - Seconds(1);
        c.statements = {signedStatement(statement)};
    });
    row("approval that outlives its plan", "plan-expired", [](GateCase &c) {
        Statement statement = c.approval();
        statement.expiresAt = c.plan.expiresAt + Minutes(600);
        c.statements = {signedStatement(statement)};
        c.context.now = c.plan.expiresAt;
    });
    row("plan expired", "plan-expired", [](GateCase &c) { c.context.now = c.plan.expiresAt + Seconds(1); });
    row("too late to start", "plan-too-late", [](GateCase &c) { c.plan.latestStart = c.context.now - Seconds(1); });
    row("no time to run in", "plan-deadline", [](GateCase &c) { c.plan.bounds.deadline = Millis(0); });
    row("clocks disagree", "clock-disagrees", [](GateCase &c) { c.context.clockDisagreement = Seconds(61); });
    row("clocks disagree the other way", "clock-disagrees", [](GateCase &c) { c.context.clockDisagreement = Seconds(-61); });
    row("clock turned back", "clock-back", [](GateCase &c) { c.context.spent.latest = c.context.now + Minutes(3); });
    row("plan from the future", "plan-from-future", [](GateCase &c) { c.context.now = c.plan.createdAt - Minutes(2); });
    row("approval from the future", "statement-from-future", [](GateCase &c) {
        Statement statement = c.approval();
        statement.at = c.context.now + Minutes(2);
        c.statements = {signedStatement(statement)};
    });

    row("other installation", "installation", [](GateCase &c) { c.context.people.installation = InstallationId(QStringLiteral("elsewhere")); });
    row("no installation known", "installation", [](GateCase &c) { c.context.people.installation = {}; });
    row("replayed on another connection", "connection", [](GateCase &c) { c.context.connection = ConnectionId(QStringLiteral("orders-us")); });
    row("connection leads elsewhere now", "origin", [](GateCase &c) { c.context.origin = QStringLiteral("https://other.example.com:15671"); });
    row("other port", "origin", [](GateCase &c) { c.context.origin = QStringLiteral("https://queues.example.com:15672"); });
    row("no origin", "origin", [](GateCase &c) { c.plan.origin.clear(); c.context.origin.clear(); });
    row("marked production since", "environment", [](GateCase &c) { c.plan.environment = Environment::Staging; });
    row("marked practice in the plan", "environment", [](GateCase &c) { c.plan.environment = Environment::Practice; });

    row("keychain silent", "keychain", [](GateCase &c) { c.context.people.keychain = OperatorState::Keychain::Unavailable; });
    row("keychain still asked", "keychain", [](GateCase &c) { c.context.people.keychain = OperatorState::Keychain::Asking; });
    row("profile copied to a desktop without the key", "keychain", [](GateCase &c) { c.context.holdsRequesterKey = false; });
    row("spent marks in the keychain can't be read", "keychain", [](GateCase &c) { c.context.spent.keychainAnswers = false; });
    row("identity was made anew", "identity-other", [](GateCase &c) { c.context.people.self = person(QStringLiteral("Ada"), 'z'); });
    row("no identity here", "identity-other", [](GateCase &c) { c.context.people.self.reset(); });
    row("nobody asked on production", "identity-missing", [](GateCase &c) {
        c.plan.requester.publicKey.clear();
        c.context.people.self.reset();
        c.sign = [](const RedrivePlan &plan) { return *storage::SignedPlan::withoutSignature(plan); };
    });

    row("spent in both", "spent", [](GateCase &c) { c.context.spent.inProfile = c.context.spent.inKeychain = {c.mark()}; });
    row("spent in the keychain only: a restored profile", "spent", [](GateCase &c) { c.context.spent.inKeychain = {c.mark()}; });
    row("spent in the profile only", "spent", [](GateCase &c) { c.context.spent.inProfile = {c.mark()}; });
    row("statement spent by another plan", "spent", [](GateCase &c) {
        SpentMark mark = c.mark();
        mark.plan = PlanId(QStringLiteral("rd-20251130-110000-00ff"));
        mark.planDigest = QByteArray(32, 'x');
        c.context.spent.inKeychain = {mark};
    });
    row("spent, then approved once more", "spent", [](GateCase &c) {
        SpentMark mark = c.mark();
        mark.statements = {QString(32, QLatin1Char('0'))};
        c.context.spent.inKeychain = {mark};
    });

    row("refused after the approval", "refused", [](GateCase &c) { c.say(Statement::Kind::Refuse, 'b', QStringLiteral("Bob")); });
    row("refused by another", "refused", [](GateCase &c) { c.say(Statement::Kind::Refuse, 'c', QStringLiteral("Cem")); });
    row("refused by the requester", "refused", [](GateCase &c) { c.say(Statement::Kind::Refuse, 'a', QStringLiteral("Ada")); });
    row("withdrawn by the requester", "withdrawn", [](GateCase &c) { c.say(Statement::Kind::Withdraw, 'a', QStringLiteral("Ada")); });
    row("withdrawn by the approver", "statement-withdrawn", [](GateCase &c) { c.say(Statement::Kind::Withdraw, 'b', QStringLiteral("Bob")); });

    const auto phrase = [](const QString &typed) {
        return [typed](GateCase &c) {
            Statement statement = c.approval();
            statement.phrase = typed;
            c.statements = {signedStatement(statement)};
        };
    };
    row("no phrase", "statement-phrase", phrase({}));
    row("phrase of another plan", "statement-phrase", phrase(QStringLiteral("redrive 3 on Orders (EU)")));
    row("phrase in capitals", "statement-phrase", phrase(QStringLiteral("Redrive 2 on Orders (EU)")));
    row("phrase with a no-break space", "statement-phrase", phrase(QStringLiteral("redrive 2\u00a0on Orders (EU)")));
    row("phrase with a space behind", "statement-phrase", phrase(QStringLiteral("redrive 2 on Orders (EU) ")));
}

void TestGateRules::refuses()
{
    QFETCH(Change, change);
    QFETCH(QString, code);
    GateCase gateCase;
    gateCase.approve();
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
    change(gateCase);
    QCOMPARE(gateCase.answer(), code);
}

void TestGateRules::refusesToGoOn_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *code, Change change) { QTest::newRow(name) << change << QString::fromLatin1(code); };
    row("never begun", "not-begun", [](GateCase &c) { c.context.spent.inProfile.clear(); c.context.spent.inKeychain.clear(); });
    row("restored profile", "begun-elsewhere", [](GateCase &c) { c.context.spent.inProfile.clear(); });
    row("keychain knows nothing of it", "begun-elsewhere", [](GateCase &c) { c.context.spent.inKeychain.clear(); });
    row("begun at another time", "begun-elsewhere", [](GateCase &c) { c.context.spent.inKeychain[0].at += Seconds(1); });
    row("begun with another plan", "begun-elsewhere", [](GateCase &c) { c.plan.reason += QLatin1Char('!'); });
    row("begun by another installation", "begun-elsewhere", [](GateCase &c) { c.context.spent.inProfile[0].installation = InstallationId(QStringLiteral("x")); });
    row("approval is gone", "begun-elsewhere", [](GateCase &c) { c.statements.clear(); });
    row("approval is another", "begun-elsewhere", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'b', QStringLiteral("Bob")); });
    row("forged approval", "begun-elsewhere", [](GateCase &c) {
        c.statements = {*storage::SignedStatement::open(signing::Envelope::signedBy(keyOf('e'), storage::SignedStatement::payloadType, c.statements.first().envelope().payload))};
    });
    row("deadline passed", "run-over", [](GateCase &c) { c.context.now = c.context.spent.inProfile.first().deadline; });
    row("keychain silent", "keychain", [](GateCase &c) { c.context.spent.keychainAnswers = false; });
    row("key is elsewhere", "keychain", [](GateCase &c) { c.context.holdsRequesterKey = false; });
    row("other connection", "connection", [](GateCase &c) { c.context.connection = ConnectionId(QStringLiteral("orders-us")); });
    row("other origin", "origin", [](GateCase &c) { c.context.origin = QStringLiteral("https://other.example.com"); });
    row("clock turned back", "clock-back", [](GateCase &c) { c.context.spent.latest = c.context.now + Minutes(3); });
    row("clocks disagree", "clock-disagrees", [](GateCase &c) { c.context.clockDisagreement = Minutes(2); });
}

void TestGateRules::refusesToGoOn()
{
    QFETCH(Change, change);
    QFETCH(QString, code);
    GateCase gateCase;
    gateCase.approve();
    gateCase.context.spent.inProfile = gateCase.context.spent.inKeychain = {gateCase.mark()};
    QCOMPARE(gateCase.answerToGoOn(), QStringLiteral("goes on"));
    change(gateCase);
    QCOMPARE(gateCase.answerToGoOn(), code);
}

namespace {

GateCase brokenGlass()
{
    GateCase made;
    made.plan.breakGlass = BreakGlass{QStringLiteral("INC-7"), BreakGlass::Ground::ApproversSilent, made.context.now - Minutes(15), {QStringLiteral("Bob")}};
    return made;
}

void approveAlone(GateCase &c)
{
    c.statements.clear();
    c.say(Statement::Kind::Approve, 'a', QStringLiteral("Ada"));
}

} // namespace

void TestGateRules::refusesBreakGlass_data()
{
    QTest::addColumn<Change>("before"); // it is approved
    QTest::addColumn<Change>("after");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *code, Change before, Change after = {}) { QTest::newRow(name) << before << after << QString::fromLatin1(code); };
    row("no incident", "break-glass-incident", [](GateCase &c) { c.plan.breakGlass->incident = QStringLiteral("  "); });
    row("more than 20", "break-glass-too-many", [](GateCase &c) { c.plan.bounds.maxMessages = 21; });
    row("asked too recently", "break-glass-waiting", [](GateCase &c) { c.plan.breakGlass->askedAt = c.context.now - Minutes(15) + Seconds(1); });
    row("asked nobody", "break-glass-not-asked", [](GateCase &c) { c.plan.breakGlass->asked.clear(); });
    row("asked themself", "break-glass-not-asked", [](GateCase &c) { c.plan.breakGlass->asked = {QStringLiteral("Ada")}; });
    row("asked who may not approve", "break-glass-not-asked", [](GateCase &c) { c.plan.breakGlass->asked = {QStringLiteral("Cem")}; });
    row("asked somebody made up", "break-glass-not-asked", [](GateCase &c) { c.plan.breakGlass->asked = {QStringLiteral("Bob"), QStringLiteral("Zoe")}; });
    row("retention is far away", "break-glass-ground", [](GateCase &c) {
        c.plan.breakGlass->ground = BreakGlass::Ground::RetentionFirst;
        c.plan.latestStart = c.context.now + Minutes(15);
    });
    row("nothing expires", "break-glass-ground", [](GateCase &c) { c.plan.breakGlass->ground = BreakGlass::Ground::RetentionFirst; });
    row("an earlier one was not reviewed", "break-glass-unreviewed", [](GateCase &c) {
        SpentMark mark = c.mark();
        mark.plan = PlanId(QStringLiteral("rd-20251101-110000-00ff"));
        mark.planDigest = QByteArray(32, 'x');
        mark.statements = {QString(32, QLatin1Char('9'))};
        mark.isBreakGlass = true;
        c.context.spent.inKeychain = {mark};
    });
    row("not approved", "no-approval", {}, [](GateCase &c) { c.statements.clear(); });
    row("without roster", "roster-missing", [](GateCase &c) { c.context.people.roster.reset(); });
    row("not in the roster", "requester-not-in-roster", [](GateCase &c) { c.context.people.roster->entries.removeAt(0); });
    row("keychain silent", "keychain", [](GateCase &c) { c.context.spent.keychainAnswers = false; });
    row("refused", "refused", {}, [](GateCase &c) { c.say(Statement::Kind::Refuse, 'b', QStringLiteral("Bob")); });
    row("wrong phrase", "statement-phrase", {}, [](GateCase &c) {
        Statement statement = c.statements.first().statement();
        statement.phrase = QStringLiteral("yes");
        c.statements = {signedStatement(statement, 'a')};
    });
}

void TestGateRules::refusesBreakGlass()
{
    QFETCH(Change, before);
    QFETCH(Change, after);
    QFETCH(QString, code);
    GateCase gateCase = brokenGlass();
    if (before)
        before(gateCase);
    approveAlone(gateCase);
    if (after)
        after(gateCase);
    QCOMPARE(gateCase.answer(), code);
}

void TestGateRules::refusesOutsideProduction_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *code, Change change) { QTest::newRow(name) << change << QString::fromLatin1(code); };
    row("not approved", "no-approval", [](GateCase &c) { c.statements.clear(); });
    row("unsigned although there is an identity", "identity-unused", [](GateCase &c) {
        c.plan.requester.publicKey.clear();
        c.sign = [](const RedrivePlan &plan) { return *storage::SignedPlan::withoutSignature(plan); };
    });
    row("approved by a stranger", "statement-not-in-roster", [](GateCase &c) { c.statements.clear(); c.say(Statement::Kind::Approve, 'e', QStringLiteral("Eve")); });
    row("unsigned by the same name", "statement-same-person", [](GateCase &c) {
        Statement statement = c.approval();
        statement.by = {QStringLiteral("Ada"), {}};
        c.statements = {*storage::SignedStatement::withoutSignature(statement)};
    });
    row("wrong phrase", "statement-phrase", [](GateCase &c) {
        Statement statement = c.statements.first().statement();
        statement.phrase = QStringLiteral("yes");
        c.statements = {signedStatement(statement, 'a')};
    });
    row("spent", "spent", [](GateCase &c) { c.context.spent.inProfile = {c.mark()}; });
}

void TestGateRules::refusesOutsideProduction()
{
    QFETCH(Change, change);
    QFETCH(QString, code);
    GateCase gateCase;
    gateCase.plan.environment = gateCase.context.environment = Environment::Staging;
    approveAlone(gateCase);
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
    change(gateCase);
    QCOMPARE(gateCase.answer(), code);
}

void TestGateRules::everyRefusalIsASentenceWithACode()
{
    GateCase gateCase;
    gateCase.context.origin.clear();
    const auto refused = refusal(gateCase.signedPlanOfIt(), {}, gateCase.context);
    QVERIFY(refused);
    QCOMPARE(refused->kind, Error::Kind::Forbidden);
    QVERIFY(refused->what.endsWith(QLatin1Char('.')));
    QVERIFY(!refused->where.isEmpty());
}

void TestGateRules::runsWhatASecondPersonApproved()
{
    GateCase gateCase;
    gateCase.approve();
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
    // Old and void statements beside it do no harm.
    gateCase.say(Statement::Kind::Refuse, 'e', QStringLiteral("Eve"));
    gateCase.say(Statement::Kind::Withdraw, 'c', QStringLiteral("Cem"));
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
    QCOMPARE(countingApprovals(gateCase.signedPlanOfIt(), gateCase.statements, gateCase.context).size(), 1);
}

void TestGateRules::goesOnWithItsOwnRun()
{
    GateCase gateCase;
    gateCase.approve();
    gateCase.context.spent.inProfile = gateCase.context.spent.inKeychain = {gateCase.mark()};
    // What has expired since was good when it was spent.
    gateCase.context.spent.inProfile[0].deadline = gateCase.context.spent.inKeychain[0].deadline = gateCase.plan.expiresAt + Minutes(60);
    gateCase.context.now = gateCase.plan.expiresAt + Minutes(1);
    QCOMPARE(gateCase.answerToGoOn(), QStringLiteral("goes on"));
}

void TestGateRules::runsBreakGlassOfOnePerson()
{
    GateCase gateCase = brokenGlass();
    approveAlone(gateCase);
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
    gateCase = brokenGlass();
    gateCase.plan.breakGlass->ground = BreakGlass::Ground::RetentionFirst;
    gateCase.plan.latestStart = gateCase.context.now + Minutes(14);
    approveAlone(gateCase);
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
    SpentMark reviewed = gateCase.mark();
    reviewed.plan = PlanId(QStringLiteral("rd-20251101-110000-00ff"));
    reviewed.planDigest = QByteArray(32, 'x');
    reviewed.statements.clear();
    reviewed.isBreakGlass = reviewed.isReviewed = true;
    gateCase.context.spent.inKeychain = {reviewed};
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
}

void TestGateRules::runsWithoutIdentityOutsideProduction()
{
    GateCase gateCase;
    gateCase.plan.environment = gateCase.context.environment = Environment::Development;
    gateCase.plan.requester.publicKey.clear();
    gateCase.context.people = {};
    gateCase.context.people.installation = gateCase.plan.installation;
    gateCase.context.holdsRequesterKey = gateCase.context.spent.keychainAnswers = false;
    gateCase.sign = [](const RedrivePlan &plan) { return *storage::SignedPlan::withoutSignature(plan); };
    Statement statement = gateCase.approval();
    statement.by = gateCase.plan.requester;
    gateCase.statements = {*storage::SignedStatement::withoutSignature(statement)};
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
}

void TestGateRules::practiceNeedsNoPhrase()
{
    GateCase gateCase;
    gateCase.plan.environment = gateCase.context.environment = Environment::Practice;
    Statement statement = gateCase.approval();
    statement.by = gateCase.plan.requester;
    statement.phrase.clear();
    gateCase.statements = {signedStatement(statement, 'a')};
    QCOMPARE(gateCase.answer(), QStringLiteral("runs"));
}

void TestGateRules::anObjectionAfterTheRunBeganChangesNothing()
{
    GateCase gateCase;
    gateCase.approve();
    gateCase.context.spent.inProfile = gateCase.context.spent.inKeychain = {gateCase.mark()};
    Statement statement = gateCase.approval();
    statement.kind = Statement::Kind::Refuse;
    statement.id = QString(32, QLatin1Char('5'));
    statement.at = gateCase.context.now;
    const auto late = signedStatement(statement);
    gateCase.statements.append(late);
    QCOMPARE(gateCase.answerToGoOn(), QStringLiteral("goes on"));
    const auto problem = problemOf(late, gateCase.signedPlanOfIt(), gateCase.statements, gateCase.context);
    QVERIFY(problem);
    QCOMPARE(problem->where, QStringLiteral("statement-late"));
}

QTEST_GUILESS_MAIN(TestGateRules)
#include "TestGateRules.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/gate/GateSamples.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::operations;
using namespace holdwatch::test;

namespace {

using Kind = Statement::Kind;

/// Bob's desktop: another installation, no such connection.
struct Desk : GateCase
{
    StatementRequest request;

    Desk()
    {
        context.people.installation = InstallationId(QStringLiteral("bobs"));
        context.people.self = person(QStringLiteral("Bob"), 'b');
        context.connection = {};
        context.origin.clear();
        request.digestSeen = signedPlanOfIt().digest();
        request.phrase = approvalPhrase(plan);
    }
    void sitDown(const Operator &who) { context.people.self = who; }
    void atHome()
    {
        context.people.installation = plan.installation;
        sitDown(plan.requester);
    }
    Result<Statement> made() const { return makeStatement(request, signedPlanOfIt(), statements, context); }
    QString said() const
    {
        const auto result = made();
        return result ? QStringLiteral("said") : result.error().where;
    }
};

using DeskChange = std::function<void(Desk &)>;

} // namespace

Q_DECLARE_METATYPE(DeskChange)

class TestStatementMaking : public QObject
{
    Q_OBJECT

private slots:
    void refusesApproval_data();
    void refusesApproval();
    void refusesOtherStatements_data();
    void refusesOtherStatements();
    void letsGoOfSpacesAroundThePhraseOnly();
    void whatASecondPersonSaidCounts();
    void anApprovalExpiresWithThePlanOrAfterADay();
    void oneMayApproveAloneOutsideProduction();
    void objectionsAreMadeByWhoeverIsInTheRoster();
    void twoStatementsNeverShareAnId();
};

void TestStatementMaking::refusesApproval_data()
{
    QTest::addColumn<DeskChange>("change");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *code, DeskChange change) { QTest::newRow(name) << change << QString::fromLatin1(code); };
    row("plan changed behind the dialog", "plan-changed", [](Desk &d) { d.plan.reason += QLatin1Char('!'); });
    row("no digest", "plan-changed", [](Desk &d) { d.request.digestSeen.clear(); });
    row("phrase empty", "phrase", [](Desk &d) { d.request.phrase.clear(); });
    row("phrase wrong", "phrase", [](Desk &d) { d.request.phrase = QStringLiteral("redrive 3 on Orders (EU)"); });
    row("phrase in capitals", "phrase", [](Desk &d) { d.request.phrase = d.request.phrase.toUpper(); });
    row("phrase with a no-break space", "phrase", [](Desk &d) { d.request.phrase.replace(QLatin1Char(' '), QChar(0x00a0)); });
    row("phrase between no-break spaces", "phrase", [](Desk &d) { d.request.phrase = QChar(0x00a0) + d.request.phrase; });
    row("phrase with a tab behind", "phrase", [](Desk &d) { d.request.phrase += QLatin1Char('\t'); });
    row("phrase with a line break", "phrase", [](Desk &d) { d.request.phrase += QLatin1Char('\n'); });
    row("phrase with a zero-width space", "phrase", [](Desk &d) { d.request.phrase += QChar(0x200b); });
    row("phrase with two spaces", "phrase", [](Desk &d) { d.request.phrase.replace(QStringLiteral(" on "), QStringLiteral("  on ")); });
    row("by the requester", "statement-same-person", [](Desk &d) { d.atHome(); });
    row("by the requester on another desktop", "statement-same-person", [](Desk &d) { d.sitDown(d.plan.requester); });
    row("by the requester's name", "statement-same-person", [](Desk &d) { d.sitDown(person(QStringLiteral("ada"), 'b')); });
    row("by the requester's key", "statement-same-person", [](Desk &d) { d.sitDown(person(QStringLiteral("Bob"), 'a')); });
    row("by a stranger", "statement-not-in-roster", [](Desk &d) { d.sitDown(person(QStringLiteral("Eve"), 'e')); });
    row("by who may not", "statement-may-not-approve", [](Desk &d) { d.sitDown(person(QStringLiteral("Cem"), 'c')); });
    row("without identity", "identity-missing", [](Desk &d) { d.context.people.self.reset(); });
    row("without roster", "roster-missing", [](Desk &d) { d.context.people.roster.reset(); });
    row("roster expired", "roster-expired", [](Desk &d) { d.context.people.roster->expiresAt = d.context.now; });
    row("requester not in the roster", "requester-not-in-roster", [](Desk &d) { d.context.people.roster->entries.removeAt(0); });
    row("plan expired", "plan-expired", [](Desk &d) { d.context.now = d.plan.expiresAt; });
    row("clocks disagree", "clock-disagrees", [](Desk &d) { d.context.clockDisagreement = Seconds(61); });
    row("forged plan", "plan-signature", [](Desk &d) {
        d.sign = [](const RedrivePlan &plan) { return *storage::SignedPlan::open(signing::Envelope::signedBy(keyOf('e'), storage::SignedPlan::payloadType, *storage::canonicalForm(plan))); };
    });
}

void TestStatementMaking::refusesApproval()
{
    QFETCH(DeskChange, change);
    QFETCH(QString, code);
    Desk desk;
    QCOMPARE(desk.said(), QStringLiteral("said"));
    change(desk);
    QCOMPARE(desk.said(), code);
}

void TestStatementMaking::refusesOtherStatements_data()
{
    QTest::addColumn<DeskChange>("change");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const char *code, DeskChange change) { QTest::newRow(name) << change << QString::fromLatin1(code); };
    row("refuse without reason", "reason-missing", [](Desk &d) { d.request.kind = Kind::Refuse; });
    row("refuse with spaces as reason", "reason-missing", [](Desk &d) { d.request.kind = Kind::Refuse; d.request.reason = QStringLiteral(" \n"); });
    row("refuse as a stranger", "statement-not-in-roster", [](Desk &d) { d.request.kind = Kind::Refuse; d.request.reason = QStringLiteral("no"); d.sitDown(person(QStringLiteral("Eve"), 'e')); });
    row("withdraw what one never approved", "not-yours", [](Desk &d) { d.request.kind = Kind::Withdraw; d.request.reason = QStringLiteral("no"); });
    row("withdraw what has begun", "spent", [](Desk &d) {
        d.request.kind = Kind::Withdraw;
        d.request.reason = QStringLiteral("no");
        d.atHome();
        d.context.spent.inKeychain = {d.mark()};
    });
    row("review what was no break-glass", "statement-plan", [](Desk &d) { d.request.kind = Kind::Review; d.request.reason = QStringLiteral("fine"); });
    row("review one's own break-glass", "statement-same-person", [](Desk &d) {
        d.request.kind = Kind::Review;
        d.request.reason = QStringLiteral("fine");
        d.plan.breakGlass = BreakGlass{};
        d.atHome();
    });
    row("review by who may not", "statement-may-not-approve", [](Desk &d) {
        d.request.kind = Kind::Review;
        d.request.reason = QStringLiteral("fine");
        d.plan.breakGlass = BreakGlass{};
        d.sitDown(person(QStringLiteral("Cem"), 'c'));
    });
}

void TestStatementMaking::refusesOtherStatements()
{
    QFETCH(DeskChange, change);
    QFETCH(QString, code);
    Desk desk;
    change(desk);
    QCOMPARE(desk.said(), code);
}

void TestStatementMaking::letsGoOfSpacesAroundThePhraseOnly()
{
    QCOMPARE(phraseAsTyped(QStringLiteral("  a  b ")), QStringLiteral("a  b"));
    QCOMPARE(phraseAsTyped(QStringLiteral("   ")), QString(QLatin1String("")));
    QCOMPARE(phraseAsTyped(QStringLiteral("\ta")), QStringLiteral("\ta"));
    Desk desk;
    desk.request.phrase = QStringLiteral("  ") + desk.request.phrase + QLatin1Char(' ');
    QCOMPARE(desk.made()->phrase, approvalPhrase(desk.plan));
}

void TestStatementMaking::whatASecondPersonSaidCounts()
{
    Desk desk;
    const auto made = desk.made();
    QVERIFY(made);
    GateCase home;
    home.statements = {signedStatement(*made)};
    QCOMPARE(home.answer(), QStringLiteral("runs"));
}

void TestStatementMaking::anApprovalExpiresWithThePlanOrAfterADay()
{
    Desk desk;
    QCOMPARE(desk.made()->expiresAt, desk.plan.expiresAt);
    desk.plan.expiresAt = desk.context.now + std::chrono::hours(100);
    desk.request.digestSeen = desk.signedPlanOfIt().digest();
    QCOMPARE(desk.made()->expiresAt, desk.context.now + std::chrono::hours(24));
}

void TestStatementMaking::oneMayApproveAloneOutsideProduction()
{
    Desk desk;
    desk.atHome();
    desk.plan.environment = Environment::Staging;
    desk.request.digestSeen = desk.signedPlanOfIt().digest();
    QCOMPARE(desk.said(), QStringLiteral("said"));
    desk.request.phrase.clear();
    QCOMPARE(desk.said(), QStringLiteral("phrase"));
    desk.plan.environment = Environment::Practice;
    desk.plan.requester.publicKey.clear();
    desk.context.people = {};
    desk.context.people.installation = desk.plan.installation;
    desk.sign = [](const RedrivePlan &plan) { return *storage::SignedPlan::withoutSignature(plan); };
    desk.request.digestSeen = desk.signedPlanOfIt().digest();
    const auto made = desk.made();
    QVERIFY(made);
    QVERIFY(made->by.publicKey.isEmpty());
}

void TestStatementMaking::objectionsAreMadeByWhoeverIsInTheRoster()
{
    Desk desk;
    desk.request = {Kind::Refuse, {}, {}, QStringLiteral(" the fix is not out yet "), {}};
    desk.sitDown(person(QStringLiteral("Cem"), 'c'));
    const auto made = desk.made();
    QVERIFY(made);
    QCOMPARE(made->reason, QStringLiteral("the fix is not out yet"));
    QVERIFY(made->phrase.isEmpty());
    desk.atHome();
    desk.request.kind = Kind::Withdraw;
    QCOMPARE(desk.said(), QStringLiteral("said"));
    desk.sitDown(person(QStringLiteral("Bob"), 'b'));
    desk.statements = {signedStatement(desk.approval())};
    QCOMPARE(desk.said(), QStringLiteral("said"));
}

void TestStatementMaking::twoStatementsNeverShareAnId()
{
    Desk desk;
    QVERIFY(storage::isStatementId(desk.made()->id));
    QVERIFY(desk.made()->id != desk.made()->id);
}

QTEST_GUILESS_MAIN(TestStatementMaking)
#include "TestStatementMaking.moc"

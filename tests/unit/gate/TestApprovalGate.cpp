// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/gate/GateBench.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::operations;
using namespace holdwatch::test;

namespace {

struct Ready : Desktop
{
    RedrivePlan plan = smallPlan();
    QVector<storage::SignedStatement> statements;
    ApprovalGate::Place here;

    Ready()
    {
        beAda();
        statements = {signedStatement(approvalOf(signedPlan(plan), people->state().rosterDigest))};
        here = place();
    }
    Result<Approval> started()
    {
        return answerTo<Approval>([&](auto done) { gate->start(signedPlan(plan), statements, here, &context, done); });
    }
    Result<Approval> goneOn()
    {
        return answerTo<Approval>([&](auto done) { gate->goOn(signedPlan(plan), statements, here, &context, done); });
    }
    static QString said(const Result<Approval> &result) { return result ? QStringLiteral("runs") : codeOf(result.error()); }
};

} // namespace

class TestApprovalGate : public QObject
{
    Q_OBJECT

private slots:
    void refusesWithoutAnApproval();
    void refusesASecondRun();
    void refusesARunOfARestoredProfile();
    void refusesARunOfACopiedProfile();
    void refusesWhenOnlyTheProfileKnows();
    void refusesWhenTheKeychainIsSilent();
    void refusesWhenTheKeychainHangs();
    void refusesWhenTheKeychainTakesNothing();
    void refusesWhenTheProfileCanNotBeWritten();
    void refusesWhenTheListOfSpentIsDamaged();
    void refusesWhileAnotherProgramIsAtIt();
    void refusesToGoOnWithWhatNeverBegan();
    void refusesToGoOnWithARestoredProfile();
    void refusesTheNextBreakGlassUntilItWasReviewed();
    void refusesAReviewByTheSamePerson();
    void tellsNobodyWhoHasDied();
    void spendsBeforeItGivesOut();
    void goesOnWithItsOwnRun();
    void practiceAsksNoKeychain();
};

void TestApprovalGate::refusesWithoutAnApproval()
{
    Ready ready;
    ready.statements.clear();
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("no-approval"));
    QVERIFY(ready.keptSpent().isEmpty());
    QVERIFY(ready.fileSpent().isEmpty());
}

void TestApprovalGate::refusesASecondRun()
{
    Ready ready;
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("runs"));
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("spent"));
    // Another approval of the same plan is no second run either.
    Statement again = ready.statements.first().statement();
    again.id = QString(32, QLatin1Char('7'));
    ready.statements = {signedStatement(again)};
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("spent"));
}

void TestApprovalGate::refusesARunOfARestoredProfile()
{
    Ready ready;
    QVERIFY(ready.started());
    QVERIFY(QFile::remove(SpentBook::fileIn(ready.profile)));
    ready.start();
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("spent"));
    QVERIFY(ready.fileSpent().isEmpty()); // nor does it learn of the mark, which would let it go on
}

void TestApprovalGate::refusesARunOfACopiedProfile()
{
    Ready ready;
    const QString copy = ready.folder.filePath(QStringLiteral("copy"));
    QVERIFY(QDir().mkpath(copy));
    for (const QString &name : QDir(ready.profile).entryList(QDir::Files))
        QVERIFY(QFile::copy(ready.profile + QLatin1Char('/') + name, copy + QLatin1Char('/') + name));
    QVERIFY(ready.started());
    ready.profile = copy;
    ready.start();
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("spent"));
}

void TestApprovalGate::refusesWhenOnlyTheProfileKnows()
{
    Ready ready;
    QVERIFY(ready.started());
    ready.keychain.entries.erase(secrets::SecretName::ofOwn(secrets::OwnSecret::SpentMarks));
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("spent"));
}

void TestApprovalGate::refusesWhenTheKeychainIsSilent()
{
    Ready ready;
    ready.keychain.isLocked = true; // it says "no such entry" to everything
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("keychain"));
    QVERIFY(ready.fileSpent().isEmpty());
}

void TestApprovalGate::refusesWhenTheKeychainHangs()
{
    Ready ready;
    ready.keychain.isSilent = true;
    std::optional<Result<Approval>> answer;
    ready.gate->start(signedPlan(ready.plan), ready.statements, ready.here, &ready.context, [&](Result<Approval> result) { answer.emplace(std::move(result)); });
    while (!answer) {
        QCoreApplication::processEvents();
        ready.letTimePass();
    }
    QCOMPARE(Ready::said(*answer), QStringLiteral("keychain"));
    // What the keychain does later gives nobody an approval.
    answer.reset();
    ready.keychain.isSilent = false;
    while (ready.keychain.waiting() > 0)
        ready.keychain.answerNext();
    QCoreApplication::processEvents();
    QVERIFY(!answer);
}

void TestApprovalGate::refusesWhenTheKeychainTakesNothing()
{
    Ready ready;
    Error full;
    full.kind = Error::Kind::Unreachable;
    full.what = QStringLiteral("The keychain is full.");
    // Something is there, so the reading needs no probe.
    ready.keychain.entries[secrets::SecretName::ofOwn(secrets::OwnSecret::SpentMarks)] = storage::toBytes(storage::SpentList());
    ready.keychain.writesFailWith = full;
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("keychain"));
    QVERIFY(ready.fileSpent().isEmpty());
    ready.keychain.writesFailWith.reset();
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("runs")); // nothing was lost
}

void TestApprovalGate::refusesWhenTheProfileCanNotBeWritten()
{
    Ready ready;
    QVERIFY(QDir().mkpath(SpentBook::fileIn(ready.profile) + QStringLiteral("/in the way")));
    QVERIFY(!ready.started());
}

void TestApprovalGate::refusesWhenTheListOfSpentIsDamaged()
{
    for (const char *content : {"", "{", "{\"latest\":0,\"marks\":[],\"schema\":2}"}) {
        Ready ready;
        QFile file(SpentBook::fileIn(ready.profile));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) >= 0);
        file.close();
        const auto result = ready.started();
        QVERIFY(!result);
        QCOMPARE(result.error().kind, Error::Kind::Storage);
        QCOMPARE(ready.fileSpent(), QByteArray(content));
    }
    Ready ready;
    ready.keychain.entries[secrets::SecretName::ofOwn(secrets::OwnSecret::SpentMarks)] = "junk";
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("keychain"));
    QCOMPARE(ready.keptSpent(), QByteArrayLiteral("junk"));
}

void TestApprovalGate::refusesWhileAnotherProgramIsAtIt()
{
    Ready ready;
    QLockFile other(ready.folder.filePath(QStringLiteral("lock")));
    QVERIFY(other.tryLock(0));
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("spent-busy"));
    other.unlock();
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("runs"));
}

void TestApprovalGate::refusesToGoOnWithWhatNeverBegan()
{
    Ready ready;
    QCOMPARE(Ready::said(ready.goneOn()), QStringLiteral("not-begun"));
}

void TestApprovalGate::refusesToGoOnWithARestoredProfile()
{
    Ready ready;
    QVERIFY(ready.started());
    QVERIFY(QFile::remove(SpentBook::fileIn(ready.profile)));
    QCOMPARE(Ready::said(ready.goneOn()), QStringLiteral("begun-elsewhere"));
    // Not even after another plan was run with it.
    RedrivePlan other = ready.plan;
    other.id = PlanId(QStringLiteral("rd-20251130-110000-00ab"));
    Statement statement = approvalOf(signedPlan(other), ready.people->state().rosterDigest);
    statement.id = QString(32, QLatin1Char('8'));
    const QVector<storage::SignedStatement> said{signedStatement(statement)};
    QVERIFY(ready.answerTo<Approval>([&](auto done) { ready.gate->start(signedPlan(other), said, ready.here, &ready.context, done); }));
    QCOMPARE(Ready::said(ready.goneOn()), QStringLiteral("begun-elsewhere"));
}

namespace {

void breakGlass(Ready &ready, const QString &id, char letter)
{
    ready.plan.id = PlanId(id);
    ready.plan.breakGlass = BreakGlass{QStringLiteral("INC-7"), BreakGlass::Ground::ApproversSilent, ready.here.now - Minutes(15), {QStringLiteral("Bob")}};
    Statement alone = approvalOf(signedPlan(ready.plan), ready.people->state().rosterDigest);
    alone.id = QString(32, QLatin1Char(letter));
    alone.by = ready.plan.requester;
    ready.statements = {signedStatement(alone, 'a')};
}

QString reviewed(Ready &ready, const Operator &who, char letter)
{
    Statement review = ready.statements.first().statement();
    review.kind = Statement::Kind::Review;
    review.id = QString(32, QLatin1Char('e'));
    review.by = who;
    const auto statement = signedStatement(review, letter);
    return ready.told<void>([&](auto done) { ready.gate->takeReview(signedPlan(ready.plan), statement, ready.here, &ready.context, done); });
}

} // namespace

void TestApprovalGate::refusesTheNextBreakGlassUntilItWasReviewed()
{
    Ready ready;
    breakGlass(ready, QStringLiteral("rd-20251130-110000-00b1"), '1');
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("runs"));
    const RedrivePlan first = ready.plan;
    const auto firstStatements = ready.statements;
    breakGlass(ready, QStringLiteral("rd-20251130-110000-00b2"), '2');
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("break-glass-unreviewed"));
    // Putting the profile back does not make it reviewed.
    QVERIFY(QFile::remove(SpentBook::fileIn(ready.profile)));
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("break-glass-unreviewed"));
    ready.plan = first;
    ready.statements = firstStatements;
    QCOMPARE(reviewed(ready, person(QStringLiteral("Bob"), 'b'), 'b'), QStringLiteral("done"));
    breakGlass(ready, QStringLiteral("rd-20251130-110000-00b2"), '2');
    QCOMPARE(Ready::said(ready.started()), QStringLiteral("runs"));
}

void TestApprovalGate::refusesAReviewByTheSamePerson()
{
    Ready ready;
    breakGlass(ready, QStringLiteral("rd-20251130-110000-00b1"), '1');
    QCOMPARE(reviewed(ready, person(QStringLiteral("Bob"), 'b'), 'b'), QStringLiteral("not-begun"));
    QVERIFY(ready.started());
    QCOMPARE(reviewed(ready, person(QStringLiteral("Ada"), 'a'), 'a'), QStringLiteral("statement-same-person"));
    QCOMPARE(reviewed(ready, person(QStringLiteral("Cem"), 'c'), 'c'), QStringLiteral("statement-may-not-approve"));
    QCOMPARE(reviewed(ready, person(QStringLiteral("Bob"), 'b'), 'b'), QStringLiteral("done"));
}

void TestApprovalGate::tellsNobodyWhoHasDied()
{
    Ready ready;
    bool wasTold = false;
    {
        QObject brief;
        ready.gate->start(signedPlan(ready.plan), ready.statements, ready.here, &brief, [&](const Result<Approval> &) { wasTold = true; });
    }
    while (ready.keychain.waiting() > 0)
        QCoreApplication::processEvents();
    QVERIFY(!wasTold);
}

void TestApprovalGate::spendsBeforeItGivesOut()
{
    Ready ready;
    const auto approval = ready.started();
    QVERIFY(approval);
    QCOMPARE(approval->plan(), ready.plan.id);
    QCOMPARE(approval->planDigest(), signedPlan(ready.plan).digest());
    QCOMPARE(approval->deadline(), ready.here.now + ready.plan.bounds.deadline);
    QCOMPARE(approval->statements(), QVector<Statement>{ready.statements.first().statement()});
    QVERIFY(!approval->isContinued());
    for (const QByteArray &place : {ready.keptSpent(), ready.fileSpent()}) {
        const auto list = storage::spentListFrom(place);
        QVERIFY(list);
        QCOMPARE(list->marks.size(), 1);
        QCOMPARE(list->marks.first().plan, ready.plan.id);
        QCOMPARE(list->latest, ready.here.now);
    }
}

void TestApprovalGate::goesOnWithItsOwnRun()
{
    Ready ready;
    QVERIFY(ready.started());
    ready.start();
    ready.here.now += Minutes(30);
    const auto approval = ready.goneOn();
    QCOMPARE(Ready::said(approval), QStringLiteral("runs"));
    QVERIFY(approval->isContinued());
    QCOMPARE(approval->statements().size(), 1);
    ready.here.now = approval->deadline();
    QCOMPARE(Ready::said(ready.goneOn()), QStringLiteral("run-over"));
}

void TestApprovalGate::practiceAsksNoKeychain()
{
    Desktop desktop;
    RedrivePlan plan = smallPlan();
    plan.environment = Environment::Practice;
    plan.requester.publicKey.clear();
    const auto made = *storage::SignedPlan::withoutSignature(plan);
    Statement statement = approvalOf(made, {});
    statement.by = plan.requester;
    statement.phrase.clear();
    const QVector<storage::SignedStatement> statements{*storage::SignedStatement::withoutSignature(statement)};
    auto here = desktop.place();
    here.environment = Environment::Practice;
    const auto approval = desktop.answerTo<Approval>([&](auto done) { desktop.gate->start(made, statements, here, &desktop.context, done); });
    QVERIFY2(approval, approval ? "" : qPrintable(approval.error().where));
    QVERIFY(desktop.keychain.calls.isEmpty());
    QVERIFY(!desktop.fileSpent().isEmpty());
    QCOMPARE(desktop.told<Approval>([&](auto done) { desktop.gate->start(made, statements, here, &desktop.context, done); }), QStringLiteral("spent"));
}

QTEST_GUILESS_MAIN(TestApprovalGate)
#include "TestApprovalGate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/RedriveFile.h"

#include "tests/support/redrive/RedriveSamples.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::test;

class TestRedriveFile : public QObject
{
    Q_OBJECT

private slots:
    void refusesWhatIsNoRedrive_data();
    void refusesWhatIsNoRedrive();
    void refusesStatementsAboutDifferentPlans();
    void refusesTooManyStatements();
    void refusesAFileThatIsTooLargeWithoutReadingIt();
    void refusesAFolder();
    void carriesAPlanAndWhatWasSaidOfIt();
    void carriesAStatementAlone();
    void isForItsOwnerAlone();
};

namespace {

RedriveFile sample()
{
    const auto plan = signedPlan(fullPlan());
    return {plan, {signedStatement(approvalOf(plan, {}))}};
}

} // namespace

void TestRedriveFile::refusesWhatIsNoRedrive_data()
{
    QTest::addColumn<QByteArray>("json");
    const QByteArray good = sample().toJson();
    const QByteArray plan = sample().plan->envelope().toJson();
    const QByteArray roster = signedRoster().toJson();
    const auto of = [](const QByteArray &documents) { return "{\"documents\":[" + documents + "],\"schema\":1}"; };
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no documents") << of({});
    QTest::newRow("bare plan") << plan;
    QTest::newRow("two plans") << of(plan + ',' + plan);
    QTest::newRow("plan after a statement") << of(sample().statements.first().envelope().toJson() + ',' + plan);
    QTest::newRow("roster") << of(roster);
    QTest::newRow("newer schema") << QByteArray(good).replace("\"schema\":1}", "\"schema\":2}");
    QTest::newRow("unknown field") << QByteArray(good).replace("\"schema\":1}", "\"schema\":1,\"z\":1}");
    QTest::newRow("line break behind") << good + '\n';
    QTest::newRow("comma at the end") << QByteArray(good).replace("],\"schema\"", ",],\"schema\"");
    QTest::newRow("no comma between") << QByteArray(good).replace("},{\"payload\"", "}{\"payload\"");
    QTest::newRow("null") << of("null");
    QTest::newRow("junk") << QByteArray(10 * 1024 * 1024, '[');
    QTest::newRow("list of junk") << "{\"documents\":" + QByteArray(10 * 1024 * 1024, '[');
}

void TestRedriveFile::refusesWhatIsNoRedrive()
{
    QFETCH(QByteArray, json);
    QVERIFY(!RedriveFile::parse(json));
}

void TestRedriveFile::refusesStatementsAboutDifferentPlans()
{
    RedrivePlan other = smallPlan();
    other.id = PlanId(QStringLiteral("rd-20251130-110000-00ab"));
    RedriveFile file = sample();
    file.statements.append(signedStatement(approvalOf(signedPlan(other), {})));
    const auto parsed = RedriveFile::parse(file.toJson());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, Error::Kind::Conflict);
    file.plan.reset();
    QVERIFY(!RedriveFile::parse(file.toJson()));
}

void TestRedriveFile::refusesTooManyStatements()
{
    RedriveFile file = sample();
    file.statements.fill(file.statements.first(), 101);
    QVERIFY(!RedriveFile::parse(file.toJson()));
    file.statements.removeLast();
    QVERIFY(RedriveFile::parse(file.toJson()));
}

void TestRedriveFile::refusesAFileThatIsTooLargeWithoutReadingIt()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("large")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(RedriveFile::mostBytes + 1)); // sparse
    const auto parsed = RedriveFile::read(file.fileName());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, Error::Kind::TooLarge);
}

void TestRedriveFile::refusesAFolder()
{
    QTemporaryDir folder;
    QCOMPARE(RedriveFile::read(folder.path()).error().kind, Error::Kind::Storage);
    QCOMPARE(RedriveFile::read(folder.filePath(QStringLiteral("none"))).error().kind, Error::Kind::NotFound);
}

void TestRedriveFile::carriesAPlanAndWhatWasSaidOfIt()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.redrive"));
    QVERIFY(sample().write(path));
    const auto back = RedriveFile::read(path);
    QVERIFY(back);
    QCOMPARE(back->plan->plan(), fullPlan());
    QVERIFY(back->plan->signatureProblem().isEmpty());
    QCOMPARE(back->statements.size(), 1);
    QCOMPARE(back->statements.first().statement(), sample().statements.first().statement());
}

void TestRedriveFile::carriesAStatementAlone()
{
    RedriveFile file = sample();
    file.plan.reset();
    const auto back = RedriveFile::parse(file.toJson());
    QVERIFY(back);
    QVERIFY(!back->plan);
    QCOMPARE(back->statements.size(), 1);
}

void TestRedriveFile::isForItsOwnerAlone()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.redrive"));
    QVERIFY(sample().write(path));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QCOMPARE(QFileInfo(path).permissions() & others, QFile::Permissions());
}

QTEST_GUILESS_MAIN(TestRedriveFile)
#include "TestRedriveFile.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/RedriveFolder.h"

#include "tests/support/redrive/RedriveSamples.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::test;

class TestRedriveFolder : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void aPlanNeverReplacesAnother();
    void aStatementNeverReplacesAnother();
    void namesADamagedPlanAndLeavesItAlone();
    void namesADamagedStatementAndReadsTheOthers();
    void leavesAFolderAloneThatHoldsSomethingUnreadable();
    void refusesIdsThatLeadElsewhere();
    void aPlanCopiedIntoAnotherFolderIsNotTakenForIt();
    void aStatementNeedsItsPlan();
    void keepsAndFindsAgain();
    void keepingTheSameTwiceChangesNothing();
    void foldersAreForTheirOwnerAlone();
    void forgets();

private:
    RedriveFolder folder() const { return RedriveFolder(RedriveFolder::in(m_folder->path())); }
    QString pathOf(const QString &name) const { return RedriveFolder::in(m_folder->path()) + QLatin1Char('/') + id() .text() + QLatin1Char('/') + name; }
    static PlanId id() { return smallPlan().id; }
    static void overwrite(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(unreadable)");
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRedriveFolder::aPlanNeverReplacesAnother()
{
    QVERIFY(folder().keep(signedPlan(smallPlan())));
    RedrivePlan other = smallPlan();
    other.bounds.maxMessages = 1;
    const auto kept = folder().keep(signedPlan(other));
    QVERIFY(!kept);
    QCOMPARE(kept.error().kind, Error::Kind::Conflict);
    QCOMPARE(folder().load(id())->plan.plan(), smallPlan());
}

void TestRedriveFolder::aStatementNeverReplacesAnother()
{
    const auto plan = signedPlan(smallPlan());
    QVERIFY(folder().keep(plan));
    Statement statement = approvalOf(plan, {});
    QVERIFY(folder().keep(signedStatement(statement)));
    statement.kind = Statement::Kind::Refuse;
    const auto kept = folder().keep(signedStatement(statement));
    QVERIFY(!kept);
    QCOMPARE(kept.error().kind, Error::Kind::Conflict);
    QCOMPARE(folder().load(id())->statements.first().statement().kind, Statement::Kind::Approve);
}

void TestRedriveFolder::namesADamagedPlanAndLeavesItAlone()
{
    QVERIFY(folder().keep(signedPlan(smallPlan())));
    const QString path = pathOf(QStringLiteral("plan.json"));
    const QByteArray damaged = contentOf(path).replace("payload", "pay_oad");
    overwrite(path, damaged);
    const auto loaded = folder().load(id());
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().where, path);
    QVERIFY(!folder().keep(signedPlan(smallPlan())));
    QVERIFY(!folder().forget(id()));
    QCOMPARE(folder().list().problems.size(), 1);
    QVERIFY(folder().list().redrives.isEmpty());
    QCOMPARE(contentOf(path), damaged);
}

void TestRedriveFolder::namesADamagedStatementAndReadsTheOthers()
{
    const auto plan = signedPlan(smallPlan());
    QVERIFY(folder().keep(plan));
    Statement statement = approvalOf(plan, {});
    QVERIFY(folder().keep(signedStatement(statement)));
    statement.id = QString(32, QLatin1Char('1'));
    QVERIFY(folder().keep(signedStatement(statement)));
    const QString path = pathOf(QStringLiteral("statement-%1.json").arg(statement.id));
    overwrite(path, "{");
    const auto loaded = folder().load(id());
    QVERIFY(loaded);
    QCOMPARE(loaded->statements.size(), 1);
    QCOMPARE(loaded->problems.size(), 1);
    QCOMPARE(loaded->problems.first().where, path);
    QVERIFY(!folder().keep(signedStatement(statement)));
    QCOMPARE(contentOf(path), QByteArrayLiteral("{"));
}

void TestRedriveFolder::leavesAFolderAloneThatHoldsSomethingUnreadable()
{
    const auto plan = signedPlan(smallPlan());
    QVERIFY(folder().keep(plan));
    overwrite(pathOf(QStringLiteral("statement-x.json")), "junk");
    const auto forgotten = folder().forget(id());
    QVERIFY(!forgotten);
    QCOMPARE(forgotten.error().kind, Error::Kind::Conflict);
    QVERIFY(folder().load(id()));
}

void TestRedriveFolder::refusesIdsThatLeadElsewhere()
{
    for (const char *each : {"", ".", "..", "../x", "/etc", "rd-20251130-110000-00aa/../.."}) {
        const PlanId evil{QString::fromLatin1(each)};
        QCOMPARE(folder().load(evil).error().kind, Error::Kind::Invalid);
        QCOMPARE(folder().forget(evil).error().kind, Error::Kind::Invalid);
    }
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestRedriveFolder::aPlanCopiedIntoAnotherFolderIsNotTakenForIt()
{
    QVERIFY(folder().keep(signedPlan(smallPlan())));
    const QString other = RedriveFolder::in(m_folder->path()) + QStringLiteral("/rd-20251130-110000-00ab");
    QVERIFY(QDir().mkdir(other));
    QVERIFY(QFile::copy(pathOf(QStringLiteral("plan.json")), other + QStringLiteral("/plan.json")));
    QVERIFY(!folder().load(PlanId(QStringLiteral("rd-20251130-110000-00ab"))));
    QCOMPARE(folder().list().redrives.size(), 1);
}

void TestRedriveFolder::aStatementNeedsItsPlan()
{
    const auto kept = folder().keep(signedStatement(approvalOf(signedPlan(smallPlan()), {})));
    QVERIFY(!kept);
    QCOMPARE(kept.error().kind, Error::Kind::NotFound);
}

void TestRedriveFolder::keepsAndFindsAgain()
{
    QVERIFY(folder().list().redrives.isEmpty());
    QVERIFY(folder().list().problems.isEmpty());
    const auto plan = signedPlan(fullPlan());
    QVERIFY(folder().keep(plan));
    Statement later = approvalOf(plan, {});
    Statement earlier = later;
    earlier.id = QString(32, QLatin1Char('f'));
    earlier.at -= Minutes(1);
    QVERIFY(folder().keep(signedStatement(later)));
    QVERIFY(folder().keep(signedStatement(earlier)));
    const auto listing = folder().list();
    QCOMPARE(listing.redrives.size(), 1);
    QCOMPARE(listing.redrives.first().plan.plan(), fullPlan());
    QCOMPARE(listing.redrives.first().statements.size(), 2);
    QCOMPARE(listing.redrives.first().statements.first().statement(), earlier);
}

void TestRedriveFolder::keepingTheSameTwiceChangesNothing()
{
    const auto plan = signedPlan(smallPlan());
    const auto statement = signedStatement(approvalOf(plan, {}));
    for (int i = 0; i < 2; ++i) {
        QVERIFY(folder().keep(plan));
        QVERIFY(folder().keep(statement));
    }
    QCOMPARE(folder().load(id())->statements.size(), 1);
}

void TestRedriveFolder::foldersAreForTheirOwnerAlone()
{
    QVERIFY(folder().keep(signedPlan(smallPlan())));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    for (const QString &path : {RedriveFolder::in(m_folder->path()), QFileInfo(pathOf(QStringLiteral("plan.json"))).path(), pathOf(QStringLiteral("plan.json"))})
        QCOMPARE(QFileInfo(path).permissions() & others, QFile::Permissions());
}

void TestRedriveFolder::forgets()
{
    QVERIFY(folder().keep(signedPlan(smallPlan())));
    QVERIFY(folder().forget(id()));
    QVERIFY(folder().list().redrives.isEmpty());
    QCOMPARE(folder().forget(id()).error().kind, Error::Kind::NotFound);
}

QTEST_GUILESS_MAIN(TestRedriveFolder)
#include "TestRedriveFolder.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/gate/GateBench.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::operations;
using namespace holdwatch::test;
using secrets::OwnSecret;
using secrets::SecretName;

class TestOperatorKeeper : public QObject
{
    Q_OBJECT

private slots:
    void refusesASecondIdentity();
    void refusesAnIdentityWhileTheKeychainIsSilent();
    void refusesNamesNobodyCanRead();
    void aSilentKeychainIsNotAnEmptyOne();
    void aProfileFromAnotherDesktopCanNotSign();
    void anotherKeyInTheKeychainSignsNothing();
    void refusesWhatIsNoKey();
    void refusesToPinBesideTheAdministrator();
    void aBrokenPinOfTheAdministratorIsNotReplaced();
    void refusesARosterWithoutAPin();
    void refusesARosterOfAnotherKey();
    void refusesAnOlderRoster();
    void refusesAnotherRosterOfTheSameNumber();
    void refusesAnExpiredRoster();
    void anOlderRosterOfARestoredProfileDoesNotCount();
    void aRosterThatWasChangedDoesNotCount();
    void anotherPinLeavesTheOldRosterBehind();
    void aDamagedIdentityIsNamedAndNotReplaced();
    void startsWithoutAskingAnybody();
    void makesAnIdentityAndSignsWithIt();
    void takesUpTheKeyOfItsInstallation();
    void everyProfileOfAPersonSeesThePin();
    void noKeyIsInAnyFile();
    void signsNothingForNobody();
};

void TestOperatorKeeper::refusesASecondIdentity()
{
    Desktop desktop;
    QVERIFY(desktop.created(QStringLiteral("Ada")));
    const auto again = desktop.created(QStringLiteral("Ada"));
    QVERIFY(!again);
    QCOMPARE(again.error().kind, Error::Kind::Conflict);
}

void TestOperatorKeeper::refusesAnIdentityWhileTheKeychainIsSilent()
{
    Desktop desktop;
    desktop.keychain.isLocked = true;
    const auto made = desktop.created(QStringLiteral("Ada"));
    QVERIFY(!made);
    QCOMPARE(made.error().kind, Error::Kind::Unreachable);
    QVERIFY(!desktop.people->state().self);
    QVERIFY(QDir(desktop.profile).isEmpty());
}

void TestOperatorKeeper::refusesNamesNobodyCanRead()
{
    Desktop desktop;
    for (const QString &name : {QString(), QStringLiteral(" Ada"), QStringLiteral("A\nda"), QStringLiteral("Ada\u202e")}) {
        const auto made = desktop.created(name);
        QVERIFY(!made);
        QCOMPARE(made.error().kind, Error::Kind::Invalid);
    }
    QVERIFY(desktop.keychain.calls.isEmpty());
}

void TestOperatorKeeper::aSilentKeychainIsNotAnEmptyOne()
{
    Desktop desktop;
    desktop.beAda();
    desktop.keychain.isLocked = true;
    desktop.start();
    QCOMPARE(desktop.people->state().keychain, OperatorState::Keychain::Unavailable);
    QVERIFY(desktop.people->state().maintainerKey.isEmpty());
    QVERIFY(!desktop.people->state().roster);
    QVERIFY(!desktop.people->state().problems.isEmpty());
    QVERIFY(desktop.people->state().self); // known from the profile
    QCOMPARE(desktop.told<storage::SignedPlan>([&](auto done) { desktop.people->sign(smallPlan(), &desktop.context, done); }), QStringLiteral("unreachable"));
    desktop.keychain.isLocked = false;
    QCOMPARE(desktop.told<void>([&](auto done) { desktop.people->refresh(&desktop.context, done); }), QStringLiteral("done"));
    QVERIFY(desktop.people->state().roster);
    QVERIFY(desktop.people->state().problems.isEmpty());
}

void TestOperatorKeeper::aProfileFromAnotherDesktopCanNotSign()
{
    Desktop desktop;
    desktop.beAda();
    desktop.keychain.entries.clear();
    desktop.start();
    QCOMPARE(desktop.told<storage::SignedPlan>([&](auto done) { desktop.people->sign(smallPlan(), &desktop.context, done); }), QStringLiteral("invalid"));
    QVERIFY(!desktop.people->state().roster); // nor is there a pin
}

void TestOperatorKeeper::anotherKeyInTheKeychainSignsNothing()
{
    Desktop desktop;
    desktop.beAda();
    desktop.keychain.entries[SecretName::ofOwn(OwnSecret::OperatorKey)] = QByteArray(32, 'z');
    QCOMPARE(desktop.told<storage::SignedPlan>([&](auto done) { desktop.people->sign(smallPlan(), &desktop.context, done); }), QStringLiteral("invalid"));
    desktop.keychain.entries[SecretName::ofOwn(OwnSecret::OperatorKey)] = "short";
    QVERIFY(desktop.told<storage::SignedPlan>([&](auto done) { desktop.people->sign(smallPlan(), &desktop.context, done); }) != QStringLiteral("done"));
}

void TestOperatorKeeper::refusesWhatIsNoKey()
{
    Desktop desktop;
    for (const char *text : {"", "x", "AAAA", "not base64 at all!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
        QCOMPARE(desktop.told<void>([&](auto done) { desktop.people->pinMaintainer(QString::fromLatin1(text), &desktop.context, done); }), QStringLiteral("invalid"));
    QVERIFY(desktop.keychain.entries.empty());
}

namespace {

void writePin(Desktop &desktop, const QByteArray &content)
{
    const QString path = desktop.folder.filePath(QStringLiteral("maintainer.pub"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    desktop.pinFiles = {desktop.folder.filePath(QStringLiteral("none")), path};
    desktop.start();
}

} // namespace

void TestOperatorKeeper::refusesToPinBesideTheAdministrator()
{
    Desktop desktop;
    desktop.beAda();
    QCOMPARE(desktop.people->state().pinnedBy, QStringLiteral("this person's keychain"));
    writePin(desktop, storage::publicKeyText(keyOf('n').publicKey()).toLatin1() + '\n');
    QCOMPARE(desktop.people->state().maintainerKey, keyOf('n').publicKey());
    QCOMPARE(desktop.people->state().pinnedBy, QStringLiteral("the administrator of this machine"));
    QVERIFY(!desktop.people->state().roster);
    QCOMPARE(desktop.pinned(keyOf('m').publicKey()), QStringLiteral("forbidden"));
    QCOMPARE(desktop.people->state().maintainerKey, keyOf('n').publicKey());
}

void TestOperatorKeeper::aBrokenPinOfTheAdministratorIsNotReplaced()
{
    Desktop desktop;
    desktop.beAda();
    writePin(desktop, "not a key\n");
    QVERIFY(desktop.people->state().maintainerKey.isEmpty());
    QVERIFY(!desktop.people->state().roster);
    QVERIFY(!desktop.people->state().problems.isEmpty());
    QCOMPARE(desktop.pinned(keyOf('m').publicKey()), QStringLiteral("forbidden"));
}

void TestOperatorKeeper::refusesARosterWithoutAPin()
{
    Desktop desktop;
    QCOMPARE(desktop.takenRoster(signedRoster()), QStringLiteral("forbidden"));
}

void TestOperatorKeeper::refusesARosterOfAnotherKey()
{
    Desktop desktop;
    desktop.beAda();
    Roster newer = sampleRoster();
    newer.number = 9;
    QCOMPARE(desktop.takenRoster(signedRoster(newer, 'x')), QStringLiteral("forbidden"));
    QCOMPARE(desktop.people->state().roster->number, 3);
}

void TestOperatorKeeper::refusesAnOlderRoster()
{
    Desktop desktop;
    desktop.beAda();
    Roster older = sampleRoster();
    older.number = 2;
    QCOMPARE(desktop.takenRoster(signedRoster(older)), QStringLiteral("conflict"));
    QCOMPARE(desktop.people->state().roster->number, 3);
}

void TestOperatorKeeper::refusesAnotherRosterOfTheSameNumber()
{
    Desktop desktop;
    desktop.beAda();
    Roster other = sampleRoster();
    other.entries.removeLast();
    QCOMPARE(desktop.takenRoster(signedRoster(other)), QStringLiteral("conflict"));
    QCOMPARE(desktop.takenRoster(signedRoster()), QStringLiteral("done"));
}

void TestOperatorKeeper::refusesAnExpiredRoster()
{
    Desktop desktop;
    desktop.beAda();
    Roster expired = sampleRoster();
    expired.number = 4;
    expired.expiresAt = desktop.clock.now();
    QCOMPARE(desktop.takenRoster(signedRoster(expired)), QStringLiteral("invalid"));
}

void TestOperatorKeeper::anOlderRosterOfARestoredProfileDoesNotCount()
{
    Desktop desktop;
    desktop.beAda();
    QFile file(OperatorKeeper::rosterFileIn(desktop.profile));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray old = file.readAll();
    file.close();
    Roster newer = sampleRoster();
    newer.number = 4;
    newer.entries.removeLast();
    QCOMPARE(desktop.takenRoster(signedRoster(newer)), QStringLiteral("done"));
    QTRY_VERIFY(desktop.keychain.waiting() == 0);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(old) == old.size());
    file.close();
    desktop.start();
    QVERIFY(!desktop.people->state().roster);
    QVERIFY(desktop.people->state().problems.join(QString()).contains(QStringLiteral("older")));
    QCOMPARE(desktop.takenRoster(signedRoster()), QStringLiteral("conflict"));
}

void TestOperatorKeeper::aRosterThatWasChangedDoesNotCount()
{
    Desktop desktop;
    desktop.beAda();
    QFile file(OperatorKeeper::rosterFileIn(desktop.profile));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(20) && file.write("x") == 1);
    file.close();
    desktop.start();
    QVERIFY(!desktop.people->state().roster);
    QVERIFY(!desktop.people->state().problems.isEmpty());
}

void TestOperatorKeeper::anotherPinLeavesTheOldRosterBehind()
{
    Desktop desktop;
    desktop.beAda();
    QVERIFY(desktop.people->state().roster);
    QCOMPARE(desktop.pinned(keyOf('n').publicKey()), QStringLiteral("done"));
    QVERIFY(!desktop.people->state().roster);
    QCOMPARE(desktop.pinned(keyOf('m').publicKey()), QStringLiteral("done"));
    QVERIFY(desktop.people->state().roster);
}

void TestOperatorKeeper::aDamagedIdentityIsNamedAndNotReplaced()
{
    Desktop desktop;
    desktop.beAda();
    const QString path = OperatorKeeper::identityFileIn(desktop.profile);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
    file.close();
    desktop.start();
    QVERIFY(!desktop.people->state().self);
    QVERIFY(desktop.people->state().problems.join(QString()).contains(path));
    QVERIFY(!desktop.created(QStringLiteral("Ada")));
    QCOMPARE(QFileInfo(path).size(), 1);
}

void TestOperatorKeeper::startsWithoutAskingAnybody()
{
    Desktop desktop;
    QVERIFY(desktop.keychain.calls.isEmpty());
    QCOMPARE(desktop.people->state().keychain, OperatorState::Keychain::Available);
    QVERIFY(desktop.people->state().problems.isEmpty());
}

void TestOperatorKeeper::makesAnIdentityAndSignsWithIt()
{
    Desktop desktop;
    const auto who = desktop.created(QStringLiteral("Ada"));
    QVERIFY(who);
    RedrivePlan plan = smallPlan();
    plan.requester = *who;
    const auto made = desktop.answerTo<storage::SignedPlan>([&](auto done) { desktop.people->sign(plan, &desktop.context, done); });
    QVERIFY(made);
    QVERIFY(storage::SignedPlan::open(made->envelope())->signatureProblem().isEmpty());
    const QString path = desktop.folder.filePath(QStringLiteral("ada.json"));
    QVERIFY(desktop.people->exportIdentity(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(*storage::IdentityFile::parse(file.readAll()), *who);
    desktop.start();
    QCOMPARE(*desktop.people->state().self, *who);
}

void TestOperatorKeeper::takesUpTheKeyOfItsInstallation()
{
    Desktop desktop;
    const auto who = desktop.created(QStringLiteral("Ada"));
    QVERIFY(QFile::remove(OperatorKeeper::identityFileIn(desktop.profile)));
    desktop.start();
    QVERIFY(!desktop.people->state().self);
    const auto again = desktop.created(QStringLiteral("Ada"));
    QVERIFY(again);
    QCOMPARE(*again, *who);
}

void TestOperatorKeeper::everyProfileOfAPersonSeesThePin()
{
    Desktop desktop;
    desktop.beAda();
    desktop.profile = desktop.folder.filePath(QStringLiteral("second"));
    QVERIFY(QDir().mkpath(desktop.profile));
    desktop.start();
    QCOMPARE(desktop.told<void>([&](auto done) { desktop.people->refresh(&desktop.context, done); }), QStringLiteral("done"));
    QCOMPARE(desktop.people->state().maintainerKey, keyOf('m').publicKey());
    Roster older = sampleRoster();
    older.number = 1;
    QCOMPARE(desktop.takenRoster(signedRoster(older)), QStringLiteral("conflict"));
}

void TestOperatorKeeper::noKeyIsInAnyFile()
{
    Desktop desktop;
    QVERIFY(desktop.created(QStringLiteral("Ada")));
    const QByteArray seed = desktop.keychain.entries[SecretName::ofOwn(OwnSecret::OperatorKey)];
    QCOMPARE(seed.size(), 32);
    for (const QString &name : QDir(desktop.profile).entryList(QDir::Files)) {
        QFile file(desktop.profile + QLatin1Char('/') + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        for (const QByteArray &form : {seed, seed.toHex(), seed.toBase64()})
            QVERIFY(!content.contains(form));
    }
}

void TestOperatorKeeper::signsNothingForNobody()
{
    Desktop desktop;
    QCOMPARE(desktop.told<storage::SignedPlan>([&](auto done) { desktop.people->sign(smallPlan(), &desktop.context, done); }), QStringLiteral("not-found"));
    QVERIFY(desktop.keychain.calls.isEmpty());
}

QTEST_GUILESS_MAIN(TestOperatorKeeper)
#include "TestOperatorKeeper.moc"

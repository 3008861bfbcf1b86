// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/RosterFile.h"

#include "tests/support/redrive/RedriveSamples.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::test;

class TestRosterFile : public QObject
{
    Q_OBJECT

private slots:
    void refusesARosterOfAnotherMaintainer();
    void refusesARosterThatWasChanged();
    void refusesAnUnsignedRoster();
    void refusesAnotherDocumentOfTheSameMaintainer();
    void refusesPeopleWhoCanNotBeToldApart_data();
    void refusesPeopleWhoCanNotBeToldApart();
    void refusesNamesNobodyCanRead_data();
    void refusesNamesNobodyCanRead();
    void refusesAnIdentityOfSomebodyElsesKey();
    void refusesAnIdentityThatWasChanged();
    void aRosterComesBackWithItsDigest();
    void anIdentityComesBack();
};

namespace {

QByteArray maintainerKey()
{
    return keyOf('m').publicKey();
}

} // namespace

void TestRosterFile::refusesARosterOfAnotherMaintainer()
{
    const auto opened = SignedRoster::open(signedRoster(sampleRoster(), 'x').toJson(), maintainerKey());
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, Error::Kind::Forbidden);
    QVERIFY(!SignedRoster::open(signedRoster().toJson(), {}));
}

void TestRosterFile::refusesARosterThatWasChanged()
{
    auto envelope = *signing::Envelope::parse(signedRoster().toJson());
    QVERIFY(envelope.payload.contains("false"));
    envelope.payload.replace("\"may_approve\":false", "\"may_approve\":true");
    const auto opened = SignedRoster::open(envelope.toJson(), maintainerKey());
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, Error::Kind::Forbidden);
}

void TestRosterFile::refusesAnUnsignedRoster()
{
    auto envelope = *signing::Envelope::parse(signedRoster().toJson());
    envelope.signature.clear();
    QVERIFY(!SignedRoster::open(envelope.toJson(), maintainerKey()));
}

void TestRosterFile::refusesAnotherDocumentOfTheSameMaintainer()
{
    const auto envelope = *signing::Envelope::parse(signedRoster().toJson());
    const auto other = signing::Envelope::signedBy(keyOf('m'), QStringLiteral("application/vnd.holdwatch.redrive-plan+json"), envelope.payload);
    QVERIFY(!SignedRoster::open(other.toJson(), maintainerKey()));
}

void TestRosterFile::refusesPeopleWhoCanNotBeToldApart_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<char>("letter");
    QTest::newRow("same key") << QStringLiteral("Dora") << 'a';
    QTest::newRow("same name") << QStringLiteral("Ada") << 'd';
    QTest::newRow("same name in capitals") << QStringLiteral("ADA") << 'd';
    QTest::newRow("same name, full width") << QStringLiteral("\uff21da") << 'd';
}

void TestRosterFile::refusesPeopleWhoCanNotBeToldApart()
{
    QFETCH(QString, name);
    QFETCH(char, letter);
    Roster roster = sampleRoster();
    roster.entries.append({person(name, letter), true});
    const auto made = SignedRoster::sign(roster, keyOf('m'));
    QVERIFY(!made);
    QCOMPARE(made.error().kind, Error::Kind::Invalid);
}

void TestRosterFile::refusesNamesNobodyCanRead_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QString();
    QTest::newRow("spaces") << QStringLiteral("  ");
    QTest::newRow("line break") << QStringLiteral("Eve\nBob");
    QTest::newRow("turned around") << QStringLiteral("Eve\u202e");
    QTest::newRow("zero width") << QStringLiteral("Bo\u200bb");
    QTest::newRow("long") << QString(101, QLatin1Char('x'));
}

void TestRosterFile::refusesNamesNobodyCanRead()
{
    QFETCH(QString, name);
    QVERIFY(!faultOfOperatorName(name).isEmpty());
    Roster roster = sampleRoster();
    roster.entries.append({person(name, 'd'), true});
    QVERIFY(!SignedRoster::sign(roster, keyOf('m')));
    QVERIFY(!IdentityFile::parse(IdentityFile::toJson(name, keyOf('d'))));
}

void TestRosterFile::refusesAnIdentityOfSomebodyElsesKey()
{
    auto envelope = *signing::Envelope::parse(IdentityFile::toJson(QStringLiteral("Bob"), keyOf('b')));
    envelope = signing::Envelope::signedBy(keyOf('e'), envelope.payloadType, envelope.payload);
    const auto parsed = IdentityFile::parse(envelope.toJson());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, Error::Kind::Forbidden);
}

void TestRosterFile::refusesAnIdentityThatWasChanged()
{
    auto envelope = *signing::Envelope::parse(IdentityFile::toJson(QStringLiteral("Bob"), keyOf('b')));
    envelope.payload.replace("Bob", "Ada");
    QVERIFY(!IdentityFile::parse(envelope.toJson()));
    QVERIFY(!IdentityFile::parse(signedRoster().toJson()));
    QVERIFY(!IdentityFile::parse(QByteArray(100000, '{')));
}

void TestRosterFile::aRosterComesBackWithItsDigest()
{
    Roster roster = sampleRoster();
    roster.expiresAt = roster.issuedAt + std::chrono::hours(1000);
    const auto made = signedRoster(roster);
    const auto opened = SignedRoster::open(made.toJson(), maintainerKey());
    QVERIFY(opened);
    QCOMPARE(opened->roster(), roster);
    QCOMPARE(opened->digest(), made.digest());
    QCOMPARE(opened->digest().size(), 64);
    QVERIFY(signedRoster().digest() != made.digest());
}

void TestRosterFile::anIdentityComesBack()
{
    const auto who = IdentityFile::parse(IdentityFile::toJson(QStringLiteral("B\u00f6b"), keyOf('b')));
    QVERIFY(who);
    QCOMPARE(*who, person(QStringLiteral("B\u00f6b"), 'b'));
}

QTEST_GUILESS_MAIN(TestRosterFile)
#include "TestRosterFile.moc"

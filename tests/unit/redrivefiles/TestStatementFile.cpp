// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/StatementFile.h"

#include "tests/support/redrive/RedriveSamples.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::test;

class TestStatementFile : public QObject
{
    Q_OBJECT

private slots:
    void refusesEveryOtherSpelling_data();
    void refusesEveryOtherSpelling();
    void onlyWhoMakesItSigns();
    void signatureDoesNotHoldWhenItWasChanged();
    void anotherKeyInsideDoesNotHold();
    void unsignedNeedsNoKey();
    void everythingInAStatementComesBack();
};

namespace {

SignedStatement sample()
{
    return signedStatement(approvalOf(signedPlan(smallPlan()), QStringLiteral("ab")));
}

} // namespace

void TestStatementFile::refusesEveryOtherSpelling_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("unknown field") << QByteArrayLiteral("\"kind\":") << QByteArrayLiteral("\"joker\":1,\"kind\":");
    QTest::newRow("field twice") << QByteArrayLiteral("\"kind\":") << QByteArrayLiteral("\"kind\":\"approve\",\"kind\":");
    QTest::newRow("field missing") << QByteArrayLiteral("\"kind\":\"approve\",") << QByteArray();
    QTest::newRow("unknown word") << QByteArrayLiteral("\"approve\"") << QByteArrayLiteral("\"applaud\"");
    QTest::newRow("space") << QByteArrayLiteral("\"kind\":") << QByteArrayLiteral("\"kind\" :");
    QTest::newRow("empty phrase said aloud") << QByteArrayLiteral("\"phrase\":\"redrive 2 on Orders (EU)\"") << QByteArrayLiteral("\"phrase\":\"\"");
    QTest::newRow("id too short") << QByteArrayLiteral("00112233445566778899aabbccddeeff") << QByteArrayLiteral("0011");
    QTest::newRow("id that leads elsewhere") << QByteArrayLiteral("00112233445566778899aabbccddeeff") << QByteArrayLiteral("../../00112233445566778899aabbcc");
    QTest::newRow("plan that leads elsewhere") << QByteArrayLiteral("rd-20251130-110000-00aa") << QByteArrayLiteral("../..");
    QTest::newRow("newer schema") << QByteArrayLiteral("\"schema\":1") << QByteArrayLiteral("\"schema\":2");
    QTest::newRow("something behind it") << QByteArrayLiteral("\"schema\":1}") << QByteArrayLiteral("\"schema\":1}\n");
}

void TestStatementFile::refusesEveryOtherSpelling()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray payload = sample().envelope().payload;
    QVERIFY(payload.contains(from));
    payload.replace(from, to);
    // Even when it is properly signed.
    const auto opened = SignedStatement::open(signing::Envelope::signedBy(keyOf('b'), SignedStatement::payloadType, payload));
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, Error::Kind::Malformed);
}

void TestStatementFile::onlyWhoMakesItSigns()
{
    QVERIFY(!SignedStatement::sign(sample().statement(), keyOf('a')));
}

void TestStatementFile::signatureDoesNotHoldWhenItWasChanged()
{
    signing::Envelope envelope = sample().envelope();
    QVERIFY(SignedStatement::open(envelope)->signatureProblem().isEmpty());
    envelope.payload.replace("\"approve\"", "\"withdraw\"");
    QVERIFY(!SignedStatement::open(envelope)->signatureProblem().isEmpty());
    envelope = sample().envelope();
    envelope.signature.clear();
    QVERIFY(!SignedStatement::open(envelope)->signatureProblem().isEmpty());
}

void TestStatementFile::anotherKeyInsideDoesNotHold()
{
    // Eve writes Bob's key into a statement and signs with her own.
    const auto forged = SignedStatement::open(signing::Envelope::signedBy(keyOf('e'), SignedStatement::payloadType, sample().envelope().payload));
    QVERIFY(forged);
    QVERIFY(!forged->signatureProblem().isEmpty());
}

void TestStatementFile::unsignedNeedsNoKey()
{
    Statement statement = sample().statement();
    QVERIFY(!SignedStatement::withoutSignature(statement));
    statement.by.publicKey.clear();
    const auto made = SignedStatement::withoutSignature(statement);
    QVERIFY(made);
    QVERIFY(SignedStatement::open(made->envelope())->signatureProblem().isEmpty());
}

void TestStatementFile::everythingInAStatementComesBack()
{
    Statement statement = sample().statement();
    for (const auto kind : {Statement::Kind::Approve, Statement::Kind::Refuse, Statement::Kind::Withdraw, Statement::Kind::Review}) {
        statement.kind = kind;
        statement.reason = QStringLiteral("two\nlines");
        QCOMPARE(SignedStatement::open(signedStatement(statement).envelope())->statement(), statement);
    }
    statement.phrase.clear();
    statement.rosterDigest.clear();
    QCOMPARE(SignedStatement::open(signedStatement(statement).envelope())->statement(), statement);
}

QTEST_GUILESS_MAIN(TestStatementFile)
#include "TestStatementFile.moc"

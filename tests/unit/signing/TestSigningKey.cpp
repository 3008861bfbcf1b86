// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signing/SigningKey.h"

#include <QTest>

#include <type_traits>

using namespace holdwatch;
using namespace holdwatch::signing;

static_assert(!std::is_copy_constructible_v<SigningKey> && !std::is_copy_assignable_v<SigningKey>);
static_assert(!std::is_default_constructible_v<SigningKey>);

class TestSigningKey : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithRfc8032_data();
    void agreesWithRfc8032();
    void refusesWhatWasChanged();
    void refusesKeysAndSignaturesOfTheWrongSize();
    void refusesAKeyThatSignsEverything();
    void refusesASignatureWithAnUnreducedScalar();
    void comesBackFromItsSecret();
    void refusesASecretOfTheWrongLength();
    void twoKeysAreNeverTheSame();
    void hashesAsFips180Says();
    void randomIdsHaveTheirShape();
};

// Section 7.1: tests 1, 2, 3 and "SHA(abc)".
void TestSigningKey::agreesWithRfc8032_data()
{
    QTest::addColumn<QByteArray>("seed");
    QTest::addColumn<QByteArray>("publicKey");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("signature");
    QTest::newRow("empty") << QByteArrayLiteral("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
                           << QByteArrayLiteral("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a") << QByteArray()
                           << QByteArrayLiteral("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
    QTest::newRow("one byte") << QByteArrayLiteral("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
                              << QByteArrayLiteral("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c") << QByteArrayLiteral("72")
                              << QByteArrayLiteral("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    QTest::newRow("two bytes") << QByteArrayLiteral("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
                               << QByteArrayLiteral("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025") << QByteArrayLiteral("af82")
                               << QByteArrayLiteral("6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
    QTest::newRow("a digest") << QByteArrayLiteral("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42")
                              << QByteArrayLiteral("ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf")
                              << QByteArrayLiteral("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
                              << QByteArrayLiteral("dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704");
}

void TestSigningKey::agreesWithRfc8032()
{
    QFETCH(QByteArray, seed);
    QFETCH(QByteArray, publicKey);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, signature);
    const auto key = SigningKey::fromSecret(Secret(QByteArray::fromHex(seed)));
    QVERIFY(key);
    QCOMPARE(key->publicKey().toHex(), publicKey);
    QCOMPARE(key->sign(QByteArray::fromHex(message)).toHex(), signature);
    QVERIFY(verify(key->publicKey(), QByteArray::fromHex(message), QByteArray::fromHex(signature)));
}

void TestSigningKey::refusesWhatWasChanged()
{
    const auto key = SigningKey::generate();
    QVERIFY(key);
    const QByteArray message = QByteArrayLiteral("redrive 12 on Orders (EU)");
    const QByteArray signature = key->sign(message);
    QVERIFY(verify(key->publicKey(), message, signature));
    QVERIFY(!verify(key->publicKey(), message + ' ', signature));
    QVERIFY(!verify(SigningKey::generate()->publicKey(), message, signature));
    for (qsizetype i = 0; i < signature.size(); ++i) {
        QByteArray changed = signature;
        changed[i] = char(changed[i] ^ 1);
        QVERIFY(!verify(key->publicKey(), message, changed));
    }
}

void TestSigningKey::refusesKeysAndSignaturesOfTheWrongSize()
{
    const auto key = SigningKey::generate();
    const QByteArray signature = key->sign("x");
    QVERIFY(!verify({}, "x", signature));
    QVERIFY(!verify(key->publicKey() + 'x', "x", signature));
    QVERIFY(!verify(key->publicKey().chopped(1), "x", signature));
    QVERIFY(!verify(key->publicKey(), "x", {}));
    QVERIFY(!verify(key->publicKey(), "x", signature + 'x'));
    QVERIFY(!verify(key->publicKey(), "x", signature.chopped(1)));
}

void TestSigningKey::refusesAKeyThatSignsEverything()
{
    // The neutral element as key and as R with a zero scalar would "sign" any message.
    QByteArray neutral(32, '\0');
    neutral[0] = 1;
    QVERIFY(!verify(neutral, "anything", neutral + QByteArray(32, '\0')));
    QVERIFY(!verify(QByteArray(32, '\0'), "anything", QByteArray(64, '\0')));
}

void TestSigningKey::refusesASignatureWithAnUnreducedScalar()
{
    const auto key = SigningKey::generate();
    QByteArray signature = key->sign("x");
    const QByteArray order = QByteArray::fromHex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    int carry = 0;
    for (int i = 0; i < 32; ++i) {
        const int sum = uchar(signature[32 + i]) + uchar(order[i]) + carry;
        signature[32 + i] = char(sum & 0xff);
        carry = sum >> 8;
    }
    QVERIFY(!verify(key->publicKey(), "x", signature));
}

void TestSigningKey::comesBackFromItsSecret()
{
    const auto key = SigningKey::generate();
    const auto again = SigningKey::fromSecret(key->secret());
    QVERIFY(again);
    QCOMPARE(again->publicKey(), key->publicKey());
    QVERIFY(verify(key->publicKey(), "x", again->sign("x")));
}

void TestSigningKey::refusesASecretOfTheWrongLength()
{
    for (const int size : {0, 31, 33, 64}) {
        const auto key = SigningKey::fromSecret(Secret(QByteArray(size, 'k')));
        QVERIFY(!key);
        QCOMPARE(key.error().kind, Error::Kind::Malformed);
    }
}

void TestSigningKey::twoKeysAreNeverTheSame()
{
    QVERIFY(SigningKey::generate()->publicKey() != SigningKey::generate()->publicKey());
}

void TestSigningKey::hashesAsFips180Says()
{
    QCOMPARE(sha256("abc").toHex(), QByteArrayLiteral("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(sha256({}).toHex(), QByteArrayLiteral("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
}

void TestSigningKey::randomIdsHaveTheirShape()
{
    QCOMPARE(randomId().size(), 32);
    QVERIFY(randomId() != randomId());
}

QTEST_GUILESS_MAIN(TestSigningKey)
#include "TestSigningKey.moc"

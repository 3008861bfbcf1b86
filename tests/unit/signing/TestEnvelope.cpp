// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signing/Envelope.h"

#include "models/redrive/Operator.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::signing;

namespace {

const QString type = QStringLiteral("application/vnd.test+json");

Envelope sealed(const QByteArray &payload = QByteArrayLiteral("{\"a\":1}"))
{
    const auto key = SigningKey::fromSecret(Secret(QByteArray(32, 'k')));
    return Envelope::signedBy(*key, type, payload);
}

QByteArray publicKey()
{
    return SigningKey::fromSecret(Secret(QByteArray(32, 'k')))->publicKey();
}

} // namespace

class TestEnvelope : public QObject
{
    Q_OBJECT

private slots:
    void signsWhatDsseSays_data();
    void signsWhatDsseSays();
    void writesOneForm();
    void comesBackAsItWas();
    void refusesWhatIsNotThatForm_data();
    void refusesWhatIsNotThatForm();
    void holdsForNobodyElse();
    void holdsForNoOtherType();
    void holdsForNoOtherPayload();
    void withoutASignatureItHoldsForNobody();
    void refusesWhatIsTooLarge();
    void refusesTenMegabytesOfJunkAtOnce_data();
    void refusesTenMegabytesOfJunkAtOnce();
};

// The example of the specification's protocol.md, and its edge: lengths are of bytes.
void TestEnvelope::signsWhatDsseSays_data()
{
    QTest::addColumn<QString>("payloadType");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("specification") << QStringLiteral("http://example.com/HelloWorld") << QByteArrayLiteral("hello world")
                                   << QByteArrayLiteral("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    QTest::newRow("empty") << QString() << QByteArray() << QByteArrayLiteral("DSSEv1 0  0 ");
    QTest::newRow("bytes, not characters") << QStringLiteral("\u00e4") << QByteArrayLiteral("\xc3\xa4") << QByteArrayLiteral("DSSEv1 2 \xc3\xa4 2 \xc3\xa4");
}

void TestEnvelope::signsWhatDsseSays()
{
    QFETCH(QString, payloadType);
    QFETCH(QByteArray, payload);
    QFETCH(QByteArray, expected);
    QCOMPARE(preAuthentication(payloadType, payload), expected);
}

void TestEnvelope::writesOneForm()
{
    const Envelope envelope = sealed("hello world");
    const QByteArray expected = "{\"payload\":\"aGVsbG8gd29ybGQ=\",\"payloadType\":\"application/vnd.test+json\",\"signatures\":[{\"keyid\":\""
        + fingerprint(publicKey()).toLatin1() + "\",\"sig\":\"" + envelope.signature.toBase64() + "\"}]}";
    QCOMPARE(envelope.toJson(), expected);
}

void TestEnvelope::comesBackAsItWas()
{
    for (const QByteArray &payload : {QByteArray(), QByteArray("x"), QByteArray("xy"), QByteArray("xyz"), QByteArray("\0\xff\x80", 3)}) {
        const auto back = Envelope::parse(sealed(payload).toJson());
        QVERIFY(back);
        QCOMPARE(*back, sealed(payload));
        QVERIFY(back->holds(publicKey(), type));
    }
}

void TestEnvelope::refusesWhatIsNotThatForm_data()
{
    QTest::addColumn<QByteArray>("json");
    const QByteArray good = sealed("{\"a\":1}").toJson();
    const auto changed = [&good](const char *from, const char *to) { return QByteArray(good).replace(from, to); };
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no object") << QByteArrayLiteral("[]");
    QTest::newRow("empty object") << QByteArrayLiteral("{}");
    QTest::newRow("line break behind it") << good + '\n';
    QTest::newRow("another behind it") << good + good;
    QTest::newRow("byte-order mark") << "\xef\xbb\xbf" + good;
    QTest::newRow("broken off") << good.chopped(1);
    QTest::newRow("space") << changed("{\"payload\":", "{ \"payload\":");
    QTest::newRow("unknown field") << changed("\"signatures\"", "\"extra\":1,\"signatures\"");
    QTest::newRow("unknown field at the end") << changed("}]}", "}],\"x\":1}");
    QTest::newRow("field twice") << changed("\"payloadType\"", "\"payload\":\"eA==\",\"payloadType\"");
    QTest::newRow("no base64") << changed("\"payload\":\"", "\"payload\":\"*");
    QTest::newRow("URL base64") << Envelope{QByteArray("\xff\xef\xbe", 3), type, {}, {}}.toJson().replace("/+++", "_---");
    QTest::newRow("stray bits") << Envelope{"x", type, {}, {}}.toJson().replace("eA==", "eB==");
    QTest::newRow("no padding") << Envelope{"x", type, {}, {}}.toJson().replace("eA==", "eA");
    QTest::newRow("payload null") << Envelope{"x", type, {}, {}}.toJson().replace("\"eA==\"", "null");
    QTest::newRow("two signatures") << changed("}]}", "},{\"keyid\":\"a\",\"sig\":\"" + sealed("x").signature.toBase64() + "\"}]}");
    QTest::newRow("short signature") << changed(sealed().signature.toBase64(), "AAAA");
    QTest::newRow("escaped letter") << changed("vnd.test", "vnd.\\u0074est");
    QTest::newRow("type too long") << Envelope{"x", QString(300, QLatin1Char('t')), {}, {}}.toJson();
    QTest::newRow("bad UTF-8") << changed("vnd.test", "vnd.\xff\xfetest");
}

void TestEnvelope::refusesWhatIsNotThatForm()
{
    QFETCH(QByteArray, json);
    const auto envelope = Envelope::parse(json);
    QVERIFY(!envelope);
    QCOMPARE(envelope.error().kind, Error::Kind::Malformed);
    QVERIFY(!envelope.error().what.isEmpty());
}

void TestEnvelope::holdsForNobodyElse()
{
    QVERIFY(sealed().holds(publicKey(), type));
    QVERIFY(!sealed().holds(SigningKey::generate()->publicKey(), type));
    QVERIFY(!sealed().holds({}, type));
}

void TestEnvelope::holdsForNoOtherType()
{
    QVERIFY(!sealed().holds(publicKey(), u"application/vnd.other+json"));
    Envelope relabelled = sealed();
    relabelled.payloadType = QStringLiteral("application/vnd.other+json");
    QVERIFY(!relabelled.holds(publicKey(), relabelled.payloadType));
}

void TestEnvelope::holdsForNoOtherPayload()
{
    Envelope changed = sealed();
    changed.payload += ' ';
    QVERIFY(!changed.holds(publicKey(), type));
}

void TestEnvelope::withoutASignatureItHoldsForNobody()
{
    const Envelope envelope{"x", type, {}, {}};
    const auto back = Envelope::parse(envelope.toJson());
    QVERIFY(back);
    QVERIFY(!back->isSigned());
    QVERIFY(!back->holds(publicKey(), type));
}

void TestEnvelope::refusesWhatIsTooLarge()
{
    const QByteArray json = sealed(QByteArray(1000, 'x')).toJson();
    QVERIFY(Envelope::parse(json, json.size()));
    const auto refused = Envelope::parse(json, json.size() - 1);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, Error::Kind::TooLarge);
}

void TestEnvelope::refusesTenMegabytesOfJunkAtOnce_data()
{
    QTest::addColumn<QByteArray>("junk");
    constexpr qsizetype tenMegabytes = 10 * 1024 * 1024;
    QTest::newRow("brackets") << QByteArray(tenMegabytes, '[');
    QTest::newRow("braces") << QByteArray(tenMegabytes, '{');
    QTest::newRow("quotes") << QByteArray(tenMegabytes, '"');
    QTest::newRow("nulls") << QByteArray(tenMegabytes, '\0');
    QTest::newRow("open text") << "{\"payload\":\"" + QByteArray(tenMegabytes, 'A');
    QTest::newRow("backslashes") << "{\"payload\":\"" + QByteArray(tenMegabytes, '\\');
    QTest::newRow("digits") << QByteArray(tenMegabytes, '9');
}

void TestEnvelope::refusesTenMegabytesOfJunkAtOnce()
{
    QFETCH(QByteArray, junk);
    QVERIFY(!Envelope::parse(junk));
}

QTEST_GUILESS_MAIN(TestEnvelope)
#include "TestEnvelope.moc"

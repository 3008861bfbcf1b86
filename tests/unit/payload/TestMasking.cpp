// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/Diff.h"
#include "models/payload/HexDump.h"
#include "models/payload/Masking.h"
#include "models/payload/PrettyJson.h"

#include <QTest>

#include <limits>

using namespace holdwatch::payload;

namespace {

QByteArray masked(QByteArrayView body)
{
    return maskedBytes(body, masksOf(body, SensitiveNames()));
}

} // namespace

class TestMasking : public QObject
{
    Q_OBJECT
private slots:
    void knowsSensitiveNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isSensitive");
        for (const char *name : {"password", "db_password", "PassWord2", "passwd", "client-secret", "accessToken", "Authorization", "X-Api-Key", "card", "cardNumber",
                                 "credit_card_number", "cvv", "CVC2", "iban", "ssn", "email", "customer_email", "phone", "mobile.number", "date-of-birth", "Cookie"})
            QTest::addRow("%s", name) << QByteArray(name) << true;
        for (const char *name : {"order", "cardinality", "tokens_used", "id", "", "discard", "keyboard", "emailed_at", "phones_sold", "pinned", "panel"})
            QTest::addRow("plain %s", name) << QByteArray(name) << false;
    }
    void knowsSensitiveNames()
    {
        QFETCH(QByteArray, name);
        QTEST(SensitiveNames().matches(name), "isSensitive");
    }

    void takesAListOfOnesOwn()
    {
        const SensitiveNames names({QStringLiteral("order_*"), QStringLiteral("  ")});
        QVERIFY(names.matches("orderNumber"));
        QVERIFY(!names.matches("password"));
        QVERIFY(!names.matches(""));
    }

    void hidesValuesOfSensitiveFields_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *name, const QByteArray &body, const QByteArray &wanted) { QTest::addRow("%s", name) << body << wanted; };
        row("string", "{\"password\":\"hunter2\",\"a\":1}", "{\"password\":\"●●●\",\"a\":1}");
        row("escaped key", "{\"pass\\u0077ord\":\"hunter2\"}", "{\"pass\\u0077ord\":\"●●●\"}");
        row("number", "{\"card\":4111111111111111,\"a\":1}", "{\"card\":\"●●●\",\"a\":1}");
        row("object", "{\"card\":{\"number\":\"4111\",\"exp\":{\"m\":12}},\"a\":1}", "{\"card\":{\"number\":\"●●●\",\"exp\":{\"m\":\"●●●\"}},\"a\":1}");
        row("array", "{\"email\":[\"a@b.c\",\"d@e.f\"],\"a\":\"x\"}", "{\"email\":[\"●●●\",\"●●●\"],\"a\":\"x\"}");
        row("key that ends with a quote", "{\"pin\\\"\":\"7\",\"pin\":\"8\"}", "{\"pin\\\"\":\"7\",\"pin\":\"●●●\"}");
        row("null and empty stay", "{\"ssn\":null,\"iban\":\"\"}", "{\"ssn\":null,\"iban\":\"\"}");
        row("both duplicates", "{\"pin\":\"1\",\"pin\":\"2\"}", "{\"pin\":\"●●●\",\"pin\":\"●●●\"}");
        row("escaped quote inside", "{\"secret\":\"a\\\"b\",\"c\":\"d\"}", "{\"secret\":\"●●●\",\"c\":\"d\"}");
        row("json in a string", "{\"body\":\"{\\\"password\\\":\\\"hunter2\\\",\\\"a\\\":1}\"}", "{\"body\":\"{\\\"password\\\":\\\"●●●\\\",\\\"a\\\":1}\"}");
        row("json in json in a string", "{\"b\":\"{\\\"c\\\":\\\"{\\\\\\\"pin\\\\\\\":\\\\\\\"1234\\\\\\\"}\\\"}\"}", "{\"b\":\"{\\\"c\\\":\\\"{\\\\\\\"pin\\\\\\\":\\\\\\\"●●●\\\\\\\"}\\\"}\"}");
        row("query in a string", "{\"url\":\"https://x.y/?token=abc&id=1\"}", "{\"url\":\"https://x.y/?token=●●●&id=1\"}");
        row("second value", "{\"a\":1}\n{\"password\":\"x\"}", "{\"a\":1}\n{\"password\":\"●●●\"}");
        row("cut value", "{\"a\":1,\"password\":\"hunt", "{\"a\":1,\"password\":●●●");
        row("wrong quotes", "{\"a\":1,\"password\":'hunter2'}", "{\"a\":1,\"password\":●●●");
        row("cut in a sensitive object", "{\"card\":{\"number\":\"4111\",\"x\":", "{\"card\":{\"number\":\"●●●\",\"x\":");
        row("broken before", "{a:1,\"password\":\"hunter2\",\"b\":2}", "{a:1,\"password\":\"●●●\",\"b\":2}");
        row("broken before, next line", "{a:1,\"password\":\n  \"hunter2\"}", "{a:1,\"password\":\n  \"●●●\"}");
        row("key=value", "user=bob password=hunter2 id=7", "user=bob password=●●● id=7");
        row("quoted", "password='hunter 2', id=7", "password='●●●', id=7");
        row("form", "card_number=4111&cvv=123&id=7", "card_number=●●●&cvv=●●●&id=7");
        row("headers", "Host: x\r\nAuthorization: Bearer abc def\r\nId: 7", "Host: x\r\nAuthorization: ●●●\r\nId: 7");
        row("xml", "<a><password>hunter2</password><b>1</b></a>", "<a><password>●●●</password><b>1</b></a>");
        row("a sentence", "the password was wrong", "the password was wrong");
        row("nothing", "", "");
    }
    void hidesValuesOfSensitiveFields()
    {
        QFETCH(QByteArray, body);
        QTEST(masked(body), "wanted");
    }

    void hidesAValueBesideItsSensitiveName_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *name, const QByteArray &body, const QByteArray &wanted) { QTest::addRow("%s", name) << body << wanted; };
        row("name first", "{\"name\":\"password\",\"value\":\"hunter2\"}", "{\"name\":\"password\",\"value\":\"●●●\"}");
        row("value first", "{\"value\":\"hunter2\",\"x\":1,\"name\":\"password\"}", "{\"value\":\"●●●\",\"x\":1,\"name\":\"password\"}");
        row("key", "[{\"key\":\"card_number\",\"value\":4111}]", "[{\"key\":\"card_number\",\"value\":\"●●●\"}]");
        row("spelled otherwise", "{\"fieldName\":\"Authorization\",\"string_value\":\"x\"}", "{\"fieldName\":\"Authorization\",\"string_value\":\"●●●\"}");
        row("list", "{\"name\":\"email\",\"values\":[\"a@b.cd\",7]}", "{\"name\":\"email\",\"values\":[\"●●●\",\"●●●\"]}");
        row("list first", "{\"values\":[\"a\",7],\"name\":\"pin\"}", "{\"values\":\"●●●\",\"name\":\"pin\"}");
        row("harmless", "{\"name\":\"colour\",\"value\":\"red\"}", "{\"name\":\"colour\",\"value\":\"red\"}");
        row("of another object", "[{\"name\":\"password\"},{\"value\":\"red\"}]", "[{\"name\":\"password\"},{\"value\":\"red\"}]");
        row("inner pair", "{\"name\":\"a\",\"value\":{\"name\":\"pin\",\"value\":1}}", "{\"name\":\"a\",\"value\":{\"name\":\"pin\",\"value\":\"●●●\"}}");
        row("json in a string", "{\"b\":\"[{\\\"name\\\":\\\"pin\\\",\\\"value\\\":1234}]\"}", "{\"b\":\"[{\\\"name\\\":\\\"pin\\\",\\\"value\\\":●●●}]\"}");
        row("cut before the name", "{\"value\":\"hunter2\",\"na", "{\"value\":\"●●●\",\"na");
        row("form", "name=password&value=hunter2&id=7", "name=password&value=●●●&id=7");
        row("prose", "no such option: key='pin' value='1234'", "no such option: key='pin' value='●●●'");
    }
    void hidesAValueBesideItsSensitiveName()
    {
        QFETCH(QByteArray, body);
        QTEST(masked(body), "wanted");
    }

    void hidesWhatIsEncodedInsideStrings_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("isHidden");
        const QByteArray secret = "{\"order\":1,\"password\":\"hunter2\"}";
        const QByteArray plain = "{\"order\":1,\"colour\":\"red, or blue?\"}";
        QTest::newRow("base64") << secret.toBase64() << true;
        QTest::newRow("base64url without padding") << secret.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals) << true;
        QTest::newRow("base64 of base64") << secret.toBase64().toBase64() << true;
        QTest::newRow("base64 with escaped slashes") << QByteArray(secret + "?>?>?>").toBase64().replace("/", "\\/") << true;
        QTest::newRow("base64 in lines") << QByteArray(secret.toBase64()).insert(20, "\\n") << true;
        QTest::newRow("data url") << "data:application/json;base64," + secret.toBase64() << true;
        QTest::newRow("behind a path") << "/v1/" + secret.toBase64() << true;
        QTest::newRow("hex") << secret.toHex() << true;
        QTest::newRow("percent") << secret.toPercentEncoding() << true;
        QTest::newRow("address in base64") << QByteArray("write to bob@example.com").toBase64() << true;
        QTest::newRow("form in base64") << QByteArray("user=7&password=hunter2").toBase64() << true;
        QTest::newRow("gzip in base64") << QByteArray::fromHex("1f8b0800000000000003ab562a482c2e2ecf2f4a51b252ca28cd2b492d32528c55aa050039a6d12217000000").toBase64() << true;
        QTest::newRow("zlib in base64") << qCompress(secret).sliced(4).toBase64() << true;
        QTest::newRow("plain json in base64") << plain.toBase64() << false;
        QTest::newRow("web token") << QByteArray("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U") << true;
        QTest::newRow("uuid") << QByteArray("6fa459ea-ee8a-3ca4-894e-db77e160355e") << false;
        QTest::newRow("digest") << QByteArray("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08") << false;
        QTest::newRow("words") << QByteArray("ReservationExpiredException in com/example/orders/Worker") << false;
        QTest::newRow("encoded blank") << QByteArray("https://x.yz/?q=a%20b&colour=red") << false;
    }
    void hidesWhatIsEncodedInsideStrings()
    {
        QFETCH(QByteArray, value);
        QFETCH(bool, isHidden);
        const QByteArray body = "{\"data\":\"" + value + "\",\"id\":7}";
        const QByteArray hidden = masked(body);
        QCOMPARE(hidden != body, isHidden);
        QVERIFY(isJson(hidden) && hidden.endsWith(",\"id\":7}"));
        if (isHidden)
            QVERIFY2(!hidden.contains(value.right(12)) && !hidden.contains(value.mid(value.size() / 2, 8)), hidden.constData());
    }

    void hidesAddressesInTextWhereTheNamesSaySo()
    {
        const QByteArray body = "{\"mail\":\"x\",\"note\":\"Write to bob.smith+1@example.co.uk, or call. @home a@b\"}";
        QCOMPARE(masked(body), "{\"mail\":\"●●●\",\"note\":\"Write to ●●●, or call. @home a@b\"}");
        const SensitiveNames others({QStringLiteral("password")});
        QCOMPARE(maskedBytes(body, masksOf(body, others)), body);
    }

    void hidesSecretsInProse_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char *text, const char *wanted) { QTest::addRow("%s", text) << QString::fromUtf8(text) << QString::fromUtf8(wanted); };
        row("login failed: password=hunter2 for user 7", "login failed: password=●●● for user 7");
        row("401 from https://bob:hunter2@pay.example.com/charge", "401 from https://●●●@pay.example.com/charge");
        row("rejected header Bearer abcdef123456", "rejected header Bearer ●●●");
        row("no account for bob@example.com.", "no account for ●●●.");
        row("could not parse {\"card\":\"4111\",\"id\":7}", "could not parse {\"card\":\"●●●\",\"id\":7}");
        row("{\"error\":\"declined\",\"pin\":1234}", "{\"error\":\"declined\",\"pin\":\"●●●\"}");
        row("payload was eyJwYXNzd29yZCI6Imh1bnRlcjIifQ==", "payload was ●●●");
        row("connection refused after 3 attempts", "connection refused after 3 attempts");
        row("the password was wrong", "the password was wrong");
        row("", "");
    }
    void hidesSecretsInProse()
    {
        QFETCH(QString, text);
        const SensitiveNames names;
        QTEST(maskedProse(text, names), "wanted");
        QCOMPARE(maskedProse(maskedProse(text, names), names), maskedProse(text, names));
    }

    void looksOnlySoDeep()
    {
        QByteArray body = "password=hunter2";
        for (int i = 0; i < 9; ++i)
            body = body.toBase64();
        QCOMPARE(masked(body), "●●●");
        QByteArray nested = "{\"pin\":\"1234\"}";
        for (int i = 0; i < 9; ++i)
            nested = "{\"a\":\"" + nested.replace('\\', "\\\\").replace('"', "\\\"") + "\"}";
        QVERIFY(!masked(nested).contains("1234") && isJson(masked(nested)));
    }

    void hidesHeaders()
    {
        const SensitiveNames names;
        QCOMPARE(masksOfHeader("Authorization", "Bearer x", names).hidden(), (ByteRanges{{0, 8}}));
        QCOMPARE(masksOfHeader("x-debug", "token=abc; id=1", names).hidden(), (ByteRanges{{6, 9}}));
        QVERIFY(masksOfHeader("x-id", "7", names).isEmpty());
        QVERIFY(masksOfHeader("cookie", "", names).isEmpty());
    }

    void revealsOneRangeOnce()
    {
        const QByteArray body = "{\"password\":\"one\",\"secret\":\"two\"}";
        MaskList masks = masksOf(body, SensitiveNames());
        QCOMPARE(masks.masks().size(), 2u);
        QCOMPARE(masks.masks()[0].name, QStringLiteral("password"));
        QCOMPARE(masks.maskAt(14), 0);
        QCOMPARE(masks.maskAt(2), -1);
        QVERIFY(masks.reveal(0));
        QVERIFY(!masks.reveal(0));
        QVERIFY(!masks.reveal(7));
        QVERIFY(!masks.reveal(-1));
        QCOMPARE(maskedBytes(body, masks), "{\"password\":\"one\",\"secret\":\"●●●\"}");
        masks.hideAll();
        QCOMPARE(maskedBytes(body, masks), "{\"password\":\"●●●\",\"secret\":\"●●●\"}");
    }

    void givesTheOriginalBackOnceAllIsRevealed()
    {
        QRandomGenerator random(23);
        for (int i = 0; i < 1000; ++i) {
            const QByteArray body = i % 2 ? nearlyJson(random, 30) : randomJson(random, 4);
            const QByteArray kept(body.constData(), body.size());
            MaskList masks = masksOf(body, SensitiveNames());
            const QByteArray hidden = maskedBytes(body, masks);
            QCOMPARE(hidden == body, masks.isEmpty());
            for (qsizetype number = 0; number < qsizetype(masks.masks().size()); ++number)
                masks.reveal(number);
            QCOMPARE(maskedBytes(body, masks), kept);
            QCOMPARE(body, kept);
        }
    }

    void masksOfWholeJsonLeaveItJson()
    {
        QRandomGenerator random(29);
        for (int i = 0; i < 500; ++i) {
            const QByteArray body = randomJson(random, 5);
            QVERIFY(isJson(masked(body)));
        }
    }

    void hidesTheSameInEveryView()
    {
        const QByteArray secret = "hunter2hunter2hunter2";
        const QByteArray body = "{\"a\":[{\"password\":\"" + secret + "\"}],\"b\":1}";
        const QByteArray other = "{\"a\":[{\"password\":\"hunter3hunter3hunter3\"}],\"b\":1}";
        const SensitiveNames names;
        const MaskList masks = masksOf(body, names);
        const PrettyText pretty = prettyText(body);
        QStringList views{visible(body, masks.hidden()), visible(pretty.text, pretty.map.toShown(masks.hidden())), QString::fromUtf8(maskedBytes(body, masks))};
        const HexDump hex(body, masks.hidden());
        QString printable;
        for (qsizetype row = 0; row < hex.rowCount(); ++row)
            printable += hex.row(row).printable;
        views << printable;
        for (const DiffRow &row : diffOf({body, masks.hidden()}, {other, masksOf(other, names).hidden()}).rows)
            views << row.left + row.right;
        for (const DiffRow &row : diffLines({body, masks.hidden()}, {other, masksOf(other, names).hidden()}).rows)
            views << row.left + row.right;
        QCOMPARE(views.size(), 6);
        for (const QString &view : std::as_const(views)) {
            QVERIFY2(!view.contains(QStringLiteral("hunter")), qPrintable(view));
            QVERIFY2(view.contains(QStringLiteral("●●●")), qPrintable(view));
        }
    }

    void looksNoFurtherThanAsked()
    {
        const QByteArray body = "[" + QByteArray("{\"pin\":\"1\"},").repeated(100'000) + "1]";
        const qsizetype found = qsizetype(masksOf(body, SensitiveNames(), 1'000).masks().size());
        QVERIFY(found >= 1'000 / 12 && found < 100);
        const QByteArray longValue = "{\"pin\":\"" + QByteArray(10'000, '1') + "\"}";
        const MaskList masks = masksOf(longValue, SensitiveNames(), 20);
        QCOMPARE(masks.masks().size(), 1u);
        QCOMPARE(masks.masks()[0].range, (ByteRange{8, 10'008}));
    }

    void hidesWhatItHasNotLookedAt()
    {
        const QByteArray body = "{\"a\":\"x\",\"pin\":\"1\",\"b\":\"y\",\"pin\":\"2\"}";
        MaskList some = masksOf(body, SensitiveNames(), 12);
        QVERIFY(!some.isComplete());
        QCOMPARE(maskedBytes(body, some), "{\"a\":\"x\",\"pi●●●");
        QCOMPARE(visible(body, some.hidden()), QStringLiteral("{\"a\":\"x\",\"pi●●●"));
        QVERIFY(HexDump(body, some.hidden()).row(1).printable.startsWith(QStringLiteral("●●")));
        QVERIFY(some.hidesAnyOf({30, 31}) && !some.hidesAnyOf({0, 10}));
        some = masksOf(body, SensitiveNames(), 20);
        QVERIFY(some.reveal(0));
        MaskList all = masksOf(body, SensitiveNames());
        QVERIFY(all.isComplete());
        all.keepRevealed(some);
        QCOMPARE(maskedBytes(body, all), "{\"a\":\"x\",\"pin\":\"1\",\"b\":\"y\",\"pin\":\"●●●\"}");
    }
};

QTEST_GUILESS_MAIN(TestMasking)
#include "TestMasking.moc"

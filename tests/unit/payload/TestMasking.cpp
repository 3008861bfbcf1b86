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

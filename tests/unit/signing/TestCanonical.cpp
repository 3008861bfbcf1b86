// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Canonical.h"

#include <QTest>

#include <limits>

using namespace holdwatch;
using namespace holdwatch::json;

class TestCanonical : public QObject
{
    Q_OBJECT

private slots:
    void writesWithoutAnySpace();
    void escapesOnlyWhatItMust();
    void everyTextComesBack_data();
    void everyTextComesBack();
    void everyNumberComesBack();
    void saysThatHalfACharacterIsNoText();
    void stopsAtTheFirstMistake();
    void refusesNumbers_data();
    void refusesNumbers();
    void refusesTexts_data();
    void refusesTexts();
    void refusesBytes_data();
    void refusesBytes();
    void allBytesComeBack();
    void readsListsToTheirEnd();
};

void TestCanonical::writesWithoutAnySpace()
{
    CanonicalWriter writer;
    writer.beginObject();
    writer.key("a");
    writer.beginList();
    writer.integer(-1);
    writer.boolean(true);
    writer.beginObject();
    writer.endObject();
    writer.endList();
    writer.key("b");
    writer.bytes("x");
    writer.endObject();
    QCOMPARE(writer.written(), QByteArrayLiteral("{\"a\":[-1,true,{}],\"b\":\"eA==\"}"));
}

void TestCanonical::escapesOnlyWhatItMust()
{
    CanonicalWriter writer;
    writer.text(QStringLiteral("\"\\\b\f\n\r\t\u0001\u001f/\u007f\u00e9"));
    QCOMPARE(writer.written(), QByteArrayLiteral("\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/\x7f\xc3\xa9\""));
}

void TestCanonical::everyTextComesBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString(QLatin1String(""));
    QTest::newRow("null character") << QString(QChar(0));
    QTest::newRow("beyond the first plane") << QString::fromUcs4(U"\U0001F600\U0010FFFF");
    QTest::newRow("quotes at the end") << QStringLiteral("a\\\"");
    QTest::newRow("looks escaped") << QStringLiteral("\\u0041");
    QTest::newRow("replacement character") << QString(QChar(0xfffd));
}

void TestCanonical::everyTextComesBack()
{
    QFETCH(QString, text);
    CanonicalWriter writer;
    writer.text(text);
    QVERIFY(writer.isSound());
    CanonicalReader reader(writer.written());
    QCOMPARE(reader.text(), text);
    reader.finish();
    QVERIFY(reader.isGood());
}

void TestCanonical::everyNumberComesBack()
{
    for (const qint64 number : {std::numeric_limits<qint64>::min(), qint64(-1), qint64(0), qint64(1), std::numeric_limits<qint64>::max()}) {
        CanonicalWriter writer;
        writer.integer(number);
        CanonicalReader reader(writer.written());
        QCOMPARE(reader.integer(), number);
        QVERIFY(reader.isGood());
    }
}

void TestCanonical::saysThatHalfACharacterIsNoText()
{
    CanonicalWriter writer;
    writer.text(QString(QChar(0xd83d)));
    QVERIFY(!writer.isSound());
}

void TestCanonical::stopsAtTheFirstMistake()
{
    const QByteArray bytes = QByteArrayLiteral("{\"a\":1,\"b\":2}");
    CanonicalReader reader(bytes);
    reader.beginObject();
    reader.key("b");
    QCOMPARE(reader.integer(), 0);
    QVERIFY(reader.text().isEmpty());
    QVERIFY(!reader.hasMore());
    QVERIFY(reader.error()->what.contains(QLatin1Char('b')));
    QCOMPARE(reader.error()->where, QStringLiteral("byte 1"));
}

void TestCanonical::refusesNumbers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char *each : {"1.0", "1e3", "+1", " 1", "9223372036854775808", "", "-", "x", "0x1", "007", "-0", "\"1\"", "null"})
        QTest::newRow(each) << QByteArray(each);
}

void TestCanonical::refusesNumbers()
{
    QFETCH(QByteArray, bytes);
    CanonicalReader reader(bytes);
    (void)reader.integer();
    reader.finish();
    QVERIFY(!reader.isGood());
}

void TestCanonical::refusesTexts_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no quotes") << QByteArrayLiteral("a");
    QTest::newRow("open") << QByteArrayLiteral("\"a");
    QTest::newRow("open after a backslash") << QByteArrayLiteral("\"a\\\"");
    QTest::newRow("line break") << QByteArrayLiteral("\"\n\"");
    QTest::newRow("escaped letter") << QByteArrayLiteral("\"\\u0061\"");
    QTest::newRow("escaped slash") << QByteArrayLiteral("\"\\/\"");
    QTest::newRow("long escape") << QByteArrayLiteral("\"\\u000a\"");
    QTest::newRow("capital escape") << QByteArrayLiteral("\"\\u001F\"");
    QTest::newRow("unknown escape") << QByteArrayLiteral("\"\\x\"");
    QTest::newRow("broken escape") << QByteArrayLiteral("\"\\u00\"");
    QTest::newRow("escaped surrogates") << QByteArrayLiteral("\"\\ud83d\\ude00\"");
    QTest::newRow("bad UTF-8") << QByteArrayLiteral("\"\xff\"");
    QTest::newRow("overlong") << QByteArrayLiteral("\"\xc0\xaf\"");
    QTest::newRow("half a character") << QByteArrayLiteral("\"\xed\xa0\xbd\"");
    QTest::newRow("cut character") << QByteArrayLiteral("\"\xe2\x82\"");
}

void TestCanonical::refusesTexts()
{
    QFETCH(QByteArray, bytes);
    CanonicalReader reader(bytes);
    (void)reader.text();
    reader.finish();
    QVERIFY(!reader.isGood());
}

void TestCanonical::refusesBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char *each : {"", "\"", "AAAA", "\"A\"", "\"AA\"", "\"AAA\"", "\"AAAAA\"", "\"====\"", "\"A===\"", "\"AA=A\"", "\"AB==\"", "\"AAB=\"", "\"AA==AAAA\"", "\"AA-A\"",
                             "\"AA_A\"", "\"AA A\"", "\"AA\\nA\"", "\"AAA*\"", "\"=AAA\""})
        QTest::newRow(each) << QByteArray(each);
    QTest::newRow("high byte") << QByteArrayLiteral("\"AAA\xff\"");
}

void TestCanonical::refusesBytes()
{
    QFETCH(QByteArray, bytes);
    CanonicalReader reader(bytes);
    (void)reader.bytes();
    reader.finish();
    QVERIFY(!reader.isGood());
}

void TestCanonical::allBytesComeBack()
{
    QByteArray all;
    for (int i = 0; i < 256; ++i)
        all.append(char(i));
    for (qsizetype size = 0; size <= all.size(); ++size) {
        CanonicalWriter writer;
        writer.bytes(all.last(size));
        CanonicalReader reader(writer.written());
        QCOMPARE(reader.bytes(), all.last(size));
        reader.finish();
        QVERIFY(reader.isGood());
    }
}

void TestCanonical::readsListsToTheirEnd()
{
    const QByteArray bytes = QByteArrayLiteral("[1,2,3]");
    CanonicalReader reader(bytes);
    reader.beginList();
    QVector<qint64> seen;
    while (reader.hasMore())
        seen << reader.integer();
    reader.endList();
    reader.finish();
    QVERIFY(reader.isGood());
    QCOMPARE(seen, QVector<qint64>({1, 2, 3}));
}

QTEST_GUILESS_MAIN(TestCanonical)
#include "TestCanonical.moc"

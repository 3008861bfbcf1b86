// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/JsonText.h"
#include "app/practice/wire/JsonWriter.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;

/// The practice queue reads JSON strictly and hands values on as the bytes they were.
class TestJsonText : public QObject
{
    Q_OBJECT
private slots:
    void acceptsWhatTheStandardAccepts_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"0", "-0", "1.10", "1E400", "-12.5e-3", "\"\"", "\"\\u00e4\\n\"", "true", "null", "[]", "[ 1 , [ ] ]", "{}",
                                 " { \"a\" : { \"a\" : 1 } }\n", "\"\xc3\xa4\xf0\x9f\x90\xa2\""})
            QTest::addRow("%s", text) << QByteArray(text);
    }
    void acceptsWhatTheStandardAccepts()
    {
        QFETCH(QByteArray, text);
        const auto node = readJson(text);
        QVERIFY2(node, qPrintable(node ? QString() : node.error().what));
        QCOMPARE(node->text, text.trimmed());
    }

    void refusesWhatTheStandardRefuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"", " ", "01", "1.", ".5", "+1", "1e", "-", "NaN", "Infinity", "tru", "nul", "'a'", "\"a", "\"\t\"", "\"\\x\"",
                                 "\"\\u12\"", "\"\\u12g4\"", "\"\\", "\"\\u-123\"", "[1,]", "[,1]", "[1 2]", "[", "]", "{\"a\"}", "{\"a\":}", "{a:1}",
                                 "{\"a\":1,}", "{,}", "{", "{}x", "1 2", "// c\n1", "\xef\xbb\xbf{}", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc3\""})
            QTest::addRow("%s", text) << QByteArray(text);
        QTest::newRow("NUL after the value") << QByteArray("1\0", 2);
        QTest::newRow("NUL in a string") << QByteArray("\"a\0b\"", 5);
        QTest::newRow("escaped NUL byte") << QByteArray("\"\\\0\"", 4);
    }
    void refusesWhatTheStandardRefuses()
    {
        QFETCH(QByteArray, text);
        const auto node = readJson(text);
        QVERIFY(!node);
        QCOMPARE(node.error().kind, Error::Kind::Malformed);
    }

    void stopsAtTheDepthItIsAllowed()
    {
        QVERIFY(readJson(QByteArray(64, '[') + QByteArray(64, ']')));
        QVERIFY(!readJson(QByteArray(65, '[') + QByteArray(65, ']')));
        QVERIFY(!readJson(QByteArray(10'000'000, '[')));
    }

    void givesMembersAsTheBytesTheyWere()
    {
        const auto node = readJson("{\"p\": [1.0,  2] , \"\\u0070\":{ \"x\":1E400 } }");
        QCOMPARE(node->member(QStringLiteral("p"))->text, QByteArray("{ \"x\":1E400 }")); // the last one of a name counts
        QCOMPARE(node->members[0].second.text, QByteArray("[1.0,  2]"));
        QVERIFY(!node->member(QStringLiteral("q")));
    }

    void writesStringsThatReadBackTheSame()
    {
        const QString text = QString::fromUtf8("\"quoted\" \\ \n \x01 \xc3\xa4 \xf0\x9f\x90\xa2") + QChar(0x7f) + QChar(0x2028);
        QCOMPARE(readJson(quoted(text))->string, text);
    }

    void separatesWithCommasExactlyWhereNeeded()
    {
        JsonWriter to;
        to.beginObject().name(QStringLiteral("a")).beginArray().integer(1).null().beginObject().endObject().endArray();
        to.name(QStringLiteral("b")).raw("{ }").endObject();
        QCOMPARE(to.text(), QByteArray("{\"a\":[1,null,{}],\"b\":{ }}"));
    }
};

QTEST_GUILESS_MAIN(TestJsonText)
#include "TestJsonText.moc"

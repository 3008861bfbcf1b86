// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/JsonText.h"

#include <QTest>

using namespace holdwatch::payload;

namespace {

QByteArray kinds(QByteArrayView text)
{
    static constexpr char letters[] = "{}[]:,ksn+-0m";
    QByteArray found;
    JsonScanner scanner(text);
    while (const auto token = scanner.next())
        found += letters[int(token->kind)];
    return found;
}

JsonFault faultOf(QByteArrayView text)
{
    JsonFault fault{-1, {}};
    isJson(text, &fault);
    return fault;
}

} // namespace

class TestJsonText : public QObject
{
    Q_OBJECT
private slots:
    void namesEachToken()
    {
        QCOMPARE(kinds("{\"a\":[1,\"b\",true,false,null],\"c\":{}}"), "{k:[n,s,+,-,0],k:{}}");
        QCOMPARE(kinds("  42 "), "n");
        QCOMPARE(kinds("\xEF\xBB\xBF[]"), "m[]");
    }

    void tellsOffsetsAndDepthOfATokenAsItStands()
    {
        JsonScanner scanner("{ \"a\" : [1.10] }");
        std::vector<JsonToken> tokens;
        while (const auto token = scanner.next())
            tokens.push_back(*token);
        QCOMPARE(tokens.size(), 7u);
        QCOMPARE(tokens[1], (JsonToken{JsonToken::Kind::Key, {2, 5}, 1}));
        QCOMPARE(tokens[4], (JsonToken{JsonToken::Kind::Number, {9, 13}, 2}));
        QCOMPARE(tokens[3].depth, tokens[5].depth);
        QCOMPARE(tokens[0].depth, tokens[6].depth);
    }

    void saysWhereAndWhyItStopsBeingJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qsizetype>("at");
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, const QByteArray &text, qsizetype at, const char *why) { QTest::addRow("%s", name) << text << at << QString::fromUtf8(why); };
        row("nothing", "", 0, "the end where a value should be");
        row("rubbish behind", "{\"a\":1} x", 8, "x behind the end of the value");
        row("no colon", "{\"a\" 1}", 5, "1 where a colon should be");
        row("no comma", "[1 2]", 3, "2 where a comma or ] should be");
        row("wrong bracket", "{\"a\":[1}", 7, "} where a comma or ] should be");
        row("open string", "[\"abc", 1, "a string that never ends");
        row("open string behind a backslash", "[\"abc\\", 1, "a string that never ends");
        row("open brackets", "[[1", 3, "the end, with 2 brackets still open");
        row("bare word", "[tru]", 1, "t where a value should be");
        row("word too long", "[nullx]", 1, "n where a value should be");
        row("no number", "[-]", 1, "something that is no number where a value should be");
        row("number with letters", "[12ab]", 1, "something that is no number where a value should be");
        row("single quotes", "{'a':1}", 1, "' where a key or } should be");
        row("NUL", QByteArray("[\0]", 3), 1, "‹U+0000› where a value should be");
        row("invalid UTF-8", "\xFF", 0, "‹FF› where a value should be");
        row("override", "\xE2\x80\xAE", 0, "‹U+202E› where a value should be");
        row("closing alone", "]", 0, "] where a value should be");
    }
    void saysWhereAndWhyItStopsBeingJson()
    {
        QFETCH(QByteArray, text);
        const JsonFault fault = faultOf(text);
        QTEST(fault.at, "at");
        QTEST(fault.why, "why");
    }

    void readsOverWhatCanNotBeMistakenAndNotesIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("notes");
        QTest::addRow("NaN") << QByteArray("[NaN,Infinity,-Infinity]") << 3;
        QTest::addRow("numbers") << QByteArray("[01,+1,1.,.5,1e,--1]") << 6;
        QTest::addRow("sound numbers") << QByteArray("[0,-0,1.10,1E400,1e+5,1e-5,1234567890123456789012345678901234567890]") << 0;
        QTest::addRow("commas") << QByteArray("{\"a\":[1,],}") << 2;
        QTest::addRow("control characters") << QByteArray("[\"a\nb\0c\"]", 9) << 2;
        QTest::addRow("escapes") << QByteArray("[\"\\q\",\"\\u12\",\"\\ud800\",\"\\udc00\"]") << 4;
        QTest::addRow("sound escapes") << QByteArray("[\"\\n\\\\\\\"\\/\\u00e9\\ud83d\\ude00\"]") << 0;
        QTest::addRow("byte order mark") << QByteArray("\xEF\xBB\xBF[]") << 1;
        QTest::addRow("invalid UTF-8 in a string is no fault of JSON's") << QByteArray("[\"\xFF\"]") << 0;
    }
    void readsOverWhatCanNotBeMistakenAndNotesIt()
    {
        QFETCH(QByteArray, text);
        JsonScanner scanner(text);
        while (scanner.next()) { }
        QVERIFY2(!scanner.fault(), qPrintable(scanner.fault() ? scanner.fault()->why : QString()));
        QTEST(int(scanner.toleratedCount()), "notes");
    }

    void countsMoreNotesThanItKeeps()
    {
        const QByteArray text = "[" + QByteArray("NaN,").repeated(1000) + "1]";
        JsonScanner many(text);
        while (many.next()) { }
        QCOMPARE(many.toleratedCount(), 1000);
        QCOMPARE(qsizetype(many.tolerated().size()), JsonScanner::mostNoted);
    }

    void readsAHundredThousandLevels()
    {
        const QByteArray text = nested(100'000);
        JsonScanner scanner(text);
        qsizetype tokens = 0;
        while (scanner.next())
            ++tokens;
        QVERIFY(!scanner.fault());
        QCOMPARE(tokens, 200'000);
        QCOMPARE(scanner.deepest(), 100'000);
        QCOMPARE(faultOf(text.chopped(1)).why, QStringLiteral("the end, with 1 bracket still open"));
    }

    void tokensAreInOrderAndOnlyWhiteSpaceLiesBetween()
    {
        for (const Sample &sample : nastySamples()) {
            JsonScanner scanner(sample.bytes);
            qsizetype end = 0;
            while (const auto token = scanner.next()) {
                QVERIFY2(token->range.from >= end && !token->range.isEmpty(), sample.name);
                QVERIFY2(withoutSpace(sample.bytes.sliced(end, token->range.from - end)).isEmpty(), sample.name);
                end = token->range.until;
            }
            QVERIFY2(scanner.fault() || withoutSpace(sample.bytes.sliced(end)).isEmpty(), sample.name);
            QVERIFY2(!scanner.fault() || (scanner.fault()->at >= end && scanner.fault()->at <= sample.bytes.size()), sample.name);
        }
    }

    void resolvesEscapesToTheBytesTheyStandFor_data()
    {
        QTest::addColumn<QByteArray>("quoted");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addRow("plain") << QByteArray("\"abc\"") << QByteArray("abc");
        QTest::addRow("short") << QByteArray("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"") << QByteArray("\"\\/\b\f\n\r\t");
        QTest::addRow("unicode") << QByteArray("\"pass\\u0077ord\"") << QByteArray("password");
        QTest::addRow("two bytes") << QByteArray("\"\\u00E9\"") << QByteArray("\xC3\xA9");
        QTest::addRow("pair") << QByteArray("\"\\ud83d\\ude00\"") << QByteArray("\xF0\x9F\x98\x80");
        QTest::addRow("half a pair stays apart from others") << QByteArray("\"\\ud83d\"") << QByteArray("\xED\xA0\xBD");
        QTest::addRow("NUL") << QByteArray("\"\\u0000\"") << QByteArray(1, '\0');
        QTest::addRow("unknown stays") << QByteArray("\"\\q\\u12\"") << QByteArray("\\q\\u12");
        QTest::addRow("invalid UTF-8 stays") << QByteArray("\"\xFF\"") << QByteArray("\xFF");
    }
    void resolvesEscapesToTheBytesTheyStandFor()
    {
        QFETCH(QByteArray, quoted);
        QTEST(unescaped(quoted), "bytes");
    }
};

QTEST_GUILESS_MAIN(TestJsonText)
#include "TestJsonText.moc"

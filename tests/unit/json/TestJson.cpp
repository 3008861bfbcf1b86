// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Compact.h"
#include "app/json/Cut.h"
#include "app/json/Parse.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::json;

class TestJson : public QObject
{
    Q_OBJECT
private slots:
    void findsValuesAndNamesTheirPaths()
    {
        const auto root = parse(R"({"data":{"queues":[{"name":"a"},{"name":"b","depth":7}]}})");
        QVERIFY(root);
        const auto queues = root->at(QStringLiteral("data"))->at(QStringLiteral("queues"))->items();
        QVERIFY(queues);
        const auto depth = queues->at(1).at(QStringLiteral("depth"));
        QCOMPARE(depth->integer().value(), 7);
        QCOMPARE(depth->path(), QStringLiteral("$.data.queues[1].depth"));
        QCOMPARE(queues->at(1).keys(), (QStringList{QStringLiteral("name"), QStringLiteral("depth")}));
    }

    void namesTheObjectThatLacksAMember()
    {
        const auto missing = parse(R"({"data":{}})")->at(QStringLiteral("data"))->at(QStringLiteral("depth"));
        QVERIFY(!missing);
        QCOMPARE(missing.error().where, QStringLiteral("$.data"));
        QVERIFY(missing.error().what.contains(QStringLiteral("depth")));
    }

    void neverCoerces_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("number in quotes") << QByteArray("\"7\"");
        QTest::newRow("fraction") << QByteArray("7.5");
        QTest::newRow("fraction of zero") << QByteArray("7.0");
        QTest::newRow("exponent") << QByteArray("1e3");
        QTest::newRow("null") << QByteArray("null");
        QTest::newRow("true") << QByteArray("true");
        QTest::newRow("list") << QByteArray("[7]");
        QTest::newRow("past 64 bits") << QByteArray("9223372036854775808");
        QTest::newRow("far past 64 bits") << QByteArray("123456789012345678901234567890");
    }
    void neverCoerces()
    {
        QFETCH(QByteArray, json);
        const auto value = parse(json);
        QVERIFY(value);
        const auto integer = value->integer();
        QVERIFY(!integer);
        QCOMPARE(toWord(integer.error().kind), toWord(Error::Kind::Malformed));
        QCOMPARE(integer.error().where, QStringLiteral("$"));
    }

    void keepsTheDigitsOfLongNumbers_data()
    {
        QTest::addColumn<QString>("digits");
        QTest::addColumn<bool>("whole");
        QTest::newRow("small") << QStringLiteral("-12") << true;
        QTest::newRow("long") << QStringLiteral("123456789012345678901234567890") << true;
        QTest::newRow("trailing zero") << QStringLiteral("1.10") << false;
    }
    void keepsTheDigitsOfLongNumbers()
    {
        QFETCH(QString, digits);
        const auto value = parse(digits.toLatin1());
        QCOMPARE(value->numberText().value(), digits);
        QTEST(value->isWhole(), "whole");
    }

    void ofEqualNamesTheLastCounts()
    {
        QCOMPARE(parse(R"({"a":1,"a":2})")->at(QStringLiteral("a"))->integer().value(), 2);
    }

    void refusesWhatIsNotJson_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("empty");
        QTest::newRow("web page") << QByteArray("<!doctype html><html>") << QStringLiteral("web page");
        QTest::newRow("half") << QByteArray(R"({"data": {"depth": 1)") << QStringLiteral("breaks off");
        QTest::newRow("rubbish behind") << QByteArray("{} {}") << QStringLiteral("not valid");
        QTest::newRow("bad UTF-8") << QByteArray("\"\xff\"") << QStringLiteral("not valid");
        QTest::newRow("number out of range") << QByteArray("1E400") << QStringLiteral("too large");
        QTest::newRow("NaN") << QByteArray("NaN") << QStringLiteral("not valid");
        QTest::newRow("comment") << QByteArray("/* */ {}") << QStringLiteral("not valid");
    }
    void refusesWhatIsNotJson()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, word);
        const auto value = parse(bytes);
        QVERIFY(!value);
        QCOMPARE(toWord(value.error().kind), toWord(Error::Kind::Malformed));
        QVERIFY2(value.error().what.contains(word), qPrintable(value.error().what));
    }

    void refusesNestingPastTheLimit()
    {
        QVERIFY(parse(QByteArray(64, '[') + QByteArray(64, ']')));
        for (const QByteArray &deep : {QByteArray(65, '[') + QByteArray(65, ']'), QByteArray(100'000, '['), QByteArray("{\"a\":").repeated(100'000)}) {
            const auto value = parse(deep);
            QVERIFY(!value);
            QCOMPARE(toWord(value.error().kind), toWord(Error::Kind::TooLarge));
        }
    }

    void refusesMoreBytesThanAllowed()
    {
        QCOMPARE(parse("[1,2,3]", {.bytes = 5, .depth = 64}).error().kind, Error::Kind::TooLarge);
    }

    void aValueKeepsItsDocumentAlive()
    {
        const auto text = [] { return parse(R"({"a":["long enough to live on the heap"]})")->at(QStringLiteral("a"))->items()->first(); }();
        QCOMPARE(text.text().value(), QStringLiteral("long enough to live on the heap"));
    }

    void cutsPayloadsOutByteForByteWhateverTheyAre()
    {
        const QByteArrayList bodies{"{\"a\" : 1.10,\"a\":2}", "\"x\\u0041\"", "[[\"payload\"]]", "1E400", "null", QByteArray(100'000, '[') + QByteArray(100'000, ']'), "\"\xff\xfe\""};
        QByteArray text = "{\"payload\":\"not in a list\",\"data\":{\"items\":[";
        for (const QByteArray &body : bodies)
            text += "{\"id\":1, \"payload\" : " + body + " ,\"headers\":[{\"payload\":2}]},";
        text.chop(1);
        text += "],\"others\":[{\"pay\\u006coad\":3}]}}";
        const json::Cut cut = json::cutOut(text, {"payload", "body"});
        QCOMPARE(cut.parts.size(), size_t(bodies.size() + 1));
        for (qsizetype i = 0; i < bodies.size(); ++i)
            QVERIFY(cut.parts[size_t(i)].of(text) == bodies.at(i));
        const auto rest = parse(cut.rest);
        QVERIFY2(rest, rest ? "" : qPrintable(rest.error().what));
        QCOMPARE(rest->find(QStringLiteral("payload"))->text().value(), QStringLiteral("not in a list"));
        const auto items = rest->find(QStringLiteral("data"))->find(QStringLiteral("items"))->items().value();
        for (qsizetype i = 0; i < items.size(); ++i)
            QCOMPARE(items.at(i).find(QStringLiteral("payload"))->integer().value(), qint64(i));
        QCOMPARE(items.first().find(QStringLiteral("headers"))->items()->first().find(QStringLiteral("payload"))->integer().value(), qint64(2));
    }

    void cuttingWhatIsNoJsonHidesNothing()
    {
        for (const QByteArray &text : QByteArrayList{"", "<html>", "[{\"payload\":[1,2", "[{\"payload\":1}]rubbish", "[{\"payload\"}]", QByteArray(100'000, '[')})
            QVERIFY2(!parse(json::cutOut(text, {"payload"}).rest), text.left(30).constData());
    }

    void compactTextKeepsDigitsAndOrder()
    {
        const QByteArray text = "{\"b\":1.10,\"a\":[12345678901234567890123,true,null,\"q\\\"\\u000a\"],\"e\":{},\"l\":[]}";
        QCOMPARE(json::compactText(*parse(text)), QString::fromLatin1(text));
        QCOMPARE(json::compactText(*parse("\"as it is\\n\"")), QStringLiteral("as it is\n"));
        QCOMPARE(json::compactText(*parse('"' + QByteArray(50, 'x') + '"'), 10), QString(10, QLatin1Char('x')) + QChar(0x2026));
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "TestJson.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/filter/Letters.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::filter;

class TestParse : public QObject
{
    Q_OBJECT
private slots:
    void writesTheCanonicalTextAndReadsItBackAsTheSame_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("canonical");
        const auto row = [](const char *typed, const char *canonical) {
            QTest::addRow("%s", typed) << QString::fromUtf8(typed) << QString::fromUtf8(canonical);
        };
        row("", "");
        row("  \t\n ", "");
        row("class:malformed", "class:malformed");
        row("CLASS:malformed", "class:malformed");
        row("v:>=3", "version:>=3");
        row("class:malformed version:>=3 age:>1h order.id:\"A-17\" -owner:checkout free text (a OR b)",
            "class:malformed version:>=3 age:>1h order.id:A-17 -owner:checkout free text (a OR b)");
        row("a AND b", "a b");
        row("a or b OR c", "a OR b OR c");
        row("a b OR c d", "a b OR c d");
        row("(a b) OR (c d)", "a b OR c d");
        row("(((a)))", "a");
        row("a (b (c d))", "a b c d");
        row("(a OR (b OR c))", "a OR b OR c");
        row("NOT a", "-a");
        row("NOT NOT a", "--a");
        row("-(a OR b)", "-(a OR b)");
        row("-(a b)", "-(a b)");
        row("-(a)", "-a");
        row("-class:x", "-class:x");
        row("order-id:x-y", "order-id:x-y");
        row("class:(a OR b or c)", "class:(a OR b OR c)");
        row("class:( a )", "class:a");
        row("version:(1 OR >=3 OR 2..2.5)", "version:(1 OR >=3 OR 2..2.5)");
        row("class:*", "class:*");
        row("class:**", "class:*");
        row("class:mal*", "class:mal*");
        row("class:a***b", "class:a*b");
        row("class:\"mal*\"", "class:\"mal*\"");
        row("class:\"rate\"\" limit\"*", "class:\"rate limit\"*");
        row("class:\"malformed\"", "class:malformed");
        row("class:\"\"", "class:\"\"");
        row("class:\"or\"", "class:\"or\"");
        row("age:1h..2h", "age:1h..2h");
        row("age:1h..", "age:>=1h");
        row("age:..2h", "age:<=2h");
        row("seen:today..now", "seen:today..now");
        row("seen:>-2h", "seen:>-2h");
        row("seen:2026-11-30T10:00", "seen:2026-11-30T10:00");
        row("order.total:17", "order.total:17");
        row("order.total:\"17\"", "order.total:\"17\"");
        row("order.total:\"17\"*", "order.total:17*");
        row("order.total:>\"17\"", "order.total:>17");
        row("order.at:\"2026-11-30\"", "order.at:\"2026-11-30\"");
        row("items.0.sku:x", "items.0.sku:x");
        row("\"status\":\"failed\"", "status:failed");
        row("\"class\":x", "\"class\":x");
        row("order.\"line items\".0:x", "order.\"line items\".0:x");
        row("\"a.b\".c:x", "\"a.b\".c:x");
        row("\"class:x\"", "\"class:x\"");
        row("\"-x\"", "\"-x\"");
        row("10:30", "\"10:30\"");
        row("a\\b", "a\\b");
        row("\"a\\\"b\\\\c\\n\\u202e\"", "\"a\\\"b\\\\c\\n\\u202e\"");
        row("\"or\"", "\"or\"");
        row("and not", "and not");
        row("\"OR\"x", "ORx");
        row("time*out", "time*out");
        row("*", "*");
        row("fn(x)", "fn x");
        row("class:!=x", "class:!=x");
        row("class:\">x\"", "class:\">x\"");
        row("class:\"a..b\"", "class:\"a..b\"");
        row("Straße:ö", "Straße:ö");
    }
    void writesTheCanonicalTextAndReadsItBackAsTheSame()
    {
        QFETCH(QString, typed);
        const Expression expression = parsed(typed);
        QTEST(toText(expression), "canonical");
        QVERIFY(parsed(toText(expression)) == expression);
    }

    void theSameMeansTheSameAndAnotherAnother()
    {
        QVERIFY(parsed(QStringLiteral("a or (b OR c)")) == parsed(QStringLiteral("a OR b OR c")));
        QVERIFY(parsed(QStringLiteral("x:1")) != parsed(QStringLiteral("x:\"1\"")));
        QVERIFY(parsed(QStringLiteral("a b")) != parsed(QStringLiteral("a OR b")));
        QVERIFY(parsed(QStringLiteral("class:x")) != parsed(QStringLiteral("\"class\":x")));
    }

    void buttonsMakeFiltersThatCanBeReadBack()
    {
        const FieldCatalogue catalogue = letterCatalogue();
        const FieldInfo &owner = *catalogue.find(u"owner");
        for (const char *text : {"checkout", "a b", "*", "x*", ">3", "", "or", "..", "\"", "\n", "-1"}) {
            const Expression expression = fieldIs(owner, QString::fromLatin1(text));
            QCOMPARE(toText(parsed(toText(expression))), toText(expression));
            QVERIFY2(parsed(toText(expression)) == expression, text);
        }
        const Expression both = allOf({parsed(QStringLiteral("a b")), inverted(fieldIs(owner, QStringLiteral("x")))});
        QCOMPARE(toText(both), QStringLiteral("a b -owner:x"));
        QVERIFY(parsed(toText(both)) == both);
        QVERIFY(allOf({}).isEverything());
        QVERIFY(anyOf({Expression(), both}).isEverything());
        QCOMPARE(toText(allOf({Expression(), parsed(QStringLiteral("a OR b"))})), QStringLiteral("a OR b"));
        QCOMPARE(toText(inverted(Expression())), QStringLiteral("-*"));
    }

    void tellsWhatItAsksOfTheMessage()
    {
        const Expression expression = parsed(QStringLiteral("class:x order.id:1 -(order.id:2 OR items.0:3)"));
        QCOMPARE(pathsIn(expression).size(), 2);
        QCOMPARE(pathsIn(expression).last().segments, (QStringList{QStringLiteral("items"), QStringLiteral("0")}));
        QVERIFY(!searchesText(expression));
        QVERIFY(searchesText(parsed(QStringLiteral("class:x -(y OR class:z)"))));
    }

    void everyFilterOfTheReadmeIsOne()
    {
        QFile file(QStringLiteral(FILTER_README));
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression row(QStringLiteral("^\\| `([^`]+)` \\|"), QRegularExpression::MultilineOption);
        int found = 0;
        for (auto rows = row.globalMatch(QString::fromUtf8(file.readAll())); rows.hasNext(); ++found) {
            const QString text = rows.next().captured(1);
            const Parsed result = parse(text, letterCatalogue());
            QVERIFY2(result.has_value(), qPrintable(text));
        }
        QVERIFY(found >= 9);
    }

    void aCatalogueTakesOnlyNamesThatCanBeWritten()
    {
        FieldCatalogue catalogue = letterCatalogue();
        FieldInfo field;
        for (const char *name : {"", "a b", "1a", "a:b", "-a", "a.", "CLASS", "v"}) {
            field.name = QString::fromLatin1(name);
            QVERIFY2(!catalogue.add(field), name);
        }
        field.name = QStringLiteral("x-death.reason");
        QVERIFY(catalogue.add(field));
    }
};

QTEST_GUILESS_MAIN(TestParse)
#include "TestParse.moc"

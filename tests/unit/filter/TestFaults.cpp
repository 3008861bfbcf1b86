// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/filter/Letters.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::filter;

class TestFaults : public QObject
{
    Q_OBJECT
private slots:
    /// The carets stand under what the fault points at.
    void pointsAtThePlaceAndSaysWhatWasExpected_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("carets");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *typed, const char *carets, const char *expected) {
            QTest::addRow("%s", typed) << QString::fromUtf8(typed) << QString::fromLatin1(carets) << QString::fromUtf8(expected);
        };
        row("a (b",
            "  ^", "a ) is expected");
        row("a b)",
            "   ^", "closes none");
        row("a ()",
            "   ^", "A term is expected");
        row("OR a",
            "^^", "A term is expected");
        row("a OR",
            "    ", "A term is expected");
        row("a OR OR b",
            "     ^^", "A term is expected");
        row("AND a",
            "^^^", "on both sides of AND");
        row("a NOT",
            "  ^^^", "a term is expected that must not match");
        row("a - b",
            "  ^", "a term is expected that must not match");
        row("a \"b c",
            "  ^^^^", "a second \" is expected");
        row(R"("a\qb")",
            "  ^^", "After a backslash");
        row(R"("a\u12x4")",
            "  ^^", "four hexadecimal digits");
        row("class:",
            "      ", "A value is expected");
        row("class: x",
            "      ^", "without a space");
        row("age:> 1h",
            "     ^", "A value is expected");
        row("class:(a b)",
            "         ^", "OR is expected");
        row("class:(a OR )",
            "            ^", "A value is expected");
        row("class:(OR a)",
            "       ^^", "A value is expected");
        row("class:(a OR b",
            "      ^", "a ) is expected");
        row("class:>x",
            "       ^", "write class:value");
        row("x attempts:many",
            "           ^^^^", "For attempts a number such as");
        row("attempts:4*",
            "         ^^", "a number such as");
        row("age:>soon",
            "     ^^^^", "a duration such as 90s");
        row("age:(1h OR soon)",
            "           ^^^^", "a duration such as");
        row("seen:2026-02-30",
            "     ^^^^^^^^^^", "a time such as");
        row("seen:-2h",
            "     ^^^", "write seen:>-2h");
        row("version:>latest",
            "         ^^^^^^", "a version such as");
        row("order.total:>much",
            "             ^^^^", "a number, a duration");
        row("order.total:>1*",
            "             ^^", "takes no *");
        row("age:2h..1h",
            "    ^^^^^^", "from the lower to the higher");
        row("x:1..1h",
            "  ^^^^^", "of one kind");
        row("age:..",
            "    ^^", "A range needs an end");
        row("age:1h..2h..3h",
            "          ^^", "two ends");
        row("class:a..b",
            "      ^", "neither above nor below");
        row("age>1h",
            "   ^", "a colon is expected");
        row("x V!=3",
            "   ^", "a colon is expected");
        row("ÄÖ𝄞 (",
            "      ", "A term is expected");
    }
    void pointsAtThePlaceAndSaysWhatWasExpected()
    {
        QFETCH(QString, typed);
        QFETCH(QString, carets);
        QFETCH(QString, expected);
        const Parsed result = parse(typed, letterCatalogue());
        QVERIFY(!result);
        const Fault fault = result.error();
        QCOMPARE(QString(fault.offset, QLatin1Char(' ')) + QString(fault.length, QLatin1Char('^')), carets);
        QVERIFY2(fault.sentence.contains(expected), qPrintable(fault.sentence));
        QVERIFY2(fault.sentence.endsWith(QLatin1Char('.')), qPrintable(fault.sentence));
    }

    void aFieldThatIsComparedNeedsItsColonOnlyWhereItIsKnown()
    {
        QVERIFY(parse(u"size>1", letterCatalogue()));
        QVERIFY(parse(u"\"age>1h\"", letterCatalogue()));
        QVERIFY(parse(u"age", letterCatalogue()));
    }

    void refusesWhatIsTooLong()
    {
        const QString fits(longestFilter, QLatin1Char('a'));
        QVERIFY(parse(fits, letterCatalogue()));
        const Parsed result = parse(fits + QStringLiteral("bc"), letterCatalogue());
        QVERIFY(!result);
        QCOMPARE(result.error().offset, longestFilter);
        QCOMPARE(result.error().length, 2);
    }

    void refusesWhatWouldBeTooLongToBeReadBack()
    {
        const QString aliases = QStringLiteral("v:1 ").repeated(longestFilter / 4);
        QVERIFY(aliases.size() <= longestFilter);
        QVERIFY(!parse(aliases, letterCatalogue()));
    }

    void nestsToSixtyFourLevelsAndNoFurther_data()
    {
        QTest::addColumn<QString>("open");
        QTest::addColumn<QString>("close");
        QTest::newRow("brackets") << QStringLiteral("(") << QStringLiteral(")");
        QTest::newRow("minus") << QStringLiteral("-") << QString();
        QTest::newRow("words") << QStringLiteral("NOT ") << QString();
    }
    void nestsToSixtyFourLevelsAndNoFurther()
    {
        QFETCH(QString, open);
        QFETCH(QString, close);
        const auto nested = [&](int levels) { return open.repeated(levels) + QLatin1Char('a') + close.repeated(levels); };
        const Parsed fits = parse(nested(deepestFilter), letterCatalogue());
        QVERIFY(fits);
        QVERIFY(parsed(toText(*fits)) == *fits);
        const Parsed result = parse(nested(deepestFilter + 1), letterCatalogue());
        QVERIFY(!result);
        QCOMPARE(result.error().offset, open.size() * deepestFilter);
        QVERIFY(result.error().sentence.contains(QStringLiteral("nested too deeply")));
    }
};

QTEST_GUILESS_MAIN(TestFaults)
#include "TestFaults.moc"

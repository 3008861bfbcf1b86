// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/filter/Letters.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::filter;

namespace {

Letter poisoned()
{
    Letter letter;
    letter.failureClass = QStringLiteral("Malformed");
    letter.version = QStringLiteral("10");
    letter.queues = QStringList{QStringLiteral("orders"), QStringLiteral("shop/holds")};
    letter.age = Millis(5400'000);
    letter.attempts = QStringLiteral("5");
    letter.body = QStringLiteral("Connection timed out: Could NOT parse ÄPFEL");
    letter.message = {
        {QStringLiteral("order.id"), QStringLiteral("\"A-17\"")},
        {QStringLiteral("order.total"), QStringLiteral("12.50")},
        {QStringLiteral("order.code"), QStringLiteral("\"0017\"")},
        {QStringLiteral("items.0.sku"), QStringLiteral("\"X*1\"")},
        {QStringLiteral("order"), QStringLiteral("{}")},
        {QStringLiteral("held for"), QStringLiteral("\"8m30s\"")},
        {QStringLiteral("expires"), QStringLiteral("\"2026-11-30T09:00:00Z\"")},
        {QStringLiteral("app"), QStringLiteral("\"1.10.2\"")},
    };
    return letter;
}

/// Counts the questions a matcher asks.
class CountingRow final : public FilterSource
{
public:
    bool anyValue(FieldId, const ValueTest &test) const override { return ++asked[0], test(FieldValue::text(u"no")); }
    bool anyValueAt(const FieldPath &, const ValueTest &test) const override { return ++asked[1], test(FieldValue::text(u"no")); }
    bool anyTextContains(const TextPattern &) const override { return ++asked[2], false; }
    mutable int asked[3] = {0, 0, 0};
};

} // namespace

class TestEvaluation : public QObject
{
    Q_OBJECT
private slots:
    void answersOnePoisonedLetter_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("answer");
        const auto row = [](const char *filter, bool answer) { QTest::addRow("%s", filter) << QString::fromUtf8(filter) << answer; };
        row("", true);
        row("*", true);
        row("class:malformed", true);
        row("class:MALFORMED", true);
        row("class:mal", false);
        row("class:mal*", true);
        row("class:*form*", true);
        row("class:*formed", true);
        row("class:\"mal*\"", false);
        row("class:(unknown OR malformed)", true);
        row("class:(unknown OR permanent)", false);
        row("class:*", true);
        row("owner:*", false);
        row("-owner:*", true);
        row("owner:checkout", false);
        row("-owner:checkout", true);
        row("owner:!=checkout", false); // it has no owner at all
        row("class:!=unknown", true);
        row("class:!=malformed", false);
        row("queue:orders", true);
        row("queue:shop/holds", true);
        row("queue:!=orders", false); // one of them is
        row("queue:(!=orders OR shop*)", true);
        row("version:10", true);
        row("version:>=3", true); // not "10" before "3"
        row("version:<9", false);
        row("version:1*", true);
        row("version:3..12", true);
        row("age:>1h", true);
        row("age:>90m", false);
        row("age:>=90m", true);
        row("age:1h..2h", true);
        row("age:..1h", false);
        row("seen:*", false);
        row("seen:<now", false); // not reported is never long ago
        row("attempts:5", true);
        row("attempts:5.0", true);
        row("attempts:>4.5", true);
        row("attempts:!=5", false);
        row("attempts:(1 OR >=5)", true);
        row("order.id:a-17", true);
        row("order.id:A-*", true);
        row("order.ID:A-17", false); // names in the message are as they stand there
        row("order.none:*", false);
        row("order:*", true);
        row("order:x", false);
        row("order.total:12.5", true);
        row("order.total:\"12.5\"", false);
        row("order.total:\"12.50\"", true);
        row("order.total:>12", true);
        row("order.total:12..12.5", true);
        row("order.code:17", true);
        row("order.code:\"17\"", false);
        row("order.code:<18", true);
        row("order.id:>3", false);
        row("items.0.sku:\"X*1\"", true);
        row("items.0.sku:X*", true);
        row("\"held for\":>8m", true);
        row("\"held for\":<8m", false);
        row("expires:<2026-11-30T10:00Z", true);
        row("expires:2026-11-30", true);
        row("expires:\"2026-11-30\"", false);
        row("expires:>-2h", false);
        row("expires:>-4h", true);
        row("app:>1.9.9", true);
        row("app:<1.10", false);
        row("timed", true);
        row("TIMED out", true);
        row("\"timed out\"", true);
        row("\"out timed\"", false);
        row("conn*parse", true);
        row("parse*conn", false);
        row("äpfel", true);
        row("timed nothing", false);
        row("timed OR nothing", true);
        row("nothing OR timed could", true); // AND binds tighter
        row("(nothing OR timed) missing", false);
        row("-nothing", true);
        row("--timed", true);
        row("NOT timed", false);
        row("not", true); // in small letters it is a word
        row("-(nothing OR missing)", true);
        row("-(timed missing)", true);
    }
    void answersOnePoisonedLetter()
    {
        QFETCH(QString, filter);
        QTEST(matches(filter, poisoned()), "answer");
    }

    void andOrAndNotFollowTheirTruthTable()
    {
        for (int bits = 0; bits < 8; ++bits) {
            Letter letter;
            const bool a = bits & 1;
            const bool b = bits & 2;
            const bool c = bits & 4;
            letter.body = QStringLiteral("%1%2%3").arg(a ? u"a" : u"", b ? u"b" : u"", c ? u"c" : u"");
            QCOMPARE(matches(QStringLiteral("a b c"), letter), a && b && c);
            QCOMPARE(matches(QStringLiteral("a OR b OR c"), letter), a || b || c);
            QCOMPARE(matches(QStringLiteral("a b OR c"), letter), (a && b) || c);
            QCOMPARE(matches(QStringLiteral("a (b OR c)"), letter), a && (b || c));
            QCOMPARE(matches(QStringLiteral("a -b c"), letter), a && !b && c);
            QCOMPARE(matches(QStringLiteral("-(a OR b) c"), letter), !(a || b) && c);
            QCOMPARE(matches(QStringLiteral("-(-a -b)"), letter), a || b);
        }
    }

    void asksTheCheapQuestionFirst()
    {
        const CountingRow row;
        QVERIFY(!matches(QStringLiteral("slow order.id:x class:x"), row));
        QCOMPARE(row.asked[0], 1);
        QCOMPARE(row.asked[1], 0);
        QCOMPARE(row.asked[2], 0);
        QVERIFY(matches(QStringLiteral("slow OR (order.id:y slow) OR order.id:no"), row));
        QCOMPARE(row.asked[2], 0);
    }

    void theEmptyFilterAsksNothing()
    {
        const CountingRow row;
        QVERIFY(Matcher().matches(row));
        QVERIFY(Matcher(Expression(), noon()).matchesAll());
        QVERIFY(matches(QStringLiteral(" "), row));
        QCOMPARE(row.asked[0] + row.asked[1] + row.asked[2], 0);
    }

    void aCopyOfAMatcherAnswersTheSame()
    {
        Matcher copy;
        {
            const Matcher first(parsed(QStringLiteral("class:mal* attempts:5 order.total:12.5 timed")), noon());
            copy = first;
        }
        QVERIFY(copy.matches(poisoned()));
    }
};

QTEST_GUILESS_MAIN(TestEvaluation)
#include "TestEvaluation.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Decimal.h"
#include "models/filter/VersionOrder.h"
#include "tests/unit/filter/Letters.h"

#include <QRandomGenerator>
#include <QTest>

#include <limits>

using namespace holdwatch;
using namespace holdwatch::filter;

namespace {

class OneWhole final : public FilterSource
{
public:
    explicit OneWhole(qint64 value) : m_value(value) {}
    bool anyValue(FieldId, const ValueTest &test) const override { return test(FieldValue::whole(m_value)); }
    bool anyValueAt(const FieldPath &, const ValueTest &test) const override { return test(FieldValue::number(WholeDigits(m_value).view())); }
    bool anyTextContains(const TextPattern &) const override { return false; }

private:
    qint64 m_value;
};

int sign(int value)
{
    return (value > 0) - (value < 0);
}

} // namespace

class TestNumbers : public QObject
{
    Q_OBJECT
private slots:
    void decimalsCompareByValue_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<int>("order");
        const auto row = [](const char *left, const char *right, int order) {
            QTest::addRow("%s ~ %s", left, right) << QString::fromLatin1(left) << QString::fromLatin1(right) << order;
        };
        row("0", "-0", 0);
        row("0.000", "0e5", 0);
        row("1.10", "1.1", 0);
        row("1.1", "1.09", 1);
        row("12e2", "1200", 0);
        row("1.2E+3", "1200.0", 0);
        row("120e-2", "1.2", 0);
        row("007", "7", 0);
        row("+7", "7", 0);
        row("-7", "7", -1);
        row("-7", "-8", 1);
        row("10", "9", 1);
        row("0.1", "0.10000000000000000001", -1);
        row("9007199254740993", "9007199254740992", 1);               // one as doubles
        row("18446744073709551616", "18446744073709551615", 1);       // past 64 bits
        row("123456789012345678901234567890", "123456789012345678901234567891", -1);
        row("0.3", "0.30000000000000004", -1);
        row("1e400", "1e399", 1);                                     // infinite as doubles
        row("1e-400", "0", 1);
        row("-1e400", "1e-400", -1);
        row("1e999999999999999", "9e999999999999998", 1);
    }
    void decimalsCompareByValue()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QFETCH(int, order);
        const auto first = Decimal::read(left);
        const auto second = Decimal::read(right);
        QVERIFY(first && second);
        QCOMPARE(sign(first->compare(*second)), order);
        QCOMPARE(sign(second->compare(*first)), -order);
        QCOMPARE(first->compare(*first), 0);
    }

    void whatIsNoNumberIsNone()
    {
        for (const char *text : {"", "-", "+", ".", ".5", "5.", "1e", "1e+", "1.2.3", "0x10", "1,5", " 1", "1 ", "NaN", "inf", "--1", "1e1234567890123456", "\xd9\xa1"})
            QVERIFY2(!Decimal::read(QString::fromUtf8(text)), text);
    }

    void wholeNumbersAnswerAsTheirDigitsDo()
    {
        constexpr qint64 lowest = std::numeric_limits<qint64>::min();
        constexpr qint64 highest = std::numeric_limits<qint64>::max();
        const QVector<qint64> values{lowest, lowest + 1, -3, -1, 0, 1, 2, 3, 10, highest - 1, highest};
        const QStringList literals{QStringLiteral("-9223372036854775809"), QStringLiteral("-9223372036854775808"), QStringLiteral("-2.5"), QStringLiteral("0"),
            QStringLiteral("2"), QStringLiteral("2.0"), QStringLiteral("2.5"), QStringLiteral("1e1"), QStringLiteral("9223372036854775807"),
            QStringLiteral("9223372036854775807.5"), QStringLiteral("9223372036854775808"), QStringLiteral("1e30"), QStringLiteral("-1e30")};
        for (const QString &literal : literals) {
            for (const char *operation : {"", "!=", "<", "<=", ">", ">="}) {
                const QString condition = QLatin1Char(':') + QString::fromLatin1(operation) + literal;
                for (const qint64 value : values) {
                    const OneWhole row(value);
                    const QString what = QStringLiteral("%1 %2").arg(value).arg(condition);
                    QVERIFY2(matches(QStringLiteral("attempts") + condition, row) == matches(QStringLiteral("x") + condition, row), qPrintable(what));
                }
            }
        }
        QVERIFY(matches(QStringLiteral("attempts:2.5..1e30"), OneWhole(3)));
        QVERIFY(!matches(QStringLiteral("attempts:2.5..2.9"), OneWhole(2)));
        QVERIFY(matches(QStringLiteral("attempts:>9223372036854775806"), OneWhole(highest)));
        QVERIFY(!matches(QStringLiteral("attempts:>9223372036854775807"), OneWhole(highest)));
        QVERIFY(!matches(QStringLiteral("attempts:<-9223372036854775808"), OneWhole(lowest)));
    }

    void bigNumbersOfTheMessageAreExact()
    {
        Letter letter;
        letter.message.insert(QStringLiteral("id"), QStringLiteral("9007199254740993"));
        QVERIFY(matches(QStringLiteral("id:9007199254740993"), letter));
        QVERIFY(!matches(QStringLiteral("id:9007199254740992"), letter));
        QVERIFY(matches(QStringLiteral("id:>9007199254740992.999999999999999999999"), letter));
        letter.message.insert(QStringLiteral("id"), QStringLiteral("340282366920938463463374607431768211456"));
        QVERIFY(matches(QStringLiteral("id:>340282366920938463463374607431768211455"), letter));
        QVERIFY(!matches(QStringLiteral("id:340282366920938463463374607431768211455"), letter));
    }

    void digitsOfAnyWholeNumberAreRight()
    {
        QRandomGenerator random(17);
        for (int i = 0; i < 1000; ++i) {
            const qint64 value = static_cast<qint64>(random.generate64()) >> (i % 64);
            QCOMPARE(WholeDigits(value).view().toString(), QString::number(value));
        }
        QCOMPARE(WholeDigits(std::numeric_limits<qint64>::min()).view().toString(), QStringLiteral("-9223372036854775808"));
    }

    void versionsCompareByNumber_data()
    {
        QTest::addColumn<QStringList>("rising");
        QTest::newRow("whole") << QStringList{QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("10"), QStringLiteral("99999999999999999999999")};
        QTest::newRow("dotted") << QStringList{QStringLiteral("1.9"), QStringLiteral("1.10-rc1"), QStringLiteral("v1.10"), QStringLiteral("1.10.1"), QStringLiteral("2")};
    }
    void versionsCompareByNumber()
    {
        QFETCH(QStringList, rising);
        for (int i = 0; i < rising.size(); ++i) {
            for (int j = 0; j < rising.size(); ++j)
                QCOMPARE(sign(compareVersions(rising[i], rising[j])), sign(i - j));
        }
    }

    void versionsOfOneValueAreEqual()
    {
        QCOMPARE(compareVersions(u"3", u"3.0.0"), 0);
        QCOMPARE(compareVersions(u"v3", u"03"), 0);
        QCOMPARE(compareVersions(u"1.2+build7", u"1.2"), 0);
        QCOMPARE(compareVersions(u"Beta", u"beta"), 0);
    }

    void aVersionThatIsNoNumberIsNeitherAboveNorBelow()
    {
        Letter letter;
        letter.version = QStringLiteral("unknown");
        QVERIFY(!matches(QStringLiteral("version:<3"), letter));
        QVERIFY(!matches(QStringLiteral("version:>=3"), letter));
        QVERIFY(matches(QStringLiteral("version:Unknown"), letter));
        QVERIFY(matches(QStringLiteral("version:!=3"), letter));
    }
};

QTEST_GUILESS_MAIN(TestNumbers)
#include "TestNumbers.moc"

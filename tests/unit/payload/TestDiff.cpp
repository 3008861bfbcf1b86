// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/Diff.h"
#include "models/payload/JsonHashes.h"

#include <QTest>

using namespace holdwatch::payload;
using Kind = DiffRow::Kind;

namespace {

QByteArray summary(const Diff &diff)
{
    static constexpr char signs[] = "=*-+~.";
    QByteArrayList rows;
    for (const DiffRow &row : diff.rows)
        rows << signs[int(row.kind)] + row.pointer;
    return rows.join(' ');
}

Diff jsonDiff(const QByteArray &left, const QByteArray &right)
{
    return diffOf({left, {}}, {right, {}});
}

/// What an edit script makes of the left sequence.
std::vector<quint64> applied(const std::vector<EditRun> &runs, const std::vector<quint64> &left, const std::vector<quint64> &right)
{
    std::vector<quint64> made;
    qsizetype l = 0;
    qsizetype r = 0;
    for (const EditRun &run : runs) {
        if (run.left != l || run.right != r)
            return {};
        for (qsizetype i = 0; i < run.count; ++i) {
            if (run.kind == EditRun::Kind::Same && left[size_t(l + i)] != right[size_t(r + i)])
                return {};
            if (run.kind != EditRun::Kind::Removed)
                made.push_back(right[size_t(r + i)]);
        }
        l += run.kind == EditRun::Kind::Added ? 0 : run.count;
        r += run.kind == EditRun::Kind::Removed ? 0 : run.count;
    }
    return l == qsizetype(left.size()) ? made : std::vector<quint64>{};
}

/// The length of the shortest edit, the slow and obvious way.
qsizetype shortestEdit(const std::vector<quint64> &left, const std::vector<quint64> &right)
{
    std::vector<std::vector<qsizetype>> common(left.size() + 1, std::vector<qsizetype>(right.size() + 1));
    for (size_t l = 1; l <= left.size(); ++l) {
        for (size_t r = 1; r <= right.size(); ++r)
            common[l][r] = left[l - 1] == right[r - 1] ? common[l - 1][r - 1] + 1 : std::max(common[l - 1][r], common[l][r - 1]);
    }
    return qsizetype(left.size() + right.size()) - 2 * common[left.size()][right.size()];
}

} // namespace

class TestDiff : public QObject
{
    Q_OBJECT
private slots:
    void findsTheShortestEdit()
    {
        QRandomGenerator random(2);
        for (int i = 0; i < 500; ++i) {
            std::vector<quint64> left(size_t(random.bounded(14)));
            std::vector<quint64> right(size_t(random.bounded(14)));
            for (auto *side : {&left, &right}) {
                for (quint64 &element : *side)
                    element = random.bounded(4);
            }
            const auto script = editScript(left, right);
            QVERIFY(script);
            QVERIFY(applied(*script, left, right) == right);
            qsizetype edits = 0;
            for (const EditRun &run : *script)
                edits += run.kind == EditRun::Kind::Same ? 0 : run.count;
            QCOMPARE(edits, shortestEdit(left, right));
            QVERIFY(applied(blockScript(left, right), left, right) == right);
        }
    }

    void tellsChangesByPointer_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<QByteArray>("rows");
        const auto row = [](const char *name, const char *left, const char *right, const char *rows) { QTest::addRow("%s", name) << QByteArray(left) << QByteArray(right) << QByteArray(rows); };
        row("same", "{\"a\":1}", "{\"a\":1}", "");
        row("white space", "{\"a\":1}", "{ \"a\" : 1 }", "");
        row("changed", "{\"a\":1,\"b\":{\"c\":2}}", "{\"a\":1,\"b\":{\"c\":3}}", "*/b/c");
        row("added and removed", "{\"a\":1,\"b\":2}", "{\"b\":2,\"c\":3}", "-/a +/c");
        row("another order", "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "~");
        row("another order inside", "{\"o\":{\"a\":1,\"b\":2}}", "{\"o\":{\"b\":3,\"a\":1}}", "~/o */o/b");
        row("another type", "{\"a\":1}", "{\"a\":\"1\"}", "*/a");
        row("root", "1", "2", "*");
        row("pointer signs", "{\"a/b\":1,\"m~n\":2}", "{\"a/b\":2,\"m~n\":3}", "*/a~1b */m~0n");
        row("element put in", "[1,2,3]", "[0,1,2,3]", "+/0");
        row("element taken out", "[{\"x\":1},{\"x\":2},{\"x\":3}]", "[{\"x\":1},{\"x\":3}]", "-/1");
        row("element changed", "[{\"x\":1,\"y\":0},{\"x\":2}]", "[{\"x\":9,\"y\":0},{\"x\":2}]", "*/0/x");
        row("order of elements counts", "[1,2]", "[2,1]", "-/0 +/1");
        row("order of keys in an element", "[{\"a\":1,\"b\":2}]", "[{\"b\":2,\"a\":1}]", "~/0");
        row("duplicates in another order", "{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}", "*/a */a");
        row("duplicate gone", "{\"a\":1,\"a\":2}", "{\"a\":1}", "-/a");
        row("escaped key", "{\"\\u0061\":1}", "{\"a\":2}", "*/a");
    }
    void tellsChangesByPointer()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        const Diff diff = jsonDiff(left, right);
        QCOMPARE(diff.basis, Diff::Basis::Json);
        QTEST(summary(diff), "rows");
        QCOMPARE(diff.isSame(), diff.rows.empty());
    }

    void saysWhenOnlyTheWritingDiffers()
    {
        QCOMPARE(jsonDiff("[1.10]", "[1.1]").rows[0].note, QStringLiteral("the same number, written differently"));
        QCOMPARE(jsonDiff("[\"\\u00e9\"]", "[\"\xC3\xA9\"]").rows[0].note, QStringLiteral("the same text, written differently"));
        QCOMPARE(jsonDiff("[1]", "[null]").rows[0].note, QStringLiteral("number became null"));
        QVERIFY(jsonDiff("[1]", "[ 1]").remark.contains(QStringLiteral("white space")));
        QVERIFY(jsonDiff("[1]", "[1]").remark.isEmpty());
    }

    void comparesNumbersByTheirDigits()
    {
        QVERIFY(isSameNumber("1.10", "11e-1"));
        QVERIFY(isSameNumber("-0", "0.000"));
        QVERIFY(isSameNumber("100", "1E+2"));
        QVERIFY(!isSameNumber("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567891"));
        QVERIFY(!isSameNumber("1", "-1"));
        QVERIFY(!isSameNumber("NaN", "NaN"));
        QVERIFY(!isSameNumber("1e999999999999999999999", "1e999999999999999999999"));
    }

    void showsTheExactBytesBehindARow()
    {
        const QByteArray left = "{\"a\": 1.10}";
        const Diff diff = jsonDiff(left, "{\"a\": 2}");
        QCOMPARE(diff.rows[0].left, QStringLiteral("1.10"));
        QCOMPARE(diff.rows[0].leftRange.of(left).toByteArray(), "1.10");
    }

    void comparesAnythingElseByLines()
    {
        const Diff diff = jsonDiff("one\ntwo\nthree\nfour\nfive\nsix\nseven\n", "one\n2\nthree\nfour\nfive\nsix\nseven\neight\n");
        QCOMPARE(diff.basis, Diff::Basis::Lines);
        QCOMPARE(diff.changed, 1);
        QCOMPARE(diff.added, 1);
        QCOMPARE(summary(diff), "= * = = = = = +");
        const Diff withEnd = jsonDiff("a\nb", "a\nb\n");
        QCOMPARE(withEnd.changed, 1);
        QCOMPARE(jsonDiff("", "").isSame(), true);
        QCOMPARE(jsonDiff("", "x").added, 1);
    }

    void leavesOutEqualLinesAndSaysHowMany()
    {
        const QByteArray same = QByteArray("same\n").repeated(100);
        const Diff diff = jsonDiff(same + "x\n" + same, same + "y\n" + same);
        QCOMPARE(summary(diff), ". = = = * = = = .");
        QCOMPARE(diff.rows[0].note, QStringLiteral("97 equal lines"));
    }

    void showsALongLineWhereItDiffers()
    {
        const QByteArray line(100'000, 'x');
        const Diff diff = jsonDiff(line + "left" + line, line + "right" + line);
        QCOMPARE(diff.rows.size(), 1u);
        QVERIFY(diff.rows[0].left.contains(QStringLiteral("left")));
        QVERIFY(diff.rows[0].right.contains(QStringLiteral("right")));
        QVERIFY(diff.rows[0].left.size() < 300);
    }

    void fallsBackToBlocksWhereTooMuchDiffers()
    {
        QByteArray left = "first\n";
        QByteArray right = "first\n";
        for (int i = 0; i < 20'000; ++i) {
            left += "l" + QByteArray::number(i) + '\n';
            right += "r" + QByteArray::number(i) + '\n';
        }
        const Diff diff = jsonDiff(left + "last\n", right + "last\n");
        QCOMPARE(diff.basis, Diff::Basis::Blocks);
        QCOMPARE(diff.changed + diff.removed + diff.added, 20'000);
        QVERIFY(diff.leftOut > 0);
        QVERIFY(diff.remark.contains(QStringLiteral("line by line")) && diff.remark.contains(QStringLiteral("more rows")));
    }

    void comparesLargeArraysByPositionWhereTooMuchDiffers()
    {
        QByteArray left = "[";
        QByteArray right = "[";
        for (int i = 0; i < 20'000; ++i) {
            left += QByteArray::number(i) + ',';
            right += QByteArray::number(i + 1'000'000) + ',';
        }
        const Diff diff = jsonDiff(left + "1]", right + "1]");
        QCOMPARE(diff.changed, 20'000);
        QVERIFY(diff.remark.contains(QStringLiteral("by position")));
    }

    void standsEveryPairOfNastySamples()
    {
        const auto samples = nastySamples();
        for (const Sample &left : samples) {
            for (const Sample &right : samples) {
                if (&left != &right && left.bytes.size() + right.bytes.size() > 100'000)
                    continue; // the large ones against themselves only
                const Diff diff = diffOf({left.bytes, {}}, {right.bytes, {}});
                QVERIFY2(!diff.isSame() || diff.basis == Diff::Basis::Json || left.bytes == right.bytes, left.name);
                QVERIFY2(left.bytes != right.bytes || diff.isSame(), left.name);
            }
        }
    }

    void comparesAHundredThousandLevels()
    {
        const QByteArray left = QByteArray("[").repeated(100'000) + "1" + QByteArray("]").repeated(100'000);
        QByteArray right = left;
        right[100'000] = '2';
        const Diff diff = jsonDiff(left, right);
        QCOMPARE(diff.changed, 1);
        QCOMPARE(diff.rows[0].left, QStringLiteral("1"));
        QCOMPARE(diff.rows[0].pointer.size(), 200'000);
    }
};

QTEST_GUILESS_MAIN(TestDiff)
#include "TestDiff.moc"

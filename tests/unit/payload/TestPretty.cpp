// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/PrettyJson.h"

#include <QTest>

#include <limits>

using namespace holdwatch::payload;

namespace {

constexpr PrettyOptions unbounded{2, 64, std::numeric_limits<qsizetype>::max() / 2};

} // namespace

class TestPretty : public QObject
{
    Q_OBJECT
private slots:
    void indentsTheOriginalText()
    {
        QCOMPARE(prettyText("{\"b\":[1.10,1E400,{}],\"a\":{\"x\":null},\"a\":[]}").text,
                 "{\n  \"b\": [\n    1.10,\n    1E400,\n    {}\n  ],\n  \"a\": {\n    \"x\": null\n  },\n  \"a\": []\n}");
    }

    void changesNothingButWhiteSpace()
    {
        for (const Sample &sample : nastySamples()) {
            const PrettyText pretty = prettyText(sample.bytes, unbounded);
            QVERIFY2(withoutSpace(pretty.text) == withoutSpace(sample.bytes), sample.name);
            QCOMPARE(pretty.leftOut, 0);
        }
        QRandomGenerator random(17);
        for (int i = 0; i < 2000; ++i) {
            const QByteArray text = i % 2 ? nearlyJson(random, random.bounded(40)) : randomJson(random, 5);
            QCOMPARE(withoutSpace(prettyText(text, unbounded).text), withoutSpace(text));
        }
    }

    void keepsWhiteSpaceInsideStrings()
    {
        QCOMPARE(prettyText("[\"a  b\n c\"]").text, "[\n  \"a  b\n c\"\n]");
    }

    void isTheSameWhenDoneTwice()
    {
        QRandomGenerator random(3);
        for (int i = 0; i < 500; ++i) {
            const QByteArray once = prettyText(randomJson(random, 5)).text;
            QCOMPARE(prettyText(once).text, once);
        }
    }

    void showsTheRestAsItIsFromWhereItStopsBeingJson()
    {
        const PrettyText pretty = prettyText("{\"a\":1} and  more");
        QCOMPARE(pretty.text, "{\n  \"a\": 1\n}\nand  more");
        QCOMPARE(pretty.fault->at, 8);
        QVERIFY(pretty.remark().contains(QStringLiteral("No JSON from byte 8 on")));
        QCOMPARE(prettyText("  plain  words ").text, "  plain  words ");
    }

    void stopsAtItsBudgetAndSaysWhatIsMissing()
    {
        const QByteArray text = oneLongLine();
        const PrettyText pretty = prettyText(text, {2, 64, 10'000});
        QVERIFY(pretty.text.size() >= 10'000 && pretty.text.size() < 10'300);
        QCOMPARE(pretty.leftOut, text.size() - pretty.shownUntil);
        QCOMPARE(withoutSpace(pretty.text), withoutSpace(text.first(pretty.shownUntil)));
        QVERIFY(pretty.remark().contains(QStringLiteral("more bytes are not shown yet")));
    }

    void cutsATokenThatIsLargerThanTheBudgetAtACharacter()
    {
        const QByteArray text = "[\"" + QByteArray("\xE2\x82\xAC").repeated(100'000) + "\"]";
        const PrettyText pretty = prettyText(text, {2, 64, 1'000});
        QVERIFY(pretty.text.size() <= 1'010);
        QVERIFY(pretty.leftOut > 298'000);
        QCOMPARE(factsOf(pretty.text).notUtf8.count, 0);
    }

    void doesNotIndentWithoutEnd()
    {
        const PrettyText pretty = prettyText(nested(100'000), {2, 64, std::numeric_limits<qsizetype>::max() / 2});
        QVERIFY(pretty.text.size() < 200'000 * 131);
        QCOMPARE(withoutSpace(pretty.text).size(), 200'000);
    }

    void mapsEveryByteThere()
    {
        for (const Sample &sample : nastySamples()) {
            const PrettyText pretty = prettyText(sample.bytes, unbounded);
            QCOMPARE(pretty.map.shownSize(), pretty.text.size());
            QCOMPARE(pretty.map.sourceSize(), sample.bytes.size());
            const qsizetype stride = std::max<qsizetype>(1, sample.bytes.size() / 3000);
            for (qsizetype at = 0; at < sample.bytes.size(); at += stride) {
                if (withoutSpace(sample.bytes.sliced(at, 1)).isEmpty())
                    continue;
                const qsizetype shown = pretty.map.toShown(at);
                QVERIFY2(pretty.text[shown] == sample.bytes[at], sample.name);
                QCOMPARE(pretty.map.toSource(shown), at);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestPretty)
#include "TestPretty.moc"

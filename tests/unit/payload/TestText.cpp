// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/TextView.h"

#include <QTest>

using namespace holdwatch::payload;

class TestText : public QObject
{
    Q_OBJECT
private slots:
    void saysWhereItIsNoUtf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QList<qsizetype>>("places");
        const auto row = [](const char *name, const QByteArray &bytes, const QList<qsizetype> &places) { QTest::addRow("%s", name) << bytes << places; };
        row("ascii", "abc", {});
        row("all lengths", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", {});
        row("continuation alone", "a\x80", {1});
        row("overlong", "\xC0\xAF", {0, 1});
        row("overlong three", "\xE0\x80\xAF", {0, 1, 2});
        row("surrogate", "\xED\xA0\x80", {0, 1, 2});
        row("too high", "\xF4\x90\x80\x80", {0, 1, 2, 3});
        row("cut", "ab\xE2\x82", {2, 3});
        row("never valid", "\xFE\xFF", {0, 1});
    }
    void saysWhereItIsNoUtf8()
    {
        QFETCH(QByteArray, bytes);
        const TextFacts facts = factsOf(bytes);
        const QList<qsizetype> found(facts.notUtf8.first.begin(), facts.notUtf8.first.end());
        QTEST(found, "places");
        QCOMPARE(facts.isUtf8(), found.isEmpty());
    }

    void findsWhatIsOdd()
    {
        const TextFacts facts = factsOf(QByteArray("a\0b\x1B\xC2\x85\r\n\t\xE2\x80\xAE\xE2\x81\xA9\xE2\x80\x8B\xC2\xAD", 20));
        QCOMPARE(facts.nul.count, 1);
        QCOMPARE(facts.nul.first.front(), 1);
        QCOMPARE(facts.controls.count, 2);
        QCOMPARE(facts.bidi.count, 2);
        QCOMPARE(facts.invisible.count, 2);
        QCOMPARE(facts.lines, 2);
        QVERIFY(facts.isOdd());
        QCOMPARE(facts.sentences().size(), 4);
        QVERIFY(!factsOf("plain\r\ntext\t").isOdd());
    }

    void countsLines()
    {
        QCOMPARE(factsOf("").lines, 0);
        QCOMPARE(factsOf("a").lines, 1);
        QCOMPARE(factsOf("a\n").lines, 1);
        QCOMPARE(factsOf("a\nbcd\n\n").lines, 3);
        QCOMPARE(factsOf("a\nbcd\n\n").longestLine, 3);
    }

    void makesVisibleWhatWouldHide()
    {
        QCOMPARE(visible(QByteArray("a\0b", 3)), QStringLiteral("a‹U+0000›b"));
        QCOMPARE(visible("invoice\xE2\x80\xAE" "fdp.exe"), QStringLiteral("invoice‹U+202E›fdp.exe"));
        QCOMPARE(visible("\xFF\xC3("), QStringLiteral("‹FF›‹C3›("));
        QCOMPARE(visible("a\r\n\tb"), QStringLiteral("a‹U+000D›\n\tb"));
        QCOMPARE(visible("\xE2\x80\x8B\xF3\xA0\x81\x81"), QStringLiteral("‹U+200B›‹U+E0041›"));
        QCOMPARE(visible("é€\xF0\x9F\x98\x80"), QStringLiteral("é€😀"));
        for (char32_t c = 0x202A; c <= 0x202E; ++c)
            QVERIFY(visible(QString::fromUcs4(&c, 1).toUtf8()).startsWith(u'‹'));
        for (char32_t c = 0x2066; c <= 0x2069; ++c)
            QVERIFY(visible(QString::fromUcs4(&c, 1).toUtf8()).startsWith(u'‹'));
    }

    void tellsItsOwnMarksFromTheSources()
    {
        QCOMPARE(displayOf("‹U+202E›").marks.size(), 0u);
        QCOMPARE(displayOf("\xE2\x80\xAE").marks.size(), 1u);
    }

    void mapsOffsetsBackByteByByte()
    {
        for (const Sample &sample : nastySamples()) {
            const QByteArray bytes = sample.bytes.first(std::min<qsizetype>(sample.bytes.size(), 20'000));
            const DisplayText shown = displayOf(bytes);
            QCOMPARE(shown.map.shownSize(), shown.text.size());
            QCOMPARE(shown.map.sourceSize(), bytes.size());
            QByteArray rebuilt;
            for (qsizetype at = 0; at < shown.text.size();) {
                const qsizetype from = shown.map.toSource(at);
                qsizetype next = at + 1;
                while (next < shown.text.size() && shown.map.toSource(next) == from)
                    ++next;
                rebuilt += bytes.sliced(from, shown.map.toSource(next) - from);
                at = next;
            }
            QVERIFY2(rebuilt == bytes, sample.name);
        }
    }

    void mapsARangeToAllOfWhatItTouches()
    {
        const DisplayText shown = displayOf("a\xE2\x80\xAE" "b");
        QCOMPARE(shown.map.toShown({1, 4}), (ByteRange{1, 9}));
        QCOMPARE(shown.map.toShown({2, 3}), (ByteRange{1, 9}));
        QCOMPARE(shown.map.toSource({3, 4}), (ByteRange{1, 4}));
        QCOMPARE(shown.map.toSource({0, 10}), (ByteRange{0, 5}));
    }

    void hidesRangesBehindDots()
    {
        const DisplayText shown = displayOf("key=secret;", {{4, 10}});
        QCOMPARE(shown.text, QStringLiteral("key=●●●;"));
        QCOMPARE(shown.map.toSource(5), 4);
        QCOMPARE(shown.map.toShown(10), 7);
        QCOMPARE(visible("abc", {{0, 3}}), QStringLiteral("●●●"));
        QCOMPARE(visible("abc", {{2, 9}}), QStringLiteral("ab●●●"));
    }

    void cutsAPageAtALineOrACharacter()
    {
        const QByteArray text = QByteArray("line of text\n").repeated(100);
        qsizetype at = 0;
        QByteArray all;
        while (at < text.size()) {
            const qsizetype end = pageEnd(text, at, 100);
            QVERIFY(end > at && end - at <= 100);
            QVERIFY(text[end - 1] == '\n');
            all += text.sliced(at, end - at);
            at = end;
        }
        QCOMPARE(all, text);
        const QByteArray euros = QByteArray("\xE2\x82\xAC").repeated(1000);
        QCOMPARE(pageEnd(euros, 0, 100), 99);
        QCOMPARE(pageEnd(euros, 99, 1), 102);
        QCOMPARE(pageEnd(QByteArray(10, '\xFF'), 0, 5), 5);
        QCOMPARE(pageEnd("", 0, 5), 0);
    }

    void makesAnExcerptOfOneLine()
    {
        QCOMPARE(excerpt("one\ntwo", {0, 7}, 100), QStringLiteral("one‹U+000A›two"));
        QCOMPARE(excerpt("\xE2\x82\xAC\xE2\x82\xAC", {0, 6}, 4), QStringLiteral("€…"));
        QCOMPARE(excerpt("a secret b", {0, 10}, 100, {{2, 8}}), QStringLiteral("a ●●● b"));
        QCOMPARE(excerpt("a secret b", {4, 10}, 100, {{2, 8}}), QStringLiteral("●●● b"));
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "TestText.moc"

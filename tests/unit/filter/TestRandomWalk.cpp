// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Completion.h"
#include "tests/unit/filter/Letters.h"

#include <QRandomGenerator>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::filter;

namespace {

/// Bits of filters in any order: most of it nonsense, much of it nearly right.
QString mumble(QRandomGenerator &random, int words)
{
    static const QStringList bits{QStringLiteral("class:"), QStringLiteral("v:"), QStringLiteral("age:"), QStringLiteral("seen:"), QStringLiteral("attempts:"), QStringLiteral("order.id:"),
        QStringLiteral("\"a b\".0:"), QStringLiteral("\"class\":"), QStringLiteral("("), QStringLiteral(")"), QStringLiteral(" OR "), QStringLiteral(" or "), QStringLiteral(" AND "),
        QStringLiteral("NOT "), QStringLiteral("-"), QStringLiteral(" "), QStringLiteral(" "), QStringLiteral(">"), QStringLiteral(">="), QStringLiteral("!="), QStringLiteral(".."), QStringLiteral("."),
        QStringLiteral("*"), QStringLiteral("1h"), QStringLiteral("3"), QStringLiteral("12.50"), QStringLiteral("2026-11-30"), QStringLiteral("today"), QStringLiteral("-2h"), QStringLiteral("word"),
        QStringLiteral("\"q t\""), QStringLiteral("\"17\""), QStringLiteral("\""), QStringLiteral("\\"), QStringLiteral("\\u00e4"), QStringLiteral(":"), QStringLiteral("Ä"), QStringLiteral("\u202e")};
    QString text;
    for (int i = 0; i < words; ++i)
        text += bits[random.bounded(static_cast<int>(bits.size()))];
    return text;
}

QString noise(QRandomGenerator &random, int length)
{
    QString text;
    for (int i = 0; i < length; ++i)
        text += QChar(static_cast<char16_t>(random.bounded(3) == 0 ? random.bounded(0x10000) : random.bounded(128)));
    return text;
}

Letter someLetter()
{
    Letter letter;
    letter.failureClass = QStringLiteral("word");
    letter.version = QStringLiteral("3");
    letter.age = Millis(3600'000);
    letter.body = QStringLiteral("word 3 ä");
    return letter;
}

} // namespace

class TestRandomWalk : public QObject
{
    Q_OBJECT

    const FieldCatalogue m_catalogue = letterCatalogue();
    int m_accepted = 0;

    void survives(const QString &text)
    {
        const Parsed result = parse(text, m_catalogue);
        const Completions found = complete(text, text.size() / 2, m_catalogue);
        QVERIFY(found.offset >= 0 && found.length >= 0 && found.offset + found.length <= text.size());
        if (!result) {
            QVERIFY(result.error().offset >= 0 && result.error().length >= 0);
            QVERIFY2(result.error().offset + result.error().length <= text.size(), qPrintable(text));
            QVERIFY(!result.error().sentence.isEmpty());
            return;
        }
        ++m_accepted;
        const Parsed again = parse(toText(*result), m_catalogue);
        QVERIFY2(again.has_value(), qPrintable(text + QStringLiteral(" -> ") + toText(*result)));
        QVERIFY2(*again == *result, qPrintable(text + QStringLiteral(" -> ") + toText(*result)));
        const bool answer = Matcher(*result, noon()).matches(someLetter());
        QCOMPARE(Matcher(*again, noon()).matches(someLetter()), answer);
        if (!result->isEverything())
            QCOMPARE(Matcher(inverted(*result), noon()).matches(someLetter()), !answer);
    }

private slots:
    void nearlyRightTextsAreReadBackOrRefusedAtAPlaceInside()
    {
        QRandomGenerator random(20261130);
        m_accepted = 0;
        for (int i = 0; i < 30000; ++i)
            survives(mumble(random, 1 + random.bounded(9)));
        QVERIFY2(m_accepted > 3000, qPrintable(QString::number(m_accepted)));
    }

    void noiseIsReadBackOrRefusedAtAPlaceInside()
    {
        QRandomGenerator random(4711);
        for (int i = 0; i < 5000; ++i)
            survives(noise(random, random.bounded(60)));
        for (int i = 0; i < 20; ++i)
            survives(noise(random, 4000 + random.bounded(300)));
    }

    void bytesAreReadBackOrRefusedAtAPlaceInside()
    {
        QRandomGenerator random(99);
        for (int i = 0; i < 5000; ++i) {
            QByteArray bytes(random.bounded(50), '\0');
            for (char &byte : bytes)
                byte = static_cast<char>(random.bounded(256));
            survives(QString::fromUtf8(bytes));
            survives(QString::fromLatin1(bytes));
        }
    }

    void longOnesOfOneKindEndToo()
    {
        for (const char *bit : {"(", ")", "-", "\"", "\\", "a ", "a:", "a.", "*", "a*", "..", "x:1.", "OR ", "\"a\".", "x:(", "x:(a OR ", "a\"b\" ", "NOT ", "1h", "x:>1m", "age:1m1m"}) {
            const QString text = QString::fromLatin1(bit).repeated(longestFilter).left(longestFilter);
            survives(text);
            survives(text.chopped(1));
        }
    }
};

QTEST_GUILESS_MAIN(TestRandomWalk)
#include "TestRandomWalk.moc"

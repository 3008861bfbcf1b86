// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/TextPattern.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace holdwatch::filter;

namespace {

TextPattern pattern(const QString &text)
{
    return TextPattern(text.split(QLatin1Char('*')));
}

} // namespace

class TestPatterns : public QObject
{
    Q_OBJECT
private slots:
    void agreesWithARegularExpressionOnShortTexts()
    {
        QRandomGenerator random(4);
        const auto pick = [&random](const QString &letters, int longest) {
            QString text;
            for (int i = random.bounded(longest + 1); i > 0; --i)
                text += letters[random.bounded(static_cast<int>(letters.size()))];
            return text;
        };
        for (int i = 0; i < 20000; ++i) {
            const QString wanted = pick(QStringLiteral("abA*"), 6);
            const QString text = pick(QStringLiteral("abBÄ"), 10);
            const QString inner = QString(wanted).replace(QLatin1Char('*'), QLatin1String(".*"));
            const QRegularExpression some(inner, QRegularExpression::CaseInsensitiveOption);
            const QRegularExpression whole(QRegularExpression::anchoredPattern(inner), QRegularExpression::CaseInsensitiveOption);
            const QString what = wanted + QStringLiteral(" ~ ") + text;
            QVERIFY2(pattern(wanted).foundIn(text) == some.match(text).hasMatch(), qPrintable(what));
            QVERIFY2(pattern(wanted).foundInUtf8(text.toUtf8()) == some.match(text).hasMatch(), qPrintable(what));
            QVERIFY2(pattern(wanted).matchesWhole(text) == whole.match(text).hasMatch(), qPrintable(what));
        }
    }

    void bytesAreReadLikeLetters()
    {
        const QString text = QStringLiteral("x Grüße ſtop 17 \u212A 𝄞 日本語");
        for (const QString &wanted : {QStringLiteral("GRÜ"), QStringLiteral("stop"), QStringLiteral("17 k"), QStringLiteral("k 𝄞"), QStringLiteral("𝄞"), QStringLiteral("本語"), QStringLiteral("gr*語")}) {
            QVERIFY2(pattern(wanted).foundIn(text), qPrintable(wanted));
            QVERIFY2(pattern(wanted).foundInUtf8(text.toUtf8()), qPrintable(wanted));
        }
    }

    void bytesThatAreNoTextAreLikeNothingAndHideNothing()
    {
        constexpr char bytes[] = "\xff\xc0\x80\xe2\x82 order \xed\xa0\x80\xf4\x90\x80\x80 \x00 A-17\xe2";
        const QByteArray broken(bytes, sizeof bytes - 1);
        QVERIFY(pattern(QStringLiteral("ORDER")).foundInUtf8(broken));
        QVERIFY(pattern(QStringLiteral("a-17")).foundInUtf8(broken));
        QVERIFY(!pattern(QStringLiteral("€")).foundInUtf8(broken));
        QVERIFY(!pattern(QString(QChar(0xD800))).foundInUtf8(broken));
        QVERIFY(!pattern(QString(QChar(0))).foundInUtf8(QByteArray("\xc0\x80")));
    }

    void aHostilePatternTakesLinearTime()
    {
        // Compared letter by letter from every start this would be 8 billion steps, past the limit of any test.
        const QString text(4'000'000, QLatin1Char('a'));
        const QString wanted = QString(2000, QLatin1Char('a')) + QLatin1Char('b');
        QVERIFY(!pattern(wanted).foundIn(text));
        QVERIFY(!pattern(QStringLiteral("a*").repeated(500) + QLatin1Char('b')).foundIn(text));
        QVERIFY(!pattern(QLatin1Char('*') + wanted + QLatin1Char('*')).matchesWhole(text));
        QVERIFY(!pattern(wanted).foundInUtf8(text.toUtf8()));
    }
};

QTEST_GUILESS_MAIN(TestPatterns)
#include "TestPatterns.moc"

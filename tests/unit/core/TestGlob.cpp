// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Glob.h"

#include <QTest>

using namespace holdwatch;

class TestGlob : public QObject
{
    Q_OBJECT
private slots:
    void matchesTheWholeText_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *pattern, const char *text, bool matches) {
            QTest::addRow("%s ~ %s", pattern, text) << QString::fromLatin1(pattern) << QString::fromLatin1(text) << matches;
        };
        row("orders", "orders", true);
        row("orders", "orders2", false);
        row("orders*", "orders2", true);
        row("*", "", true);
        row("", "", true);
        row("", "a", false);
        row("*.tmp", "a.tmp.tmp", true);
        row("*.tmp", "a.tmp.x", false);
        row("a*b*c", "aXbYbZc", true);
        row("a?c", "abc", true);
        row("a?c", "ac", false);
        row("*orders", "shop/orders", true);
        row("Orders", "orders", false);
        row("a[b]", "a[b]", true);
    }
    void matchesTheWholeText()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, text);
        QTEST(matchesGlob(pattern, text), "matches");
    }

    void staysFastOnAHostilePattern()
    {
        const QString text(2000, QLatin1Char('a'));
        const QString pattern = QStringLiteral("*a").repeated(200) + QStringLiteral("*b");
        QVERIFY(!matchesGlob(pattern, text));
    }
};

QTEST_GUILESS_MAIN(TestGlob)
#include "TestGlob.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/DeadLetterCells.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterCells : public QObject
{
    Q_OBJECT

    static QString text(const DeadLetterRow &row, LetterCell cell) { return cellText(row, cell, builtInRules().classes, sampleNow(), Zone::Utc); }
    static QString toolTip(const DeadLetterRow &row, LetterCell cell) { return cellToolTip(row, cell, builtInRules().classes, sampleNow(), Zone::Utc); }

private slots:
    void whatIsNotReportedIsADashWithItsReason()
    {
        const DeadLetterRow empty;
        for (int i = 0; i < letterCellCount; ++i) {
            const auto cell = LetterCell(i);
            const bool isAlwaysThere = cell == LetterCell::Size || cell == LetterCell::Redrives;
            QCOMPARE(text(empty, cell) == noFigure(), !isAlwaysThere);
            QVERIFY2(!toolTip(empty, cell).isEmpty(), qPrintable(cellTitle(cell)));
            QVERIFY(!cellTitle(cell).isEmpty());
            QVERIFY(!cellDescription(cell).isEmpty());
        }
    }

    void timesAreExactAndRelative()
    {
        DeadLetterRow row;
        row.diedAt = sampleNow() - std::chrono::hours(2);
        row.expiresAt = sampleNow() + std::chrono::hours(76);
        QVERIFY(text(row, LetterCell::Died).startsWith(formatDateTime(*row.diedAt, Zone::Utc)));
        QVERIFY(text(row, LetterCell::Died).endsWith(QStringLiteral("ago")));
        QCOMPARE(text(row, LetterCell::Expires), QStringLiteral("expires in 3 d 4 h"));
        QVERIFY(toolTip(row, LetterCell::Expires).contains(formatDateTime(*row.expiresAt, Zone::Utc) + QStringLiteral(" UTC")));
        row.expiresAt = sampleNow() - Minutes(2);
        QCOMPARE(text(row, LetterCell::Expires), QStringLiteral("expired 2 min ago"));
    }

    void sizesReadShort()
    {
        QCOMPARE(formatBytes(0), QStringLiteral("0 B"));
        QCOMPARE(formatBytes(999), QStringLiteral("999 B"));
        QCOMPARE(formatBytes(1000), QStringLiteral("1.0 KB"));
        QCOMPARE(formatBytes(1449), QStringLiteral("1.4 KB"));
        QCOMPARE(formatBytes(999'900), QStringLiteral("1.0 MB"));
        QCOMPARE(formatBytes(50'000'000), QStringLiteral("50 MB"));
    }

    void valuesSayWhereTheyWereFound()
    {
        DeadLetterRow row;
        row.key = QStringLiteral("k");
        row.keyPlace = QStringLiteral("/meta/key");
        row.failureClass = QStringLiteral("malformed");
        QCOMPARE(toolTip(row, LetterCell::Key), QStringLiteral("k\nFound in /meta/key"));
        QCOMPARE(text(row, LetterCell::Class), QStringLiteral("Malformed payload"));
        row.failureClass = QStringLiteral("mine");
        QCOMPARE(text(row, LetterCell::Class), QStringLiteral("mine"));
    }

    void hostileTextsAreOneVisibleLine()
    {
        DeadLetterRow row;
        row.error = QStringLiteral("<img src=x>\n\u202Etxt") + QChar(0);
        const QString shown = text(row, LetterCell::Error);
        QVERIFY(shown.startsWith(QStringLiteral("<img src=x> ")));
        QVERIFY(!shown.contains(QLatin1Char('\n')));
        QVERIFY(!shown.contains(QChar(0x202E)));
        QVERIFY(!shown.contains(QChar(0)));
        QVERIFY(!toolTip(row, LetterCell::Error).contains(QChar(0x202E)));
    }
};

QTEST_GUILESS_MAIN(TestLetterCells)
#include "TestLetterCells.moc"

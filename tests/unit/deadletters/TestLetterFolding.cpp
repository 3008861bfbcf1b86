// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/FoldedError.h"

#include <QRandomGenerator>
#include <QTest>

using namespace holdwatch;

class TestLetterFolding : public QObject
{
    Q_OBJECT

private slots:
    void putsPlaceholdersWhereMessagesDiffer_data()
    {
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char16_t *error, const char16_t *wanted) { QTest::newRow(qPrintable(QString::fromUtf16(error))) << QString::fromUtf16(error) << QString::fromUtf16(wanted); };
        row(u"order 123 failed at 10:00", u"order # failed at ‹time›");
        row(u"order 9 failed at 11:02", u"order # failed at ‹time›");
        row(u"at 2025-11-30T10:00:00.123Z, gave up", u"at ‹time›, gave up");
        row(u"at 2025-11-30 10:00:00+01:00: gave up", u"at ‹time›: gave up");
        row(u"on 2025-11-30.", u"on ‹time›.");
        row(u"id 6f9619ff-8b86-d011-b42d-00c04fc964ff gone", u"id ‹id› gone");
        row(u"object 0x7fff12 freed", u"object ‹id› freed");
        row(u"commit 4a7d1ed414474e4033ac29ccb8653d9b", u"commit ‹id›");
        row(u"message 01HV4Q2Y7Z8 lost", u"message ‹id› lost");
        row(u"key \"reserve:1\" taken", u"key ‹value› taken");
        row(u"key 'a \\' b' taken", u"key ‹value› taken");
        row(u"can't reach it, won't try", u"can't reach it, won't try");
        row(u"it can't reach 'x' now", u"it can't reach ‹value› now");
        row(u"an \"open quote", u"an \"open quote");
        row(u"connect 10.0.0.12:5432", u"connect #:#");
        row(u"took 30000ms, 12.5% of 1,000", u"took #ms, #% of #");
        row(u"order A-17 in utf8", u"order A-# in utf#");
        row(u"deadbeef added", u"deadbeef added");
        row(u"  two\n lines\t", u"two lines");
        row(u"", u"");
    }
    void putsPlaceholdersWhereMessagesDiffer()
    {
        QFETCH(QString, error);
        QFETCH(QString, wanted);
        QCOMPARE(foldedError(error), wanted);
    }

    void foldingTwiceChangesNothingMore()
    {
        QRandomGenerator random(11);
        const QString letters = QStringLiteral("a1 '\"`:-.0xf#\\Z+\u2039\u203A\u201C\u201D\n_T5");
        for (int step = 0; step < 20'000; ++step) {
            QString text;
            for (int i = random.bounded(24); i > 0; --i)
                text += letters.at(random.bounded(int(letters.size())));
            const QString once = foldedError(text);
            if (foldedError(once) != once)
                qWarning() << text << once << foldedError(once);
            QCOMPARE(foldedError(once), once);
        }
    }

    void longAndHostileTextsAreCut()
    {
        QCOMPARE(foldedError(QString(100'000, QLatin1Char('x'))).size(), longestFolded);
        QVERIFY(foldedError(QString(100'000, QLatin1Char('\''))).size() <= longestFolded);
    }
};

QTEST_GUILESS_MAIN(TestLetterFolding)
#include "TestLetterFolding.moc"

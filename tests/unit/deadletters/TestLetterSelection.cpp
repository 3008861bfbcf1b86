// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/LetterSelection.h"

#include <QTest>

#include <set>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterSelection : public QObject
{
    Q_OBJECT

private slots:
    void behavesAsASetOfNumbers()
    {
        QRandomGenerator random(1);
        LetterSelection selection;
        std::set<LetterNumber> naive;
        for (int step = 0; step < 5000; ++step) {
            const LetterNumber number = random.bounded(4) ? random.bounded(10'000) : random.bounded(10) * 1'000'000'000'000;
            switch (random.bounded(3)) {
            case 0: selection.add(number), naive.insert(number); break;
            case 1: selection.remove(number), naive.erase(number); break;
            default:
                selection.toggle(number);
                if (!naive.insert(number).second)
                    naive.erase(number);
            }
            QCOMPARE(selection.count(), qint64(naive.size()));
            QCOMPARE(selection.contains(number), naive.count(number) > 0);
            QCOMPARE(selection.isEmpty(), naive.empty());
        }
        QCOMPARE(selection.numbers(), QVector<LetterNumber>(naive.begin(), naive.end()));
    }

    void aWholeGroupIsChosenAndStaysThatWhenRowsAreAppended()
    {
        QRandomGenerator random(2);
        LetterTable table;
        table.append(randomRows(random, 0, 200));
        LetterGroups groups(table);
        groups.catchUp();
        LetterSelection selection;
        selection.add(table, groups.rowsOf(0));
        const LetterSelection before = selection;
        QCOMPARE(selection.count(), groups.groups()[0].count);
        table.append(randomRows(random, 200, 200));
        groups.catchUp();
        QVERIFY(groups.groups()[0].count > before.count());
        QCOMPARE(selection, before);
        for (const LetterNumber number : selection.numbers())
            QVERIFY(number < 200);
    }

    void saysHowManyOfTheChosenAreShown()
    {
        QRandomGenerator random(3);
        LetterTable table;
        table.append(randomRows(random, 0, 10));
        LetterSelection selection;
        selection.add(table, {1, 2, 3});
        QCOMPARE(selection.countIn(table, {2, 3, 4}), qint64(2));
        selection.keepOnly(table, {3, 4});
        QCOMPARE(selection.numbers(), QVector<LetterNumber>{3});
        selection.remove(table, {3});
        QCOMPARE(selection, LetterSelection());
    }

    void rowsAreKeptByTheirNumbers()
    {
        QRandomGenerator random(4);
        LetterTable table;
        table.append({randomRow(random, 40), randomRow(random, 7)});
        LetterSelection selection;
        selection.add(table, {0});
        QCOMPARE(selection.numbers(), QVector<LetterNumber>{40});
    }
};

QTEST_GUILESS_MAIN(TestLetterSelection)
#include "TestLetterSelection.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/FoldedError.h"
#include "models/deadletters/LetterTable.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterTable : public QObject
{
    Q_OBJECT

private slots:
    void givesBackWhatItWasGiven()
    {
        QRandomGenerator random(1);
        QVector<DeadLetterRow> all;
        LetterTable table;
        for (int page = 0; page < 200; ++page) {
            const auto rows = randomRows(random, all.size(), 100);
            QVERIFY(table.append(rows).empty());
            all += rows;
        }
        QCOMPARE(table.count(), std::size_t(all.size()));
        for (qsizetype i = 0; i < all.size(); ++i)
            QCOMPARE(table.row(quint32(i)), all.at(i));
    }

    void oddTextsStayExact()
    {
        DeadLetterRow row;
        const QStringList odd{QString(QChar(0xD800)), QString(QChar(0)), QString(300'000, QLatin1Char('x')), QString(300'000, QChar(0x4E2D)), QStringLiteral("\u00FF"), QStringLiteral("\u0100")};
        LetterTable table;
        for (const QString &text : odd) {
            row.number = LetterNumber(table.count());
            row.id = MessageId(text);
            row.key = text;
            row.error = text;
            row.version = text;
            table.append({row});
            QCOMPARE(table.row(quint32(row.number)), row);
        }
        for (int i = 0; i < odd.size(); ++i)
            QCOMPARE(table.row(quint32(i)).key, odd.at(i));
    }

    void changedRowsAreToldAndNothingElse()
    {
        QRandomGenerator random(2);
        QVector<DeadLetterRow> all = randomRows(random, 0, 500);
        LetterTable table;
        table.append(all);
        for (int step = 0; step < 100; ++step) {
            const quint64 before = table.revision();
            QVector<DeadLetterRow> news;
            std::vector<quint32> wanted;
            for (const int at : {random.bounded(500), random.bounded(500), random.bounded(500)}) {
                DeadLetterRow after = random.bounded(2) ? all.at(at) : randomRow(random, at);
                if (std::find(wanted.begin(), wanted.end(), quint32(at)) == wanted.end() && after != all.at(at))
                    wanted.push_back(quint32(at));
                else
                    after = all.at(at);
                all[at] = after;
                news.append(after);
            }
            std::sort(wanted.begin(), wanted.end());
            QCOMPARE(table.change(news), wanted);
            QCOMPARE(table.revision() != before, !wanted.empty());
        }
        for (int i = 0; i < all.size(); ++i)
            QCOMPARE(table.row(quint32(i)), all.at(i));
    }

    void numbersThatAreNoRowsAreKept()
    {
        QRandomGenerator random(3);
        LetterTable table;
        const QVector<LetterNumber> numbers{0, 1, 7, 5, 1'000'000'000'000, 2};
        for (const LetterNumber number : numbers)
            table.append({randomRow(random, number)});
        for (int i = 0; i < numbers.size(); ++i) {
            QCOMPARE(table.numberAt(quint32(i)), numbers.at(i));
            QCOMPARE(table.rowOf(numbers.at(i)), quint32(i));
            QCOMPARE(table.row(quint32(i)).number, numbers.at(i));
        }
        QCOMPARE(table.rowOf(3), LetterTable::nowhere);
        QCOMPARE(table.change({randomRow(random, 3)}).size(), std::size_t(0));
    }

    void aNumberThatIsKnownChangesItsRow()
    {
        QRandomGenerator random(4);
        LetterTable table;
        table.append(randomRows(random, 0, 3));
        DeadLetterRow again = table.row(1);
        again.size += 1;
        QCOMPARE(table.append({again, randomRow(random, 3)}), std::vector<quint32>{1});
        QCOMPARE(table.count(), std::size_t(4));
        QCOMPARE(table.row(1), again);
    }

    void clearedItIsEmptyAndStillKnowsItsClasses()
    {
        QRandomGenerator random(5);
        LetterTable table;
        table.setClasses(builtInRules().classes);
        table.append(randomRows(random, 0, 100));
        const quint64 before = table.revision();
        table.clear();
        QCOMPARE(table.count(), std::size_t(0));
        QVERIFY(table.revision() != before);
        QCOMPARE(table.classes(), builtInRules().classes);
        const DeadLetterRow row = randomRow(random, 0);
        table.append({row});
        QCOMPARE(table.row(0), row);
    }

    void errorsThatFoldAlikeShareANumber()
    {
        QRandomGenerator random(6);
        const auto rows = randomRows(random, 0, 300);
        LetterTable table;
        table.append(rows);
        for (quint32 a = 0; a < 300; ++a) {
            QCOMPARE(table.foldedError(table.foldedErrorId(a)).toString(), foldedError(rows.at(a).error));
            const quint32 b = quint32(random.bounded(300));
            QCOMPARE(table.foldedErrorId(a) == table.foldedErrorId(b), foldedError(rows.at(a).error) == foldedError(rows.at(b).error));
        }
    }

    void offersValuesThatAreThereTheFrequentFirst()
    {
        QVector<DeadLetterRow> rows(6);
        const QStringList queues{QStringLiteral("b"), QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("shop/b"), QStringLiteral("c"), QString()};
        for (int i = 0; i < 6; ++i) {
            rows[i].number = i;
            rows[i].originQueue = queues.at(i);
        }
        LetterTable table;
        table.append(rows);
        QCOMPARE(table.valuesOf(LetterText::Queue, {}, 10), (QStringList{QStringLiteral("b"), QStringLiteral("a"), QStringLiteral("c"), QStringLiteral("shop/b")}));
        QCOMPARE(table.valuesOf(LetterText::Queue, QStringLiteral("B"), 10), (QStringList{QStringLiteral("b"), QStringLiteral("shop/b")}));
        QCOMPARE(table.valuesOf(LetterText::Queue, {}, 1).size(), 1);
        rows[1].originQueue = QStringLiteral("b");
        table.change({rows[1]});
        QVERIFY(!table.valuesOf(LetterText::Queue, {}, 10).contains(QStringLiteral("a")));
    }
};

QTEST_GUILESS_MAIN(TestLetterTable)
#include "TestLetterTable.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/DeadLetterModel.h"
#include "models/deadletters/LetterGroupModel.h"
#include "tests/support/FakeClock.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterModels : public QObject
{
    Q_OBJECT

    static constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
    FakeClock m_clock;

    /// The list as one would write it without a thought for a million rows.
    struct Naive
    {
        QVector<DeadLetterRow> rows;
        QString filter;
        LetterOrder order;

        QVector<LetterNumber> shown() const
        {
            const filter::Matcher matcher(letterFilter(filter), {sampleNow()});
            LetterTable table;
            table.append(rows);
            std::vector<quint32> all;
            for (const DeadLetterRow &row : rows) {
                if (matcher.matches(LetterSource(row, {}, {}, sampleNow())))
                    all.push_back(quint32(row.number));
            }
            order.sort(table, all);
            return QVector<LetterNumber>(all.begin(), all.end());
        }
    };
    static QVector<LetterNumber> numbersOf(const DeadLetterModel &model)
    {
        QVector<LetterNumber> numbers;
        for (int row = 0; row < model.rowCount(); ++row)
            numbers.append(model.index(row, 0).data(DeadLetterModel::NumberRole).toLongLong());
        return numbers;
    }
    static void walk(QRandomGenerator &random, DeadLetterModel &model, Naive &naive)
    {
        static const QStringList filters{QString(), QStringLiteral("class:malformed"), QStringLiteral("size:>1000"), QStringLiteral("-key:k-1"), QStringLiteral("class:none")};
        switch (random.bounded(5)) {
        case 0: {
            const auto more = randomRows(random, naive.rows.size(), random.bounded(20));
            naive.rows += more;
            model.append(more);
            break;
        }
        case 1: {
            QVector<DeadLetterRow> news;
            for (int i = random.bounded(20); i > 0 && !naive.rows.isEmpty(); --i) {
                const int at = random.bounded(int(naive.rows.size()));
                naive.rows[at] = randomRow(random, at);
                news.append(naive.rows.at(at));
            }
            model.change(news);
            break;
        }
        case 2:
            naive.filter = oneOf(random, filters);
            model.setFilter(letterFilter(naive.filter), {sampleNow()});
            break;
        default: {
            const int column = random.bounded(letterCellCount + 1) - 1;
            const auto direction = random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder;
            naive.order = column < 0 ? LetterOrder() : LetterOrder(LetterCell(column), direction);
            model.sort(column, direction);
        }
        }
        model.filterSome(); // slow machines would else be asked too early
    }

private slots:
    void showsWhatANaiveListShowsThroughARandomWalk()
    {
        QRandomGenerator random(21);
        DeadLetterModel model(m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        Naive naive;
        QVector<std::pair<QPersistentModelIndex, LetterNumber>> held;
        for (int step = 0; step < 400; ++step) {
            walk(random, model, naive);
            const auto shown = naive.shown();
            QCOMPARE(numbersOf(model), shown);
            for (const auto &[index, number] : std::as_const(held)) {
                if (index.isValid())
                    QCOMPARE(model.numberAt(index.row()), number);
            }
            held.removeIf([](const auto &each) { return !each.first.isValid(); });
            if (model.rowCount() > 0) {
                const int row = random.bounded(model.rowCount());
                held.append({QPersistentModelIndex(model.index(row, 3)), model.numberAt(row)});
                QCOMPARE(model.letterAt(row), naive.rows.at(model.numberAt(row)));
                QCOMPARE(model.rowOf(model.numberAt(row)), row);
            }
        }
        QCOMPARE(resets.count(), 0);
        QVERIFY(!held.isEmpty());
    }

    void whatStaysShownStaysSelected()
    {
        QRandomGenerator random(22);
        DeadLetterModel model(m_clock);
        model.append(randomRows(random, 0, 300));
        QHash<LetterNumber, QPersistentModelIndex> held;
        for (int row = 0; row < model.rowCount(); ++row)
            held.insert(model.numberAt(row), model.index(row, 0));
        model.sort(int(LetterCell::Size));
        model.setFilter(letterFilter(QStringLiteral("class:malformed")), {sampleNow()});
        model.filterSome();
        model.append(randomRows(random, 300, 50));
        model.filterSome();
        int kept = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.numberAt(row) >= 300)
                continue;
            QCOMPARE(held.value(model.numberAt(row)).row(), row);
            ++kept;
        }
        QVERIFY(kept > 0);
        QCOMPARE(std::count_if(held.begin(), held.end(), [](const auto &index) { return index.isValid(); }), kept);
    }

    void aSlowFilterGoesOnByItself()
    {
        QRandomGenerator random(23);
        DeadLetterModel model(m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        model.append(randomRows(random, 0, 1000));
        QSignalSpy finished(&model, &DeadLetterModel::filterFinished);
        QSignalSpy progress(&model, &DeadLetterModel::filterProgressed);
        model.setFilter(letterFilter(QStringLiteral("n:<500")), {sampleNow()}, [](LetterNumber number) { return std::optional(QByteArray(R"({"n":)" + QByteArray::number(number) + "}")); });
        if (model.isFiltering())
            QVERIFY(finished.wait());
        QCOMPARE(model.rowCount(), 500);
        QCOMPARE(progress.last().at(0).toLongLong(), 1000);
        QCOMPARE(progress.last().at(1).toLongLong(), 1000);
    }

    void onlyClearingResets()
    {
        QRandomGenerator random(24);
        DeadLetterModel model(m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setFilter(letterFilter(QStringLiteral("class:malformed")), {sampleNow()});
        model.append(randomRows(random, 0, 100));
        model.filterSome();
        const int before = model.rowCount();
        model.clear();
        QCOMPARE(resets.count(), 1);
        QCOMPARE(model.rowCount(), 0);
        random.seed(24);
        model.append(randomRows(random, 0, 100));
        model.filterSome();
        QCOMPARE(model.rowCount(), before);
    }

    void changedRowsAreAnnounced()
    {
        QRandomGenerator random(25);
        DeadLetterModel model(m_clock);
        model.append(randomRows(random, 0, 100));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        DeadLetterRow row = model.letterAt(7);
        row.failureClass = QStringLiteral("another");
        model.change({row});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().at(0).toModelIndex().row(), 7);
        QCOMPARE(model.index(7, int(LetterCell::Class)).data().toString(), QStringLiteral("another"));
    }

    void groupsKeepTheirPlaceThroughARandomWalk()
    {
        QRandomGenerator random(26);
        LetterTable table;
        LetterGroupModel model(table, m_clock);
        QAbstractItemModelTester tester(&model, fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QVector<DeadLetterRow> rows;
        for (int step = 0; step < 200; ++step) {
            QVector<QString> before;
            for (int row = 0; row < model.rowCount(); ++row)
                before.append(nameOf(model.groupAt(row)));
            if (random.bounded(2) || rows.isEmpty()) {
                const auto more = randomRows(random, rows.size(), 1 + random.bounded(5));
                rows += more;
                table.append(more);
            } else {
                const int at = random.bounded(int(rows.size()));
                rows[at] = randomRow(random, at);
                table.change({rows.at(at)});
            }
            model.refresh();
            checkGroups(model, rows, before);
            if (random.bounded(10) == 0)
                model.sort(random.bounded(groupCellCount), random.bounded(2) ? Qt::AscendingOrder : Qt::DescendingOrder);
        }
        QCOMPARE(resets.count(), 0);
        model.setGrouping({true, true, true});
        QCOMPARE(resets.count(), 1);
        table.clear();
        model.tableCleared();
        QCOMPARE(model.rowCount(), 0);
    }

    void groupsStandInTheOrderOneAskedFor()
    {
        QRandomGenerator random(27);
        LetterTable table;
        table.append(randomRows(random, 0, 200));
        LetterGroupModel model(table, m_clock);
        model.refresh();
        const QPersistentModelIndex first = model.index(0, 0);
        const LetterGroupKey key = model.groupAt(0).key;
        model.sort(int(GroupCell::Count), Qt::DescendingOrder);
        for (int row = 1; row < model.rowCount(); ++row)
            QVERIFY(model.groupAt(row - 1).count >= model.groupAt(row).count);
        QCOMPARE(first.row(), model.rowOf(key));
        QCOMPARE(model.groups().groups()[model.numberAt(3)].key, model.groupAt(3).key);
        model.sort(int(GroupCell::Version), Qt::DescendingOrder);
        QCOMPARE(model.index(model.rowCount() - 1, int(GroupCell::Version)).data().toString(), noFigure());
    }

    void whatIsShownIsCountedBesideTheWhole()
    {
        QRandomGenerator random(28);
        DeadLetterModel letters(m_clock);
        letters.append(randomRows(random, 0, 200));
        LetterGroupModel groups(letters.table(), m_clock);
        letters.setFilter(letterFilter(QStringLiteral("class:malformed")), {sampleNow()});
        letters.filterSome();
        groups.setShown(letters.shown());
        for (int row = 0; row < groups.rowCount(); ++row) {
            const bool isShown = groups.groupAt(row).failureClass == QLatin1String("malformed");
            QCOMPARE(groups.index(row, int(GroupCell::Shown)).data().toString(), isShown ? formatCount(groups.groupAt(row).count) : QStringLiteral("0"));
        }
    }

    void whatIsNotReportedIsADashWithAReason()
    {
        LetterTable table;
        DeadLetterRow row;
        row.failureClass = QStringLiteral("unknown");
        table.append({row});
        LetterGroupModel model(table, m_clock);
        model.refresh();
        for (const GroupCell cell : {GroupCell::Version, GroupCell::Keys, GroupCell::FirstDied, GroupCell::LastDied, GroupCell::Expires, GroupCell::PastUseful}) {
            const QModelIndex index = model.index(0, int(cell));
            QCOMPARE(index.data().toString(), noFigure());
            QVERIFY(!index.data(Qt::ToolTipRole).toString().isEmpty());
        }
        QCOMPARE(model.index(0, int(GroupCell::Share)).data().toString(), QStringLiteral("100 %"));
    }

private:
    static QString nameOf(const LetterGroup &group) { return group.failureClass + QLatin1Char('|') + group.version; }
    static void checkGroups(const LetterGroupModel &model, const QVector<DeadLetterRow> &rows, QVector<QString> before)
    {
        QHash<QString, qint64> counts;
        for (const DeadLetterRow &row : rows)
            ++counts[row.failureClass + QLatin1Char('|') + row.version];
        QCOMPARE(model.rowCount(), int(counts.size()));
        before.removeIf([&counts](const QString &name) { return !counts.contains(name); });
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.groupAt(row).count, counts.value(nameOf(model.groupAt(row))));
            if (row < before.size())
                QCOMPARE(nameOf(model.groupAt(row)), before.at(row));
        }
    }
};

QTEST_GUILESS_MAIN(TestLetterModels)
#include "TestLetterModels.moc"

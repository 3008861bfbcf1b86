// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/LetterOrder.h"
#include "models/deadletters/LetterView.h"
#include "models/filter/VersionOrder.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterOrder : public QObject
{
    Q_OBJECT

    struct Key
    {
        bool isThere = false;
        qint64 number = 0;
        QString text;
    };

    static QString foldedAscii(QString text)
    {
        for (QChar &c : text)
            c = c.unicode() < 128 ? c.toLower() : c;
        return text;
    }
    static Key timeKey(const std::optional<UtcTime> &time) { return {time.has_value(), time ? toEpochMillis(*time) : 0, {}}; }
    static Key textKey(const QString &text) { return {!text.isEmpty(), 0, foldedAscii(text)}; }
    static Key keyOf(const DeadLetterRow &row, LetterCell cell)
    {
        switch (cell) {
        case LetterCell::Id: return textKey(row.id.text());
        case LetterCell::Key: return textKey(row.key);
        case LetterCell::Class: return textKey(row.failureClass);
        case LetterCell::Version: return textKey(row.version);
        case LetterCell::Handler: return textKey(row.handlerVersion);
        case LetterCell::Queue: return textKey(row.originQueue);
        case LetterCell::Error: return textKey(row.error);
        case LetterCell::ContentType: return textKey(row.contentType);
        case LetterCell::Died: return timeKey(row.diedAt);
        case LetterCell::Published: return timeKey(row.publishedAt);
        case LetterCell::Expires: return timeKey(row.expiresAt);
        case LetterCell::FirstSeen: return timeKey(row.firstSeenAt);
        case LetterCell::Size: return {true, row.size, {}};
        case LetterCell::Deliveries: return {row.deliveries >= 0, row.deliveries, {}};
        case LetterCell::Status: return {row.httpStatus > 0, row.httpStatus, {}};
        case LetterCell::Redrives: return {true, row.redrives, {}};
        }
        return {};
    }
    static int compared(const Key &a, const Key &b, LetterCell cell)
    {
        if (cell == LetterCell::Version || cell == LetterCell::Handler)
            return filter::compareVersions(a.text, b.text);
        if (a.text != b.text)
            return a.text.toStdU16String().compare(b.text.toStdU16String());
        return a.number < b.number ? -1 : int(a.number > b.number);
    }
    static std::vector<quint32> naive(const QVector<DeadLetterRow> &rows, LetterCell cell, Qt::SortOrder direction)
    {
        std::vector<quint32> order(std::size_t(rows.size()));
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](quint32 left, quint32 right) {
            const Key a = keyOf(rows.at(left), cell), b = keyOf(rows.at(right), cell);
            if (!a.isThere || !b.isThere)
                return a.isThere && !b.isThere;
            const int by = compared(a, b, cell);
            return direction == Qt::AscendingOrder ? by < 0 : by > 0;
        });
        return order;
    }
    static void eachCell()
    {
        QTest::addColumn<int>("cell");
        QTest::addColumn<bool>("isDescending");
        for (int cell = 0; cell < letterCellCount; ++cell) {
            QTest::addRow("%s up", qPrintable(cellTitle(LetterCell(cell)))) << cell << false;
            QTest::addRow("%s down", qPrintable(cellTitle(LetterCell(cell)))) << cell << true;
        }
    }

private slots:
    void sortsAsANaiveStableSortDoes_data() { eachCell(); }
    void sortsAsANaiveStableSortDoes()
    {
        QFETCH(int, cell);
        QFETCH(bool, isDescending);
        const auto direction = isDescending ? Qt::DescendingOrder : Qt::AscendingOrder;
        QRandomGenerator random(2);
        const auto rows = randomRows(random, 0, 700);
        LetterTable table;
        table.append(rows);
        std::vector<quint32> sorted(700);
        std::iota(sorted.begin(), sorted.end(), 0u);
        std::shuffle(sorted.begin(), sorted.end(), random);
        const LetterOrder order(LetterCell(cell), direction);
        order.sort(table, sorted);
        const auto wanted = naive(rows, LetterCell(cell), direction);
        QCOMPARE(sorted, wanted);
        for (std::size_t i = 1; i < wanted.size(); ++i) {
            QVERIFY(order.isBefore(table, wanted[i - 1], wanted[i]));
            QVERIFY(!order.isBefore(table, wanted[i], wanted[i - 1]));
        }
    }

    void appendedRowsGoWhereSortingAnewWouldPutThem_data() { eachCell(); }
    void appendedRowsGoWhereSortingAnewWouldPutThem()
    {
        QFETCH(int, cell);
        QFETCH(bool, isDescending);
        QRandomGenerator random(4);
        LetterTable table;
        LetterView view(table);
        view.setOrder(LetterOrder(LetterCell(cell), isDescending ? Qt::DescendingOrder : Qt::AscendingOrder));
        for (int page = 0; page < 30; ++page) {
            table.append(randomRows(random, LetterNumber(table.count()), random.bounded(40)));
            view.filterSome();
            std::vector<quint32> wanted(table.count());
            std::iota(wanted.begin(), wanted.end(), 0u);
            view.order().sort(table, wanted);
            QCOMPARE(view.shown(), wanted);
        }
    }

    void withoutAColumnRowsStandAsTheyWereRead()
    {
        QRandomGenerator random(5);
        LetterTable table;
        table.append(randomRows(random, 0, 50));
        std::vector<quint32> rows{9, 3, 7};
        LetterOrder().sort(table, rows);
        QCOMPARE(rows, (std::vector<quint32>{3, 7, 9}));
    }
};

QTEST_GUILESS_MAIN(TestLetterOrder)
#include "TestLetterOrder.moc"

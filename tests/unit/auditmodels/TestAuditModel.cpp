// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit/AuditFilter.h"
#include "models/filter/Parser.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;

namespace {

AuditEntry entry(qint64 number, const QString &kind = QStringLiteral("outcome"))
{
    AuditEntry each;
    each.number = number;
    each.at = fromEpochMillis(1'764'500'000'000 + number * 1000);
    each.what = {kind, PlanId(number % 2 ? QStringLiteral("rd-odd") : QString()), QStringLiteral("Ada Lovelace k7f2-93ac"), "{\"ordinal\":" + QByteArray::number(number) + ",\"outcome\":\"moved\"}"};
    return each;
}

QVector<AuditEntry> entries(qint64 from, qint64 last)
{
    QVector<AuditEntry> all;
    for (qint64 number = last; number >= from; --number)
        all << entry(number);
    return all;
}

QVector<qint64> numbersIn(const AuditModel &model)
{
    QVector<qint64> numbers;
    for (int row = 0; row < model.rowCount(); ++row)
        numbers << model.entryAt(row).number;
    return numbers;
}

} // namespace

class TestAuditModel : public QObject
{
    Q_OBJECT
private slots:
    void newestIsOnTopAndPagesAreAddedBelowInOneGo()
    {
        AuditModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.add(entries(51, 100));
        QVERIFY(model.hasOlder());
        model.add(entries(1, 50));
        model.add(entries(101, 103));
        QCOMPARE(inserted.size(), 3);
        QCOMPARE(model.rowCount(), 103);
        QCOMPARE(model.newest(), 103);
        QCOMPARE(model.oldest(), 1);
        QVERIFY(!model.hasOlder());
    }

    void sameEntriesChangeNothingAndOthersTakeTheirPlace()
    {
        AuditModel model;
        model.add(entries(1, 10));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.add(entries(3, 7));
        QCOMPARE(changed.size() + inserted.size(), 0);
        model.add({entry(4, QStringLiteral("stopped"))});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(model.entryAt(6).what.kind, QStringLiteral("stopped"));
        QVERIFY(model.sentenceAt(6).startsWith(QStringLiteral("Stopped")));
    }

    void randomPagesMakeTheSameListAsASort()
    {
        QRandomGenerator random(5);
        for (int round = 0; round < 40; ++round) {
            AuditModel model;
            const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
            QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
            QSet<qint64> known;
            for (int page = 0; page < 8; ++page) {
                QVector<AuditEntry> some;
                for (int n = random.bounded(12); n > 0; --n)
                    some << entry(1 + random.bounded(60));
                for (const AuditEntry &each : some)
                    known << each.number;
                model.add(some);
            }
            QVector<qint64> expected(known.cbegin(), known.cend());
            std::sort(expected.rbegin(), expected.rend());
            QCOMPARE(numbersIn(model), expected);
            QCOMPARE(resets.size(), 0);
        }
    }

    void showsHowEachEntryStandsByTheLastCheck()
    {
        using Standing = AuditModel::Standing;
        AuditModel model;
        model.add(entries(1, 6));
        const auto standings = [&model] {
            QVector<Standing> all;
            for (int row = 0; row < model.rowCount(); ++row)
                all << model.standingAt(row);
            return all;
        };
        QCOMPARE(standings(), QVector<Standing>(6, Standing::Unchecked));
        AuditCheck check;
        check.entries = 5;
        check.vouchedUpTo = 3;
        model.setCheck(check);
        QCOMPARE(standings(), (QVector<Standing>{Standing::Unchecked, Standing::Holds, Standing::Holds, Standing::Signed, Standing::Signed, Standing::Signed}));
        check.brokenAt = 4;
        check.problem = QStringLiteral("It was changed.");
        model.setCheck(check);
        QCOMPARE(standings(), (QVector<Standing>{Standing::Unchecked, Standing::Behind, Standing::Broken, Standing::Signed, Standing::Signed, Standing::Signed}));
        QCOMPARE(model.index(2, AuditModel::StandingColumn).data().toString(), QStringLiteral("broken"));
    }

    void cellsAreOneLineOfPlainText()
    {
        AuditModel model;
        AuditEntry odd = entry(2);
        odd.what.by = QStringLiteral("A\nB\u202e<b>");
        model.add({odd});
        QVERIFY(!model.index(0, AuditModel::WhoColumn).data().toString().contains(QLatin1Char('\n')));
        QVERIFY(!model.index(0, AuditModel::WhoColumn).data().toString().contains(QChar(0x202e)));
        QCOMPARE(model.index(0, AuditModel::PlanColumn).data().toString(), noFigure());
        QVERIFY(model.index(0, AuditModel::TimeColumn).data(Qt::ToolTipRole).toString().contains(toIso(odd.at)));
    }

    void filtersByFieldsAndText_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QVector<qint64>>("numbers");
        QTest::newRow("kind") << QStringLiteral("kind:stopped") << QVector<qint64>{7};
        QTest::newRow("number") << QStringLiteral("number:>8") << QVector<qint64>{10, 9};
        QTest::newRow("redrive") << QStringLiteral("redrive:rd-* number:<4") << QVector<qint64>{3, 1};
        QTest::newRow("by, with the fingerprint left out") << QStringLiteral("by:\"ada lovelace\" number:1") << QVector<qint64>{1};
        QTest::newRow("text of the sentence") << QStringLiteral("\"message 4 was\"") << QVector<qint64>{3};
        QTest::newRow("text of the data") << QStringLiteral("returned number:7") << QVector<qint64>{7};
        QTest::newRow("nothing") << QStringLiteral("kind:nothing") << QVector<qint64>{};
    }
    void filtersByFieldsAndText()
    {
        QFETCH(QString, filter);
        QFETCH(QVector<qint64>, numbers);
        AuditModel model;
        model.add(entries(1, 10));
        AuditEntry stopped = entry(7, QStringLiteral("stopped"));
        stopped.what.data = "{\"cause\":\"returned\",\"text\":\"\"}";
        model.add({stopped});
        AuditProxy proxy(model);
        const auto parsed = filter::parse(filter, auditCatalogue());
        QVERIFY(parsed.has_value());
        proxy.setFilter(*parsed, {fromEpochMillis(1'764'500'100'000)});
        QVector<qint64> found;
        for (int row = 0; row < proxy.rowCount(); ++row)
            found << model.entryAt(proxy.sourceRow(row)).number;
        QCOMPARE(found, numbers);
    }
};

QTEST_GUILESS_MAIN(TestAuditModel)
#include "TestAuditModel.moc"

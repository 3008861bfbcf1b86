// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Format.h"
#include "models/queue/QueueTableModel.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestQueueTable : public QObject
{
    Q_OBJECT

    FakeClock m_clock;

    QueueStatus queue(int number, Seconds age, Verdict verdict = Verdict::Healthy) const
    {
        return demoQueue(QStringLiteral("q%1").arg(number), verdict, age, m_clock.now());
    }

private slots:
    void followsARandomWalkWithoutEverResetting()
    {
        QueueTableModel model(m_clock);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QRandomGenerator random(7);
        QVector<QueueStatus> naive;
        const auto naiveRow = [&naive](const QueueId &id) {
            for (int row = 0; row < naive.size(); ++row) {
                if (naive.at(row).queue.id == id)
                    return row;
            }
            return -1;
        };
        for (int step = 0; step < 400; ++step) {
            if (random.bounded(4) == 0) {
                QVector<QueueId> gone;
                for (int i = random.bounded(6); i > 0; --i)
                    gone << queue(random.bounded(40), Seconds(0)).queue.id;
                model.remove(gone);
                for (const QueueId &id : gone) {
                    if (const int row = naiveRow(id); row >= 0)
                        naive.remove(row);
                }
            } else {
                QVector<QueueStatus> changed;
                for (int i = random.bounded(30); i > 0; --i)
                    changed << queue(random.bounded(40), Seconds(random.bounded(900)), Verdict(random.bounded(7)));
                model.update(changed);
                for (const QueueStatus &status : changed) {
                    const int row = naiveRow(status.queue.id);
                    if (row >= 0)
                        naive[row] = status;
                    else
                        naive << status;
                }
            }
            QCOMPARE(model.rowCount(), int(naive.size()));
            for (int row = 0; row < naive.size(); ++row) {
                QCOMPARE(model.statusAt(row).queue.id, naive.at(row).queue.id);
                QCOMPARE(model.statusAt(row).assessment, naive.at(row).assessment);
                QCOMPARE(model.rowOf(naive.at(row).queue.id), row);
            }
        }
        QCOMPARE(resets.count(), 0);
    }

    void keepsAPersistentIndexOnItsQueueThroughPollsAndRemovals()
    {
        QueueTableModel model(m_clock);
        model.update({queue(1, Seconds(1)), queue(2, Seconds(2)), queue(3, Seconds(3))});
        const QPersistentModelIndex third = model.index(2, 0);
        model.update({queue(3, Seconds(30)), queue(1, Seconds(10))});
        model.remove({queue(1, Seconds(0)).queue.id});
        QVERIFY(third.isValid());
        QCOMPARE(model.statusAt(third.row()).queue.displayName, QStringLiteral("q3"));
    }

    void announcesOnlyTheCellsThatChanged()
    {
        QueueTableModel model(m_clock);
        QueueStatus before = queue(1, Seconds(10));
        model.update({before, queue(2, Seconds(20))});
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        QueueStatus after = before;
        after.sample.depth = Metric<qint64>::reported(12345);
        model.update({after});
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.first().at(0).toModelIndex(), model.index(0, int(QueueCell::Depth)));
        QCOMPARE(changes.first().at(1).toModelIndex(), model.index(0, int(QueueCell::Depth)));
    }

    void saysNothingWhenNothingChanged()
    {
        QueueTableModel model(m_clock);
        const QVector<QueueStatus> all = demoQueues(m_clock.now(), 20); // their sparklines hold gaps
        model.update(all);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.update(all);
        QCOMPARE(changes.count(), 0);
    }

    void sendsOneSignalForAPollOfAThousandQueues()
    {
        QueueTableModel model(m_clock);
        QVector<QueueStatus> all;
        for (int i = 0; i < 1000; ++i)
            all << queue(i, Seconds(1));
        model.update(all);
        for (QueueStatus &status : all)
            status.sample.oldestAge = Metric<Millis>::reported(Seconds(50));
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.update(all);
        QCOMPARE(changes.count(), 1);
        // The name column stays out of it: proxies sort by it.
        QVERIFY(changes.first().at(0).toModelIndex().column() > int(QueueCell::Name));
    }

    void writesNotReportedAsADashWithTheReasonAndABoundWithItsSign()
    {
        QueueStatus status = queue(1, Seconds(200));
        status.sample.consumers = Metric<qint64>::notReported(QStringLiteral("there is no such figure"));
        status.sample.oldestAge = Metric<Millis>::atMost(Seconds(200), QStringLiteral("last seen empty"));
        QCOMPARE(cellText(status, QueueCell::Consumers, m_clock.now()), QStringLiteral("\u2013"));
        QVERIFY(cellToolTip(status, QueueCell::Consumers, m_clock.now()).contains(QStringLiteral("there is no such figure")));
        QCOMPARE(cellText(status, QueueCell::Age, m_clock.now()), QStringLiteral("\u2264 3:20"));
        status.sample.depth = Metric<qint64>::reported(12345);
        QCOMPARE(cellText(status, QueueCell::Depth, m_clock.now()), QStringLiteral("12\u202F345"));
    }

    void writesFiguresShort_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("expected");
        QTest::newRow("count") << formatCount(-1234567) << QStringLiteral("\u22121\u202F234\u202F567");
        QTest::newRow("rate") << formatRate(3.14) << QStringLiteral("3.1");
        QTest::newRow("small rate is not zero") << formatRate(0.04) << QStringLiteral("0.04");
        QTest::newRow("no rate") << formatRate(0) << QStringLiteral("0");
        QTest::newRow("span") << formatSpan(Minutes(90)) << QStringLiteral("1h 30m");
        QTest::newRow("ago") << formatAgo(Seconds(47)) << QStringLiteral("47 s");
        QTest::newRow("ago of the future") << formatAgo(Seconds(-5)) << QStringLiteral("0 s");
        QTest::newRow("estimate") << formatEstimate(Seconds(510)) << QStringLiteral("9 min");
        QTest::newRow("estimate hours") << formatEstimate(Minutes(130)) << QStringLiteral("2 h 10 min");
        QTest::newRow("delta") << formatDelta(2) << QStringLiteral("+2");
    }
    void writesFiguresShort()
    {
        QFETCH(QString, written);
        QTEST(written, "expected");
    }
};

QTEST_GUILESS_MAIN(TestQueueTable)
#include "TestQueueTable.moc"

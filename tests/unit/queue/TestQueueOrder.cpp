// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Completion.h"
#include "models/filter/Parser.h"
#include "models/queue/QueueFields.h"
#include "models/queue/QueueOrderProxy.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeClock.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestQueueOrder : public QObject
{
    Q_OBJECT

    FakeClock m_clock;

    QueueStatus queue(const char *name, Verdict verdict, Seconds age = Seconds(10)) const
    {
        return demoQueue(QString::fromLatin1(name), verdict, age, m_clock.now());
    }

    static filter::Expression filterOf(const QueueTableModel &model, const QString &text)
    {
        const filter::Parsed parsed = filter::parse(text, queueCatalogue(model));
        if (!parsed)
            qFatal("%s", qPrintable(parsed.error().sentence));
        return *parsed;
    }

    static QStringList names(const QueueOrderProxy &rows)
    {
        QStringList list;
        for (int row = 0; row < rows.rowCount(); ++row)
            list << rows.statusAt(row).queue.displayName;
        return list;
    }

private slots:
    void standsWorstFirst()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update({queue("calm", Verdict::Healthy), queue("lost", Verdict::Stale), queue("late", Verdict::Breached), queue("soon", Verdict::Approaching)});
        QCOMPARE(names(rows), (QStringList{QStringLiteral("late"), QStringLiteral("soon"), QStringLiteral("lost"), QStringLiteral("calm")}));
    }

    void figuresThatChangeDontMoveRows()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update({queue("a", Verdict::Healthy, Seconds(50)), queue("b", Verdict::Healthy, Seconds(20))});
        const QStringList before = names(rows);
        QSignalSpy moves(&rows, &QAbstractItemModel::layoutChanged);
        model.update({queue("b", Verdict::Healthy, Seconds(400))});
        QCOMPARE(names(rows), before);
        QCOMPARE(moves.count(), 0);
    }

    void aVerdictThatChangesMovesItsRow()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update({queue("a", Verdict::Healthy), queue("b", Verdict::Healthy)});
        model.update({queue("b", Verdict::Approaching)});
        QCOMPARE(names(rows).first(), QStringLiteral("b"));
    }

    void waitsWhileSomebodyReads()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update({queue("a", Verdict::Healthy), queue("b", Verdict::Healthy)});
        rows.setHeld(true);
        QSignalSpy pending(&rows, &QueueOrderProxy::orderPendingChanged);
        model.update({queue("b", Verdict::Breached)});
        QCOMPARE(names(rows).first(), QStringLiteral("a"));
        QCOMPARE(pending.count(), 1);
        rows.setHeld(false);
        QCOMPARE(names(rows).first(), QStringLiteral("b"));
        QVERIFY(!rows.isOrderPending());
    }

    void sortsAtOnceWhenAPersonAsks()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update({queue("a", Verdict::Breached, Seconds(950)), queue("b", Verdict::Healthy, Seconds(1))});
        rows.setHeld(true);
        rows.sort(int(QueueCell::Name), Qt::DescendingOrder);
        QCOMPARE(names(rows).first(), QStringLiteral("b"));
    }

    void putsWhatIsNotReportedLastEitherWay()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        QueueStatus unknown = queue("unknown", Verdict::Healthy);
        unknown.sample.consumers = Metric<qint64>::notReported(QStringLiteral("no figure"));
        model.update({unknown, queue("known", Verdict::Healthy)});
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            rows.sort(int(QueueCell::Consumers), order);
            QCOMPARE(names(rows).last(), QStringLiteral("unknown"));
        }
    }

    void hidesDeadSetsThatAreCountedOnTheirOrigin()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update(demoQueues(m_clock.now()));
        QVERIFY(!names(rows).contains(QStringLiteral("reservation-expiry.dlq")));
        const int judged = rows.scopeCount();
        rows.setShowsDeadSets(true);
        QVERIFY(names(rows).contains(QStringLiteral("reservation-expiry.dlq")));
        QCOMPARE(rows.scopeCount(), judged);
    }

    void filtersByTheFieldsOfAQueue_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("found");
        const auto row = [](const char *text, const char *found) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(found).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        };
        row("queue:check*", "checkout-capture");
        row("verdict:(breached OR approaching)", "checkout-capture reservation-expiry");
        row("depth:>8000", "reservation-expiry");
        row("age:>5m -verdict:breached", "refund-requests reservation-expiry");
        row("environment:production verdict:recovering", "refund-requests");
        row("connection:infrai-eu age:<4m", "email-receipts");
        row("verdict:not-reported", "shop/shipping-labels");
        row("verdict:\"not reported\"", "shop/shipping-labels");
        row("verdict:not-reported age:*", ""); // not reported is no figure, not even zero
        row("breach:<10m", "reservation-expiry");
        row("note:*urgent*", "inventory-reservations");
        row("sampled:>40s", "orders");
        row("nothing:like-this", ""); // no field: the very letters
        row("bull:mail", "bull:mail:send");
        row("bull:mail OR checkout", "bull:mail:send checkout-capture");
        row("\"bull\":mail", "bull:mail:send");
    }
    void filtersByTheFieldsOfAQueue()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, found);
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        QVector<QueueStatus> all = demoQueues(m_clock.now());
        all << queue("bull:mail:send", Verdict::Healthy);
        model.update(all);
        rows.setFilter(filterOf(model, text));
        QStringList shown = names(rows);
        shown.sort();
        QCOMPARE(shown, found);
    }

    void asksAnewAsTimePassesOnlyForWhatTimeChanges()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update({queue("jobs", Verdict::Healthy)});
        rows.setFilter(filterOf(model, QStringLiteral("sampled:>30s")));
        QCOMPARE(rows.rowCount(), 0);
        m_clock.advance(Minutes(1));
        rows.passTime();
        QCOMPARE(rows.rowCount(), 1);
    }

    void offersTheNamesThereAre()
    {
        QueueTableModel model(m_clock);
        model.update(demoQueues(m_clock.now()));
        const filter::FieldCatalogue catalogue = queueCatalogue(model);
        const auto offered = [&](const char *text) {
            QStringList inserts;
            for (const filter::Completion &each : filter::complete(QString::fromLatin1(text), qsizetype(qstrlen(text)), catalogue).items)
                inserts << each.insert;
            return inserts;
        };
        QVERIFY(offered("ver").contains(QStringLiteral("verdict:")));
        QVERIFY(offered("queue:check").contains(QStringLiteral("checkout-capture")));
        QVERIFY(offered("connection:infrai").contains(QStringLiteral("infrai-eu")));
        QVERIFY(offered("bull:").isEmpty());
    }

    void filtersByWordsVerdictsAndScope()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        model.update(demoQueues(m_clock.now()));
        rows.setFilter(filterOf(model, QStringLiteral("infrai CHECK")));
        QCOMPARE(names(rows), QStringList{QStringLiteral("checkout-capture")});
        rows.setFilter({});
        rows.setVerdicts({Verdict::Stale});
        QCOMPARE(names(rows), QStringList{QStringLiteral("orders")});
        rows.setVerdicts({});
        ViewScope scope;
        scope.environment = Environment::Staging;
        rows.setScope(scope);
        QCOMPARE(rows.rowCount(), 2);
        QCOMPARE(rows.verdictCounts().value(Verdict::Breached), 0);
    }

    void survivesARandomWalkWithoutResetsAndKeepsTheSelectionOnItsQueue()
    {
        QueueTableModel model(m_clock);
        QueueOrderProxy rows(model);
        QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QSignalSpy resets(&rows, &QAbstractItemModel::modelReset);
        const QByteArray kept = "kept";
        model.update({queue(kept.constData(), Verdict::Healthy)});
        const QPersistentModelIndex selected = rows.index(0, 0);
        QRandomGenerator random(11);
        for (int step = 0; step < 200; ++step) {
            QVector<QueueStatus> changed{queue(kept.constData(), Verdict(random.bounded(7)))};
            for (int i = random.bounded(8); i > 0; --i)
                changed << queue(QByteArray::number(random.bounded(20)).constData(), Verdict(random.bounded(7)), Seconds(random.bounded(900)));
            model.update(changed);
            model.remove({queue(QByteArray::number(random.bounded(20)).constData(), Verdict::Healthy).queue.id});
            rows.setHeld(random.bounded(2) == 0);
            QVERIFY(selected.isValid());
            QCOMPARE(rows.statusAt(selected.row()).queue.displayName, QStringLiteral("kept"));
        }
        QCOMPARE(resets.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestQueueOrder)
#include "TestQueueOrder.moc"

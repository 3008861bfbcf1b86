// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/QueueFilter.h"
#include "app/operations/polling/RequestMeter.h"

#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using operations::QueueFilter;
using operations::RequestMeter;

class TestPollingParts : public QObject
{
    Q_OBJECT
private slots:
    void filtersQueuesByName_data()
    {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("accepted");
        const auto row = [](const char *list, const char *name, bool accepted) {
            QTest::addRow("'%s' %s", list, name) << QString::fromLatin1(list) << QString::fromLatin1(name) << accepted;
        };
        row("", "anything", true);
        row(" , ", "anything", true);
        row("orders*", "orders-eu", true);
        row("orders*", "mail", false);
        row("orders*, mail", "mail", true);
        row("orders*, !*.tmp", "orders.tmp", false);
        row("!*.tmp, orders*", "orders.tmp", false);
        row("! *.tmp", "mail", true);
        row("!*.tmp", "mail.tmp", false);
        row("*orders", "shop/orders", true);
    }
    void filtersQueuesByName()
    {
        QFETCH(QString, list);
        QFETCH(QString, name);
        QTEST(QueueFilter(list).accepts(name), "accepted");
    }

    void measuresRequestsAMinute()
    {
        RequestMeter meter(15s);
        QCOMPARE(meter.perMinute(0s), 0.0);
        meter.add(0s, 3, std::nullopt);
        QCOMPARE(meter.perMinute(0s), 12.0); // one poll stands for its interval
        for (int i = 1; i <= 100; ++i)
            meter.add(i * 15s, 3, std::nullopt);
        QVERIFY(qAbs(meter.perMinute(1500s) - 12.0) < 0.5);
        QVERIFY(!meter.costPerHourUsd(1500s));
    }

    void measuresMoneyOnlyWhereAnAnswerSpeaksOfIt()
    {
        RequestMeter meter(15s);
        for (int i = 0; i <= 20; ++i)
            meter.add(i * 15s, 1, 0.001);
        QVERIFY(qAbs(meter.costPerHourUsd(300s).value() - 0.24) < 0.01);
    }

    void forgetsWhatIsLongAgo()
    {
        RequestMeter meter(15s);
        meter.add(0s, 1000, 5.0);
        meter.add(1h, 1, std::nullopt);
        QCOMPARE(meter.perMinute(1h), 4.0);
        QVERIFY(!meter.costPerHourUsd(1h));
    }
};

QTEST_GUILESS_MAIN(TestPollingParts)
#include "TestPollingParts.moc"

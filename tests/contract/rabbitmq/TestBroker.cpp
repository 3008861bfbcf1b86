// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/RabbitBroker.h"

#include <QTest>

using namespace holdwatch::testing;

class TestBroker : public QObject
{
    Q_OBJECT
private slots:
    void comes()
    {
        RabbitBroker broker;
        QVERIFY2(broker.start(), qPrintable(broker.problem()));
        QVERIFY(broker.declareQueue(QStringLiteral("/"), QStringLiteral("orders")));
        QVERIFY(broker.publish(QStringLiteral("/"), QStringLiteral("orders"), "{}", 1796068011));
        qDebug() << broker.countsByCtl(QStringLiteral("/"));
        broker.stop();
        QVERIFY2(broker.start(), qPrintable(broker.problem()));
        qDebug() << broker.countsByCtl(QStringLiteral("/"));
    }
};
QTEST_GUILESS_MAIN(TestBroker)
#include "TestBroker.moc"

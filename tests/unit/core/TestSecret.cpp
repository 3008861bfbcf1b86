// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Secret.h"

#include <QTest>

using namespace holdwatch;

class TestSecret : public QObject
{
    Q_OBJECT
private slots:
    void isLeftEmptyWhenMovedFrom()
    {
        Secret first(QByteArrayLiteral("ifr_canary"));
        Secret second(std::move(first));
        QVERIFY(first.isEmpty()); // NOLINT(bugprone-use-after-move): that it is empty is the point
        QCOMPARE(second.expose(), QByteArrayLiteral("ifr_canary"));
    }

    void cloneIsIndependent()
    {
        Secret first(QByteArrayLiteral("ifr_canary"));
        Secret second = first.clone();
        first = Secret();
        QCOMPARE(second.expose(), QByteArrayLiteral("ifr_canary"));
    }
};

QTEST_GUILESS_MAIN(TestSecret)
#include "TestSecret.moc"

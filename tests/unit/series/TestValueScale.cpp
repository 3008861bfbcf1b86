// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/ValueScale.h"

#include <QTest>

#include <limits>

using namespace holdwatch;

class TestValueScale : public QObject
{
    Q_OBJECT
private slots:
    void roundsUpToANumberAPersonWouldPick_data()
    {
        QTest::addColumn<double>("largest");
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("top");
        QTest::addColumn<double>("step");
        QTest::newRow("count") << 812.0 << int(ScaleKind::Count) << 1000.0 << 500.0;
        QTest::newRow("small count") << 3.0 << int(ScaleKind::Count) << 6.0 << 2.0;
        QTest::newRow("exactly round") << 1000.0 << int(ScaleKind::Count) << 1000.0 << 500.0;
        QTest::newRow("rate") << 0.4 << int(ScaleKind::Rate) << 1.0 << 0.5;
        QTest::newRow("quarter of an hour") << 900.0 << int(ScaleKind::Duration) << 900.0 << 300.0;
        QTest::newRow("past it") << 1000.0 << int(ScaleKind::Duration) << 1200.0 << 600.0;
        QTest::newRow("nothing yet") << 0.0 << int(ScaleKind::Count) << 6.0 << 2.0;
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << int(ScaleKind::Rate) << 1.0 << 0.5;
    }
    void roundsUpToANumberAPersonWouldPick()
    {
        QFETCH(double, largest);
        QFETCH(int, kind);
        const ValueScale scale = niceScale(largest, ScaleKind(kind), 3);
        QTEST(scale.top, "top");
        QTEST(scale.step, "step");
    }

    void holdsEveryValueWithoutTooManySteps()
    {
        for (double largest = 0.001; largest < 1e9; largest *= 1.37) {
            for (const ScaleKind kind : {ScaleKind::Count, ScaleKind::Rate, ScaleKind::Duration}) {
                const ValueScale scale = niceScale(largest, kind, 4);
                QVERIFY(scale.top >= largest);
                QVERIFY(scale.ticks().size() <= 5);
                QCOMPARE(scale.ticks().constFirst(), 0.0);
            }
        }
    }

    void growsAtOnceButShrinksOnlyWhenMuchIsUnused()
    {
        ValueScale scale = niceScale(90, ScaleKind::Count, 4);
        scale = stickyScale(scale, 130, ScaleKind::Count, 4);
        QVERIFY(scale.top >= 130);
        const ValueScale grown = scale;
        scale = stickyScale(scale, 100, ScaleKind::Count, 4);
        QCOMPARE(scale, grown);
        scale = stickyScale(scale, 20, ScaleKind::Count, 4);
        QVERIFY(scale.top < grown.top);
    }
};

QTEST_GUILESS_MAIN(TestValueScale)
#include "TestValueScale.moc"

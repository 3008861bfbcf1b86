// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/ColumnPlan.h"

#include <QTest>

#include <algorithm>

using namespace holdwatch;
using namespace holdwatch::ui;

class TestColumnPlan : public QObject
{
    Q_OBJECT

    static bool shows(const ColumnPlan &plan, int available, QueueCell cell)
    {
        const auto shown = plan.fit(available);
        return std::any_of(shown.cbegin(), shown.cend(), [cell](const ColumnPlan::Shown &column) { return column.cell == cell; });
    }

    static int sum(const ColumnPlan &plan, int available)
    {
        int total = 0;
        for (const ColumnPlan::Shown &column : plan.fit(available))
            total += column.width;
        return total;
    }

private slots:
    void fillsTheWidthExactlyAndNeverMore()
    {
        for (int width = 500; width < 1700; width += 37)
            QVERIFY2(sum(ColumnPlan(), width) <= width, qPrintable(QString::number(width)));
        QCOMPARE(sum(ColumnPlan(), 1200), 1200);
    }

    void letsTheLeastImportantGiveWayFirst()
    {
        ColumnPlan plan;
        QVERIFY(!shows(plan, 900, QueueCell::Consumers));
        QVERIFY(shows(plan, 900, QueueCell::Headroom));
        for (QueueCell cell : {QueueCell::Verdict, QueueCell::Name, QueueCell::Age})
            QVERIFY(shows(plan, 300, cell));
    }

    void obeysWhatAPersonChose()
    {
        ColumnPlan plan;
        plan.setVisible(QueueCell::Consumers, true);
        plan.setVisible(QueueCell::Headroom, false);
        plan.setVisible(QueueCell::Name, false); // essential: refused
        QVERIFY(shows(plan, 700, QueueCell::Consumers));
        QVERIFY(!shows(plan, 1900, QueueCell::Headroom));
        QVERIFY(shows(plan, 1900, QueueCell::Name));
    }

    void survivesBeingSavedAndRubbishInTheFile()
    {
        ColumnPlan plan;
        plan.setVisible(QueueCell::Owner, true);
        plan.setVisible(QueueCell::Trend, false);
        plan.setWidth(QueueCell::Depth, 99);
        ColumnPlan again;
        again.restore(plan.saved());
        QCOMPARE(again.saved(), plan.saved());
        ColumnPlan odd;
        odd.restore({{QStringLiteral("shown"), QVariantList{999, -3, QStringLiteral("x")}}, {QStringLiteral("widths"), QVariantMap{{QStringLiteral("y"), 5}, {QStringLiteral("4000"), 5}}}});
        QVERIFY(sum(odd, 1200) <= 1200);
    }
};

QTEST_APPLESS_MAIN(TestColumnPlan)
#include "TestColumnPlan.moc"

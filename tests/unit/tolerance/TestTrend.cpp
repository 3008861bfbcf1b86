// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Trend.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

using namespace holdwatch;

namespace {

std::vector<AgePoint> drawn(int count, const std::function<double(double)> &age)
{
    std::vector<AgePoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({UtcTime(Seconds(15 * i)), age(15.0 * i), std::numeric_limits<double>::quiet_NaN()});
    return points;
}

} // namespace

class TestTrend : public QObject
{
    Q_OBJECT
private slots:
    void findsTheSlopeOfALine()
    {
        const auto trend = trendOfAge(drawn(20, [](double t) { return 30 + 0.4 * t; }));
        QCOMPARE(trend->slope, 0.4);
        QCOMPARE(trend->level, 30 + 0.4 * 285);
        QCOMPARE(trend->agreement, 1.0);
        QCOMPARE(trend->span, Millis(285'000));
    }

    void isNotBentByAQuarterOfWildDots()
    {
        const auto trend = trendOfAge(drawn(24, [](double t) { return std::fmod(t, 75) == 0 ? 800.0 : 30 + 0.4 * t; }));
        QVERIFY(std::abs(trend->slope - 0.4) < 0.1);
    }

    void seesNoTrendInASawtooth()
    {
        const auto trend = trendOfAge(drawn(28, [](double t) { return std::fmod(t, 120); }));
        QVERIFY(std::abs(trend->slope) < 0.1);
        QVERIFY(std::abs(trend->agreement) < 0.3);
    }

    void seesTheRiseUnderASawtooth()
    {
        const auto trend = trendOfAge(drawn(28, [](double t) { return 0.5 * t + 0.5 * std::fmod(t, 60); }));
        QVERIFY(trend->slope > 0.4 && trend->slope < 0.75);
    }

    void needsFourDots()
    {
        QVERIFY(!trendOfAge(drawn(3, [](double t) { return t; })));
        QVERIFY(trendOfAge(drawn(4, [](double t) { return t; })));
    }

    void leavesOutDotsWithoutABacklog()
    {
        auto points = drawn(8, [](double) { return 0.0; });
        QVERIFY(!trendOfBacklog(points));
        for (std::size_t i = 0; i < 5; ++i)
            points[i].backlog = double(100 - 10 * i);
        QVERIFY(trendOfBacklog(points)->slope < 0);
    }

    void aRiseAllAlongRisesThroughout()
    {
        QVERIFY(risesThroughout(drawn(28, [](double t) { return 0.4 * t; }), 0.9));
    }

    void aPauseAtTheEndDoesNotRiseThroughout()
    {
        QVERIFY(!risesThroughout(drawn(28, [](double t) { return std::max(0.0, t - 120); }), 0.9));
    }
};

QTEST_GUILESS_MAIN(TestTrend)
#include "TestTrend.moc"

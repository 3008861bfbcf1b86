// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/TimeView.h"

#include <QTest>

using namespace holdwatch;

namespace {
constexpr UtcTime now = UtcTime(Seconds(1'790'000'000));
}

class TestTimeView : public QObject
{
    Q_OBJECT
private slots:
    void followsThePresentWhileLive()
    {
        const TimeView view(Minutes(60));
        QCOMPARE(view.range(now).from, now - Minutes(60));
        QCOMPARE(view.range(now).until, now + Minutes(10));
        QCOMPARE(view.range(now + Minutes(1)).from, now - Minutes(59));
    }

    void leavesAtMostHalfAnHourForTheFuture()
    {
        QCOMPARE(TimeView(std::chrono::hours(24 * 7)).range(now).until, now + Minutes(30));
    }

    void standsStillOncePannedBack()
    {
        TimeView view(Minutes(60));
        view.pan(-0.5, now);
        QVERIFY(!view.isLive());
        const TimeRange before = view.range(now);
        QCOMPARE(view.range(now + Minutes(5)), before);
        QCOMPARE(before.until, now + Minutes(10) - Minutes(35));
    }

    void becomesLiveAgainWhenPannedToThePresent()
    {
        TimeView view(Minutes(60));
        view.pan(-0.5, now);
        view.pan(0.6, now);
        QVERIFY(view.isLive());
    }

    void keepsThePlaceUnderTheCursorWhenZooming()
    {
        TimeView view(Minutes(60));
        const UtcTime anchor = now - Minutes(40);
        const auto placeOf = [&] {
            const TimeRange range = view.range(now);
            return toSeconds(anchor - range.from) / toSeconds(range.width());
        };
        const double place = placeOf();
        view.zoom(0.5, anchor, now);
        QVERIFY(!view.isLive());
        QVERIFY(std::abs(placeOf() - place) < 0.001);
    }

    void staysLiveWhenZoomedByKeyboard()
    {
        TimeView view(Minutes(60));
        view.zoom(0.5, now);
        QVERIFY(view.isLive());
        QCOMPARE(view.span(), Millis(Minutes(30)));
    }

    void zoomsAboutTheMiddleWhenNotLive()
    {
        TimeView view(Minutes(60));
        view.pan(-3, now);
        const TimeRange before = view.range(now);
        view.zoom(0.5, now);
        const TimeRange after = view.range(now);
        QVERIFY(std::chrono::abs((before.from + before.width() / 2) - (after.from + after.width() / 2)) <= Millis(2));
    }

    void neverZoomsPastItsBounds()
    {
        TimeView view(Minutes(60));
        for (int i = 0; i < 60; ++i)
            view.zoom(0.5, now);
        QCOMPARE(view.span(), TimeView::shortest);
        for (int i = 0; i < 60; ++i)
            view.zoom(2, now);
        QCOMPARE(view.span(), TimeView::longest);
    }

    void neverShowsMoreFutureThanALiveViewDoes()
    {
        TimeView view(Minutes(60));
        view.pan(-0.1, now);
        view.zoom(4, now);
        QVERIFY(view.isLive());
    }
};

QTEST_GUILESS_MAIN(TestTimeView)
#include "TestTimeView.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/SampleRing.h"

#include <QTest>

using namespace holdwatch;

namespace {

AgePoint at(int second)
{
    return {UtcTime(Seconds(second)), double(second), 0};
}

} // namespace

class TestSampleRing : public QObject
{
    Q_OBJECT
private slots:
    void keepsTheNewestAndForgetsTheOldest()
    {
        SampleRing ring(Millis(0));
        for (int i = 0; i < 200; ++i)
            ring.add(at(i));
        QCOMPARE(ring.size(), SampleRing::Capacity);
        QCOMPARE(ring.fromNewest(0).age, 199.0);
        QCOMPARE(ring.fromNewest(SampleRing::Capacity - 1).age, 200.0 - double(SampleRing::Capacity));
    }

    void keepsDotsApartButAlwaysTheNewest()
    {
        SampleRing ring(Seconds(10));
        for (int i = 0; i <= 33; ++i)
            ring.add(at(i));
        const auto all = ring.since(UtcTime(Seconds(0)));
        QCOMPARE(all.back().age, 33.0);
        for (std::size_t i = 1; i + 1 < all.size(); ++i)
            QVERIFY(all[i].at - all[i - 1].at >= Seconds(10));
    }

    void givesTheStretchAskedFor()
    {
        SampleRing ring(Millis(0));
        for (int i = 0; i < 20; ++i)
            ring.add(at(i));
        const auto stretch = ring.since(UtcTime(Seconds(15)));
        QCOMPARE(stretch.size(), std::size_t(5));
        QCOMPARE(stretch.front().age, 15.0);
        QCOMPARE(ring.newest(3).front().age, 17.0);
        QCOMPARE(ring.newest(100).size(), std::size_t(20));
    }

    void staysSmallWhateverThePollInterval()
    {
        QVERIFY(sizeof(SampleRing) < 2048);
    }
};

QTEST_GUILESS_MAIN(TestSampleRing)
#include "TestSampleRing.moc"

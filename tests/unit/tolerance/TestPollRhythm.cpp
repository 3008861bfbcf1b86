// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/PollRhythm.h"

#include <QTest>

using namespace holdwatch;
using Arrival = PollRhythm::Arrival;

namespace {

UtcTime second(int s)
{
    return UtcTime(Seconds(s));
}

} // namespace

class TestPollRhythm : public QObject
{
    Q_OBJECT
private slots:
    void refusesRepetitionsAndSingleSamplesOutOfOrder()
    {
        PollRhythm rhythm;
        QCOMPARE(rhythm.accept(second(100), Seconds(15)), Arrival::InOrder);
        QCOMPARE(rhythm.accept(second(100), Seconds(15)), Arrival::NotNewer);
        QCOMPARE(rhythm.accept(second(85), Seconds(15)), Arrival::NotNewer);
        QCOMPARE(rhythm.accept(second(115), Seconds(15)), Arrival::InOrder);
    }

    void followsAClockThatWasSetBack()
    {
        PollRhythm rhythm;
        rhythm.accept(second(5000), Seconds(15));
        QCOMPARE(rhythm.accept(second(1400), Seconds(15)), Arrival::NotNewer);
        QCOMPARE(rhythm.accept(second(1415), Seconds(15)), Arrival::NotNewer);
        QCOMPARE(rhythm.accept(second(1430), Seconds(15)), Arrival::ClockSetBack);
        QCOMPARE(rhythm.accept(second(1445), Seconds(15)), Arrival::InOrder);
    }

    void olderSamplesInNoOrderAreNoClock()
    {
        PollRhythm rhythm;
        rhythm.accept(second(5000), Seconds(15));
        for (int s : {4000, 3900, 3800, 3700, 3600})
            QCOMPARE(rhythm.accept(second(s), Seconds(15)), Arrival::NotNewer);
    }

    void remembersForAWhileHowLateASampleCame()
    {
        PollRhythm rhythm;
        int now = 0;
        rhythm.accept(second(now), Seconds(15));
        rhythm.accept(second(now += 30), Seconds(15));
        QCOMPARE(rhythm.lateness(), Millis(15'000));
        for (int i = 0; i < 30; ++i)
            rhythm.accept(second(now += 15), Seconds(15));
        QCOMPARE(rhythm.lateness(), Millis(0));
    }
};

QTEST_GUILESS_MAIN(TestPollRhythm)
#include "TestPollRhythm.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/practice_workload/Stage.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using holdwatch::test::Stage;

namespace {

/// One second of the story, as a poll would see it.
struct Moment
{
    double expiryAge = 0;
    double inventoryAge = 0;
    double cleanupAge = 0;
    qint64 inFlight = 0;
    qint64 deadLetters = 0;
    FaultSwitches faults;
};

double ageOf(const QueueStats &stats)
{
    return stats.oldestAge ? toSeconds(*stats.oldestAge) : 0;
}

QVector<Moment> tell(Stage &stage, Seconds length)
{
    QVector<Moment> story;
    for (Seconds t{}; t < length; ++t) {
        stage.pass(Seconds(1));
        const QueueStats expiry = stage.stats(Work::ExpireReservation);
        const QueueStats inventory = stage.stats(Work::ReserveInventory);
        const QueueStats cleanup = stage.stats(Work::RevokeAccess);
        FaultSwitches faults;
        for (const PracticeFault &fault : stage.workload->state().faults)
            faults.set(*faultFromId(fault.id), fault.on);
        story.append({ageOf(expiry), ageOf(inventory), ageOf(cleanup), expiry.inFlight + inventory.inFlight + cleanup.inFlight,
                      expiry.deadLetters + inventory.deadLetters + cleanup.deadLetters, faults});
    }
    return story;
}

/// First second from `from` on at which `holds` is true; -1: never.
template<typename Predicate>
int firstTime(const QVector<Moment> &story, int from, Predicate holds)
{
    for (int second = from; second < story.size(); ++second) {
        if (holds(story[second]))
            return second;
    }
    return -1;
}

template<typename Figure>
double most(const QVector<Moment> &story, int from, int until, Figure figure)
{
    double highest = 0;
    for (int second = from; second < until; ++second)
        highest = std::max<double>(highest, story[second].*figure);
    return highest;
}

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT
private slots:
    void movesWithinFiveSeconds()
    {
        Stage stage;
        stage.start(loadScenario(defaultScenarioId()).value());
        const QVector<Moment> story = tell(stage, Seconds(5));
        QVERIFY(most(story, 0, 5, &Moment::inFlight) > 0);
        for (const Work work : allWork)
            QVERIFY2(stage.stats(work).publishedTotal > 0, qPrintable(factsOf(work).queue));
    }

    void tellsTheFirstMinutesInOrder_data()
    {
        QTest::addColumn<quint32>("seed");
        for (const quint32 seed : {1u, 4u, 11u})
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
    void tellsTheFirstMinutesInOrder()
    {
        QFETCH(quint32, seed);
        Stage stage;
        stage.start(loadScenario(defaultScenarioId()).value(), seed);
        const QVector<Moment> story = tell(stage, Seconds(300));

        QVERIFY2(most(story, 0, 40, &Moment::expiryAge) < 20, "healthy at first");
        const int headroomGone = firstTime(story, 40, [](const Moment &m) { return m.expiryAge >= 60; });
        const int breached = firstTime(story, headroomGone, [](const Moment &m) { return m.expiryAge >= 90; });
        const int backInside = firstTime(story, breached + 5, [](const Moment &m) { return m.expiryAge < 85; });
        const int wellAgain = firstTime(story, backInside, [](const Moment &m) { return m.expiryAge < 10; });
        QVERIFY(headroomGone > 0 && breached > headroomGone && backInside > breached && wellAgain > backInside);
        QVERIFY2(breached > 120 && breached < 180, qPrintable(QString::number(breached)));
        QVERIFY2(wellAgain < 270, qPrintable(QString::number(wellAgain)));
        QVERIFY2(most(story, wellAgain, 300, &Moment::expiryAge) < 45, "and it stays well");

        QVERIFY2(most(story, 0, 300, &Moment::inventoryAge) < 60, "inventory stays inside its window");
        QVERIFY2(most(story, 0, 300, &Moment::cleanupAge) < 120, "cleanup stays inside its window");
        const int dead = firstTime(story, 0, [](const Moment &m) { return m.deadLetters > 0; });
        QVERIFY2(dead > 40 && dead < 80, qPrintable(QString::number(dead)));
        QCOMPARE(story.last().deadLetters, 1);
        QCOMPARE(stage.workload->state().secondEffects, 0);
    }

    void showsEveryFaultInTheFirstFiveMinutes()
    {
        Stage stage;
        stage.start(loadScenario(defaultScenarioId()).value());
        const QVector<Moment> story = tell(stage, Seconds(300));
        for (const Fault fault : allFaults)
            QVERIFY2(firstTime(story, 0, [fault](const Moment &m) { return m.faults.isOn(fault); }) > 0, qPrintable(idOf(fault)));
    }

    void staysModest()
    {
        Stage stage;
        stage.start(loadScenario(defaultScenarioId()).value());
        stage.pass(Minutes(8));
        qint64 published = 0;
        for (const Work work : allWork)
            published += stage.stats(work).publishedTotal;
        QVERIFY2(published < 8 * 60 * 10, "ten a second at most");
        QCOMPARE(stage.workload->state().secondEffects, 0);
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "TestTimeline.moc"

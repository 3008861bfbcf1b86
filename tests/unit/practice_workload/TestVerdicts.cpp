// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/ToleranceEngine.h"
#include "tests/unit/practice_workload/Stage.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using holdwatch::test::Stage;

namespace {

QueueSample sampleOf(const QueueStats &stats, UtcTime now)
{
    QueueSample sample;
    sample.queue.name = stats.settings.name;
    sample.takenAt = now;
    sample.depth = Metric<qint64>::reported(stats.ready);
    sample.inFlight = Metric<qint64>::reported(stats.inFlight);
    sample.delayed = Metric<qint64>::reported(stats.delayed);
    sample.consumers = Metric<qint64>::reported(stats.consumers);
    sample.deadLetters = Metric<qint64>::reported(stats.deadLetters);
    sample.arrivalsTotal = Metric<qint64>::reported(stats.publishedTotal);
    sample.completionsTotal = Metric<qint64>::reported(stats.completedTotal);
    sample.retriesTotal = Metric<qint64>::reported(stats.redeliveredTotal);
    sample.oldestAge = stats.oldestAge ? Metric<Millis>::reported(*stats.oldestAge) : Metric<Millis>::notReported(QStringLiteral("empty"));
    return sample;
}

/// What a dashboard that polls every five seconds says about one queue, each change once.
struct Watcher
{
    explicit Watcher(const QueuePlan &plan) : engine(plan.tolerance, poll) {}

    void look(const QueueStats &stats, UtcTime now)
    {
        const Verdict verdict = engine.observe(sampleOf(stats, now)).verdict;
        if (verdicts.isEmpty() || verdicts.last() != toWord(verdict))
            verdicts.append(toWord(verdict));
    }

    static constexpr Seconds poll{5};
    ToleranceEngine engine;
    QStringList verdicts;
};

/// Whether `wanted` occur in `told` in this order, whatever lies between.
bool tells(const QStringList &told, const QStringList &wanted)
{
    qsizetype found = 0;
    for (const QString &word : told)
        found += found < wanted.size() && word == wanted[found] ? 1 : 0;
    return found == wanted.size();
}

} // namespace

class TestVerdicts : public QObject
{
    Q_OBJECT
private slots:
    void goThroughTheWholeStoryInFiveMinutes_data()
    {
        QTest::addColumn<quint32>("seed");
        for (const quint32 seed : {1u, 4u, 11u})
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
    void goThroughTheWholeStoryInFiveMinutes()
    {
        QFETCH(quint32, seed);
        Stage stage;
        const Scenario scenario = loadScenario(defaultScenarioId()).value();
        std::vector<Watcher> watchers(scenario.queues.begin(), scenario.queues.end());
        stage.start(scenario, seed);
        for (Seconds t{}; t < Minutes(5); t += Watcher::poll) {
            stage.pass(Watcher::poll);
            for (const Work work : allWork)
                watchers[static_cast<size_t>(work)].look(stage.stats(work), stage.clock.now());
        }
        const QStringList expiry = watchers[0].verdicts;
        QVERIFY2(tells(expiry, {QStringLiteral("healthy"), QStringLiteral("watch"), QStringLiteral("approaching"), QStringLiteral("breached"),
                                QStringLiteral("recovering"), QStringLiteral("healthy")}),
                 qPrintable(expiry.join(QStringLiteral(" → "))));
        for (const size_t other : {1, 2}) {
            const QStringList &verdicts = watchers[other].verdicts;
            QVERIFY2(!verdicts.contains(QStringLiteral("approaching")) && !verdicts.contains(QStringLiteral("breached")),
                     qPrintable(verdicts.join(QStringLiteral(" → "))));
        }
    }

    void stayHealthyWhenCalm()
    {
        Stage stage;
        const Scenario scenario = loadScenario(QStringLiteral("calm")).value();
        std::vector<Watcher> watchers(scenario.queues.begin(), scenario.queues.end());
        stage.start(scenario);
        for (Seconds t{}; t < Minutes(6); t += Watcher::poll) {
            stage.pass(Watcher::poll);
            for (const Work work : allWork)
                watchers[static_cast<size_t>(work)].look(stage.stats(work), stage.clock.now());
        }
        for (const Watcher &watcher : watchers)
            QCOMPARE(watcher.verdicts.join(QStringLiteral(" → ")), QStringLiteral("healthy"));
    }
};

QTEST_GUILESS_MAIN(TestVerdicts)
#include "TestVerdicts.moc"

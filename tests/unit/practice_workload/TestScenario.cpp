// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Command.h"
#include "app/practice/workload/Scenario.h"
#include "app/practice/workload/ScenarioPlayer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;

namespace {

const QByteArray &valid()
{
    static const QByteArray json(R"({
  "id": "small", "title": "Small", "description": "As little as possible.",
  "queues": {
    "reservation-expiry": {"hold_window": "90s", "workers": 3, "handling": "1s", "downstream_per_s": 5, "arrivals_per_min": 60},
    "inventory-reservations": {"hold_window": "1m", "workers": 3, "handling": "1s", "downstream_per_s": 5, "arrivals_per_min": 60},
    "access-cleanup": {"hold_window": "2m", "workers": 2, "handling": "1s", "downstream_per_s": 5, "arrivals_per_min": 20, "cadence": "30s"}
  },
  "episodes": [[{"for": "10s", "chapter": "Nothing happens."}]]
})");
    return json;
}

QByteArray with(const char *what, const char *instead)
{
    QByteArray changed = valid();
    Q_ASSERT(changed.contains(what));
    return changed.replace(what, instead);
}

} // namespace

class TestScenario : public QObject
{
    Q_OBJECT
private slots:
    void shipsScenariosThatAreValid()
    {
        QCOMPARE(scenarioIds().first(), defaultScenarioId());
        QVERIFY(scenarioIds().size() >= 5);
        for (const QString &id : scenarioIds()) {
            const auto scenario = loadScenario(id);
            QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().where + scenario.error().what));
            QCOMPARE(scenario->id, id);
            QVERIFY(!scenario->title.isEmpty() && !scenario->description.isEmpty());
        }
    }

    void namesTheOthersWhenAskedForOneThatDoesNotExist()
    {
        const auto scenario = loadScenario(QStringLiteral("../calm"));
        QCOMPARE(scenario.error().kind, Error::Kind::Configuration);
        QVERIFY(scenario.error().next.contains(QStringLiteral("first-minutes, calm")));
    }

    void readsTheSmallestOne()
    {
        const Scenario scenario = readScenario(QStringLiteral("small.json"), valid()).value();
        QCOMPARE(scenario.queues.size(), 3);
        QCOMPARE(scenario.queues[1].tolerance.holdWindow, Millis(Minutes(1)));
        QCOMPARE(scenario.faults, usualFaultSettings());
        QVERIFY(scenario.opening.isEmpty());
    }

    void saysWhereAFileIsWrong_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("where");
        QTest::newRow("broken JSON") << with("\"workers\": 2", "\"workers\": 2 2") << QStringLiteral("bad.json:6");
        QTest::newRow("cut off") << valid().left(20) << QStringLiteral("bad.json:2");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("bad.json:1");
        QTest::newRow("a list") << QByteArray("[]") << QStringLiteral("bad.json: ");
        QTest::newRow("misspelt key") << with("\"workers\": 2", "\"workres\": 2") << QStringLiteral("bad.json: queues.access-cleanup.workres");
        QTest::newRow("missing queue") << with("\"access-cleanup\"", "\"access-cleaning\"") << QStringLiteral("bad.json: queues.access-cleanup");
        QTest::newRow("not a duration") << with("\"90s\"", "\"soon\"") << QStringLiteral("bad.json: queues.reservation-expiry.hold_window");
        QTest::newRow("a window of nothing") << with("\"90s\"", "\"0s\"") << QStringLiteral("bad.json: queues.reservation-expiry.hold_window");
        QTest::newRow("number as text") << with("\"workers\": 2", "\"workers\": \"2\"") << QStringLiteral("bad.json: queues.access-cleanup.workers");
        QTest::newRow("half a worker") << with("\"workers\": 2", "\"workers\": 1.5") << QStringLiteral("bad.json: queues.access-cleanup.workers");
        QTest::newRow("a flood") << with("\"arrivals_per_min\": 20", "\"arrivals_per_min\": 1e9")
                                 << QStringLiteral("bad.json: queues.access-cleanup.arrivals_per_min");
        QTest::newRow("no episodes") << with("[[{\"for\": \"10s\", \"chapter\": \"Nothing happens.\"}]]", "[]") << QStringLiteral("bad.json: episodes");
        QTest::newRow("step without end") << with("\"for\": \"10s\", ", "") << QStringLiteral("bad.json: episodes[0][0].for");
        QTest::newRow("unknown fault") << with("\"for\": \"10s\"", "\"for\": \"10s\", \"faults\": [\"gremlins\"]")
                                       << QStringLiteral("bad.json: episodes[0][0].faults");
        QTest::newRow("unknown queue in a step") << with("\"for\": \"10s\"", "\"for\": \"10s\", \"workers\": {\"orders\": 1}")
                                                 << QStringLiteral("bad.json: episodes[0][0].workers.orders");
        QTest::newRow("fault on an unknown queue")
            << with("\"episodes\"", "\"faults\": {\"duplicates\": {\"strength\": 1, \"queues\": [\"orders\"]}}, \"episodes\"")
            << QStringLiteral("bad.json: faults.duplicates.queues");
    }
    void saysWhereAFileIsWrong()
    {
        QFETCH(QByteArray, json);
        const auto scenario = readScenario(QStringLiteral("bad.json"), json);
        QVERIFY(!scenario);
        QCOMPARE(scenario.error().kind, Error::Kind::Configuration);
        QTEST(scenario.error().where, "where");
    }

    void namesTheToleranceOfEachQueue()
    {
        const QVector<ToleranceRule> rules = loadScenario(defaultScenarioId())->toleranceRules(QStringLiteral("practice"));
        QCOMPARE(rules.size(), 3);
        QCOMPARE(rules[0].connection, QStringLiteral("practice"));
        QCOMPARE(rules[0].queueGlob, QStringLiteral("reservation-expiry"));
        QCOMPARE(rules[0].tolerance.holdWindow, Millis(Seconds(90)));
        QCOMPARE(rules[0].tolerance.effectiveReactionTime(), Millis(Seconds(30)));
        QCOMPARE(rules[2].queueGlob, QStringLiteral("access-cleanup"));
        QCOMPARE(rules[2].tolerance.arrivalCadence, std::optional<Millis>(Seconds(30)));
    }

    void tellsTheOpeningOnceAndEveryEpisodeEachRound()
    {
        Scenario scenario;
        const auto step = [](const QString &chapter) { return Step{Seconds(1), chapter, {}, {}, {}}; };
        scenario.opening = {step(QStringLiteral("a")), step(QStringLiteral("b"))};
        for (const QString &chapter : {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")})
            scenario.episodes.append({step(chapter)});
        Chance chance(5);
        ScenarioPlayer player(scenario, chance);
        QStringList told{player.step().chapter};
        for (int second = 0; second < 31; ++second) {
            QVERIFY(player.advance(Seconds(1)));
            told.append(player.step().chapter);
        }
        QCOMPARE(told.mid(0, 2), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        for (int round = 2; round + 3 <= told.size(); round += 3) {
            QStringList episodes = told.mid(round, 3);
            episodes.sort();
            QCOMPARE(episodes.join(QString()), QStringLiteral("123"));
        }
        for (int i = 1; i < told.size(); ++i)
            QVERIFY(told[i] != told[i - 1]);
    }

    void skipsStepsThatPassedMeanwhile()
    {
        Scenario scenario;
        scenario.opening = {{Seconds(1), QStringLiteral("a"), {}, {}, {}}, {Seconds(1), QStringLiteral("b"), {}, {}, {}}};
        scenario.episodes = {{{Seconds(60), QStringLiteral("loop"), {}, {}, {}}}};
        Chance chance(5);
        ScenarioPlayer player(scenario, chance);
        QVERIFY(!player.advance(Millis(999)));
        QVERIFY(player.advance(Millis(1500)));
        QCOMPARE(player.step().chapter, QStringLiteral("loop"));
    }
};

QTEST_GUILESS_MAIN(TestScenario)
#include "TestScenario.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/Limits.h"
#include "models/tolerance/Replay.h"
#include "tests/support/tolerance/Scenario.h"

#include <QTest>

#include <map>
#include <string>

using namespace holdwatch;
using namespace holdwatch::testing;

namespace {

constexpr unsigned Seeds = 6;

QVector<Assessment> changesOf(const Scenario &scenario)
{
    QVector<QueueSample> samples;
    for (const Reading &reading : scenario.readings)
        samples << toSample(reading, scenario.agesReported);
    return replay(scenario.tolerance, fromSeconds(scenario.poll), samples);
}

double secondOf(const Assessment &change)
{
    return toSeconds(change.at.time_since_epoch());
}

bool isAlarm(Verdict verdict)
{
    return verdict == Verdict::Approaching || verdict == Verdict::Breached;
}

/// Since when an alarm has stood that is still there at `t`; unset if there is none. Lost polls don't end it.
std::optional<double> alarmStandingAt(double t, const QVector<Assessment> &changes)
{
    std::optional<double> since;
    for (const Assessment &change : changes) {
        if (secondOf(change) > t)
            break;
        if (change.verdict == Verdict::Stale)
            continue;
        if (!isAlarm(change.verdict))
            since.reset();
        else if (!since)
            since = secondOf(change);
    }
    return since;
}

void listFamilies(const std::vector<ScenarioFamily> &families)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < families.size(); ++i)
        QTest::newRow(families[i].name) << int(i);
}

/// Simulated once, judged by several tests.
const std::vector<Scenario> &familyAt(const std::vector<ScenarioFamily> &families, int index)
{
    static std::map<std::string, std::vector<Scenario>> known;
    const ScenarioFamily &family = families[std::size_t(index)];
    auto &scenarios = known[family.name];
    if (scenarios.empty())
        scenarios = corpus({family}, Seeds);
    return scenarios;
}

/// Where the poll that would have crossed the line was lost, the next one counts.
double allowedLoss(const Scenario &scenario)
{
    return scenario.name.contains(QStringLiteral("missed polls")) ? 2 * scenario.poll : 0;
}

} // namespace

class TestScenarios : public QObject
{
    Q_OBJECT
private slots:
    void harmfulOnesAreApproachingAtLeastTheReactionTimeAhead_data() { listFamilies(harmfulFamilies()); }
    void harmfulOnesAreApproachingAtLeastTheReactionTimeAhead()
    {
        QFETCH(int, index);
        const auto &scenarios = familyAt(harmfulFamilies(), index);
        QVERIFY(!scenarios.empty());
        for (const Scenario &scenario : scenarios) {
            const auto since = alarmStandingAt(*scenario.breachAt, changesOf(scenario));
            QVERIFY2(since, qPrintable(scenario.name));
            const double reaction = toSeconds(scenario.tolerance.effectiveReactionTime());
            QVERIFY2(*scenario.breachAt - *since >= reaction - allowedLoss(scenario),
                     qPrintable(scenario.name + QStringLiteral(": lead %1 s").arg(*scenario.breachAt - *since)));
        }
    }

    void harmfulOnesAreNotCalledHarmfulBeforeTheFault_data() { listFamilies(harmfulFamilies()); }
    void harmfulOnesAreNotCalledHarmfulBeforeTheFault()
    {
        QFETCH(int, index);
        for (const Scenario &scenario : familyAt(harmfulFamilies(), index))
            QVERIFY2(!alarmStandingAt(scenario.faultAt, changesOf(scenario)), qPrintable(scenario.name));
    }

    void harmlessOnesRaiseNothing_data() { listFamilies(harmlessFamilies()); }
    void harmlessOnesRaiseNothing()
    {
        QFETCH(int, index);
        const auto &scenarios = familyAt(harmlessFamilies(), index);
        QVERIFY(!scenarios.empty());
        for (const Scenario &scenario : scenarios) {
            for (const Assessment &change : changesOf(scenario))
                QVERIFY2(!isAlarm(change.verdict), qPrintable(scenario.name + QStringLiteral(": ") + change.reason));
        }
    }

    void calmOnesKeepOneVerdictAllAlong_data()
    {
        QTest::addColumn<QString>("family");
        for (const char *family : {"single retry", "empty queue", "quiet queue", "idle with single slow messages"})
            QTest::newRow(family) << QString::fromLatin1(family);
    }
    void calmOnesKeepOneVerdictAllAlong()
    {
        QFETCH(QString, family);
        for (const ScenarioFamily &one : harmlessFamilies()) {
            if (family != QLatin1String(one.name))
                continue;
            for (const Scenario &scenario : corpus({one}, Seeds)) {
                const auto changes = changesOf(scenario);
                QVERIFY2(changes.size() == 1 && changes.first().verdict == Verdict::Healthy,
                         qPrintable(scenario.name + QStringLiteral(": ") + changes.last().reason));
            }
        }
    }

    void anAgeThatIsNotReportedIsHealthyOnlyWhileNothingIsReady()
    {
        for (const ScenarioFamily &one : harmlessFamilies()) {
            if (qstrcmp(one.name, "age not reported") != 0)
                continue;
            for (const Scenario &scenario : corpus({one}, 4)) {
                ToleranceEngine engine(scenario.tolerance, fromSeconds(scenario.poll));
                for (const Reading &reading : scenario.readings) {
                    const Verdict verdict = engine.observe(toSample(reading, false)).verdict;
                    QCOMPARE(verdict, reading.depth == 0 ? Verdict::Healthy : Verdict::NotReported);
                }
            }
        }
    }

    void aBreachIsCalledByThePollThatSeesIt()
    {
        for (const Scenario &scenario : corpus(harmfulFamilies(), 1)) {
            ToleranceEngine engine(scenario.tolerance, fromSeconds(scenario.poll));
            for (const Reading &reading : scenario.readings) {
                const bool past = reading.oldestAge.value_or(0) >= toSeconds(scenario.tolerance.holdWindow);
                QCOMPARE(engine.observe(toSample(reading)).verdict == Verdict::Breached, past);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestScenarios)
#include "TestScenarios.moc"

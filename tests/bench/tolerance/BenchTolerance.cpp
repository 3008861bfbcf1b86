// SPDX-License-Identifier: GPL-3.0-or-later
// Lead and false alarms of the tolerance engine against the rules people use today, on the scenario corpus.
// Usage: bench_tolerance [seeds a family = 40] [--families] [--misses]
// --misses prints how the engine's verdicts went wherever it was late or raised a false alarm.
#include "models/tolerance/Replay.h"
#include "tests/bench/tolerance/Judges.h"

#include <QMap>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>

using namespace holdwatch;
using namespace holdwatch::testing;

namespace {

struct Score
{
    int breaches = 0;
    int inTime = 0;
    int falseAlarms = 0;
    double harmlessHours = 0;
    std::vector<double> leads; ///< 0 where it never warned before the breach

    void add(const Score &other)
    {
        breaches += other.breaches;
        inTime += other.inTime;
        falseAlarms += other.falseAlarms;
        harmlessHours += other.harmlessHours;
        leads.insert(leads.end(), other.leads.begin(), other.leads.end());
    }
    double medianLead() const
    {
        if (leads.empty())
            return 0;
        std::vector<double> sorted = leads;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
};

/// An alarm counts as a warning of the breach if it stands when the breach comes; its lead counts from when it
/// was last raised, so that a false alarm long before is no merit.
Score judgeHarmful(const Scenario &scenario, Judge &judge)
{
    std::optional<double> since;
    for (const Reading &reading : scenario.readings) {
        if (reading.t > *scenario.breachAt)
            break;
        if (!judge.alarms(reading))
            since.reset();
        else if (!since)
            since = reading.t;
    }
    Score score;
    score.breaches = 1;
    const double lead = since ? *scenario.breachAt - *since : 0;
    score.leads.push_back(lead);
    score.inTime = lead >= toSeconds(scenario.tolerance.effectiveReactionTime());
    return score;
}

Score judgeHarmless(const Scenario &scenario, Judge &judge)
{
    Score score;
    score.harmlessHours = scenario.hours();
    bool before = false;
    for (const Reading &reading : scenario.readings) {
        const bool now = judge.alarms(reading);
        score.falseAlarms += now && !before;
        before = now;
    }
    return score;
}

using ByFamily = QMap<QString, Score>;

ByFamily judgeAll(const JudgeKind &kind, const std::vector<Scenario> &scenarios)
{
    ByFamily scores;
    for (const Scenario &scenario : scenarios) {
        const auto judge = kind.make(scenario);
        const QString family = scenario.name.section(QStringLiteral(" #"), 0, 0);
        scores[family].add(scenario.harmful ? judgeHarmful(scenario, *judge) : judgeHarmless(scenario, *judge));
    }
    return scores;
}

void print(const QString &name, const Score &score, double ourLead)
{
    std::printf("%-34s %8.0f s %6.2f %9.1f %%  %6d in %5.0f h\n", qPrintable(name), score.medianLead(),
                ourLead > 0 ? score.medianLead() / ourLead : 0, score.breaches ? 100.0 * score.inTime / score.breaches : 0.0,
                score.falseAlarms, score.harmlessHours);
}

void printMisses(const std::vector<Scenario> &scenarios)
{
    for (const Scenario &scenario : scenarios) {
        const auto judge = allJudges().front().make(scenario);
        const Score score = scenario.harmful ? judgeHarmful(scenario, *judge) : judgeHarmless(scenario, *judge);
        if (score.inTime == score.breaches && score.falseAlarms == 0)
            continue;
        std::printf("\n%s: fault at %.0f s, breach at %.0f s, lead %.0f s\n", qPrintable(scenario.name), scenario.faultAt,
                    scenario.breachAt.value_or(-1), score.medianLead());
        QVector<QueueSample> samples;
        for (const Reading &reading : scenario.readings)
            samples << toSample(reading, scenario.agesReported);
        for (const Assessment &change : replay(scenario.tolerance, fromSeconds(scenario.poll), samples))
            std::printf("  %7lld  %-12s %s\n", static_cast<long long>(toEpochMillis(change.at) / 1000), qPrintable(toWord(change.verdict)),
                        qPrintable(change.reason));
    }
}

void printCost()
{
    Tolerance tolerance;
    constexpr int count = 100000;
    std::vector<Reading> readings;
    for (int i = 0; i < count; ++i) {
        Reading reading;
        reading.t = i * 5.0;
        reading.oldestAge = 40 + i % 17 + (i % 240) * 1.2;
        reading.depth = 100 + i % 240;
        readings.push_back(reading);
    }
    std::vector<QueueSample> samples;
    for (const Reading &reading : readings)
        samples.push_back(toSample(reading));
    ToleranceEngine engine(tolerance, Seconds(5));
    const std::clock_t before = std::clock(); // processor time: the figure must not depend on what else runs
    for (const QueueSample &sample : samples)
        engine.observe(sample);
    const double micros = 1e6 * double(std::clock() - before) / CLOCKS_PER_SEC / count;
    std::printf("\none sample judged in %.1f µs of processor time (sawtooth, polled every 5 s)\n", micros);
}

} // namespace

int main(int argc, char **argv)
{
    unsigned seeds = 40;
    bool families = false;
    bool misses = false;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--families") == 0)
            families = true;
        else if (std::strcmp(argv[i], "--misses") == 0)
            misses = true;
        else
            seeds = unsigned(std::max(1, std::atoi(argv[i])));
    }
    std::vector<Scenario> scenarios = corpus(harmfulFamilies(), seeds);
    for (Scenario &scenario : corpus(harmlessFamilies(), seeds))
        scenarios.push_back(std::move(scenario));
    std::printf("%zu scenarios; window 15 min, reaction time 8 min\n\n", scenarios.size());
    std::printf("%-34s %10s %6s %11s  %s\n", "rule", "lead", "ratio", "in time", "false alarms");
    double ourLead = 0;
    for (const JudgeKind &kind : allJudges()) {
        const ByFamily scores = judgeAll(kind, scenarios);
        Score total;
        for (const Score &score : scores)
            total.add(score);
        if (ourLead == 0)
            ourLead = total.medianLead();
        print(kind.name, total, ourLead);
        for (auto it = scores.begin(); families && it != scores.end(); ++it)
            print(QStringLiteral("    ") + it.key(), it.value(), ourLead);
    }
    if (misses)
        printMisses(scenarios);
    printCost();
    return 0;
}

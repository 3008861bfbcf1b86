// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Scenario.h"

#include "models/tolerance/Limits.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::testing {

namespace {

bool isWhatItsNameSays(const Scenario &scenario)
{
    if (scenario.harmful)
        return scenario.breachAt.has_value();
    const Limits limits = limitsFor(scenario.tolerance, fromSeconds(scenario.poll));
    return scenario.peakAge < limits.alarmAge;
}

} // namespace

QueueSample toSample(const Reading &reading, bool ageReported)
{
    QueueSample sample;
    sample.takenAt = UtcTime(fromSeconds(reading.t));
    sample.depth = Metric<qint64>::reported(reading.depth);
    sample.inFlight = Metric<qint64>::reported(reading.inFlight);
    sample.retriesTotal = Metric<qint64>::reported(reading.retriesTotal);
    sample.deadLetters = Metric<qint64>::reported(reading.deadLetters);
    if (ageReported && reading.oldestAge)
        sample.oldestAge = Metric<Millis>::reported(fromSeconds(*reading.oldestAge));
    return sample;
}

double between(std::mt19937 &random, double low, double high)
{
    return std::uniform_real_distribution<double>(low, high)(random);
}

Traffic randomTraffic(std::mt19937 &random)
{
    Traffic traffic;
    traffic.rate = std::exp(between(random, std::log(0.2), std::log(4.0)));
    traffic.handling = between(random, 1, 8);
    traffic.load = between(random, 0.5, 0.85);
    traffic.workers = std::max(2.0, std::ceil(traffic.rate * traffic.handling / traffic.load));
    traffic.load = traffic.rate * traffic.handling / traffic.workers;
    return traffic;
}

World calmWorld(const Traffic &traffic, double duration)
{
    World world;
    world.duration = duration;
    world.handling = traffic.handling;
    world.arrivals = [rate = traffic.rate](double) { return rate; };
    world.workers = [workers = traffic.workers](double) { return workers; };
    return world;
}

Scenario observed(const char *name, World world, unsigned seed, double poll)
{
    Scenario scenario;
    scenario.name = QStringLiteral("%1 #%2").arg(QLatin1String(name)).arg(seed);
    scenario.tolerance.holdWindow = Minutes(15);
    scenario.tolerance.reactionTime = Minutes(8);
    scenario.poll = poll;
    const double window = toSeconds(scenario.tolerance.holdWindow);
    const auto truth = QueueSimulation(std::move(world), seed).run();
    for (const Reading &reading : truth) {
        scenario.peakAge = std::max(scenario.peakAge, reading.oldestAge.value_or(0));
        if (!scenario.breachAt && reading.oldestAge.value_or(0) >= window)
            scenario.breachAt = reading.t;
    }
    std::mt19937 random(seed + 7);
    for (double t = std::floor(between(random, 0, poll)); t < static_cast<double>(truth.size()); t += poll)
        scenario.readings.push_back(truth[static_cast<std::size_t>(t)]);
    return scenario;
}

std::vector<Scenario> corpus(const std::vector<ScenarioFamily> &families, unsigned seeds)
{
    std::vector<Scenario> all;
    for (const ScenarioFamily &family : families) {
        for (unsigned seed = 0; seed < seeds; ++seed) {
            Scenario scenario = family.make(seed);
            if (isWhatItsNameSays(scenario))
                all.push_back(std::move(scenario));
        }
    }
    return all;
}

} // namespace holdwatch::testing

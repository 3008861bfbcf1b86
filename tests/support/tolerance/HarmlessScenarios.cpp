// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Scenario.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::testing {

namespace {

constexpr double Hours = 3600;

bool inEvery(double t, double period, double from, double length)
{
    const double phase = std::fmod(t, period);
    return phase >= from && phase < from + length;
}

Scenario deployPause(unsigned seed)
{
    std::mt19937 random(seed);
    World world = calmWorld(randomTraffic(random), 3 * Hours);
    const double length = 60.0 * (1 + seed % 6);
    world.taking = [=](double t) { return !inEvery(t, Hours, 1200, length); };
    return observed("deploy pause", world, seed);
}

Scenario rollingDeploy(unsigned seed)
{
    std::mt19937 random(seed);
    Traffic traffic = randomTraffic(random);
    traffic.workers *= 3;
    traffic.rate *= 3;
    World world = calmWorld(traffic, 3 * Hours);
    const double left = std::max(1.0, traffic.workers * between(random, 0.1, 0.7));
    world.workers = [=](double t) { return inEvery(t, Hours, 1200, 360) ? left : traffic.workers; };
    return observed("rolling deploy", world, seed);
}

Scenario hourlyBatch(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, 4 * Hours);
    const int size = static_cast<int>(traffic.workers / traffic.handling * between(random, 30, 380));
    world.batch = [=](double t) { return std::fmod(t, Hours) == 1000 ? size : 0; };
    return observed("hourly batch", world, seed);
}

Scenario trickledBatch(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, 4 * Hours);
    const double capacity = traffic.workers / traffic.handling;
    const double factor = between(random, 1.2, 5);
    const double length = between(random, 100, 380) / (factor - 1);
    world.arrivals = [=](double t) { return inEvery(t, Hours, 1000, length) ? factor * capacity : traffic.rate; };
    return observed("short surge", world, seed);
}

Scenario sawtooth(unsigned seed)
{
    std::mt19937 random(seed);
    World world = calmWorld(randomTraffic(random), 3 * Hours);
    // A consumer that wakes every few minutes and takes all there is.
    const double period = between(random, 60, 330);
    world.workers = [](double) { return 100000.0; };
    world.taking = [=](double t) { return std::fmod(t, period) < 2; };
    return observed("sawtooth", world, seed);
}

Scenario singleRetry(unsigned seed)
{
    std::mt19937 random(seed);
    World world = calmWorld(randomTraffic(random), 2 * Hours);
    world.failing = [](double t) { return t >= 3000 && t < 3003 ? 0.5 : 0.0; };
    world.returnsAfter = between(random, 30, 300);
    return observed("single retry", world, seed);
}

Scenario harmlessRetryStorm(unsigned seed)
{
    std::mt19937 random(seed);
    Traffic traffic = randomTraffic(random);
    traffic.workers = std::ceil(traffic.workers * 2.2); // room for what comes back
    World world = calmWorld(traffic, 3 * Hours);
    world.failing = [](double t) { return inEvery(t, Hours, 1200, 1200) ? 0.35 : 0.005; };
    world.returnsAfter = between(random, 5, 25);
    return observed("retry storm that does not hurt", world, seed);
}

Scenario missedPolls(unsigned seed)
{
    Scenario scenario = deployPause(seed);
    scenario.name = QStringLiteral("missed polls #%1").arg(seed);
    std::mt19937 random(seed + 99);
    const auto missed = [&random](const Reading &) { return between(random, 0, 1) < 0.08; };
    auto &readings = scenario.readings;
    readings.erase(std::remove_if(readings.begin(), readings.end(), missed), readings.end());
    return scenario;
}

Scenario clockSkew(unsigned seed)
{
    Scenario scenario = hourlyBatch(seed);
    scenario.name = QStringLiteral("clock skew #%1").arg(seed);
    std::mt19937 random(seed + 99);
    double offset = 0;
    for (Reading &reading : scenario.readings) {
        if (between(random, 0, 1) < 0.01)
            offset = between(random, -90, 90);
        reading.t += offset + between(random, -3, 3);
    }
    return scenario;
}

Scenario jitteredPolls(unsigned seed)
{
    Scenario scenario = trickledBatch(seed);
    scenario.name = QStringLiteral("irregular polls #%1").arg(seed);
    std::mt19937 random(seed + 99);
    auto &readings = scenario.readings;
    for (std::size_t i = 0; i + 3 < readings.size(); i += 1 + static_cast<std::size_t>(between(random, 0, 2)))
        readings.erase(readings.begin() + static_cast<std::ptrdiff_t>(i));
    return scenario;
}

Scenario quietQueue(unsigned seed)
{
    std::mt19937 random(seed);
    Traffic traffic;
    traffic.rate = 1.0 / between(random, 60, 600);
    traffic.workers = 2;
    traffic.handling = between(random, 1, 40);
    return observed("quiet queue", calmWorld(traffic, 4 * Hours), seed);
}

Scenario emptyQueue(unsigned seed)
{
    World world;
    world.duration = 2 * Hours;
    world.arrivals = [](double) { return 0.0; };
    return observed("empty queue", world, seed);
}

Scenario ageNotReported(unsigned seed)
{
    Scenario scenario = deployPause(seed);
    scenario.name = QStringLiteral("age not reported #%1").arg(seed);
    scenario.agesReported = false;
    return scenario;
}

Scenario busyAndNoisy(unsigned seed)
{
    std::mt19937 random(seed);
    Traffic traffic = randomTraffic(random);
    traffic.rate = traffic.workers / traffic.handling * between(random, 0.9, 0.97);
    return observed("busy and noisy", calmWorld(traffic, 4 * Hours), seed);
}

Scenario idleThenOneSlowMessage(unsigned seed)
{
    std::mt19937 random(seed);
    Traffic traffic;
    traffic.rate = 1.0 / 1500;
    traffic.workers = 1;
    traffic.handling = between(random, 20, 60);
    return observed("idle with single slow messages", calmWorld(traffic, 6 * Hours), seed);
}

Scenario halfHourWaves(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, 4 * Hours);
    const double swing = traffic.rate / traffic.load * between(random, 0.3, 0.6);
    world.arrivals = [=](double t) { return std::max(0.01, traffic.rate + swing * std::sin(t * 6.2832 / 1800)); };
    return observed("half-hour waves", world, seed);
}

} // namespace

const std::vector<ScenarioFamily> &harmlessFamilies()
{
    static const std::vector<ScenarioFamily> families{
        {"deploy pause", deployPause},
        {"rolling deploy", rollingDeploy},
        {"hourly batch", hourlyBatch},
        {"short surge", trickledBatch},
        {"sawtooth", sawtooth},
        {"single retry", singleRetry},
        {"retry storm that does not hurt", harmlessRetryStorm},
        {"missed polls", missedPolls},
        {"clock skew", clockSkew},
        {"irregular polls", jitteredPolls},
        {"quiet queue", quietQueue},
        {"empty queue", emptyQueue},
        {"age not reported", ageNotReported},
        {"busy and noisy", busyAndNoisy},
        {"idle with single slow messages", idleThenOneSlowMessage},
        {"half-hour waves", halfHourWaves},
    };
    return families;
}

} // namespace holdwatch::testing

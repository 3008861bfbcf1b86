// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/Scenario.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::testing {

namespace {

constexpr double Calm = 1800; ///< seconds before the fault

Scenario harmful(const char *name, World world, unsigned seed, double poll = 15)
{
    Scenario scenario = observed(name, std::move(world), seed, poll);
    scenario.harmful = true;
    scenario.faultAt = Calm;
    return scenario;
}

template<typename T>
std::function<T(double)> from(double start, T before, T after)
{
    return [=](double t) { return t < start ? before : after; };
}

Scenario workersDead(unsigned seed)
{
    std::mt19937 random(seed);
    World world = calmWorld(randomTraffic(random), Calm + 1500);
    world.taking = [](double t) { return t < Calm; };
    return harmful("workers dead", world, seed);
}

Scenario slowDrift(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 12000);
    // Arrivals creep up over a quarter to a whole hour until the queue loses ground, and stay there.
    const double end = traffic.rate / traffic.load * between(random, 1.15, 2.2);
    const double creep = between(random, 900, 3600);
    world.arrivals = [=](double t) { return traffic.rate + (end - traffic.rate) * std::clamp((t - Calm) / creep, 0.0, 1.0); };
    return harmful("slow drift", world, seed);
}

Scenario surge(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 7200);
    world.arrivals = from(Calm, traffic.rate, traffic.rate / traffic.load * between(random, 1.3, 4));
    return harmful("surge", world, seed);
}

Scenario partialWorkerLoss(unsigned seed)
{
    std::mt19937 random(seed);
    Traffic traffic = randomTraffic(random);
    traffic.workers *= 4; // enough of them that a share can be lost
    traffic.rate *= 4;
    World world = calmWorld(traffic, Calm + 7200);
    world.workers = from(Calm, traffic.workers, std::max(1.0, traffic.workers * traffic.load * between(random, 0.2, 0.8)));
    return harmful("partial worker loss", world, seed);
}

Scenario hurtingRetryStorm(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 7200);
    world.failing = from(Calm, 0.01, between(random, 0.6, 0.9));
    world.returnsAfter = between(random, 5, 60);
    return harmful("retry storm that hurts", world, seed);
}

Scenario slowConsumers(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 7200);
    const double share = traffic.load * between(random, 0.3, 0.85);
    world.workers = from(Calm, traffic.workers, std::max(1.0, traffic.workers * share));
    return harmful("slow consumers", world, seed);
}

Scenario deadDuringMissedPolls(unsigned seed)
{
    Scenario scenario = workersDead(seed);
    scenario.name = QStringLiteral("workers dead with missed polls #%1").arg(seed);
    std::mt19937 random(seed + 99);
    const auto missed = [&random](const Reading &) { return between(random, 0, 1) < 0.1; };
    auto &readings = scenario.readings;
    readings.erase(std::remove_if(readings.begin(), readings.end(), missed), readings.end());
    return scenario;
}

Scenario crashLoop(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 9000);
    // Alive for a while each time, never long enough to catch up.
    const double alive = between(random, 15, 40);
    const double cycle = alive / (traffic.load * between(random, 0.2, 0.6));
    world.taking = [=](double t) { return t < Calm || std::fmod(t - Calm, cycle) < alive; };
    return harmful("crash loop", world, seed);
}

Scenario deployThatNeverEnds(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 4000);
    world.taking = [](double t) { return t < 900 || (t >= 1080 && t < Calm); };
    return harmful("deploy that never ends", world, seed);
}

Scenario fastPolls(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 7200);
    world.arrivals = from(Calm, traffic.rate, traffic.rate / traffic.load * between(random, 1.4, 3));
    return harmful("surge polled every 5 s", world, seed, 5);
}

Scenario slowPolls(unsigned seed)
{
    std::mt19937 random(seed);
    const Traffic traffic = randomTraffic(random);
    World world = calmWorld(traffic, Calm + 7200);
    world.workers = from(Calm, traffic.workers, std::max(1.0, traffic.workers * traffic.load * 0.5));
    return harmful("slow consumers polled every 60 s", world, seed, 60);
}

} // namespace

const std::vector<ScenarioFamily> &harmfulFamilies()
{
    static const std::vector<ScenarioFamily> families{
        {"workers dead", workersDead},
        {"slow drift", slowDrift},
        {"surge", surge},
        {"partial worker loss", partialWorkerLoss},
        {"retry storm that hurts", hurtingRetryStorm},
        {"slow consumers", slowConsumers},
        {"workers dead with missed polls", deadDuringMissedPolls},
        {"crash loop", crashLoop},
        {"deploy that never ends", deployThatNeverEnds},
        {"surge polled every 5 s", fastPolls},
        {"slow consumers polled every 60 s", slowPolls},
    };
    return families;
}

} // namespace holdwatch::testing

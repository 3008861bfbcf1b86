// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"
#include "models/tolerance/Tolerance.h"
#include "tests/support/tolerance/QueueSimulation.h"

#include <QString>

namespace holdwatch::testing {

/// Simulated samples of one queue together with what really happened to it.
struct Scenario
{
    QString name;
    bool harmful = false;            ///< a breach must really follow
    Tolerance tolerance;
    double poll = 15;
    double faultAt = 0;              ///< seconds; nothing was wrong before
    std::vector<Reading> readings;   ///< as polled: with gaps, jitter and skew where the scenario has them
    bool agesReported = true;
    std::optional<double> breachAt;  ///< first second with the true age at the window
    double peakAge = 0;              ///< the true one

    double hours() const { return readings.empty() ? 0 : (readings.back().t - readings.front().t) / 3600; }
};

QueueSample toSample(const Reading &reading, bool ageReported = true);

using ScenarioMaker = Scenario (*)(unsigned seed);
struct ScenarioFamily
{
    const char *name;
    ScenarioMaker make;
};

/// Families that end in a breach, and families that must stay silent. 15 min window, 8 min reaction time,
/// 15 s polls unless the family is about other figures. Same seed, same samples.
const std::vector<ScenarioFamily> &harmfulFamilies();
const std::vector<ScenarioFamily> &harmlessFamilies();

/// Every family with every seed of [0, seeds). A harmless world whose age truly reached the alarm age is
/// left out, and so is a harmful one that never breached: neither is what its name says.
std::vector<Scenario> corpus(const std::vector<ScenarioFamily> &families, unsigned seeds);

/// Building blocks of the families.
struct Traffic
{
    double rate = 1;      ///< arrivals a second
    double handling = 5;  ///< seconds a message
    double workers = 10;
    double load = 0.7;    ///< share of the capacity in use
};
Traffic randomTraffic(std::mt19937 &random);
World calmWorld(const Traffic &traffic, double duration);
double between(std::mt19937 &random, double low, double high);
/// Runs the world and polls it every `poll` seconds, first at a random moment.
Scenario observed(const char *name, World world, unsigned seed, double poll = 15);

} // namespace holdwatch::testing

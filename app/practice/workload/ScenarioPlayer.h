// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/workload/Chance.h"
#include "app/practice/workload/Scenario.h"

namespace holdwatch::practice {

/// Where a scenario stands: the opening once, then every episode once a round, in an order drawn anew each
/// round. Pure; the scenario must outlive it.
class ScenarioPlayer
{
public:
    ScenarioPlayer(const Scenario &scenario, Chance &chance);

    const Step &step() const;
    /// Lets `by` of workload time pass; true if another step began.
    bool advance(Millis by);

private:
    void next();
    void drawRound();

    const Scenario &m_scenario;
    Chance &m_chance;
    const Episode *m_episode;
    int m_step = 0;
    Millis m_into{};
    QVector<int> m_round; ///< episodes still to come, last first
    int m_lastEpisode = -1;
};

} // namespace holdwatch::practice

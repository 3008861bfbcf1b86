// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/ScenarioPlayer.h"

#include <numeric>

namespace holdwatch::practice {

ScenarioPlayer::ScenarioPlayer(const Scenario &scenario, Chance &chance)
    : m_scenario(scenario), m_chance(chance), m_episode(&scenario.opening)
{
    if (m_episode->isEmpty())
        next();
}

const Step &ScenarioPlayer::step() const
{
    return m_episode->at(m_step);
}

bool ScenarioPlayer::advance(Millis by)
{
    m_into += by;
    bool changed = false;
    while (m_into >= step().lasts) {
        m_into -= step().lasts;
        next();
        changed = true;
    }
    return changed;
}

void ScenarioPlayer::next()
{
    if (++m_step < m_episode->size())
        return;
    if (m_round.isEmpty())
        drawRound();
    m_lastEpisode = m_round.takeLast();
    m_episode = &m_scenario.episodes.at(m_lastEpisode);
    m_step = 0;
}

void ScenarioPlayer::drawRound()
{
    m_round.resize(m_scenario.episodes.size());
    std::iota(m_round.begin(), m_round.end(), 0);
    for (int left = static_cast<int>(m_round.size()) - 1; left > 0; --left)
        m_round.swapItemsAt(left, m_chance.below(left + 1));
    // The same episode twice in a row would look like a story that got stuck.
    if (m_round.size() > 1 && m_round.last() == m_lastEpisode)
        m_round.swapItemsAt(0, m_round.size() - 1);
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tolerance/QueueSimulation.h"

#include <algorithm>

namespace holdwatch::testing {

QueueSimulation::QueueSimulation(World world, unsigned seed) : m_world(std::move(world)), m_random(seed) {}

std::vector<Reading> QueueSimulation::run()
{
    std::vector<Reading> readings;
    for (double t = 0; t < m_world.duration; ++t) {
        arrive(t);
        finish(t);
        take(t);
        readings.push_back(look(t));
    }
    return readings;
}

void QueueSimulation::arrive(double t)
{
    std::poisson_distribution<int> poisson(std::max(1e-9, m_world.arrivals(t)));
    const int count = poisson(m_random) + m_world.batch(t);
    for (int i = 0; i < count; ++i)
        m_ready.push_back({t, 0, 0});
}

void QueueSimulation::finish(double t)
{
    std::vector<Message> still;
    std::uniform_real_distribution<double> chance(0, 1);
    for (Message message : m_inFlight) {
        if (message.until > t) {
            still.push_back(message);
        } else if (chance(m_random) < m_world.failing(t)) {
            if (++message.tries > m_world.mostRetries) {
                ++m_dead;
                continue;
            }
            ++m_retries;
            message.until = t + m_world.returnsAfter;
            m_returning.push_back(message);
        }
    }
    m_inFlight = std::move(still);
    const auto back = std::partition(m_returning.begin(), m_returning.end(), [t](const Message &m) { return m.until > t; });
    m_again.insert(m_again.end(), back, m_returning.end());
    m_returning.erase(back, m_returning.end());
}

void QueueSimulation::take(double t)
{
    if (!m_world.taking(t))
        return;
    std::exponential_distribution<double> handling(1.0 / m_world.handling);
    const auto capacity = static_cast<std::size_t>(std::max(0.0, m_world.workers(t)));
    while (m_inFlight.size() < capacity && (!m_again.empty() || m_head < m_ready.size())) {
        Message message;
        if (!m_again.empty()) {
            message = m_again.back();
            m_again.pop_back();
        } else {
            message = m_ready[m_head++];
        }
        message.until = t + handling(m_random);
        m_inFlight.push_back(message);
    }
}

Reading QueueSimulation::look(double t) const
{
    Reading reading;
    reading.t = t;
    reading.depth = static_cast<int>(m_ready.size() - m_head + m_again.size() + m_returning.size());
    reading.inFlight = static_cast<int>(m_inFlight.size());
    reading.retriesTotal = m_retries;
    reading.deadLetters = m_dead;
    double oldest = m_head < m_ready.size() ? m_ready[m_head].arrived : t + 1;
    for (const auto *some : {&m_again, &m_inFlight, &m_returning}) {
        for (const Message &message : *some)
            oldest = std::min(oldest, message.arrived);
    }
    if (oldest <= t)
        reading.oldestAge = t - oldest;
    return reading;
}

} // namespace holdwatch::testing

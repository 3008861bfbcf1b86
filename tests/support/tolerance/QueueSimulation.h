// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace holdwatch::testing {

/// What happens to a simulated queue, second by second. Times in seconds since the start.
struct World
{
    double duration = 3600;
    std::function<double(double)> arrivals = [](double) { return 1.0; };  ///< a second, Poisson
    std::function<int(double)> batch = [](double) { return 0; };          ///< messages that come at once
    std::function<double(double)> workers = [](double) { return 10.0; };
    double handling = 5;                                                   ///< mean seconds a message takes
    std::function<double(double)> failing = [](double) { return 0.0; };   ///< share of deliveries that come back
    double returnsAfter = 30;                                              ///< seconds until a failed one is ready again
    int mostRetries = 1000;                                                ///< then it is dead-lettered
    std::function<bool(double)> taking = [](double) { return true; };     ///< false: workers take nothing new
};

/// What a poll of the simulated queue shows.
struct Reading
{
    double t = 0;
    std::optional<double> oldestAge; ///< of the oldest unfinished message; unset when there is none
    int depth = 0;
    int inFlight = 0;
    int retriesTotal = 0;
    int deadLetters = 0;
};

/// A first-in-first-out queue with at-least-once workers, in steps of one second.
class QueueSimulation
{
public:
    QueueSimulation(World world, unsigned seed);
    /// One reading a second, from t = 0.
    std::vector<Reading> run();

private:
    struct Message
    {
        double arrived = 0;
        double until = 0; ///< in flight: finished at; returning: ready at
        int tries = 0;
    };
    void arrive(double t);
    void finish(double t);
    void take(double t);
    Reading look(double t) const;

    World m_world;
    std::mt19937 m_random;
    std::vector<Message> m_ready;  ///< from m_head on, oldest first
    std::size_t m_head = 0;
    std::vector<Message> m_again;  ///< returned ones, taken first
    std::vector<Message> m_inFlight;
    std::vector<Message> m_returning;
    int m_retries = 0;
    int m_dead = 0;
};

} // namespace holdwatch::testing

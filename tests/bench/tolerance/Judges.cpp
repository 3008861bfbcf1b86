// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tolerance/Judges.h"

#include "models/tolerance/ToleranceEngine.h"

#include <algorithm>
#include <deque>

namespace holdwatch::testing {

namespace {

class Ours final : public Judge
{
public:
    explicit Ours(const Scenario &scenario)
        : m_engine(scenario.tolerance, fromSeconds(scenario.poll)), m_agesReported(scenario.agesReported)
    {
    }
    bool alarms(const Reading &reading) override
    {
        const Verdict verdict = m_engine.observe(toSample(reading, m_agesReported)).verdict;
        return verdict == Verdict::Approaching || verdict == Verdict::Breached;
    }

private:
    ToleranceEngine m_engine;
    bool m_agesReported;
};

class Threshold final : public Judge
{
public:
    explicit Threshold(double age) : m_age(age) {}
    bool alarms(const Reading &reading) override { return reading.oldestAge.value_or(0) >= m_age; }

private:
    double m_age;
};

/// Prometheus' predict_linear(age[10m], 600) >= window: least squares over ten minutes, ten minutes ahead.
class PredictLinear final : public Judge
{
public:
    explicit PredictLinear(double window) : m_window(window) {}
    bool alarms(const Reading &reading) override
    {
        m_readings.push_back(reading);
        while (m_readings.front().t < reading.t - 600)
            m_readings.pop_front();
        return m_readings.size() >= 2 && predicted(reading.t) >= m_window;
    }

private:
    double predicted(double now) const
    {
        const double n = static_cast<double>(m_readings.size());
        double x = 0, y = 0, xx = 0, xy = 0;
        for (const Reading &reading : m_readings) {
            const double dt = reading.t - now;
            const double age = reading.oldestAge.value_or(0);
            x += dt, y += age, xx += dt * dt, xy += dt * age;
        }
        const double spread = n * xx - x * x;
        const double slope = spread > 0 ? (n * xy - x * y) / spread : 0;
        return (y - slope * x) / n + slope * 600;
    }

    double m_window;
    std::deque<Reading> m_readings;
};

/// Burrow's evaluation over its ten newest offsets: no lag anywhere in the window is fine; a consumer that
/// commits nothing while lag stays is stalled; lag that never shrinks and has grown is a warning.
class Burrow final : public Judge
{
public:
    bool alarms(const Reading &reading) override
    {
        m_readings.push_back(reading);
        if (m_readings.size() > 10)
            m_readings.pop_front();
        if (m_readings.size() < 10)
            return false;
        bool everEmpty = false, shrank = false, moved = false;
        for (std::size_t i = 0; i < m_readings.size(); ++i) {
            everEmpty = everEmpty || lag(m_readings[i]) == 0;
            if (i == 0)
                continue;
            shrank = shrank || lag(m_readings[i]) < lag(m_readings[i - 1]);
            moved = moved || head(m_readings[i]) > head(m_readings[i - 1]) + 0.5;
        }
        const bool grew = lag(m_readings.back()) > lag(m_readings.front());
        return !everEmpty && (!moved || (!shrank && grew));
    }

private:
    static int lag(const Reading &reading) { return reading.depth + reading.inFlight; }
    static double head(const Reading &reading) { return reading.t - reading.oldestAge.value_or(0); }
    std::deque<Reading> m_readings;
};

JudgeKind threshold(int percent)
{
    return {QStringLiteral("age over %1 % of the window").arg(percent), [percent](const Scenario &scenario) {
                return std::make_unique<Threshold>(toSeconds(scenario.tolerance.holdWindow) * percent / 100);
            }};
}

} // namespace

std::vector<JudgeKind> allJudges()
{
    return {
        {QStringLiteral("Holdwatch"), [](const Scenario &scenario) { return std::make_unique<Ours>(scenario); }},
        threshold(30),
        threshold(50),
        threshold(80),
        {QStringLiteral("predict_linear 10 min/10 min"),
         [](const Scenario &scenario) { return std::make_unique<PredictLinear>(toSeconds(scenario.tolerance.holdWindow)); }},
        {QStringLiteral("Burrow's rule"), [](const Scenario &) { return std::make_unique<Burrow>(); }},
    };
}

} // namespace holdwatch::testing

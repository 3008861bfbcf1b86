// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/ToleranceEngine.h"

#include <functional>
#include <limits>

namespace holdwatch::testing {

/// Feeds an engine samples at a steady pace, for tests that draw an age by hand.
class Feed
{
public:
    explicit Feed(Tolerance tolerance = fifteenMinutes(), Millis poll = Seconds(15)) : engine(std::move(tolerance), poll), m_poll(poll) {}

    static Tolerance fifteenMinutes()
    {
        Tolerance tolerance;
        tolerance.holdWindow = Minutes(15);
        tolerance.reactionTime = Minutes(8);
        return tolerance;
    }

    UtcTime now() const { return m_now; }
    double seconds() const { return toSeconds(m_now - Start); }
    void skip(Millis duration) { m_now += duration; }

    QueueSample sample(double age) const
    {
        QueueSample sample;
        sample.takenAt = m_now;
        sample.depth = Metric<qint64>::reported(depth);
        sample.inFlight = Metric<qint64>::reported(2);
        sample.oldestAge = Metric<Millis>::reported(fromSeconds(age));
        return sample;
    }
    QueueSample sampleWithoutAge(qint64 ready, qint64 inFlight = 0) const
    {
        QueueSample sample;
        sample.takenAt = m_now;
        sample.depth = Metric<qint64>::reported(ready);
        sample.inFlight = Metric<qint64>::reported(inFlight);
        return sample;
    }

    Assessment give(const QueueSample &sample)
    {
        const Assessment assessment = engine.observe(sample);
        m_now += m_poll;
        return assessment;
    }
    Verdict age(double seconds) { return give(sample(seconds)).verdict; }
    Verdict steady(double age, int polls)
    {
        Verdict last = engine.current().verdict;
        for (int i = 0; i < polls; ++i)
            last = this->age(age);
        return last;
    }
    /// From `from` by `slope` seconds a second until `to`; the backlog grows and shrinks along.
    Verdict ramp(double from, double slope, double to, const std::function<void(const Assessment &)> &each = {})
    {
        const double step = slope * toSeconds(m_poll);
        for (double age = from; slope > 0 ? age <= to : age >= to; age += step) {
            depth = static_cast<qint64>(10 + age);
            const Assessment assessment = give(sample(age));
            if (each)
                each(assessment);
        }
        return engine.current().verdict;
    }

    ToleranceEngine engine;
    qint64 depth = 10;

private:
    static constexpr UtcTime Start{Seconds(1'700'000'000)};
    Millis m_poll;
    UtcTime m_now = Start;
};

} // namespace holdwatch::testing

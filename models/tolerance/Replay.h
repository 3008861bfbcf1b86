// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/ToleranceEngine.h"

#include <QVector>

#include <functional>

namespace holdwatch {

/// Runs recorded samples through a fresh engine, one by one, and tells the first verdict and then each
/// change, *stale* at the moment it fell due. Nothing is invented after the last sample.
class Replay
{
public:
    Replay(const Tolerance &tolerance, Millis pollPeriod);

    /// Samples in time order; what the engine ignores (repetitions, a single sample out of order) changes nothing.
    void feed(const QueueSample &sample, const std::function<void(const Assessment &)> &changed);

private:
    void report(const Assessment &assessment, const std::function<void(const Assessment &)> &changed);

    ToleranceEngine m_engine;
    std::optional<Verdict> m_last;
};

/// All changes at once, for recordings that are in memory anyway.
QVector<Assessment> replay(const Tolerance &tolerance, Millis pollPeriod, const QVector<QueueSample> &samples);

} // namespace holdwatch

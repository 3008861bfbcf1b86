// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueSample.h"
#include "models/tolerance/Assessment.h"

namespace holdwatch::storage {

/// A sample as it goes into the history: with the verdict it led to.
struct RecordedSample
{
    QueueSample sample;
    Verdict verdict = Verdict::NotReported;
};

/// What was recorded, ready to be run through the tolerance engine. Figures come back with how they were
/// obtained, but without the notes and without `asOf`, which are not recorded.
struct RecordedSamples
{
    QVector<QueueSample> samples; ///< in time order
    Millis spacing{};  ///< what the samples are apart at most by our own doing: 0 = just as they were taken,
                       ///< else judge with a poll period of at least this
};

/// What the head of a replay file says about its samples.
struct ReplayHeader
{
    Millis holdWindow{};
    Millis pollPeriod{};
};

} // namespace holdwatch::storage

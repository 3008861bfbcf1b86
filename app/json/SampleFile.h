// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/queue/QueueSample.h"

#include <cstdio>
#include <vector>

namespace holdwatch::json {

/// One recorded look at a queue. NaN: null or missing, that is, not reported.
struct SampleLine
{
    double t = 0; ///< seconds on the file's own scale
    double oldestAge = 0;
    double depth = 0;
    double inFlight = 0;
    double delayed = 0;
    double consumers = 0;
    double retriesTotal = 0;
    double deadLetters = 0;
    Obtained ageIs = Obtained::Reported; ///< how the age was obtained: exact, or only a bound

    bool operator==(const SampleLine &) const = default;
};

/// A sample whose time is before that of the one above it.
struct StepBack
{
    std::size_t sample = 0; ///< its place in the list, from 0
    qint64 line = 0;        ///< where it begins in the file, from 1
    double from = 0;        ///< seconds; the time of the sample above
    double to = 0;
};

/// Recorded samples as people exchange them, see models/tolerance/README.md for the format.
struct SampleFile
{
    std::optional<Millis> holdWindow;
    std::optional<Millis> poll;
    bool ageIncludesInFlight = true;
    std::vector<SampleLine> samples; ///< in the file's order
    std::optional<StepBack> firstStepBack;
    qint64 stepsBack = 0;

    /// The samples' usual distance: what to assume where the file names no poll period.
    Millis usualDistance() const;
};

/// Reads such a file token by token, so that a million samples cost about 70 MB and no nesting is too deep.
/// Members it doesn't know are skipped. Malformed with a sentence and, in `where`, the line and,
/// where there is one, the JSON path ("samples[3].t (line 5)"); a wrong type is an error, never a guess.
Result<SampleFile> readSampleFile(std::FILE *file);

QueueSample toQueueSample(const SampleLine &line, bool ageIncludesInFlight);

} // namespace holdwatch::json

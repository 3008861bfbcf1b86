// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/Recorded.h"

#include <array>

namespace holdwatch::storage {

/// What a column of the sample table holds, in the table's order. Ages are milliseconds, rates a minute.
enum class Figure {
    Depth, InFlight, Delayed, Consumers, DeadLetters, ArrivalsTotal, CompletionsTotal, RetriesTotal,
    ArrivalsPerMinute, CompletionsPerMinute, RetriesPerMinute, OldestAge, OldestDeadLetterAge
};
inline constexpr int figureCount = 13;

/// A sample the size of a table row: figures without their notes, the queue as a number of QueueIndex.
/// Counts are exact up to 2^53.
struct SampleRow
{
    int queue = 0;
    Verdict verdict = Verdict::NotReported;
    qint64 at = 0;    ///< epoch milliseconds
    quint64 flags = 0;///< three bits a figure say how it was obtained (0 = not reported), one more that the
                      ///< age leaves out messages in flight; stored as it is, so never renumbered
    std::array<double, figureCount> values{}; ///< meaningless where not reported

    Obtained obtained(Figure figure) const;
    std::optional<double> value(Figure figure) const;
    bool ageIncludesInFlight() const;
    void forget(Figure figure); ///< makes it not reported
};

SampleRow toRow(int queue, const RecordedSample &recorded);
QueueSample fromRow(const QueueId &queue, const SampleRow &row);

/// The number a verdict has in the file: larger is worse, so the larger of two is the worst.
int verdictCode(Verdict verdict);
Verdict verdictOfCode(int code);

} // namespace holdwatch::storage

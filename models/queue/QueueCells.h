// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue/QueueStatus.h"

#include <QVariant>

namespace holdwatch {

/// What can be said of a queue in one cell. The order is that of the model, not of the screen:
/// the name comes first because it is what a row keeps for life.
enum class QueueCell {
    Name, Verdict, Age, Headroom, Earliest, Projected, Depth, InFlight, Delayed, Arrivals, Completions,
    Drain, Retries, DeadLetters, Consumers, Trend, Sampled, Owner
};
constexpr int queueCellCount = int(QueueCell::Owner) + 1;

QString cellTitle(QueueCell cell);       ///< header, short: "In flight"
QString cellDescription(QueueCell cell); ///< header tooltip: what the figure means
bool isNumeric(QueueCell cell);          ///< right-aligned with equal-width digits

/// The text of a cell at `now`; "–" where there is no figure, "≤ 3:20" for a bound.
QString cellText(const QueueStatus &status, QueueCell cell, UtcTime now);

/// Where the figure comes from or why there is none; plain text, may have several lines.
QString cellToolTip(const QueueStatus &status, QueueCell cell, UtcTime now);

/// Comparable key, larger needs a person sooner or is simply more; invalid sorts last either way.
QVariant cellSortKey(const QueueStatus &status, QueueCell cell);

/// Whether a cell of `before` must be painted again for `after`.
bool cellDiffers(const QueueStatus &before, const QueueStatus &after, QueueCell cell);

/// A dead set whose count already stands on its origin's row; not judged by age itself.
bool isCoveredDeadSet(const QueueStatus &status);

/// How long ago the newest sample was taken; unset before the first.
std::optional<Millis> sampleAge(const QueueStatus &status, UtcTime now);

} // namespace holdwatch

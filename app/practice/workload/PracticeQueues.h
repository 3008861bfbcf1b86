// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"

namespace holdwatch::practice {

constexpr Seconds practiceRetention{24 * 3600};     ///< of each queue, and again of its dead-letter queue
constexpr Seconds practiceLease{20};

/// How long the consumer's ledger is kept: longer than any message can live (queue, then dead-letter
/// queue, then redriven into the queue once more).
constexpr Seconds ledgerHorizon{4 * practiceRetention};

/// Creates the three queues of the story, each with its "…-dlq". Queues that exist with other settings are
/// used as they are.
Result<void> createPracticeQueues(QueueEngine &engine);

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"
#include "app/practice/workload/Chance.h"
#include "app/practice/workload/Ledger.h"

#include <functional>

namespace holdwatch::practice {

/// Publishes what the outbox holds, then strikes it off. A crash in between publishes again under the same
/// transport key, which the queue recognises; past its 24 hours the command's own key still does.
class OutboxRelay
{
public:
    OutboxRelay(QueueEngine &queue, Ledger &ledger, Chance &chance) : m_queue(queue), m_ledger(ledger), m_chance(chance) {}

    /// `duplicateShare` says for a queue which share is published a second time, under another transport key.
    Result<void> drain(UtcTime now, const std::function<double(const QString &queue)> &duplicateShare);

private:
    Result<void> publish(const OutboxEntry &entry, UtcTime now, const QString &transportKey);

    QueueEngine &m_queue;
    Ledger &m_ledger;
    Chance &m_chance;
};

} // namespace holdwatch::practice

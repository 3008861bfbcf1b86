// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueStore.h"

#include <map>

namespace holdwatch::practice {

/// Keeps the state for as long as it lives: a second engine over the same store is a restart.
class MemoryStore final : public QueueStore
{
public:
    Result<Snapshot> load() override;
    Result<void> commit(const Changes &changes) override;
    Result<QByteArray> payload(const MessageId &id) override;

    /// Every commit from now on is refused as if the disk were full, until called with false.
    void setFull(bool full) { m_full = full; }

private:
    std::map<QString, QueueRecord> m_queues;
    std::map<MessageId, MessageRecord> m_messages;
    std::map<MessageId, QByteArray> m_payloads;
    std::map<KeyName, KeyRecord> m_keys;
    bool m_full = false;
};

} // namespace holdwatch::practice

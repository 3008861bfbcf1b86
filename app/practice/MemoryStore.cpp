// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/MemoryStore.h"

namespace holdwatch::practice {

Result<Snapshot> MemoryStore::load()
{
    Snapshot snapshot;
    for (const auto &[name, queue] : m_queues)
        snapshot.queues.append(queue);
    for (const auto &[id, message] : m_messages)
        snapshot.messages.append(message);
    for (const auto &[name, key] : m_keys)
        snapshot.keys.append(key);
    return snapshot;
}

Result<void> MemoryStore::commit(const Changes &changes)
{
    if (m_full)
        return failure(Error::Kind::Storage, QStringLiteral("The practice queue's memory is full."));
    for (const QueueRecord &queue : changes.queues)
        m_queues.insert_or_assign(queue.settings.name, queue);
    for (const MessageRecord &message : changes.messages)
        m_messages.insert_or_assign(message.id, message);
    for (auto it = changes.payloads.cbegin(); it != changes.payloads.cend(); ++it)
        m_payloads.insert_or_assign(it.key(), it.value());
    for (const KeyRecord &key : changes.keys)
        m_keys.insert_or_assign(KeyName{key.scope, key.key}, key);
    for (const QString &name : changes.removedQueues)
        m_queues.erase(name);
    for (const MessageId &id : changes.removedMessages) {
        m_messages.erase(id);
        m_payloads.erase(id);
    }
    for (const KeyName &name : changes.removedKeys)
        m_keys.erase(name);
    return {};
}

Result<QByteArray> MemoryStore::payload(const MessageId &id)
{
    const auto found = m_payloads.find(id);
    if (found == m_payloads.end())
        return failure(Error::Kind::Storage, QStringLiteral("The payload of message %1 is missing.").arg(id.text()));
    return found->second;
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"

#include <QHash>
#include <QStringList>

namespace holdwatch::practice {

struct QueueTotals
{
    qint64 entered = 0;      ///< published, redriven or dead-lettered into the queue
    qint64 completed = 0;    ///< acknowledged
    qint64 redelivered = 0;  ///< deliveries after a message's first
    qint64 deadLettered = 0; ///< gave up: moved to the dead-letter queue, or dropped where there is none
    bool operator==(const QueueTotals &) const = default;
};

struct QueueRecord
{
    QueueSettings settings;
    QueueTotals totals;
    bool operator==(const QueueRecord &) const = default;
};

/// A message without its payload. It is in flight while `leaseUntil` is set, waiting until
/// `availableAt`, and a dead letter of `origin` while that is set.
struct MessageRecord
{
    MessageId id;
    QString queue;
    qint64 position = 0; ///< order of entering its present queue; unique, never used again
    int priority = 0;
    QString group;
    UtcTime publishedAt{};
    UtcTime dueAt{};       ///< ages count from here; a failed delivery does not move it
    UtcTime availableAt{}; ///< not delivered before; later than dueAt after a nack with a delay
    UtcTime expiresAt{};
    int deliveries = 0;
    int failures = 0;
    QString receipt;
    std::optional<UtcTime> leaseUntil;
    QString origin;
    QString lastError;
    std::optional<UtcTime> firstFailedAt;
    std::optional<UtcTime> diedAt;
    QString idempotencyKey; ///< it was published with
    QString lentTo;         ///< consumer of the present or last delivery
    QVector<FailedAttempt> attempts;
    bool operator==(const MessageRecord &) const = default;
};

/// What was answered to a key, so that a repeat gets the same. `scope` is empty for idempotency
/// keys and the queue's name for FIFO deduplication ids.
struct KeyRecord
{
    QString scope;
    QString key;
    QByteArray fingerprint; ///< of the content; empty: not compared
    QByteArray result;
    UtcTime expiresAt{};
    bool operator==(const KeyRecord &) const = default;
};

using KeyName = std::pair<QString, QString>; ///< scope, key

/// Everything one call changes: applied all or nothing, removals after additions.
struct Changes
{
    QVector<QueueRecord> queues;
    QVector<MessageRecord> messages;
    QHash<MessageId, QByteArray> payloads; ///< of the messages that are new
    QVector<KeyRecord> keys;
    QStringList removedQueues;
    QVector<MessageId> removedMessages;
    QVector<KeyName> removedKeys;

    bool isEmpty() const
    {
        return queues.isEmpty() && messages.isEmpty() && keys.isEmpty() && removedQueues.isEmpty()
            && removedMessages.isEmpty() && removedKeys.isEmpty();
    }
};

struct Snapshot
{
    QVector<QueueRecord> queues;
    QVector<MessageRecord> messages;
    QVector<KeyRecord> keys;
};

/// Where the engine's state survives. The engine holds everything but payloads in memory and
/// writes through; used by one thread.
class QueueStore
{
public:
    virtual ~QueueStore() = default;

    virtual Result<Snapshot> load() = 0;
    /// Durable when it returns success; unchanged when it returns an error.
    virtual Result<void> commit(const Changes &changes) = 0;
    virtual Result<QByteArray> payload(const MessageId &id) = 0;
};

} // namespace holdwatch::practice

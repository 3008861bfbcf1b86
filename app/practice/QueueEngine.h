// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QByteArray>
#include <QVector>

#include <memory>

namespace holdwatch::practice {

class QueueStore;

/// Limits of the practice queue; those of Infrai where they are public, our own choice elsewhere
/// (each choice is published in discovery).
struct Limits
{
    static constexpr Seconds longestDelay{7 * 24 * 3600};
    static constexpr Seconds longestRetention{30 * 24 * 3600};
    static constexpr Seconds longestLease{12 * 3600};
    static constexpr qint64 largestMessage = 256 * 1024; ///< bytes of payload
    static constexpr Seconds fifoDedup{5 * 60};
    static constexpr Seconds idempotency{24 * 3600};
    static constexpr int largestBatch = 100;
};

struct QueueSettings
{
    QString name;
    bool fifo = false;
    bool priority = false;
    QString deadLetterQueue; ///< must exist already; empty = messages are dropped after maxRetries
    int maxRetries = 5;      ///< failed deliveries (nack or lease expiry) before the dead-letter queue
    Seconds retention{4 * 24 * 3600};
    Seconds visibilityTimeout{30};
    bool operator==(const QueueSettings &) const = default;
};

struct NewMessage
{
    QByteArray payload; ///< JSON text, kept byte for byte
    Millis delay{};
    int priority = 0;   ///< higher first, on a queue with priorities
    QString group{};    ///< FIFO: order is kept inside a group
    QString dedupId{};  ///< FIFO: a repeat within five minutes is accepted and not delivered again
};

/// A message lent to a consumer until `leaseUntil`.
struct Delivery
{
    MessageId id;
    QString receipt; ///< of this delivery; an older one no longer acks
    QByteArray payload;
    int deliveryCount = 1;
    int priority = 0;
    QString group;
    UtcTime publishedAt{};
    UtcTime dueAt{};
    UtcTime leaseUntil{};
};

/// One delivery that ended without success.
struct FailedAttempt
{
    static constexpr int mostKept = 20; ///< of a message, the newest

    UtcTime at{};
    QString consumer;   ///< whose lease it was
    QString reason;     ///< of the nack, or "lease expired"
    QString errorClass; ///< as the consumer named it; empty: it named none
    bool operator==(const FailedAttempt &) const = default;
};

struct DeadLetter
{
    MessageId id;
    QByteArray payload;
    QString origin;      ///< the queue it came from
    int deliveryCount = 0;
    QString lastError;   ///< the reason of the last nack, or "lease expired"
    UtcTime publishedAt{};
    UtcTime firstFailedAt{};
    UtcTime diedAt{};
    UtcTime expiresAt{};
    QString idempotencyKey;          ///< it was published with; empty: none, or in a batch
    QVector<FailedAttempt> attempts; ///< oldest first; those before an earlier redrive included
};

struct DeadLetterPage
{
    QVector<DeadLetter> items;
    QString nextCursor; ///< empty: the end
    qint64 total = 0;
};

/// What `stats` says. Totals count since the queue was created.
struct QueueStats
{
    QueueSettings settings;
    qint64 ready = 0;
    qint64 inFlight = 0;
    qint64 delayed = 0;
    qint64 deadLetters = 0;             ///< in this queue's dead-letter queue, from this queue
    std::optional<Millis> oldestAge;    ///< since the oldest unfinished due message became due; in flight counts
    qint64 publishedTotal = 0;
    qint64 completedTotal = 0;
    qint64 redeliveredTotal = 0;
    qint64 deadLetteredTotal = 0;
    int consumers = 0;                  ///< distinct consumer names that asked within the last 30 s
};

struct RedrivenMessage
{
    enum class Fate { Moved, NotFound, InFlight }; ///< InFlight: in a consumer's hands, so it stays

    MessageId id;
    Fate fate = Fate::NotFound;
    bool operator==(const RedrivenMessage &) const = default;
};

struct RedriveOutcome
{
    qint64 moved = 0;
    qint64 left = 0;
    QVector<RedrivenMessage> messages{}; ///< where they were named: each, in the order they were named
    bool operator==(const RedriveOutcome &) const = default;
};

/// The practice queue: a real at-least-once queue as a pure state machine. Time comes from `clock`,
/// durability from `store`; a call that returned success is durable. Not thread-safe.
/// Lease expiry, due times and retention are settled lazily at the start of each call.
class QueueEngine
{
public:
    QueueEngine(QueueStore &store, const Clock &clock);
    ~QueueEngine();

    /// Conflict if it exists with other settings; the same settings again succeed and change nothing.
    Result<void> createQueue(const QueueSettings &settings, const QString &idempotencyKey = {});
    Result<void> deleteQueue(const QString &name);           ///< Conflict while it is a dead-letter queue of another
    QVector<QueueSettings> queues() const;
    Result<QueueStats> stats(const QString &queue);

    /// Same key within 24 h: the first result again; with other content: Conflict. An empty key: no dedup.
    Result<MessageId> publish(const QString &queue, const NewMessage &message, const QString &idempotencyKey);
    Result<QVector<MessageId>> publishBatch(const QString &queue, const QVector<NewMessage> &messages, const QString &idempotencyKey);

    Result<QVector<Delivery>> consume(const QString &queue, int maxMessages, std::optional<Seconds> lease, const QString &consumer);
    Result<void> ack(const QString &queue, const MessageId &id, const QString &receipt);  ///< one of the two may be empty
    Result<void> nack(const QString &queue, const MessageId &id, const QString &receipt, Millis delay, const QString &reason, const QString &errorClass = {});

    Result<DeadLetterPage> deadLetters(const QString &queue, const QString &cursor, int limit); ///< queue = the origin; changes nothing
    Result<RedriveOutcome> redrive(const QString &queue, std::optional<qint64> maxMessages, const QString &idempotencyKey);
    /// Each that can be moved is moved, all in one durable step; the others are named in the outcome. 1 to 100, none twice.
    Result<RedriveOutcome> redriveThese(const QString &queue, const QVector<MessageId> &ids, const QString &idempotencyKey);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/QueueEngine.h"

#include "app/practice/QueueRules.h"
#include "app/practice/Redrive.h"
#include "app/practice/Uuid.h"

#include <algorithm>

namespace holdwatch::practice {

namespace {

using Kind = Error::Kind;

constexpr Seconds consumerPresence{30};

tl::unexpected<Error> noQueue(const QString &name)
{
    return failure(Kind::NotFound, QStringLiteral("There is no queue named \"%1\".").arg(name), QStringLiteral("Create it first."));
}

/// Whether the lease runs out before the retention does.
bool endsByLease(const MessageRecord &message)
{
    return message.leaseUntil && *message.leaseUntil <= message.expiresAt;
}

QByteArray joinIds(const QVector<MessageId> &ids)
{
    QByteArrayList texts;
    for (const MessageId &id : ids)
        texts.append(id.text().toLatin1());
    return texts.join('\n');
}

QVector<MessageId> splitIds(const QByteArray &joined)
{
    QVector<MessageId> ids;
    for (const QByteArray &text : joined.split('\n'))
        ids.append(MessageId(QString::fromLatin1(text)));
    return ids;
}

QString cursorAfter(const QString &queue, qint64 position)
{
    const QByteArray plain = QByteArray::number(position) + '|' + queue.toUtf8();
    return QString::fromLatin1(plain.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

Result<qint64> positionOf(const QString &queue, const QString &cursor)
{
    if (cursor.isEmpty())
        return 0;
    const QByteArray plain = QByteArray::fromBase64(cursor.toLatin1(), QByteArray::Base64UrlEncoding);
    const qint64 position = plain.left(plain.indexOf('|')).toLongLong();
    if (cursorAfter(queue, position) != cursor)
        return failure(Kind::Invalid, QStringLiteral("This cursor does not belong to \"%1\".").arg(queue), QStringLiteral("Start again without one."));
    return position;
}

} // namespace

struct QueueEngine::State
{
    State(QueueStore &theStore, const Clock &theClock);

    Result<UtcTime> begin();
    Result<void> settle(UtcTime now);
    Result<void> commit(Draft &draft);
    Result<const QueueBook::Shelf *> open(const QString &queue); ///< settles, then finds the queue
    /// The earlier result of this key, nothing for a new one, Conflict if the content differs.
    Result<std::optional<QByteArray>> recall(const QString &key, const QByteArray &fingerprint) const;
    Result<MessageRecord> lent(const QString &queue, const MessageId &id, const QString &receipt) const;
    Result<QVector<MessageId>> enter(const QString &queue, const QVector<NewMessage> &messages, const QString &key, const QByteArray &operation);
    MessageId enterOne(Draft &draft, const QueueSettings &queue, const NewMessage &message, const QString &key) const;
    Result<QVector<Delivery>> lend(const QueueBook::Shelf &shelf, int most, UtcTime until, const QString &consumer);
    Result<DeadLetter> deadLetter(const MessageRecord &message);
    Result<RedriveOutcome> redrive(const RedriveOrder &order, const QString &idempotencyKey);
    int consumersOf(const QString &queue);

    QueueStore &store;
    const Clock &clock;
    QueueBook book;
    Result<void> loaded;
    UtcTime now{};
    std::map<QString, std::map<QString, Millis>> consumers; ///< when each last asked
};

QueueEngine::State::State(QueueStore &theStore, const Clock &theClock)
    : store(theStore)
    , clock(theClock)
{
    Result<Snapshot> snapshot = store.load();
    if (!snapshot) {
        loaded = failure(snapshot.error());
        return;
    }
    Changes all;
    all.queues = snapshot->queues;
    all.messages = snapshot->messages;
    all.keys = snapshot->keys;
    book.apply(all);
}

Result<UtcTime> QueueEngine::State::begin()
{
    if (!loaded)
        return failure(loaded.error());
    now = clock.now();
    return settle(now).map([this] { return now; });
}

/// Ends what ended by itself since the last call. A lease that ended long ago may have started a
/// retention that ended too, so it goes on until nothing is left.
Result<void> QueueEngine::State::settle(UtcTime until)
{
    for (;;) {
        Draft draft(book, until);
        for (auto it = book.leases().begin(); it != book.leases().end() && it->first <= until; ++it) {
            if (endsByLease(book.at(it->second)))
                draft.fail(book.at(it->second), it->first, Millis::zero(), QStringLiteral("lease expired"));
        }
        for (auto it = book.expiries().begin(); it != book.expiries().end() && it->first <= until; ++it) {
            if (!endsByLease(book.at(it->second)))
                draft.drop(book.at(it->second).id);
        }
        for (auto it = book.keyExpiries().begin(); it != book.keyExpiries().end() && it->first <= until; ++it)
            draft.forget(it->second);
        Changes changes = draft.take();
        if (changes.isEmpty())
            break;
        if (Result<void> stored = store.commit(changes); !stored)
            return stored;
        book.apply(changes);
    }
    book.promoteDue(until);
    return {};
}

Result<void> QueueEngine::State::commit(Draft &draft)
{
    const Changes changes = draft.take();
    if (Result<void> stored = store.commit(changes); !stored)
        return stored;
    book.apply(changes);
    book.promoteDue(now);
    return {};
}

Result<const QueueBook::Shelf *> QueueEngine::State::open(const QString &queue)
{
    if (const Result<UtcTime> begun = begin(); !begun)
        return failure(begun.error());
    const QueueBook::Shelf *shelf = book.shelf(queue);
    if (!shelf)
        return noQueue(queue);
    return shelf;
}

Result<std::optional<QByteArray>> QueueEngine::State::recall(const QString &key, const QByteArray &fingerprint) const
{
    if (const Result<void> fits = checkKey(key); !fits)
        return failure(fits.error());
    const KeyRecord *known = key.isEmpty() ? nullptr : book.key({QString(), key});
    if (!known)
        return std::nullopt;
    if (known->fingerprint != fingerprint) {
        return failure(Kind::Conflict, QStringLiteral("This idempotency key was used for something else within the last 24 hours."),
                       QStringLiteral("Use a new key for a new request."));
    }
    return known->result;
}

QueueEngine::QueueEngine(QueueStore &store, const Clock &clock)
    : m_state(std::make_unique<State>(store, clock))
{
}

QueueEngine::~QueueEngine() = default;

Result<void> QueueEngine::createQueue(const QueueSettings &settings, const QString &idempotencyKey)
{
    if (const Result<UtcTime> begun = m_state->begin(); !begun)
        return failure(begun.error());
    if (const Result<void> fits = checkSettings(settings); !fits)
        return fits;
    const QByteArray fingerprint = fingerprintOf({"create", settingsFingerprint(settings)});
    const auto earlier = m_state->recall(idempotencyKey, fingerprint);
    if (!earlier)
        return failure(earlier.error());
    if (*earlier)
        return {};
    const QueueBook::Shelf *existing = m_state->book.shelf(settings.name);
    if (existing && existing->record.settings != settings)
        return failure(Kind::Conflict, QStringLiteral("A queue named \"%1\" exists with other settings.").arg(settings.name));
    if (!settings.deadLetterQueue.isEmpty() && !m_state->book.shelf(settings.deadLetterQueue))
        return noQueue(settings.deadLetterQueue);
    Draft draft(m_state->book, m_state->now);
    if (!existing)
        draft.putQueue({settings, {}});
    draft.remember({{}, idempotencyKey, fingerprint, {}, m_state->now + Limits::idempotency});
    return m_state->commit(draft);
}

Result<void> QueueEngine::deleteQueue(const QString &name)
{
    const auto shelf = m_state->open(name);
    if (!shelf)
        return failure(shelf.error());
    for (const auto &[other, otherShelf] : m_state->book.shelves()) {
        if (otherShelf.record.settings.deadLetterQueue == name) {
            return failure(Kind::Conflict, QStringLiteral("\"%1\" is the dead-letter queue of \"%2\".").arg(name, other),
                           QStringLiteral("Delete \"%1\" first.").arg(other));
        }
    }
    m_state->consumers.erase(name);
    Draft draft(m_state->book, m_state->now);
    draft.removeQueue(name);
    return m_state->commit(draft);
}

QVector<QueueSettings> QueueEngine::queues() const
{
    QVector<QueueSettings> all;
    for (const auto &[name, shelf] : m_state->book.shelves())
        all.append(shelf.record.settings);
    return all;
}

Result<QueueStats> QueueEngine::stats(const QString &queue)
{
    const auto opened = m_state->open(queue);
    if (!opened)
        return failure(opened.error());
    const QueueBook::Shelf &shelf = **opened;
    QueueStats stats;
    stats.settings = shelf.record.settings;
    stats.ready = shelf.depth();
    stats.inFlight = shelf.inFlight;
    stats.delayed = shelf.waiting;
    stats.deadLetters = static_cast<qint64>(m_state->book.deadLettersOf(queue).size());
    if (!shelf.byDue.empty() && shelf.byDue.begin()->first <= m_state->now)
        stats.oldestAge = m_state->now - shelf.byDue.begin()->first;
    const QueueTotals &totals = shelf.record.totals;
    stats.publishedTotal = totals.entered;
    stats.completedTotal = totals.completed;
    stats.redeliveredTotal = totals.redelivered;
    stats.deadLetteredTotal = totals.deadLettered;
    stats.consumers = m_state->consumersOf(queue);
    return stats;
}

int QueueEngine::State::consumersOf(const QString &queue)
{
    const auto known = consumers.find(queue);
    if (known == consumers.end())
        return 0;
    const Millis since = clock.monotonic() - consumerPresence;
    std::erase_if(known->second, [since](const auto &entry) { return entry.second < since; });
    return static_cast<int>(known->second.size());
}

Result<MessageId> QueueEngine::publish(const QString &queue, const NewMessage &message, const QString &idempotencyKey)
{
    return m_state->enter(queue, {message}, idempotencyKey, "publish").map([](const QVector<MessageId> &ids) { return ids.first(); });
}

Result<QVector<MessageId>> QueueEngine::publishBatch(const QString &queue, const QVector<NewMessage> &messages, const QString &idempotencyKey)
{
    return checkRange(QStringLiteral("messages"), messages.size(), 1, Limits::largestBatch)
        .and_then([&] { return m_state->enter(queue, messages, idempotencyKey, "publish_batch"); });
}

Result<QVector<MessageId>> QueueEngine::State::enter(const QString &queue, const QVector<NewMessage> &messages, const QString &key,
                                                     const QByteArray &operation)
{
    const auto shelf = open(queue);
    if (!shelf)
        return failure(shelf.error());
    const QueueSettings &settings = (*shelf)->record.settings;
    QVector<QByteArray> content{operation, queue.toUtf8()};
    for (const NewMessage &message : messages) {
        if (const Result<void> fits = checkMessage(settings, message); !fits)
            return failure(fits.error());
        content.append(messageFingerprint(message));
    }
    const QByteArray fingerprint = fingerprintOf(content);
    const auto earlier = recall(key, fingerprint);
    if (!earlier)
        return failure(earlier.error());
    if (*earlier)
        return splitIds(**earlier);

    Draft draft(book, now);
    QVector<MessageId> ids;
    for (const NewMessage &message : messages)
        ids.append(enterOne(draft, settings, message, operation == "publish" ? key : QString()));
    draft.remember({{}, key, fingerprint, joinIds(ids), now + Limits::idempotency});
    return commit(draft).map([&] { return ids; });
}

MessageId QueueEngine::State::enterOne(Draft &draft, const QueueSettings &queue, const NewMessage &message, const QString &key) const
{
    if (!message.dedupId.isEmpty()) {
        if (const KeyRecord *known = draft.remembered({queue.name, message.dedupId}))
            return MessageId(QString::fromLatin1(known->result));
    }
    MessageRecord record;
    record.id = MessageId(makeUuid7(now));
    record.queue = queue.name;
    record.priority = message.priority;
    record.group = message.group;
    record.publishedAt = now;
    record.dueAt = now + message.delay;
    record.idempotencyKey = key;
    draft.enter(record, message.payload);
    draft.remember({queue.name, message.dedupId, {}, record.id.text().toLatin1(), now + Limits::fifoDedup});
    return record.id;
}

Result<QVector<Delivery>> QueueEngine::consume(const QString &queue, int maxMessages, std::optional<Seconds> lease, const QString &consumer)
{
    const auto opened = m_state->open(queue);
    if (!opened)
        return failure(opened.error());
    const QueueBook::Shelf &shelf = **opened;
    const Seconds length = lease.value_or(shelf.record.settings.visibilityTimeout);
    const Result<void> fits = checkRange(QStringLiteral("max_messages"), maxMessages, 1, Limits::largestBatch).and_then([&] {
        return checkRange(QStringLiteral("visibility_timeout"), length.count(), 1, Limits::longestLease.count());
    });
    if (!fits)
        return failure(fits.error());
    m_state->consumers[queue][consumer] = m_state->clock.monotonic();
    return m_state->lend(shelf, maxMessages, m_state->now + length, consumer.left(100));
}

Result<QVector<Delivery>> QueueEngine::State::lend(const QueueBook::Shelf &shelf, int most, UtcTime until, const QString &consumer)
{
    if (shelf.ready.empty())
        return QVector<Delivery>();
    Draft draft(book, now);
    QVector<MessageId> ids;
    QVector<QByteArray> payloads;
    for (auto it = shelf.ready.begin(); it != shelf.ready.end() && ids.size() < most; ++it) {
        const MessageRecord &message = book.at(std::get<2>(*it));
        const Result<QByteArray> payload = store.payload(message.id); // before the lease: a payload that can't be read must not be lent
        if (!payload)
            return failure(payload.error());
        ids.append(message.id);
        payloads.append(*payload);
        draft.lend(message, until, consumer);
    }
    if (const Result<void> stored = commit(draft); !stored)
        return failure(stored.error());

    QVector<Delivery> deliveries;
    for (qsizetype i = 0; i < ids.size(); ++i) {
        const MessageRecord &message = *book.message(ids[i]);
        deliveries.append({message.id, message.receipt, payloads[i], message.deliveries, message.priority, message.group,
                           message.publishedAt, message.dueAt, until});
    }
    return deliveries;
}

Result<MessageRecord> QueueEngine::State::lent(const QString &queue, const MessageId &id, const QString &receipt) const
{
    if (id.isEmpty() && receipt.isEmpty())
        return failure(Kind::Invalid, QStringLiteral("Neither a message id nor a receipt was given."));
    const MessageRecord *message = book.message(id.isEmpty() ? MessageId(receipt.section(QLatin1Char('.'), 0, -2)) : id);
    if (!message || message->queue != queue)
        return failure(Kind::NotFound, QStringLiteral("\"%1\" holds no such message; it may be finished already.").arg(queue));
    if (!message->leaseUntil || (!receipt.isEmpty() && message->receipt != receipt)) {
        return failure(Kind::Conflict, QStringLiteral("The lease of this delivery has ended."),
                       QStringLiteral("The message is delivered again; answer that delivery."));
    }
    return *message;
}

Result<void> QueueEngine::ack(const QString &queue, const MessageId &id, const QString &receipt)
{
    const auto shelf = m_state->open(queue);
    if (!shelf)
        return failure(shelf.error());
    return m_state->lent(queue, id, receipt).and_then([this](const MessageRecord &message) {
        Draft draft(m_state->book, m_state->now);
        draft.complete(message);
        return m_state->commit(draft);
    });
}

Result<void> QueueEngine::nack(const QString &queue, const MessageId &id, const QString &receipt, Millis delay, const QString &reason,
                               const QString &errorClass)
{
    const auto shelf = m_state->open(queue);
    if (!shelf)
        return failure(shelf.error());
    if (const Result<void> fits = checkRange(QStringLiteral("delay_seconds"), delay.count() / 1000, 0, Limits::longestDelay.count()); !fits)
        return fits;
    return m_state->lent(queue, id, receipt).and_then([&](const MessageRecord &message) {
        Draft draft(m_state->book, m_state->now);
        draft.fail(message, m_state->now, delay, reason.isEmpty() ? QStringLiteral("nack without a reason") : reason.left(1000), errorClass.left(100));
        return m_state->commit(draft);
    });
}

Result<DeadLetter> QueueEngine::State::deadLetter(const MessageRecord &message)
{
    return store.payload(message.id).map([&](const QByteArray &payload) {
        return DeadLetter{message.id, payload, message.origin, message.deliveries, message.lastError, message.publishedAt,
                          message.firstFailedAt.value_or(UtcTime{}), message.diedAt.value_or(UtcTime{}), message.expiresAt,
                          message.idempotencyKey, message.attempts};
    });
}

Result<DeadLetterPage> QueueEngine::deadLetters(const QString &queue, const QString &cursor, int limit)
{
    if (const auto shelf = m_state->open(queue); !shelf)
        return failure(shelf.error());
    if (const Result<void> fits = checkRange(QStringLiteral("limit"), limit, 1, Limits::largestBatch); !fits)
        return failure(fits.error());
    const Result<qint64> after = positionOf(queue, cursor);
    if (!after)
        return failure(after.error());
    const std::set<qint64> &dead = m_state->book.deadLettersOf(queue);
    DeadLetterPage page;
    page.total = static_cast<qint64>(dead.size());
    auto it = dead.upper_bound(*after);
    for (; it != dead.end() && page.items.size() < limit; ++it) {
        const Result<DeadLetter> item = m_state->deadLetter(m_state->book.at(*it));
        if (!item)
            return failure(item.error());
        page.items.append(*item);
    }
    if (it != dead.end())
        page.nextCursor = cursorAfter(queue, *std::prev(it));
    return page;
}

Result<RedriveOutcome> QueueEngine::State::redrive(const RedriveOrder &order, const QString &idempotencyKey)
{
    const auto shelf = open(order.queue);
    if (!shelf)
        return failure(shelf.error());
    if ((*shelf)->record.settings.deadLetterQueue.isEmpty())
        return failure(Kind::Invalid, QStringLiteral("\"%1\" has no dead-letter queue.").arg(order.queue), QStringLiteral("Name the queue the messages came from."));
    if (const Result<void> fits = checkOrder(order); !fits)
        return failure(fits.error());
    const auto earlier = recall(idempotencyKey, order.fingerprint());
    if (!earlier)
        return failure(earlier.error());
    if (*earlier)
        return outcomeOf(**earlier, order);

    Draft draft(book, now);
    const RedriveOutcome outcome = moveBack(draft, book, order);
    draft.remember({{}, idempotencyKey, order.fingerprint(), toResult(outcome), now + Limits::idempotency});
    return commit(draft).map([&] { return outcome; });
}

Result<RedriveOutcome> QueueEngine::redrive(const QString &queue, std::optional<qint64> maxMessages, const QString &idempotencyKey)
{
    return m_state->redrive({queue, maxMessages, {}}, idempotencyKey);
}

Result<RedriveOutcome> QueueEngine::redriveThese(const QString &queue, const QVector<MessageId> &ids, const QString &idempotencyKey)
{
    return checkRange(QStringLiteral("message_ids"), ids.size(), 1, Limits::largestBatch).and_then([&] {
        return m_state->redrive({queue, {}, ids}, idempotencyKey);
    });
}

} // namespace holdwatch::practice

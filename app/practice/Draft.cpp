// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/Draft.h"

#include <QRandomGenerator>

#include <algorithm>

namespace holdwatch::practice {

Draft::Draft(const QueueBook &book, UtcTime now)
    : m_book(book)
    , m_now(now)
    // Positions start at the clock, so they are not used again even when the newest message is gone at a restart.
    , m_lastPosition(std::max(book.lastPosition(), toEpochMillis(now) * 1000))
{
}

void Draft::enter(MessageRecord message, const QByteArray &payload)
{
    moveTo(message, message.queue, message.dueAt);
    m_changes.payloads.insert(message.id, payload);
    m_changes.messages.append(message);
}

void Draft::lend(MessageRecord message, UtcTime until, const QString &consumer)
{
    message.lentTo = consumer;
    message.leaseUntil = until;
    message.receipt = message.id.text() + QLatin1Char('.') + QString::number(QRandomGenerator::global()->generate64(), 36);
    if (++message.deliveries > 1)
        ++queue(message.queue).totals.redelivered;
    m_changes.messages.append(message);
}

void Draft::complete(const MessageRecord &message)
{
    ++queue(message.queue).totals.completed;
    drop(message.id);
}

void Draft::fail(MessageRecord message, UtcTime at, Millis delay, const QString &reason, const QString &errorClass)
{
    message.leaseUntil.reset();
    message.receipt.clear();
    message.lastError = reason;
    if (message.attempts.size() >= FailedAttempt::mostKept)
        message.attempts.removeFirst();
    message.attempts.append({at, message.lentTo, reason, errorClass});
    if (!message.firstFailedAt)
        message.firstFailedAt = at;
    if (++message.failures > queue(message.queue).settings.maxRetries) {
        giveUp(std::move(message), at);
        return;
    }
    message.availableAt = at + delay;
    m_changes.messages.append(message);
}

void Draft::giveUp(MessageRecord message, UtcTime at)
{
    QueueRecord &from = queue(message.queue);
    ++from.totals.deadLettered;
    if (from.settings.deadLetterQueue.isEmpty()) {
        drop(message.id);
        return;
    }
    message.origin = message.queue;
    message.diedAt = at;
    moveTo(message, from.settings.deadLetterQueue, at);
    m_changes.messages.append(message);
}

void Draft::redrive(MessageRecord message)
{
    const QString origin = std::exchange(message.origin, {});
    message.diedAt.reset();
    message.firstFailedAt.reset();
    message.lastError.clear();
    message.deliveries = 0;
    moveTo(message, origin, m_now);
    m_changes.messages.append(message);
}

void Draft::drop(const MessageId &id)
{
    m_changes.removedMessages.append(id);
}

void Draft::moveTo(MessageRecord &message, const QString &name, UtcTime at)
{
    QueueRecord &to = queue(name);
    ++to.totals.entered;
    message.queue = name;
    message.position = ++m_lastPosition;
    message.failures = 0;
    message.dueAt = at;
    message.availableAt = at;
    message.expiresAt = at + to.settings.retention;
}

void Draft::remember(const KeyRecord &key)
{
    if (!key.key.isEmpty())
        m_changes.keys.append(key);
}

const KeyRecord *Draft::remembered(const KeyName &name) const
{
    const auto here = std::find_if(m_changes.keys.cbegin(), m_changes.keys.cend(),
                                   [&](const KeyRecord &key) { return key.scope == name.first && key.key == name.second; });
    return here == m_changes.keys.cend() ? m_book.key(name) : &*here;
}

void Draft::removeQueue(const QString &name)
{
    for (const auto &[due, position] : m_book.shelf(name)->byDue)
        drop(m_book.at(position).id);
    for (const auto &[key, record] : m_book.keys()) {
        if (key.first == name)
            forget(key);
    }
    m_changes.removedQueues.append(name);
}

QueueRecord &Draft::queue(const QString &name)
{
    const auto known = m_queues.find(name);
    return known == m_queues.end() ? m_queues.emplace(name, m_book.shelf(name)->record).first->second : known->second;
}

Changes Draft::take()
{
    for (const auto &[name, record] : m_queues)
        m_changes.queues.append(record);
    return std::move(m_changes);
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/QueueBook.h"

#include <algorithm>

namespace holdwatch::practice {

void QueueBook::apply(const Changes &changes)
{
    for (const QueueRecord &queue : changes.queues)
        m_shelves[queue.settings.name].record = queue;
    for (const MessageRecord &message : changes.messages) {
        remove(message.id);
        insert(message);
    }
    for (const KeyRecord &key : changes.keys) {
        removeKey({key.scope, key.key});
        m_keys.emplace(KeyName{key.scope, key.key}, key);
        m_keyExpiries.emplace(key.expiresAt, KeyName{key.scope, key.key});
    }
    for (const MessageId &id : changes.removedMessages)
        remove(id);
    for (const KeyName &name : changes.removedKeys)
        removeKey(name);
    for (const QString &name : changes.removedQueues)
        m_shelves.erase(name);
}

void QueueBook::promoteDue(UtcTime now)
{
    while (!m_waiting.empty() && m_waiting.begin()->first <= now) {
        const MessageRecord &message = at(m_waiting.begin()->second);
        m_waiting.erase(m_waiting.begin());
        Shelf &shelf = m_shelves.at(message.queue);
        --shelf.waiting;
        if (!shelf.record.settings.fifo || isHead(shelf, message))
            shelf.ready.insert(rank(shelf, message));
    }
}

const QueueBook::Shelf *QueueBook::shelf(const QString &queue) const
{
    const auto found = m_shelves.find(queue);
    return found == m_shelves.end() ? nullptr : &found->second;
}

const MessageRecord *QueueBook::message(const MessageId &id) const
{
    const auto found = m_positions.constFind(id);
    return found == m_positions.cend() ? nullptr : &at(*found);
}

const KeyRecord *QueueBook::key(const KeyName &name) const
{
    const auto found = m_keys.find(name);
    return found == m_keys.end() ? nullptr : &found->second;
}

const std::set<qint64> &QueueBook::deadLettersOf(const QString &origin) const
{
    static const std::set<qint64> none;
    const auto found = m_dead.find(origin);
    return found == m_dead.end() ? none : found->second;
}

void QueueBook::insert(const MessageRecord &message)
{
    Shelf &shelf = m_shelves.at(message.queue);
    m_messages.emplace(message.position, message);
    m_positions.insert(message.id, message.position);
    m_lastPosition = std::max(m_lastPosition, message.position);
    m_expiries.emplace(message.expiresAt, message.position);
    shelf.byDue.emplace(message.dueAt, message.position);
    if (!message.origin.isEmpty())
        m_dead[message.origin].insert(message.position);
    if (message.leaseUntil) {
        m_leases.emplace(*message.leaseUntil, message.position);
        ++shelf.inFlight;
    } else {
        // Everything waits first; promoteDue() lets it go on, so that no other place asks for the time.
        m_waiting.emplace(message.availableAt, message.position);
        ++shelf.waiting;
    }
    if (shelf.record.settings.fifo)
        joinGroup(shelf, message);
}

void QueueBook::remove(const MessageId &id)
{
    const auto found = m_positions.constFind(id);
    if (found == m_positions.cend())
        return;
    const MessageRecord message = at(*found);
    Shelf &shelf = m_shelves.at(message.queue);
    m_positions.erase(found);
    m_expiries.erase({message.expiresAt, message.position});
    shelf.byDue.erase({message.dueAt, message.position});
    if (const auto dead = m_dead.find(message.origin); dead != m_dead.end()) {
        dead->second.erase(message.position);
        if (dead->second.empty())
            m_dead.erase(dead);
    }
    if (message.leaseUntil && m_leases.erase({*message.leaseUntil, message.position}) > 0)
        --shelf.inFlight;
    else if (m_waiting.erase({message.availableAt, message.position}) > 0)
        --shelf.waiting;
    else
        shelf.ready.erase(rank(shelf, message));
    if (shelf.record.settings.fifo)
        leaveGroup(shelf, message);
    m_messages.erase(message.position);
}

void QueueBook::removeKey(const KeyName &name)
{
    const auto found = m_keys.find(name);
    if (found == m_keys.end())
        return;
    m_keyExpiries.erase({found->second.expiresAt, name});
    m_keys.erase(found);
}

void QueueBook::joinGroup(Shelf &shelf, const MessageRecord &message)
{
    std::set<qint64> &group = shelf.groups[message.group];
    const auto [place, fresh] = group.insert(message.position);
    if (place != group.begin() || std::next(place) == group.end())
        return;
    // It came back to the head, so the one that had moved up steps back.
    shelf.ready.erase(rank(shelf, at(*std::next(place))));
}

void QueueBook::leaveGroup(Shelf &shelf, const MessageRecord &message)
{
    const auto group = shelf.groups.find(message.group);
    group->second.erase(message.position);
    if (group->second.empty()) {
        shelf.groups.erase(group);
        return;
    }
    const MessageRecord &head = at(*group->second.begin());
    if (isIdle(head))
        shelf.ready.insert(rank(shelf, head));
}

bool QueueBook::isHead(const Shelf &shelf, const MessageRecord &message) const
{
    return *shelf.groups.at(message.group).begin() == message.position;
}

bool QueueBook::isIdle(const MessageRecord &message) const
{
    return !message.leaseUntil && !m_waiting.contains({message.availableAt, message.position});
}

QueueBook::Rank QueueBook::rank(const Shelf &shelf, const MessageRecord &message)
{
    return {shelf.record.settings.priority ? -message.priority : 0, message.dueAt, message.position};
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueStore.h"

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace holdwatch::practice {

/// The state of all queues in memory, indexed so that each question costs O(log n): what is
/// deliverable, what falls due, which lease or retention ends next, what is oldest.
/// It changes only by `apply()`, with changes that are already stored, and by `promoteDue()`.
class QueueBook
{
public:
    using Moment = std::pair<UtcTime, qint64>;                 ///< time, position
    using Rank = std::tuple<int, UtcTime, qint64>;             ///< -priority, due time, position

    struct Shelf
    {
        QueueRecord record;
        std::set<Rank> ready;                       ///< deliverable now, best first; of a FIFO group only the head
        std::set<Moment> byDue;                     ///< every unfinished message
        std::map<QString, std::set<qint64>> groups; ///< FIFO: positions; the first holds back the others
        qint64 inFlight = 0;
        qint64 waiting = 0;
        qint64 depth() const { return static_cast<qint64>(byDue.size()) - inFlight - waiting; }
    };

    void apply(const Changes &changes);
    void promoteDue(UtcTime now); ///< makes what has become available deliverable

    const std::map<QString, Shelf> &shelves() const { return m_shelves; }
    const Shelf *shelf(const QString &queue) const;
    const MessageRecord *message(const MessageId &id) const;
    const MessageRecord &at(qint64 position) const { return m_messages.at(position); }
    const KeyRecord *key(const KeyName &name) const;
    const std::map<KeyName, KeyRecord> &keys() const { return m_keys; }

    const std::set<qint64> &deadLettersOf(const QString &origin) const; ///< positions, first to die first
    const std::set<Moment> &leases() const { return m_leases; }
    const std::set<Moment> &expiries() const { return m_expiries; }
    const std::set<std::pair<UtcTime, KeyName>> &keyExpiries() const { return m_keyExpiries; }
    qint64 lastPosition() const { return m_lastPosition; }

private:
    void insert(const MessageRecord &message);
    void remove(const MessageId &id);
    void removeKey(const KeyName &name);
    void joinGroup(Shelf &shelf, const MessageRecord &message);
    void leaveGroup(Shelf &shelf, const MessageRecord &message);
    bool isHead(const Shelf &shelf, const MessageRecord &message) const;
    bool isIdle(const MessageRecord &message) const; ///< neither leased nor waiting
    static Rank rank(const Shelf &shelf, const MessageRecord &message);

    std::map<QString, Shelf> m_shelves;
    std::unordered_map<qint64, MessageRecord> m_messages; ///< by position
    QHash<MessageId, qint64> m_positions;
    std::map<KeyName, KeyRecord> m_keys;
    std::map<QString, std::set<qint64>> m_dead;
    std::set<Moment> m_waiting;
    std::set<Moment> m_leases;
    std::set<Moment> m_expiries;
    std::set<std::pair<UtcTime, KeyName>> m_keyExpiries;
    qint64 m_lastPosition = 0;
};

} // namespace holdwatch::practice

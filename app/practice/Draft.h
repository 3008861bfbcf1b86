// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueBook.h"

namespace holdwatch::practice {

/// The changes of one call while they are being worked out. Nothing happens until the engine
/// stores and applies what `take()` returns. `book` must not change meanwhile.
class Draft
{
public:
    Draft(const QueueBook &book, UtcTime now);

    UtcTime now() const { return m_now; }

    void enter(MessageRecord message, const QByteArray &payload); ///< a new message
    void lend(MessageRecord message, UtcTime until, const QString &consumer);
    void complete(const MessageRecord &message);
    /// Ends a lease without success: the message waits for `delay` from `at`, or gives up.
    void fail(MessageRecord message, UtcTime at, Millis delay, const QString &reason, const QString &errorClass = {});
    void redrive(MessageRecord message);
    void drop(const MessageId &id);

    /// Remembers the answer to a key; an empty key is not remembered.
    void remember(const KeyRecord &key);
    void forget(const KeyName &name) { m_changes.removedKeys.append(name); }
    const KeyRecord *remembered(const KeyName &name) const; ///< in this draft or in the book

    void putQueue(const QueueRecord &queue) { m_queues.insert_or_assign(queue.settings.name, queue); }
    void removeQueue(const QString &name);

    Changes take();

private:
    void giveUp(MessageRecord message, UtcTime at);
    void moveTo(MessageRecord &message, const QString &queue, UtcTime at);
    QueueRecord &queue(const QString &name);

    const QueueBook &m_book;
    UtcTime m_now;
    qint64 m_lastPosition;
    Changes m_changes;
    std::map<QString, QueueRecord> m_queues;
};

} // namespace holdwatch::practice

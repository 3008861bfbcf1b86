// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/Redrive.h"

#include "app/practice/QueueRules.h"

#include <QSet>

namespace holdwatch::practice {

namespace {

using Kind = Error::Kind;
using Fate = RedrivenMessage::Fate;

char letterOf(Fate fate)
{
    return fate == Fate::Moved ? 'm' : fate == Fate::InFlight ? 'h' : 'n';
}

Fate fateOf(char letter)
{
    return letter == 'm' ? Fate::Moved : letter == 'h' ? Fate::InFlight : Fate::NotFound;
}

void moveFirst(Draft &draft, const QueueBook &book, const RedriveOrder &order, RedriveOutcome &outcome)
{
    for (const qint64 position : book.deadLettersOf(order.queue)) {
        if (order.atMost && outcome.moved == *order.atMost)
            return;
        if (book.at(position).leaseUntil)
            continue;
        draft.redrive(book.at(position));
        ++outcome.moved;
    }
}

void moveThese(Draft &draft, const QueueBook &book, const RedriveOrder &order, RedriveOutcome &outcome)
{
    std::set<qint64> chosen;
    for (const MessageId &id : order.ids) {
        const MessageRecord *message = book.message(id);
        const bool isDead = message && message->origin == order.queue;
        const Fate fate = !isDead ? Fate::NotFound : message->leaseUntil ? Fate::InFlight : Fate::Moved;
        outcome.messages.append({id, fate});
        if (fate == Fate::Moved)
            chosen.insert(message->position);
    }
    for (const qint64 position : chosen)
        draft.redrive(book.at(position));
    outcome.moved = static_cast<qint64>(chosen.size());
}

} // namespace

QByteArray RedriveOrder::fingerprint() const
{
    if (ids.isEmpty())
        return fingerprintOf({"redrive", queue.toUtf8(), atMost ? QByteArray::number(*atMost) : QByteArray()});
    QVector<QByteArray> parts{"redrive these", queue.toUtf8()};
    for (const MessageId &id : ids)
        parts.append(id.text().toUtf8());
    return fingerprintOf(parts);
}

Result<void> checkOrder(const RedriveOrder &order)
{
    if (order.atMost && *order.atMost < 1)
        return failure(Kind::Invalid, QStringLiteral("max_messages must be at least 1."));
    if (QSet<MessageId>(order.ids.begin(), order.ids.end()).size() != order.ids.size())
        return failure(Kind::Invalid, QStringLiteral("message_ids names a message twice."));
    return {};
}

RedriveOutcome moveBack(Draft &draft, const QueueBook &book, const RedriveOrder &order)
{
    RedriveOutcome outcome;
    if (order.ids.isEmpty())
        moveFirst(draft, book, order, outcome);
    else
        moveThese(draft, book, order, outcome);
    outcome.left = static_cast<qint64>(book.deadLettersOf(order.queue).size()) - outcome.moved;
    return outcome;
}

QByteArray toResult(const RedriveOutcome &outcome)
{
    QByteArray result = QByteArray::number(outcome.moved) + ' ' + QByteArray::number(outcome.left);
    if (!outcome.messages.isEmpty())
        result += ' ';
    for (const RedrivenMessage &message : outcome.messages)
        result += letterOf(message.fate);
    return result;
}

RedriveOutcome outcomeOf(const QByteArray &result, const RedriveOrder &order)
{
    const QByteArrayList parts = result.split(' ');
    RedriveOutcome outcome{parts.value(0).toLongLong(), parts.value(1).toLongLong(), {}};
    const QByteArray letters = parts.value(2);
    for (qsizetype i = 0; i < letters.size() && i < order.ids.size(); ++i)
        outcome.messages.append({order.ids.at(i), fateOf(letters.at(i))});
    return outcome;
}

} // namespace holdwatch::practice

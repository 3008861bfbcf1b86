// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/amqp/Values.h"
#include "app/providers/rabbitmq/DeadSetRow.h"
#include "models/deadletters/DeadLetter.h"

namespace holdwatch::providers::rabbitmq {

/// A message taken over AMQP, as a letter.
struct AmqpLetter
{
    DeadLetter letter;
    QByteArray digest;      ///< contentDigest(letter)
    QByteArray otherDigest; ///< the one where the API writes a header without a value as null; empty: it has none. Older ones write "undefined"
    qint64 givenBack = 0; ///< the higher of x-delivery-count and x-acquired-count; 0: neither is there
};

/// The very letter that a look over the management API makes of the same message, so that contentDigest() is the same.
/// Where the API damages a header (a time becomes a number, bytes that are not UTF-8 become base64, a decimal becomes a
/// fraction) it is damaged here in the same way; only the letter, never the message. Pure. See README.md, "Which message is which".
Result<AmqpLetter> letterOf(const amqp::Delivery &delivery, const QueueId &deadSet, const QString &vhost, const DeadSetRow &row);

} // namespace holdwatch::providers::rabbitmq

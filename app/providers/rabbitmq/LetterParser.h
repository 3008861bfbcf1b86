// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"
#include "app/providers/rabbitmq/DeadSetRow.h"
#include "models/deadletters/DeadLetter.h"

namespace holdwatch::providers::rabbitmq {

/// The answer of one look.
struct LookAnswer
{
    QVector<DeadLetter> letters; ///< in queue order
    qint64 left = 0;             ///< messages behind them that were ready
    std::optional<qint64> highestCount; ///< of x-delivery-count and x-acquired-count; unset: no letters
    QStringList notes;
};

/// Reads the answer of `POST …/get`. Payloads are cut out before the rest is read, so no depth or size of them
/// matters. Malformed when it is no list of messages; a single odd field is left out. Pure.
Result<LookAnswer> parseLook(const QByteArray &body, qint64 cap, const QueueId &deadSet, const QString &vhost, const DeadSetRow &row);

/// Everything but the payload, from one message as the answer describes it.
void describeLetter(DeadLetter &letter, const json::Value &item, const QString &vhost, const DeadSetRow &row);
/// How often it was given back to a quorum queue, by its own headers.
qint64 givenBackCount(const json::Value &item);

} // namespace holdwatch::providers::rabbitmq

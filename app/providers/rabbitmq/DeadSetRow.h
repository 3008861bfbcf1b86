// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace holdwatch::providers::rabbitmq {

/// What must be known of a queue before its messages are looked at: from `GET /api/queues/{vhost}/{name}`.
/// What is unset, the broker did not say.
struct DeadSetRow
{
    QString type; ///< "classic", "quorum", "stream"; empty: the broker has not said it yet
    std::optional<qint64> ready;
    std::optional<qint64> unacknowledged;
    std::optional<qint64> consumers;
    std::optional<qint64> messages;
    std::optional<qint64> bodyBytes;      ///< of all messages together
    std::optional<qint64> deliveryLimit;  ///< the smaller of argument and policy, which rules; −1: switched off
    std::optional<Millis> messageTtl;     ///< likewise
    QString ttlSource;                    ///< "queue x-message-ttl", "policy message-ttl"
    std::optional<qint64> maxLength;      ///< likewise; messages it holds at most
    QString overflow;                     ///< "drop-head", "reject-publish", …; empty: not said, which is drop-head
    std::optional<qint64> deliveredTotal; ///< since the queue's process started
    std::optional<qint64> redeliveredTotal;
};

Result<DeadSetRow> parseDeadSet(const QByteArray &body);

/// A queue as the broker calls it. Inverse of queueName().
struct QueuePlace
{
    QString vhost;
    QString queue;
};
QueuePlace placeOf(const QString &queueName);

} // namespace holdwatch::providers::rabbitmq

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/amqp/Values.h"
#include "app/providers/api/Redriver.h"
#include "app/providers/rabbitmq/DeadSetRow.h"
#include "models/deadletters/Reading.h"

namespace holdwatch::providers::rabbitmq {

/// The properties a message is sent again with: the same, except for what changesOnTheWay() tells. Pure.
amqp::Properties redriven(amqp::Properties original, const QByteArray &idempotencyKey);

/// What becomes of each message, a sentence each.
QStringList changesOnTheWay(const QString &version);

/// What is known of a queue that messages shall go to; unset: the broker has no such queue.
struct TargetFacts
{
    QString name; ///< QueueId::name
    std::optional<DeadSetRow> row;
};

/// Puts together what a redrive does here; what can't be done is a refusal. Pure. `targets`: the one that was asked for, or
/// every queue whose dead letters come here. `login`: "amqps://host:port as user".
RedriveTerms redriveTerms(const QString &deadSet, const DeadSetRow &row, const QString &version, const LookTerms &look, const QVector<TargetFacts> &targets,
                          const QString &askedFor, const QString &login);

} // namespace holdwatch::providers::rabbitmq

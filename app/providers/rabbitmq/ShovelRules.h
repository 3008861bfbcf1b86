// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/rabbitmq/RedriveRules.h"

namespace holdwatch::providers::rabbitmq {

/// One shovel that moves exactly so many and then removes itself. Pure; the reasons are in README.md.
struct ShovelOrder
{
    QString vhost;
    QString source, target; ///< queues as the broker calls them
    qint64 count = 1;       ///< ≥ 1
    QString version;        ///< of the broker
};

QByteArray shovelDefinition(const ShovelOrder &order);
QByteArray shovelName(const QByteArray &idempotencyKey); ///< the same for the same key; "holdwatch-redrive-" and hex digits

/// What a bounded redrive does here. `hasShovels` unset: the broker did not say.
RedriveTerms shovelTerms(const QString &deadSet, const DeadSetRow &row, const QString &version, const QVector<TargetFacts> &targets, std::optional<bool> hasShovels);

} // namespace holdwatch::providers::rabbitmq

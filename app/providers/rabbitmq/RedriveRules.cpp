// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RedriveRules.h"


#include <QVersionNumber>

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using Effect = LookTerms::Effect;

const QByteArray redriveCount = QByteArrayLiteral("x-redrive-count");
const QByteArray redriveId = QByteArrayLiteral("x-redrive-id");

/// Copies of routes, and counts that belong to the dead-letter queue.
bool isLeftBehind(const QByteArray &name)
{
    static const QByteArrayList names{"CC", "BCC", "x-delivery-count", "x-acquired-count"};
    return names.contains(name) || name == redriveCount || name == redriveId;
}

QString joined(const QVector<TargetFacts> &targets)
{
    QStringList names;
    for (const TargetFacts &each : targets)
        names << each.name;
    return names.join(QStringLiteral(", "));
}

bool isFullAndDrops(const DeadSetRow &row)
{
    const bool drops = row.overflow.isEmpty() || row.overflow == QLatin1String("drop-head");
    return drops && row.maxLength && row.messages.value_or(0) >= *row.maxLength;
}

void addTarget(RedriveTerms &terms, const QString &deadSet, const TargetFacts &target)
{
    if (target.name == deadSet) {
        terms.refusals << QStringLiteral("%1 is the dead-letter queue itself.").arg(target.name);
        return;
    }
    if (placeOf(target.name).vhost != placeOf(deadSet).vhost) {
        terms.refusals << QStringLiteral("%1 is in another virtual host; a message is moved inside one.").arg(target.name);
        return;
    }
    if (!target.row) {
        terms.refusals << QStringLiteral("The broker has no queue %1; nothing would take the messages.").arg(target.name);
        return;
    }
    const DeadSetRow &row = *target.row;
    if (row.type == QLatin1String("stream"))
        terms.changes << QStringLiteral("%1 is a stream: it keeps every message, also one that was moved there twice.").arg(target.name);
    if (isFullAndDrops(row))
        terms.refusals << QStringLiteral("%1 holds its most (%2) and drops its oldest message for each new one.").arg(target.name).arg(*row.maxLength);
    else if (row.maxLength)
        terms.changes << QStringLiteral("%1 takes at most %2 messages; what happens beyond that is \"%3\".").arg(target.name).arg(*row.maxLength).arg(row.overflow.isEmpty() ? QStringLiteral("drop-head") : row.overflow);
    if (row.messageTtl)
        terms.changes << QStringLiteral("In %1 a message expires after %2, counted anew (%3).").arg(target.name, formatDuration(*row.messageTtl), row.ttlSource);
}

void addTargets(RedriveTerms &terms, const QString &deadSet, const QVector<TargetFacts> &targets, const QString &askedFor)
{
    terms.target = askedFor;
    if (targets.isEmpty()) {
        terms.refusals << QStringLiteral("No queue is known whose dead letters come to %1; name the target.").arg(deadSet);
        return;
    }
    if (targets.size() == 1)
        terms.target = targets.first().name;
    for (const TargetFacts &each : targets) {
        addTarget(terms, deadSet, each);
        if (each.row && each.row->consumers)
            terms.targetConsumers = std::min<int>(terms.targetConsumers.value_or(std::numeric_limits<int>::max()), int(*each.row->consumers));
    }
    terms.targetExists = std::all_of(targets.begin(), targets.end(), [](const TargetFacts &each) { return each.row.has_value(); });
    if (targets.size() > 1)
        terms.changes << QStringLiteral("Each message goes to the queue its own x-death names, here one of %1.").arg(joined(targets));
}

void addLook(RedriveTerms &terms, const DeadSetRow &row, const LookTerms &look)
{
    terms.looksLeft = look.looksLeft;
    if (row.type == QLatin1String("classic"))
        terms.lookEffect = QStringLiteral("The messages in front of the chosen ones are held too until the end of a step, then given back in their places, marked redelivered.");
    else
        terms.lookEffect = QStringLiteral("The messages in front of the chosen ones are held too, then given back. ") + look.sentence;
    if (look.effect == Effect::Risky || look.effect == Effect::Refused)
        terms.refusals << look.sentence;
    if (row.consumers.value_or(0) > 0)
        terms.lookEffect += QStringLiteral(" Consumers of this queue (%1) go without what is held.").arg(*row.consumers);
}

void addRequests(RedriveTerms &terms, const QString &deadSet, const QString &login)
{
    const QString dead = placeOf(deadSet).queue;
    const QString target = terms.target.isEmpty() ? QStringLiteral("(its own origin)") : placeOf(terms.target).queue;
    terms.requests << QStringLiteral("AMQP 0-9-1: %1, virtual host \"%2\"").arg(login, placeOf(deadSet).vhost)
                   << QStringLiteral("queue.declare queue=%1 passive").arg(target)
                   << QStringLiteral("basic.get queue=%1 no-ack=false, until all of the step are found").arg(dead)
                   << QStringLiteral("basic.publish exchange=\"\" routing-key=%1 mandatory, on a channel in confirm mode; once a message").arg(target)
                   << QStringLiteral("basic.ack of that one after its confirm, then queue.declare queue=%1 passive").arg(dead)
                   << QStringLiteral("basic.nack multiple requeue, for everything else that was held");
}

} // namespace

amqp::Properties redriven(amqp::Properties properties, const QByteArray &idempotencyKey)
{
    amqp::Table headers;
    qint64 count = 0;
    for (const amqp::Entry &entry : properties.headers.value_or(amqp::Table())) {
        if (entry.name == redriveCount)
            count = std::clamp<qint64>(entry.value.whole, 0, 1'000'000);
        if (!isLeftBehind(entry.name))
            headers.append(entry);
    }
    headers.append({redriveCount, amqp::Field::number(count + 1)});
    headers.append({redriveId, amqp::Field::text(idempotencyKey)});
    properties.headers = std::move(headers);
    properties.userId.reset();
    properties.expiration.reset();
    return properties;
}

QStringList changesOnTheWay(const QString &version)
{
    const QVersionNumber known = QVersionNumber::fromString(version);
    const bool ignoresDeaths = !known.isNull() && (known >= QVersionNumber(4, 0) || (known >= QVersionNumber(3, 13, 0) && known < QVersionNumber(3, 13, 3)));
    QStringList changes{
        QStringLiteral("It is published to the default exchange with its target as routing key, so exchange and routing key are no longer those of the first time, and it goes behind what waits there."),
        QStringLiteral("The property user_id is left off (the broker takes only that of whoever sends)."),
        QStringLiteral("The property expiration is left off, so that it can't expire again on the way."),
        QStringLiteral("The headers CC and BCC are left off, so that it goes to this queue alone."),
        QStringLiteral("The headers x-delivery-count and x-acquired-count, which count for the dead-letter queue, are left off."),
        QStringLiteral("The headers x-redrive-count and x-redrive-id are added (or renewed); body, the other headers with their types, and the other properties stay as they are."),
        QStringLiteral("Its consumer gets it as not redelivered."),
    };
    if (known.isNull())
        changes << QStringLiteral("x-death goes along; whether the broker counts on from it is not known, since its version is not.");
    else if (ignoresDeaths)
        changes << QStringLiteral("x-death goes along, but RabbitMQ %1 does not count on from it: x-redrive-count does.").arg(version);
    else
        changes << QStringLiteral("x-death goes along, and RabbitMQ %1 counts on from it if it dies again.").arg(version);
    return changes;
}

RedriveTerms redriveTerms(const QString &deadSet, const DeadSetRow &row, const QString &version, const LookTerms &look, const QVector<TargetFacts> &targets, const QString &askedFor,
                          const QString &login)
{
    RedriveTerms terms;
    terms.deadDepth = row.messages;
    terms.outcome = ItemOutcome::Moved;
    terms.changes = changesOnTheWay(version);
    addTargets(terms, deadSet, targets, askedFor);
    addLook(terms, row, look);
    addRequests(terms, deadSet, login);
    return terms;
}

} // namespace holdwatch::providers::rabbitmq

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/ShovelRules.h"

#include <QCryptographicHash>
#include <QUrl>
#include <QVersionNumber>

namespace holdwatch::providers::rabbitmq {

namespace {

/// Larger prefetches made a local shovel move more than it was told.
constexpr qint64 largestPrefetch = 10;

QByteArray quoted(const QString &text)
{
    QByteArray json("\"");
    for (const char c : text.toUtf8()) {
        if (c == '"' || c == '\\')
            json += '\\';
        if (static_cast<uchar>(c) < 0x20)
            json += "\\u00" + QByteArray::number(static_cast<uchar>(c), 16).rightJustified(2, '0');
        else
            json += c;
    }
    return json + '"';
}

} // namespace

QByteArray shovelDefinition(const ShovelOrder &order)
{
    const QByteArray uri = "\"amqp:///" + QUrl::toPercentEncoding(order.vhost) + '"';
    const QVersionNumber known = QVersionNumber::fromString(order.version);
    QByteArray definition = "{\"value\":{\"src-protocol\":\"amqp091\",\"src-uri\":" + uri + ",\"src-queue\":" + quoted(order.source)
        + ",\"src-delete-after\":" + QByteArray::number(order.count) + ",\"src-prefetch-count\":" + QByteArray::number(std::min(order.count, largestPrefetch))
        + ",\"dest-protocol\":\"amqp091\",\"dest-uri\":" + uri + ",\"dest-queue\":" + quoted(order.target);
    if (!known.isNull() && known >= QVersionNumber(4, 0))
        definition += ",\"dest-predeclared\":true";
    return definition + ",\"ack-mode\":\"on-confirm\",\"dest-add-forward-headers\":true,\"dest-add-timestamp-header\":true}}";
}

QByteArray shovelName(const QByteArray &idempotencyKey)
{
    return "holdwatch-redrive-" + QCryptographicHash::hash(idempotencyKey, QCryptographicHash::Sha256).left(8).toHex();
}

RedriveTerms shovelTerms(const QString &deadSet, const DeadSetRow &row, const QString &version, const QVector<TargetFacts> &targets, std::optional<bool> hasShovels)
{
    RedriveTerms terms = redriveTerms(deadSet, row, version, {}, targets, {}, {});
    terms.changes = {QStringLiteral("It is published to the default exchange with its target as routing key, and goes behind what waits there."),
                     QStringLiteral("The headers x-shovelled and x-shovelled-timestamp are added; everything else goes along as it is."),
                     QStringLiteral("Its consumer gets it as not redelivered.")};
    terms.notKept = {QStringLiteral("Which messages go: the first of the queue, whichever they are when the shovel starts."),
                     QStringLiteral("A header CC or BCC is obeyed again: such a message also goes there."),
                     QStringLiteral("If the target is deleted while the shovel runs, what it sends then is lost: a shovel does not look whether a queue took it."),
                     QStringLiteral("No outcome is known for a single message, only counts.")};
    terms.lookEffect.clear();
    terms.looksLeft.reset();
    if (targets.size() > 1)
        terms.refusals << QStringLiteral("Messages of %1 queues come to %2; a shovel can't tell them apart.").arg(targets.size()).arg(deadSet);
    if (row.type == QLatin1String("stream"))
        terms.refusals << QStringLiteral("A stream keeps what is read from it; it can't be moved.");
    if (hasShovels && !*hasShovels)
        terms.refusals << QStringLiteral("This broker has no shovels: its plugins rabbitmq_shovel and rabbitmq_shovel_management are not enabled.");
    else if (!hasShovels)
        terms.refusals << QStringLiteral("Whether this broker has shovels can't be told: the user needs the tags policymaker and monitoring.");
    const ShovelOrder example{placeOf(deadSet).vhost, placeOf(deadSet).queue, placeOf(terms.target).queue, 1, version};
    terms.requests = {QStringLiteral("PUT /api/parameters/shovel/%1/holdwatch-redrive-(of the step) %2, with the step's count as src-delete-after")
                          .arg(QString::fromLatin1(QUrl::toPercentEncoding(example.vhost)), QString::fromUtf8(shovelDefinition(example))),
                      QStringLiteral("GET of the same until it is gone; DELETE of it at the deadline")};
    return terms;
}

} // namespace holdwatch::providers::rabbitmq

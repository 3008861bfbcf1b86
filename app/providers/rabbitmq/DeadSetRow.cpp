// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/DeadSetRow.h"

#include "app/json/Parse.h"

#include <QUrl>

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using json::Value;

std::optional<qint64> wholeIn(const std::optional<Value> &object, const QString &key)
{
    const auto value = object ? object->find(key) : std::nullopt;
    const auto number = value ? value->integer() : Result<qint64>(failure(Error()));
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<qint64> countIn(const std::optional<Value> &object, const char *key)
{
    const auto count = wholeIn(object, QLatin1String(key));
    return count && *count >= 0 ? count : std::nullopt;
}

QString textIn(const std::optional<Value> &object, const char *key)
{
    const auto value = object ? object->find(QLatin1String(key)) : std::nullopt;
    return value ? value->text().value_or(QString()) : QString();
}

/// A limit that both an argument and a policy may set: the smaller one rules, and less than 0 is none.
std::optional<qint64> smaller(std::optional<qint64> a, std::optional<qint64> b)
{
    if (!a || !b)
        return a ? a : b;
    if (*a < 0 || *b < 0)
        return std::max(*a, *b);
    return std::min(*a, *b);
}

void readTtl(DeadSetRow &row, const std::optional<Value> &arguments, const std::optional<Value> &policy)
{
    const auto own = countIn(arguments, "x-message-ttl");
    const auto ruled = countIn(policy, "message-ttl");
    if (const auto ttl = smaller(own, ruled)) {
        row.messageTtl = Millis(*ttl);
        row.ttlSource = own && *own == *ttl ? QStringLiteral("queue x-message-ttl") : QStringLiteral("policy message-ttl");
    }
}

} // namespace

Result<DeadSetRow> parseDeadSet(const QByteArray &body)
{
    return json::parse(body).and_then([](const Value &root) -> Result<DeadSetRow> {
        const auto name = root.at(QStringLiteral("name")).and_then(&Value::text);
        if (!name)
            return failure(name.error());
        const auto arguments = root.find(QStringLiteral("arguments"));
        const auto policy = root.find(QStringLiteral("effective_policy_definition"));
        const auto statistics = root.find(QStringLiteral("message_stats"));
        DeadSetRow row;
        row.type = textIn(root, "type");
        if (row.type.isEmpty())
            row.type = textIn(arguments, "x-queue-type");
        row.ready = countIn(root, "messages_ready");
        row.unacknowledged = countIn(root, "messages_unacknowledged");
        // The plain count takes a look at a quorum queue for a consumer, for some seconds afterwards.
        const auto details = root.find(QStringLiteral("consumer_details"));
        row.consumers = details && details->isArray() ? std::optional<qint64>(details->items()->size()) : countIn(root, "consumers");
        row.messages = countIn(root, "messages");
        row.bodyBytes = countIn(root, "message_bytes");
        row.deliveryLimit = smaller(wholeIn(arguments, QStringLiteral("x-delivery-limit")), wholeIn(policy, QStringLiteral("delivery-limit")));
        readTtl(row, arguments, policy);
        row.maxLength = smaller(countIn(arguments, "x-max-length"), countIn(policy, "max-length"));
        row.overflow = textIn(arguments, "x-overflow");
        if (row.overflow.isEmpty())
            row.overflow = textIn(policy, "overflow");
        row.deliveredTotal = countIn(statistics, "deliver_get");
        row.redeliveredTotal = countIn(statistics, "redeliver");
        return row;
    });
}

QueuePlace placeOf(const QString &queueName)
{
    const qsizetype slash = queueName.indexOf(QLatin1Char('/'));
    if (slash < 0)
        return {QStringLiteral("/"), queueName};
    return {QUrl::fromPercentEncoding(queueName.left(slash).toLatin1()), queueName.mid(slash + 1)};
}

} // namespace holdwatch::providers::rabbitmq

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/AmqpLetter.h"

#include "app/json/Parse.h"
#include "app/providers/rabbitmq/HeaderText.h"
#include "app/providers/rabbitmq/LetterParser.h"

#include <QStringDecoder>

#include <algorithm>
#include <cmath>

namespace holdwatch::providers::rabbitmq {

namespace {

using amqp::Field;

constexpr qint64 largestDescription = 64 * 1024 * 1024;
constexpr int deepestDescription = 300; // deeper than a message that can be read has tables

void writeText(QByteArray &to, const QByteArray &bytes)
{
    to += '"';
    for (const char c : bytes) {
        const auto byte = static_cast<uchar>(c);
        if (c == '"' || c == '\\')
            to += '\\';
        if (byte < 0x20)
            to += "\\u00" + QByteArray::number(byte, 16).rightJustified(2, '0');
        else
            to += c;
    }
    to += '"';
}

void writeBytes(QByteArray &to, const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(bytes);
    if (decoder.hasError() && !text.isNull())
        writeText(to, notUtf8().toLatin1() + bytes.toBase64());
    else
        writeText(to, bytes);
}

void writeFraction(QByteArray &to, double value)
{
    QByteArray text = std::isfinite(value) ? QByteArray::number(value, 'g', 17) : QByteArrayLiteral("null");
    if (std::isfinite(value) && !text.contains('.') && !text.contains('e'))
        text += ".0";
    to += text;
}

/// How a header without a value is written.
using Nothing = const char *;

void writeTable(QByteArray &to, const amqp::Table &table, Nothing nothing);

void writeField(QByteArray &to, const Field &field, Nothing nothing)
{
    switch (field.kind) {
    case 't': to += field.whole ? "true" : "false"; break;
    case 'L':
    case 'T': to += QByteArray::number(static_cast<quint64>(field.whole)); break;
    case 'f':
    case 'd': writeFraction(to, field.real); break;
    case 'D': // RabbitMQ's own reading: the scale before the point, the digits behind it
        to += QByteArray::number(field.scale) + '.' + QByteArray::number(field.whole);
        break;
    case 'S':
    case 'x': writeBytes(to, field.bytes); break;
    case 'F': writeTable(to, field.entries, nothing); break;
    case 'A': {
        const char *separator = "";
        to += '[';
        for (const Field &item : field.items) {
            to += std::exchange(separator, ",");
            writeField(to, item, nothing);
        }
        to += ']';
        break;
    }
    case 'V': to += nothing; break;
    default: to += QByteArray::number(field.whole);
    }
}

void writeTable(QByteArray &to, const amqp::Table &table, Nothing nothing)
{
    const char *separator = "";
    to += '{';
    for (const amqp::Entry &entry : table) {
        to += std::exchange(separator, ",");
        writeText(to, entry.name);
        to += ':';
        writeField(to, entry.value, nothing);
    }
    to += '}';
}

/// One member after another of an object.
class Members
{
public:
    explicit Members(QByteArray &to) : m_to(to) { m_to += '{'; }
    ~Members() { m_to += '}'; }
    Q_DISABLE_COPY_MOVE(Members)

    QByteArray &member(const char *name)
    {
        m_to += std::exchange(m_separator, ",");
        m_to += '"' + QByteArray(name) + "\":";
        return m_to;
    }
    void bytes(const char *name, const std::optional<QByteArray> &value)
    {
        if (value)
            writeBytes(member(name), *value);
    }
    template<typename Number>
    void number(const char *name, const std::optional<Number> &value)
    {
        if (value)
            member(name) += QByteArray::number(static_cast<quint64>(*value));
    }

private:
    QByteArray &m_to;
    const char *m_separator = "";
};

/// What the management API answers about it, without the payload.
QByteArray describe(const amqp::Delivery &delivery, Nothing nothing)
{
    QByteArray text;
    Members item(text);
    item.member("redelivered") += delivery.isRedelivered ? "true" : "false";
    item.bytes("exchange", delivery.exchange);
    item.bytes("routing_key", delivery.routingKey);
    item.member("message_count") += QByteArray::number(delivery.left);
    item.member("properties");
    const amqp::Properties &from = delivery.message.properties;
    Members properties(text);
    properties.bytes("content_type", from.contentType);
    properties.bytes("content_encoding", from.contentEncoding);
    properties.number("delivery_mode", from.deliveryMode);
    properties.number("priority", from.priority);
    properties.bytes("correlation_id", from.correlationId);
    properties.bytes("reply_to", from.replyTo);
    properties.bytes("expiration", from.expiration);
    properties.bytes("message_id", from.messageId);
    properties.number("timestamp", from.timestamp);
    properties.bytes("type", from.type);
    properties.bytes("user_id", from.userId);
    properties.bytes("app_id", from.appId);
    properties.bytes("cluster_id", from.clusterId);
    if (from.headers)
        writeTable(properties.member("headers"), *from.headers, nothing);
    return text;
}

bool hasNothing(const amqp::Table &table);

bool isNothing(const Field &field)
{
    return field.kind == 'V' || hasNothing(field.entries) || std::any_of(field.items.begin(), field.items.end(), isNothing);
}

bool hasNothing(const amqp::Table &table)
{
    return std::any_of(table.begin(), table.end(), [](const amqp::Entry &entry) { return isNothing(entry.value); });
}

Result<AmqpLetter> made(const amqp::Delivery &delivery, const QueueId &deadSet, const QString &vhost, const DeadSetRow &row, Nothing nothing)
{
    const auto item = json::parse(describe(delivery, nothing), {largestDescription, deepestDescription});
    if (!item)
        return failure(item.error());
    AmqpLetter made;
    made.letter.deadSet = deadSet;
    made.letter.payload = delivery.message.body;
    made.letter.payloadSize = made.letter.payload.size();
    describeLetter(made.letter, *item, vhost, row);
    made.digest = contentDigest(made.letter);
    made.givenBack = givenBackCount(*item);
    return made;
}

} // namespace

Result<AmqpLetter> letterOf(const amqp::Delivery &delivery, const QueueId &deadSet, const QString &vhost, const DeadSetRow &row)
{
    auto letter = made(delivery, deadSet, vhost, row, "\"undefined\"");
    if (!letter || !delivery.message.properties.headers || !hasNothing(*delivery.message.properties.headers))
        return letter;
    const auto other = made(delivery, deadSet, vhost, row, "null");
    if (other)
        letter->otherDigest = other->digest;
    return letter;
}

} // namespace holdwatch::providers::rabbitmq

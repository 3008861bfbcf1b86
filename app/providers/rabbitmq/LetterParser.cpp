// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/LetterParser.h"

#include "app/json/Cut.h"
#include "app/json/Parse.h"
#include "app/providers/rabbitmq/HeaderText.h"
#include "app/providers/rabbitmq/QueueRow.h"
#include "models/payload/JsonText.h"

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using json::Value;

constexpr qsizetype longestHeader = 1024 * 1024;
constexpr int deepestHeader = 256; // of a table in a table in …

std::optional<Value> member(const std::optional<Value> &object, const char *key)
{
    return object ? object->find(QLatin1String(key)) : std::nullopt;
}

QString textIn(const std::optional<Value> &object, const char *key)
{
    const auto value = member(object, key);
    return value ? value->text().value_or(QString()) : QString();
}

std::optional<qint64> wholeIn(const std::optional<Value> &object, const char *key)
{
    const auto value = member(object, key);
    const auto number = value ? value->integer() : Result<qint64>(failure(Error()));
    return number && *number >= 0 ? std::optional(*number) : std::nullopt;
}

/// AMQP times are whole seconds, but publishers write what they like.
std::optional<UtcTime> momentIn(const std::optional<Value> &object, const char *key)
{
    constexpr qint64 year2000 = 946'684'800, year2100 = 4'102'444'800;
    const auto seconds = wholeIn(object, key);
    return seconds && *seconds >= year2000 && *seconds < year2100 ? std::optional(fromEpochMillis(*seconds * 1000)) : std::nullopt;
}

QString kindOf(const Value &value)
{
    switch (value.type()) {
    case Value::Type::Null: return QStringLiteral("void");
    case Value::Type::Boolean: return QStringLiteral("bool");
    case Value::Type::Number: return QStringLiteral("number");
    case Value::Type::Text: return QStringLiteral("string");
    case Value::Type::Array: return QStringLiteral("array");
    case Value::Type::Object: return QStringLiteral("table");
    }
    return {};
}

LetterHeader headerFrom(const QString &name, const Value &value)
{
    LetterHeader header{name, headerText(value, longestHeader), kindOf(value), {}};
    const QString binary = notUtf8();
    if (header.kind == QLatin1String("string") && header.text.startsWith(binary)) {
        const auto decoded = QByteArray::fromBase64Encoding(header.text.mid(binary.size()).toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
        if (decoded) {
            header.bytes = *decoded;
            header.text = QString::fromLatin1(header.bytes.toHex(' '));
            header.kind = QStringLiteral("binary");
        }
    }
    return header;
}

void readProperties(DeadLetter &letter, const Value &item, const std::optional<Value> &properties)
{
    letter.id = MessageId(textIn(properties, "message_id"));
    letter.contentType = textIn(properties, "content_type");
    letter.contentEncoding = textIn(properties, "content_encoding");
    letter.publishedAt = momentIn(properties, "timestamp");
    const auto headers = member(properties, "headers");
    for (const QString &name : headers ? headers->keys() : QStringList())
        letter.headers.append(headerFrom(name, *headers->find(name)));
    static const QStringList shownElsewhere{QStringLiteral("headers"), QStringLiteral("content_type"), QStringLiteral("content_encoding")};
    for (const QString &name : properties ? properties->keys() : QStringList()) {
        if (!shownElsewhere.contains(name))
            letter.headers.append({name, headerText(*properties->find(name), longestHeader), QStringLiteral("property"), {}});
    }
    for (const char *name : {"exchange", "routing_key", "redelivered"}) {
        if (const auto value = item.find(QLatin1String(name)))
            letter.headers.append({QLatin1String(name), headerText(*value, longestHeader), QStringLiteral("delivery"), {}});
    }
}

QVector<Value> deathsIn(const std::optional<Value> &headers)
{
    const auto deaths = member(headers, "x-death");
    QVector<Value> tables = deaths ? deaths->items().value_or(QVector<Value>()) : QVector<Value>();
    tables.removeIf([](const Value &each) { return !each.isObject(); });
    return tables;
}

LetterAttempt attemptFrom(const Value &death, qsizetype place)
{
    const qint64 count = std::clamp<qint64>(wholeIn(death, "count").value_or(1), 1, 1'000'000'000);
    QString source = QStringLiteral("x-death[%1]").arg(place);
    if (const QString exchange = textIn(death, "exchange"); !exchange.isEmpty())
        source += QStringLiteral(", published to exchange %1").arg(exchange.left(255));
    return {momentIn(death, "time"), textIn(death, "queue"), textIn(death, "reason"), int(count), source};
}

void readDeaths(DeadLetter &letter, const std::optional<Value> &headers, const QString &vhost)
{
    const QVector<Value> deaths = deathsIn(headers);
    // The newest stands first there.
    for (qsizetype i = deaths.size() - 1; i >= 0; --i)
        letter.attempts.append(attemptFrom(deaths.at(i), i));
    const auto isHere = [&](const LetterAttempt &attempt) { return queueName(vhost, attempt.where) == letter.deadSet.name; };
    qint64 rejections = 0;
    for (const LetterAttempt &attempt : letter.attempts) {
        if (attempt.reason == QLatin1String("rejected") || attempt.reason == QLatin1String("delivery_limit"))
            rejections += attempt.count;
        if (attempt.at && (!letter.firstFailedAt || *attempt.at < *letter.firstFailedAt))
            letter.firstFailedAt = attempt.at;
    }
    const auto last = std::find_if(letter.attempts.rbegin(), letter.attempts.rend(), [&](const LetterAttempt &attempt) { return !isHere(attempt); });
    if (last != letter.attempts.rend()) {
        letter.originQueue = last->where.isEmpty() ? QString() : queueName(vhost, last->where);
        letter.errorClass = last->reason;
        // The time is that of the first such death; of later ones only the count tells.
        if (last->count == 1)
            letter.diedAt = last->at;
    } else if (const QString first = textIn(headers, "x-first-death-queue"); !first.isEmpty()) {
        letter.originQueue = queueName(vhost, first);
        letter.errorClass = textIn(headers, "x-first-death-reason");
    }
    letter.deliveries = rejections > 0 ? Metric<int>::atLeast(int(std::min<qint64>(rejections, 1'000'000'000)), QStringLiteral("rejections counted in x-death"))
                                       : Metric<int>::notReported(QStringLiteral("RabbitMQ keeps no count of deliveries with a dead letter"));
}

/// What common frameworks write into a dead letter.
void readError(DeadLetter &letter, const std::optional<Value> &headers)
{
    for (const char *name : {"x-exception-message", "MT-Fault-Message", "NServiceBus.ExceptionInfo.Message", "x-error", "error"}) {
        letter.error = textIn(headers, name);
        if (!letter.error.isEmpty())
            return;
    }
}

void readExpiry(DeadLetter &letter, const std::optional<Value> &properties, const DeadSetRow &row)
{
    std::optional<Millis> ttl = row.messageTtl;
    QString source = row.ttlSource;
    bool isNumber = false;
    const qint64 own = textIn(properties, "expiration").toLongLong(&isNumber);
    if (isNumber && own >= 0 && (!ttl || Millis(own) < *ttl)) {
        ttl = Millis(own);
        source = QStringLiteral("message expiration");
    }
    if (!ttl) {
        letter.expiryNote = QStringLiteral("no TTL is set: it stays until it is taken");
        return;
    }
    letter.expiryNote = QStringLiteral("%1, %2 from its arrival").arg(source, formatDuration(*ttl));
    if (letter.diedAt)
        letter.expiresAt = *letter.diedAt + *ttl;
    else
        letter.expiryNote += QStringLiteral("; when it arrived is not known");
}

/// What stands between the quotes, or what it is the base64 of.
Result<void> readPayload(DeadLetter &letter, const Value &item, const QByteArray &body, const json::Cut &cut)
{
    const auto place = wholeIn(item, "payload");
    const QString encoding = textIn(item, "payload_encoding");
    const QByteArrayView raw = place && static_cast<size_t>(*place) < cut.parts.size() ? cut.parts[static_cast<size_t>(*place)].of(body) : QByteArrayView();
    const bool isKnown = encoding == QLatin1String("string") || encoding == QLatin1String("base64");
    Error error;
    error.kind = Error::Kind::Malformed;
    error.where = item.path();
    if (!raw.startsWith('"') || !isKnown) {
        error.what = QStringLiteral("%1 of the broker's answer has no payload that can be read.").arg(item.path());
        return failure(std::move(error));
    }
    letter.payload = payload::unescaped(raw);
    if (encoding == QLatin1String("base64")) {
        const auto decoded = QByteArray::fromBase64Encoding(letter.payload, QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            error.what = QStringLiteral("The payload of %1 is not the base64 it should be.").arg(item.path());
            return failure(std::move(error));
        }
        letter.payload = *decoded;
    }
    letter.payloadSize = wholeIn(item, "payload_bytes").value_or(letter.payload.size());
    letter.payloadIsWhole = letter.payloadSize == letter.payload.size();
    return {};
}

} // namespace

void describeLetter(DeadLetter &letter, const Value &item, const QString &vhost, const DeadSetRow &row)
{
    // An empty table is written as [].
    const auto properties = item.find(QStringLiteral("properties"));
    const auto headers = member(properties, "headers");
    readProperties(letter, item, properties);
    readDeaths(letter, headers, vhost);
    readError(letter, headers);
    readExpiry(letter, properties, row);
}

qint64 givenBackCount(const Value &item)
{
    const auto headers = member(item.find(QStringLiteral("properties")), "headers");
    return std::max(wholeIn(headers, "x-delivery-count").value_or(0), wholeIn(headers, "x-acquired-count").value_or(0));
}

Result<LookAnswer> parseLook(const QByteArray &body, qint64 cap, const QueueId &deadSet, const QString &vhost, const DeadSetRow &row)
{
    const json::Cut cut = json::cutOut(body, {"payload"});
    const auto root = json::parse(cut.rest, {cap, deepestHeader});
    const auto items = root ? root->items() : Result<QVector<Value>>(failure(root.error()));
    if (!items)
        return failure(items.error());
    LookAnswer answer;
    qsizetype parts = 0;
    for (const Value &item : *items) {
        DeadLetter letter;
        letter.deadSet = deadSet;
        if (auto read = readPayload(letter, item, body, cut); !read)
            return failure(std::move(read.error()));
        describeLetter(letter, item, vhost, row);
        answer.highestCount = std::max(answer.highestCount.value_or(0), givenBackCount(item));
        answer.left = wholeIn(item, "message_count").value_or(0);
        if (!letter.payloadIsWhole && ++parts == 1)
            answer.notes << QStringLiteral("The broker announced %1 bytes of a message and gave %2.").arg(letter.payloadSize).arg(letter.payload.size());
        answer.letters.append(std::move(letter));
    }
    if (parts > 1)
        answer.notes = {QStringLiteral("Of %1 of these %2 messages only a beginning came along, as their bodies are large.").arg(parts).arg(answer.letters.size())};
    return answer;
}

} // namespace holdwatch::providers::rabbitmq

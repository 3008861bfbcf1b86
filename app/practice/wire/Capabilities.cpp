// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/Capabilities.h"

#include "app/practice/QueueEngine.h"

#include <QUrl>

#include <algorithm>

namespace holdwatch::practice {

namespace {

using Type = Parameter::Type;
using Key = Capability::Key;

constexpr double readPrice = 0.0000001;
constexpr double writePrice = 0.0000004;

Parameter text(const char *name, bool required, const char *meaning)
{
    return {QString::fromLatin1(name), Type::Text, required, meaning};
}

Parameter number(const char *name, Type type, const char *meaning, double least, double most)
{
    return {QString::fromLatin1(name), type, false, meaning, least, most};
}

Parameter inPath(Parameter parameter)
{
    parameter.place = Parameter::Place::Path;
    return parameter;
}

Parameter inQuery(Parameter parameter)
{
    parameter.place = Parameter::Place::Query;
    return parameter;
}

Parameter queueInBody() { return text("queue", true, "name of the queue"); }
Parameter queueInPath(const char *meaning) { return inPath(text("queue", true, meaning)); }
Parameter key() { return text("idempotency_key", false, "same meaning as the Idempotency-Key header; if both are sent they must be equal"); }

Parameter chosenIds()
{
    Parameter parameter{QStringLiteral("message_ids"), Type::Ids, false, "exactly these dead letters, each that can be moved; not together with max_messages"};
    parameter.isInDialectC = false;
    return parameter;
}

std::vector<Parameter> joined(std::vector<Parameter> first, const std::vector<Parameter> &rest)
{
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

std::vector<Parameter> createParameters()
{
    return {text("name", true, "1 to 128 characters, no control characters, not \".\" or \"..\""),
            {QStringLiteral("type"), Type::QueueType, false, "standard: best order, at least once; fifo: in order within a group (default standard)"},
            text("dead_letter_queue", false, "must already exist; without one, messages that gave up are dropped"),
            number("max_retries", Type::Integer, "failed deliveries (nack or lease expiry) forgiven before the dead-letter queue (default 5)", 0, 1000),
            number("message_retention_days", Type::Number, "days a message is kept, from its due time (default 4)", 0.001, 30),
            number("visibility_timeout_default", Type::Integer, "seconds a delivery is leased for (default 30)", 1, Limits::longestLease.count()),
            {QStringLiteral("enable_priority"), Type::Flag, false, "deliver higher priorities first (default false)"},
            key()};
}

std::vector<Parameter> lentMessage()
{
    return {queueInBody(), text("message_id", false, "needed unless receipt_handle is sent"),
            text("receipt_handle", false, "of the delivery; refused with 409 once its lease has ended")};
}

std::vector<Capability> makeCapabilities()
{
    const QByteArray get("GET"), post("POST"), remove("DELETE");
    const auto id = [](const char *name) { return QString::fromLatin1(name); };
    return {
        {id("queue.publish"), post, id("/v1/queue/publish"), "Publish one message", Key::Accepted, writePrice,
         joined(joined({queueInBody()}, messageParameters()), {key()})},
        {id("queue.publish_batch"), post, id("/v1/queue/publish_batch"), "Publish up to 100 messages, all or none", Key::Accepted, writePrice,
         {queueInBody(), {QStringLiteral("messages"), Type::Messages, true, "1 to 100 messages"}, key()}},
        {id("queue.create"), post, id("/v1/queue/create"), "Create a queue; again with the same settings changes nothing", Key::Required, writePrice,
         createParameters()},
        {id("queue.list"), get, id("/v1/queue/list"), "All queues with their settings, by name", Key::None, readPrice, {}},
        {id("queue.stats"), get, id("/v1/queue/stats/{queue}"), "Figures of one queue at this moment", Key::None, readPrice, {queueInPath("name of the queue")}},
        {id("queue.consume"), post, id("/v1/queue/consume"), "Lease messages; each is delivered again unless acknowledged in time", Key::None, writePrice,
         {queueInBody(), number("max_messages", Type::Integer, "at most so many (default 1)", 1, Limits::largestBatch),
          number("visibility_timeout", Type::Integer, "seconds of lease (default: of the queue)", 1, Limits::longestLease.count()),
          text("consumer", false, "name that is counted in stats (default: the User-Agent)")}},
        {id("queue.ack"), post, id("/v1/queue/ack"), "Finish a delivered message; it is deleted", Key::None, writePrice, lentMessage()},
        {id("queue.nack"), post, id("/v1/queue/nack"), "Give a delivered message back; counts as a failed delivery", Key::None, writePrice,
         joined(lentMessage(), {number("delay_seconds", Type::Number, "wait before the next delivery (default 0)", 0, Limits::longestDelay.count()),
                                text("reason", false, "kept as the last error, first 1000 characters"),
                                text("error_class", false, "the consumer's own word for this kind of failure, first 100 characters")})},
        {id("queue.dlq.list"), get, id("/v1/queue/dlq/list/{queue}"), "Dead letters of a queue, first to die first; leases and changes nothing", Key::None,
         readPrice,
         {queueInPath("the queue the messages came from, not the dead-letter queue"),
          inQuery(number("limit", Type::Integer, "messages a page (default 50)", 1, Limits::largestBatch)),
          inQuery(text("cursor", false, "of the page before; without it, the first page"))}},
        {id("queue.dlq.redrive"), post, id("/v1/queue/dlq/redrive/{queue}"),
         "Move dead letters back, first to die first; id, payload and publish time stay, due time and delivery count start anew", Key::Accepted, writePrice,
         {queueInPath("the queue the messages came from, not the dead-letter queue"),
          number("max_messages", Type::Integer, "at most so many (default: all)", 1, 1e9), chosenIds(), key()}},
        {id("queue.delete"), remove, id("/v1/queue/delete/{queue}"), "Delete a queue and its messages; refused while it is another's dead-letter queue",
         Key::None, writePrice, {queueInPath("name of the queue")}},
        {id("account.whoami"), get, id("/v1/account/whoami"), "Whether the key is accepted, and for what", Key::None, 0, {}},
    };
}

} // namespace

const std::vector<Parameter> &messageParameters()
{
    static const std::vector<Parameter> parameters{
        {QStringLiteral("payload"), Type::AnyJson, true, "any JSON but null, at most 262144 bytes; its bytes are kept as sent"},
        number("delay_seconds", Type::Number, "seconds until it is due (default 0)", 0, Limits::longestDelay.count()),
        number("priority", Type::Integer, "higher first on a queue with priorities, ignored elsewhere (default 0)", 0, 100),
        text("group", false, "FIFO queues only: order is kept inside a group, and its first unfinished message holds back the others"),
        text("dedup_id", false, "FIFO queues only: a repeat within five minutes is answered with the first id and not delivered again"),
    };
    return parameters;
}

const std::vector<Capability> &capabilities(Dialect dialect)
{
    static const std::vector<Capability> all = makeCapabilities();
    static const std::vector<Capability> ofC = [] {
        std::vector<Capability> fewer = all;
        for (Capability &each : fewer)
            std::erase_if(each.parameters, [](const Parameter &parameter) { return !parameter.isInDialectC; });
        return fewer;
    }();
    return dialect == Dialect::C ? ofC : all;
}

std::optional<QStringList> Capability::match(const QString &encodedPath) const
{
    const QStringList shape = path.split(QLatin1Char('/'));
    const QStringList sent = encodedPath.split(QLatin1Char('/'));
    if (shape.size() != sent.size())
        return std::nullopt;
    QStringList names;
    for (qsizetype i = 0; i < shape.size(); ++i) {
        if (shape[i].startsWith(QLatin1Char('{')))
            names.append(QUrl::fromPercentEncoding(sent[i].toLatin1()));
        else if (shape[i] != sent[i])
            return std::nullopt;
    }
    return names;
}

const std::vector<ErrorCode> &errorCodes()
{
    static const std::vector<ErrorCode> codes{
        {"MALFORMED_REQUEST", 400, false, "the body is not JSON, or nested deeper than 64 levels"},
        {"UNAUTHORIZED", 401, false, "no key, or one that is not accepted"},
        {"INSUFFICIENT_CREDIT", 402, false, "the credit does not cover this call"},
        {"FORBIDDEN", 403, false, "the key may not do this"},
        {"NOT_FOUND", 404, false, "no such route, queue or message"},
        {"METHOD_NOT_ALLOWED", 405, false, "the route exists with another method"},
        {"CONFLICT", 409, false, "the lease has ended, the key was used for something else, or the queue exists otherwise"},
        {"TOO_LARGE", 413, false, "the payload or the body is larger than accepted"},
        {"INVALID_PARAMETER", 422, false, "a parameter is missing, unknown, of the wrong type or out of range"},
        {"RATE_LIMITED", 429, true, "too many requests; Retry-After says when to come back"},
        {"INTERNAL", 500, true, "an error of the practice queue itself"},
        {"STORAGE_UNAVAILABLE", 503, true, "the disk is full or the file can't be written"},
    };
    return codes;
}

const ErrorCode &errorCodeOf(int status)
{
    const auto &codes = errorCodes();
    const auto of = [&codes](int wanted) { return std::find_if(codes.begin(), codes.end(), [=](const ErrorCode &code) { return code.status == wanted; }); };
    const auto found = of(status);
    return found == codes.end() ? *of(500) : *found;
}

} // namespace holdwatch::practice

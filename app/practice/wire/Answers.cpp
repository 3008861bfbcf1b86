// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/Answers.h"

namespace holdwatch::practice {

namespace {

QString typeWord(const QueueSettings &settings)
{
    return settings.fifo ? QStringLiteral("fifo") : QStringLiteral("standard");
}

Value textOrNull(const QString &text)
{
    return text.isEmpty() ? Value() : Value(text);
}

QByteArray keptHeaders(const DeadLetter &letter)
{
    JsonWriter to;
    to.beginObject();
    if (!letter.idempotencyKey.isEmpty())
        to.name(QStringLiteral("Idempotency-Key")).string(letter.idempotencyKey);
    return to.endObject().text();
}

constexpr Names deadLetterQueueNames{"dead_letter_queue", "dead_letter_queue", "dlq"};

const Field<QueueSettings> queueFields[] = {
    {{"name", "queue", "name"}, Shape::Text, "name of the queue", [](const QueueSettings &q) -> Value { return q.name; }},
    {{"type", "type", "type"}, Shape::Text, "standard or fifo", [](const QueueSettings &q) -> Value { return typeWord(q); }},
    {{"dead_letter_queue", "dead_letter_queue", nullptr}, Shape::Text, "queue that receives messages that gave up; null: they are dropped",
     [](const QueueSettings &q) { return textOrNull(q.deadLetterQueue); }, true},
    {{"max_retries", "max_retries", "max_retries"}, Shape::Count,
     "failed deliveries (nack or lease expiry) that are forgiven; the next one moves the message to the dead-letter queue",
     [](const QueueSettings &q) -> Value { return qint64(q.maxRetries); }},
    {{"message_retention_days", "message_retention_days", "message_retention_days"}, Shape::Days,
     "how long a message is kept, from the moment it became due in its present queue",
     [](const QueueSettings &q) -> Value { return Millis(q.retention); }},
    {{"visibility_timeout_default", "visibility_timeout_default", "visibility_timeout_default"}, Shape::Seconds,
     "lease of a delivery when consume asks for no other", [](const QueueSettings &q) -> Value { return Millis(q.visibilityTimeout); }},
    {{"enable_priority", "enable_priority", "enable_priority"}, Shape::Flag, "whether higher priorities are delivered first",
     [](const QueueSettings &q) -> Value { return q.priority; }},
};

const Field<QueueStats> statsFields[] = {
    {{"name", "queue", "name"}, Shape::Text, "name of the queue", [](const QueueStats &s) -> Value { return s.settings.name; }},
    {{"type", "type", "type"}, Shape::Text, "standard or fifo", [](const QueueStats &s) -> Value { return typeWord(s.settings); }},
    {{"depth", "message_count", "ready"}, Shape::Count, "messages that are due and in no consumer's hands",
     [](const QueueStats &s) -> Value { return s.ready; }},
    {{"in_flight", "not_visible", nullptr}, Shape::Count, "messages delivered and not yet acknowledged, under an unexpired lease",
     [](const QueueStats &s) -> Value { return s.inFlight; }},
    {{"delayed", "scheduled", "delayed"}, Shape::Count, "messages not yet due, and retries waiting for their delay",
     [](const QueueStats &s) -> Value { return s.delayed; }},
    {{"oldest_message_age_seconds", "oldest_message_age_ms", "oldest_message_at"}, Shape::Age,
     "the oldest due, unfinished message became due; includes messages in flight and retries waiting; null when there is none",
     [](const QueueStats &s) { return s.oldestAge ? Value(*s.oldestAge) : Value(); }, true},
    {{"dead_letter_count", "dlq_depth", "dlq_count"}, Shape::Count,
     "messages of this queue in its dead-letter queue; null when it has none",
     [](const QueueStats &s) { return s.settings.deadLetterQueue.isEmpty() ? Value() : Value(s.deadLetters); }, true},
    {{"published_total", "enqueued_total", "published_total"}, Shape::Count,
     "messages that entered the queue since it was created: published, redriven or dead-lettered into it",
     [](const QueueStats &s) -> Value { return s.publishedTotal; }},
    {{"completed_total", "acked_total", "completed_total"}, Shape::Count, "messages acknowledged since the queue was created",
     [](const QueueStats &s) -> Value { return s.completedTotal; }},
    {{"redelivered_total", "retry_count", nullptr}, Shape::Count, "deliveries after a message's first, since the queue was created",
     [](const QueueStats &s) -> Value { return s.redeliveredTotal; }},
    {{"dead_lettered_total", "dead_lettered_total", nullptr}, Shape::Count, "messages that gave up since the queue was created",
     [](const QueueStats &s) -> Value { return s.deadLetteredTotal; }},
    {{"consumers", "active_consumers", "consumers"}, Shape::Count, "distinct consumer names that called consume within the last 30 seconds",
     [](const QueueStats &s) -> Value { return qint64(s.consumers); }},
    {deadLetterQueueNames, Shape::Text, "queue that receives messages that gave up; null: they are dropped",
     [](const QueueStats &s) { return textOrNull(s.settings.deadLetterQueue); }, true},
};

const Field<Delivery> deliveryFields[] = {
    {{"message_id", "message_id", "id"}, Shape::Text, "id of the message; the same through retries and redrives",
     [](const Delivery &d) -> Value { return d.id.text(); }},
    {{"receipt_handle", "receipt_handle", "receipt"}, Shape::Text, "of this delivery; not accepted any more once its lease has ended",
     [](const Delivery &d) -> Value { return d.receipt; }},
    {{"payload", "body", "payload"}, Shape::Json, "the payload exactly as published", [](const Delivery &d) -> Value { return d.payload; }},
    {{"delivery_count", "attempts", "receive_count"}, Shape::Count, "1 for the first delivery; starts anew after a redrive",
     [](const Delivery &d) -> Value { return qint64(d.deliveryCount); }},
    {{"priority", "priority", "priority"}, Shape::Count, "0 to 100, higher first", [](const Delivery &d) -> Value { return qint64(d.priority); }},
    {{"group", "group", "group"}, Shape::Text, "FIFO group; null on a standard queue", [](const Delivery &d) { return textOrNull(d.group); }, true},
    {{"published_at", "published_at", "published_at"}, Shape::Moment, "when it was published first",
     [](const Delivery &d) -> Value { return d.publishedAt; }},
    {{"due_at", "due_at", "due_at"}, Shape::Moment, "when it became due in this queue", [](const Delivery &d) -> Value { return d.dueAt; }},
    {{"lease_until", "visible_at", "lease_until"}, Shape::Moment, "when the lease ends", [](const Delivery &d) -> Value { return d.leaseUntil; }},
};

const Field<DeadLetter> deadLetterFields[] = {
    {{"message_id", "message_id", "id"}, Shape::Text, "id of the message", [](const DeadLetter &d) -> Value { return d.id.text(); }},
    {{"payload", "body", "payload"}, Shape::Json, "the payload exactly as published", [](const DeadLetter &d) -> Value { return d.payload; }},
    {{"queue", "source_queue", "queue"}, Shape::Text, "the queue it came from", [](const DeadLetter &d) -> Value { return d.origin; }},
    {{"delivery_count", "attempts", "receive_count"}, Shape::Count, "deliveries before it gave up",
     [](const DeadLetter &d) -> Value { return qint64(d.deliveryCount); }},
    {{"last_error", "reason", "error"}, Shape::Text, "reason of the last nack, or \"lease expired\"",
     [](const DeadLetter &d) -> Value { return d.lastError; }},
    {{"published_at", "published_at", "published_at"}, Shape::Moment, "when it was published first",
     [](const DeadLetter &d) -> Value { return d.publishedAt; }},
    {{"first_failed_at", "first_failed_at", nullptr}, Shape::Moment, "when a delivery failed first",
     [](const DeadLetter &d) -> Value { return d.firstFailedAt; }},
    {{"dead_lettered_at", "dead_lettered_at", "failed_at"}, Shape::Moment, "when it gave up", [](const DeadLetter &d) -> Value { return d.diedAt; }},
    {{"expires_at", "expires_at", "expires_at"}, Shape::Moment, "when retention will delete it", [](const DeadLetter &d) -> Value { return d.expiresAt; }},
    {{"error_class", "error_class", nullptr}, Shape::Text, "of the last failure, as the consumer named it; null: it named none",
     [](const DeadLetter &d) { return d.attempts.isEmpty() ? Value() : textOrNull(d.attempts.last().errorClass); }, true},
    {{"idempotency_key", nullptr, nullptr}, Shape::Text, "key it was published with; null: without one, or in a batch",
     [](const DeadLetter &d) { return textOrNull(d.idempotencyKey); }, true},
    {{nullptr, "headers", nullptr}, Shape::Json, "headers it was published with, as far as they are kept: Idempotency-Key",
     [](const DeadLetter &d) -> Value { return keptHeaders(d); }},
};

const Field<FailedAttempt> attemptFields[] = {
    {{"at", "failed_at", nullptr}, Shape::Moment, "when the delivery failed", [](const FailedAttempt &a) -> Value { return a.at; }},
    {{"consumer", "worker", nullptr}, Shape::Text, "name of the consumer", [](const FailedAttempt &a) -> Value { return a.consumer; }},
    {{"reason", "error", nullptr}, Shape::Text, "reason of the nack, or \"lease expired\"", [](const FailedAttempt &a) -> Value { return a.reason; }},
    {{"error_class", "error_class", nullptr}, Shape::Text, "as the consumer named it; null: it named none",
     [](const FailedAttempt &a) { return textOrNull(a.errorClass); }, true},
};

const Field<RedriveOutcome> redriveFields[] = {
    {{"redriven", "moved", "redriven"}, Shape::Count, "messages moved back to the queue they came from", [](const RedriveOutcome &o) -> Value { return o.moved; }},
    {{"remaining", "left", nullptr}, Shape::Count, "messages of this queue still in the dead-letter queue", [](const RedriveOutcome &o) -> Value { return o.left; }},
};

Value whyNotMoved(const RedrivenMessage &message)
{
    if (message.fate == RedrivenMessage::Fate::Moved)
        return Value();
    return message.fate == RedrivenMessage::Fate::InFlight ? QStringLiteral("in_flight") : QStringLiteral("not_found");
}

const Field<RedrivenMessage> redrivenFields[] = {
    {{"message_id", "id", nullptr}, Shape::Text, "as it was asked for", [](const RedrivenMessage &m) -> Value { return m.id.text(); }},
    {{"redriven", "moved", nullptr}, Shape::Flag, "whether it was moved back", [](const RedrivenMessage &m) -> Value { return m.fate == RedrivenMessage::Fate::Moved; }},
    {{"reason", "why", nullptr}, Shape::Text,
     "why it was not: not_found (no dead letter of this queue has this id) or in_flight (a consumer holds it; it stays where it is); null when it was moved",
     whyNotMoved, true},
};

constexpr Names redrivenContainer{"messages", "items", nullptr};
constexpr Names queuesContainer{"queues", "items", nullptr}; // null: a bare array
constexpr Names deliveriesContainer{"messages", "items", nullptr};
constexpr Names deadLettersContainer{"messages", "items", "dead_letters"};
constexpr Names attemptsName{"attempts", "history", nullptr};
constexpr Names cursorNames{"next_cursor", "cursor", "next"};
constexpr Names totalNames{"total", nullptr, "count"};

template<typename Record, size_t count>
std::span<const Field<Record>> all(const Field<Record> (&fields)[count])
{
    return fields;
}

Json objectOf(const char *name, Json value)
{
    return {{"type", "object"}, {"properties", {{name, std::move(value)}}}, {"required", {name}}, {"additionalProperties", false}};
}

template<typename Record>
void writeList(JsonWriter &to, const WireFormat &format, std::span<const Field<Record>> fields, const QVector<Record> &records)
{
    to.beginArray();
    for (const Record &record : records)
        format.write(to, fields, record);
    to.endArray();
}

template<typename Record>
QByteArray contained(const WireFormat &format, const Names &container, std::span<const Field<Record>> fields, const QVector<Record> &records)
{
    JsonWriter to;
    const char *name = format.nameIn(container);
    if (name)
        to.beginObject().name(QString::fromLatin1(name));
    writeList(to, format, fields, records);
    if (name)
        to.endObject();
    return to.text();
}

template<typename Record>
QByteArray object(const WireFormat &format, std::span<const Field<Record>> fields, const Record &record)
{
    JsonWriter to;
    format.write(to, fields, record);
    return to.text();
}

} // namespace

QByteArray Answers::published(const MessageId &id) const
{
    return JsonWriter().beginObject().name(QStringLiteral("message_id")).string(id.text()).endObject().text();
}

QByteArray Answers::publishedBatch(const QVector<MessageId> &ids) const
{
    JsonWriter to;
    to.beginObject().name(QStringLiteral("message_ids")).beginArray();
    for (const MessageId &id : ids)
        to.string(id.text());
    return to.endArray().endObject().text();
}

QByteArray Answers::queue(const QueueSettings &settings) const { return object(m_format, all(queueFields), settings); }
QByteArray Answers::stats(const QueueStats &stats) const { return object(m_format, all(statsFields), stats); }

QByteArray Answers::queues(const QVector<QueueSettings> &queues) const
{
    return contained(m_format, queuesContainer, all(queueFields), queues);
}

QByteArray Answers::redriven(const RedriveOutcome &outcome) const
{
    JsonWriter to;
    to.beginObject();
    m_format.writeMembers(to, all(redriveFields), outcome);
    if (const char *name = m_format.nameIn(redrivenContainer); name && !outcome.messages.isEmpty())
        writeList(to.name(QString::fromLatin1(name)), m_format, all(redrivenFields), outcome.messages);
    return to.endObject().text();
}

QByteArray Answers::deliveries(const QVector<Delivery> &deliveries) const
{
    return contained(m_format, deliveriesContainer, all(deliveryFields), deliveries);
}

QByteArray Answers::deadLetters(const DeadLetterPage &page) const
{
    JsonWriter to;
    to.beginObject().name(QString::fromLatin1(m_format.nameIn(deadLettersContainer)));
    to.beginArray();
    for (const DeadLetter &letter : page.items)
        writeDeadLetter(to, letter);
    to.endArray();
    to.name(QString::fromLatin1(m_format.nameIn(cursorNames)));
    if (page.nextCursor.isEmpty())
        to.null();
    else
        to.string(page.nextCursor);
    if (const char *total = m_format.nameIn(totalNames))
        to.name(QString::fromLatin1(total)).integer(page.total);
    return to.endObject().text();
}

void Answers::writeDeadLetter(JsonWriter &to, const DeadLetter &letter) const
{
    to.beginObject();
    m_format.writeMembers(to, all(deadLetterFields), letter);
    if (const char *name = m_format.nameIn(attemptsName))
        writeList(to.name(QString::fromLatin1(name)), m_format, all(attemptFields), letter.attempts);
    to.endObject();
}

QByteArray Answers::done(const QString &what) const
{
    return JsonWriter().beginObject().name(what).boolean(true).endObject().text();
}

QByteArray Answers::account() const
{
    return JsonWriter()
        .beginObject()
        .name(QStringLiteral("project")).string(QStringLiteral("practice"))
        .name(QStringLiteral("environment")).string(QStringLiteral("practice"))
        .name(QStringLiteral("scopes")).beginArray().string(QStringLiteral("queue:read")).string(QStringLiteral("queue:write")).endArray()
        .endObject()
        .text();
}

Json Answers::schema(const QString &capability) const
{
    const auto is = [&](const char *id) { return capability == QLatin1String(id); };
    const Json id{{"type", "string"}, {"description", "id of the message"}};
    const Json yes{{"const", true}};
    if (is("queue.publish"))
        return objectOf("message_id", id);
    if (is("queue.publish_batch"))
        return objectOf("message_ids", {{"type", "array"}, {"items", id}, {"description", "in the order of the messages sent"}});
    if (is("queue.create"))
        return m_format.schema(all(queueFields));
    if (is("queue.list"))
        return listSchema(queuesContainer, m_format.schema(all(queueFields)));
    if (is("queue.stats"))
        return m_format.schema(all(statsFields));
    if (is("queue.consume"))
        return listSchema(deliveriesContainer, m_format.schema(all(deliveryFields)));
    if (is("queue.ack"))
        return objectOf("acknowledged", yes);
    if (is("queue.nack"))
        return objectOf("returned", yes);
    if (is("queue.delete"))
        return objectOf("deleted", yes);
    if (is("queue.dlq.list"))
        return pageSchema();
    if (is("queue.dlq.redrive"))
        return redriveSchema();
    return {{"type", "object"},
            {"properties",
             {{"project", {{"type", "string"}}},
              {"environment", {{"type", "string"}}},
              {"scopes", {{"type", "array"}, {"items", {{"type", "string"}}}}}}},
            {"required", {"project", "environment", "scopes"}},
            {"additionalProperties", false}};
}

Json Answers::listSchema(const Names &container, Json item) const
{
    Json list{{"type", "array"}, {"items", std::move(item)}};
    const char *name = m_format.nameIn(container);
    return name ? objectOf(name, std::move(list)) : list;
}

Json Answers::redriveSchema() const
{
    Json schema = m_format.schema(all(redriveFields));
    if (const char *name = m_format.nameIn(redrivenContainer)) {
        schema["properties"][name] = {{"type", "array"}, {"items", m_format.schema(all(redrivenFields))},
                                      {"description", "only with message_ids: each of them, in the order they were sent"}};
    }
    return schema;
}

Json Answers::deadLetterSchema() const
{
    Json letter = m_format.schema(all(deadLetterFields));
    if (const char *name = m_format.nameIn(attemptsName)) {
        letter["properties"][name] = {{"type", "array"}, {"items", m_format.schema(all(attemptFields))},
                                      {"description", "deliveries that failed, oldest first, at most the last 20; earlier redrives included"}};
        letter["required"].push_back(name);
    }
    return letter;
}

Json Answers::pageSchema() const
{
    Json page = listSchema(deadLettersContainer, deadLetterSchema());
    const auto add = [&page](const char *name, Json value) {
        page["properties"][name] = std::move(value);
        page["required"].push_back(name);
    };
    add(m_format.nameIn(cursorNames), {{"type", {"string", "null"}}, {"description", "opaque; send it back as cursor for the next page; null at the end"}});
    if (const char *total = m_format.nameIn(totalNames))
        add(total, {{"type", "integer"}, {"minimum", 0}, {"description", "dead letters of this queue, on all pages"}});
    return page;
}

} // namespace holdwatch::practice

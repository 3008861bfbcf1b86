// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/Handlers.h"

#include <QHash>

namespace holdwatch::practice {

namespace {

NewMessage messageOf(const Arguments &arguments)
{
    return {arguments.json("payload"), arguments.seconds("delay_seconds"), int(arguments.integer("priority").value_or(0)),
            arguments.text("group"), arguments.text("dedup_id")};
}

Result<QByteArray> publish(QueueEngine &engine, const Call &call)
{
    return engine.publish(call.arguments.text("queue"), messageOf(call.arguments), call.idempotencyKey)
        .map([&](const MessageId &id) { return call.answers.published(id); });
}

Result<QByteArray> publishBatch(QueueEngine &engine, const Call &call)
{
    QVector<NewMessage> messages;
    for (const Arguments &one : call.arguments.messages())
        messages.append(messageOf(one));
    return engine.publishBatch(call.arguments.text("queue"), messages, call.idempotencyKey)
        .map([&](const QVector<MessageId> &ids) { return call.answers.publishedBatch(ids); });
}

Result<QByteArray> create(QueueEngine &engine, const Call &call)
{
    const Arguments &from = call.arguments;
    QueueSettings settings;
    settings.name = from.text("name");
    settings.fifo = from.text("type") == QLatin1String("fifo");
    settings.priority = from.flag("enable_priority");
    settings.deadLetterQueue = from.text("dead_letter_queue");
    settings.maxRetries = int(from.integer("max_retries").value_or(settings.maxRetries));
    if (const auto days = from.number("message_retention_days"))
        settings.retention = Seconds(qRound64(*days * 86400));
    if (const auto lease = from.integer("visibility_timeout_default"))
        settings.visibilityTimeout = Seconds(*lease);
    return engine.createQueue(settings, call.idempotencyKey).map([&] { return call.answers.queue(settings); });
}

Result<QByteArray> list(QueueEngine &engine, const Call &call)
{
    return call.answers.queues(engine.queues());
}

Result<QByteArray> stats(QueueEngine &engine, const Call &call)
{
    return engine.stats(call.arguments.text("queue")).map([&](const QueueStats &stats) { return call.answers.stats(stats); });
}

Result<QByteArray> consume(QueueEngine &engine, const Call &call)
{
    const auto seconds = call.arguments.integer("visibility_timeout");
    const std::optional<Seconds> lease = seconds ? std::optional(Seconds(*seconds)) : std::nullopt;
    const QString consumer = call.arguments.has("consumer") ? call.arguments.text("consumer") : call.caller;
    return engine.consume(call.arguments.text("queue"), int(call.arguments.integer("max_messages").value_or(1)), lease, consumer)
        .map([&](const QVector<Delivery> &deliveries) { return call.answers.deliveries(deliveries); });
}

Result<QByteArray> ack(QueueEngine &engine, const Call &call)
{
    const Arguments &from = call.arguments;
    return engine.ack(from.text("queue"), MessageId(from.text("message_id")), from.text("receipt_handle")).map([&] {
        return call.answers.done(QStringLiteral("acknowledged"));
    });
}

Result<QByteArray> nack(QueueEngine &engine, const Call &call)
{
    const Arguments &from = call.arguments;
    return engine
        .nack(from.text("queue"), MessageId(from.text("message_id")), from.text("receipt_handle"), from.seconds("delay_seconds"), from.text("reason"),
              from.text("error_class"))
        .map([&] { return call.answers.done(QStringLiteral("returned")); });
}

Result<QByteArray> deadLetters(QueueEngine &engine, const Call &call)
{
    constexpr int usualPage = 50;
    return engine
        .deadLetters(call.arguments.text("queue"), call.arguments.text("cursor"), int(call.arguments.integer("limit").value_or(usualPage)))
        .map([&](const DeadLetterPage &page) { return call.answers.deadLetters(page); });
}

Result<QByteArray> redrive(QueueEngine &engine, const Call &call)
{
    const QString queue = call.arguments.text("queue");
    const auto most = call.arguments.integer("max_messages");
    if (!call.arguments.has("message_ids"))
        return engine.redrive(queue, most, call.idempotencyKey).map([&](const RedriveOutcome &outcome) { return call.answers.redriven(outcome); });
    if (most)
        return failure(Error::Kind::Invalid, QStringLiteral("max_messages and message_ids exclude each other."), QStringLiteral("Send one of them."));
    QVector<MessageId> ids;
    for (const QString &id : call.arguments.texts("message_ids"))
        ids.append(MessageId(id));
    return engine.redriveThese(queue, ids, call.idempotencyKey)
        .map([&](const RedriveOutcome &outcome) { return call.answers.redriven(outcome); });
}

Result<QByteArray> remove(QueueEngine &engine, const Call &call)
{
    return engine.deleteQueue(call.arguments.text("queue")).map([&] { return call.answers.done(QStringLiteral("deleted")); });
}

Result<QByteArray> whoami(QueueEngine &, const Call &call)
{
    return call.answers.account();
}

} // namespace

Handler handlerOf(const QString &capability)
{
    static const QHash<QString, Handler> handlers{
        {QStringLiteral("queue.publish"), publish},   {QStringLiteral("queue.publish_batch"), publishBatch},
        {QStringLiteral("queue.create"), create},     {QStringLiteral("queue.list"), list},
        {QStringLiteral("queue.stats"), stats},       {QStringLiteral("queue.consume"), consume},
        {QStringLiteral("queue.ack"), ack},           {QStringLiteral("queue.nack"), nack},
        {QStringLiteral("queue.dlq.list"), deadLetters}, {QStringLiteral("queue.dlq.redrive"), redrive},
        {QStringLiteral("queue.delete"), remove},     {QStringLiteral("account.whoami"), whoami},
    };
    return handlers.value(capability);
}

} // namespace holdwatch::practice

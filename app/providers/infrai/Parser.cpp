// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Parser.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::providers::infrai {

namespace {

constexpr qsizetype longestName = 512;

QString textAt(const json::Value &object, std::initializer_list<const char *> names)
{
    for (const char *name : names) {
        const auto value = object.find(QString::fromLatin1(name));
        const QString text = value ? value->text().value_or(QString()) : QString();
        if (!text.isEmpty())
            return text.left(longestName);
    }
    return {};
}

std::optional<json::Value> at(const json::Value &data, const QStringList &path)
{
    std::optional<json::Value> value = data;
    for (const QString &step : path)
        value = value ? value->find(step) : std::nullopt;
    return value;
}

/// The value a plan points to, or why there is none.
tl::expected<json::Value, QString> located(const json::Value &data, const FieldPlan &plan)
{
    if (plan.path.isEmpty())
        return tl::unexpected(plan.note);
    const QString name = plan.path.join(QLatin1Char('.')).left(80);
    const auto value = at(data, plan.path);
    if (!value)
        return tl::unexpected(QStringLiteral("\u201c%1\u201d is published but was not in the answer").arg(name));
    if (value->isNull())
        return tl::unexpected(QStringLiteral("\u201c%1\u201d is null: the server has no figure").arg(name));
    return *value;
}

template<typename T>
Metric<T> obtained(T value, const FieldPlan &plan)
{
    switch (plan.obtained) {
    case Obtained::Approximate: return Metric<T>::approximate(std::move(value), plan.note);
    case Obtained::AtMost: return Metric<T>::atMost(std::move(value), plan.note);
    case Obtained::AtLeast: return Metric<T>::atLeast(std::move(value), plan.note);
    default: return Metric<T>::reported(std::move(value));
    }
}

Metric<qint64> countOf(const json::Value &data, const FieldPlan &plan)
{
    const auto value = located(data, plan);
    if (!value)
        return Metric<qint64>::notReported(value.error());
    const auto count = value->integer();
    if (!count)
        return Metric<qint64>::notReported(count.error().what);
    if (*count < 0)
        return Metric<qint64>::notReported(QStringLiteral("%1 is negative").arg(value->path()));
    return obtained<qint64>(*count, plan);
}

tl::expected<Millis, QString> ageFromMoment(UtcTime moment, UtcTime serverNow, const QString &path)
{
    // A moment a little ahead is the clocks' disagreement; far ahead it is no age of anything.
    constexpr Millis tolerated = Minutes(1);
    if (moment > serverNow + tolerated)
        return tl::unexpected(QStringLiteral("%1 lies in the future by the server's clock").arg(path));
    return std::max(serverNow - moment, Millis(0));
}

tl::expected<UtcTime, QString> isoMoment(const json::Value &value)
{
    const auto text = value.text();
    if (!text)
        return tl::unexpected(text.error().what);
    const QDateTime moment = QDateTime::fromString(*text, Qt::ISODate);
    if (!moment.isValid() || moment.timeSpec() == Qt::LocalTime)
        return tl::unexpected(QStringLiteral("%1 is no moment with a time zone").arg(value.path()));
    return fromQDateTime(moment);
}

/// A number of units, as long as it is a plausible time.
tl::expected<Millis, QString> spanIn(const json::Value &value, const TimeUnit &unit)
{
    const auto number = value.number();
    if (!number)
        return tl::unexpected(number.error().what);
    const double millis = *number * static_cast<double>(unit.scale.count());
    constexpr double farthest = 4e12; // 2096 in epoch milliseconds; as a span, beyond any retention
    if (!std::isfinite(millis) || millis < 0 || millis > farthest)
        return tl::unexpected(QStringLiteral("%1 is out of range").arg(value.path()));
    return Millis(static_cast<qint64>(std::llround(millis)));
}

tl::expected<Millis, QString> ageFrom(const json::Value &value, const TimeUnit &unit, UtcTime serverNow)
{
    if (unit.kind == TimeUnit::Kind::IsoTime) {
        const auto moment = isoMoment(value);
        return moment ? ageFromMoment(*moment, serverNow, value.path()) : tl::unexpected(moment.error());
    }
    const auto span = spanIn(value, unit);
    if (!span)
        return tl::unexpected(span.error());
    return unit.kind == TimeUnit::Kind::EpochTime ? ageFromMoment(UtcTime(*span), serverNow, value.path()) : *span;
}

Metric<Millis> ageOf(const json::Value &data, const FieldPlan &plan, UtcTime serverNow)
{
    const auto value = located(data, plan);
    if (!value)
        return Metric<Millis>::notReported(value.error());
    const auto age = ageFrom(*value, *plan.unit, serverNow);
    if (!age)
        return Metric<Millis>::notReported(age.error());
    if (plan.unit->kind != TimeUnit::Kind::Span && plan.obtained == Obtained::Reported)
        return Metric<Millis>::derived(*age, QStringLiteral("age: counted from \u201c%1\u201d by the server's clock").arg(plan.path.join(QLatin1Char('.'))));
    return obtained<Millis>(*age, plan);
}

Metric<double> rateOf(const json::Value &data, const FieldPlan &plan)
{
    const auto value = located(data, plan);
    if (!value)
        return Metric<double>::notReported(value.error());
    const auto number = value->number();
    if (!number)
        return Metric<double>::notReported(number.error().what);
    if (!std::isfinite(*number) || *number < 0)
        return Metric<double>::notReported(QStringLiteral("%1 is out of range").arg(value->path()));
    return obtained<double>(*number * toSeconds(Minutes(1)) / toSeconds(plan.unit->scale), plan);
}

bool hasAnyExpected(const json::Value &data, const FieldMap &fields)
{
    bool anyExpected = false;
    for (const Meaning &meaning : meanings()) {
        const QStringList &path = fields.plan(meaning.figure).path;
        anyExpected = anyExpected || !path.isEmpty();
        if (!path.isEmpty() && at(data, path))
            return true;
    }
    return !anyExpected;
}

Result<WatchedQueue> readQueue(const json::Value &item, const ConnectionId &connection)
{
    const QString name = item.text() ? *item.text() : textAt(item, {"name", "queue", "queue_name", "queueName", "id"});
    if (name.isEmpty()) {
        Error error;
        error.kind = Error::Kind::Malformed;
        error.where = item.path();
        error.what = QStringLiteral("%1 of queue.list has no name.").arg(item.path());
        return failure(std::move(error));
    }
    WatchedQueue queue;
    queue.id = {connection, name.left(longestName)};
    queue.displayName = queue.id.name;
    queue.kind = textAt(item, {"type", "kind", "queue_type", "queueType"}).left(40);
    if (const auto deadLetters = deadLetterQueueIn(item))
        queue.deadLetterQueues = QStringList{*deadLetters};
    return queue;
}

} // namespace

Result<QVector<json::Value>> listIn(const json::Value &data, std::initializer_list<const char *> names)
{
    if (data.isArray())
        return data.items();
    for (const char *name : names) {
        const auto value = data.find(QString::fromLatin1(name));
        if (value && value->isArray())
            return value->items();
    }
    std::optional<json::Value> only;
    for (const QString &key : data.keys()) {
        const json::Value value = *data.find(key);
        if (!value.isArray())
            continue;
        if (only)
            return failure(Error::Kind::Malformed, QStringLiteral("%1 holds several lists, and none has a usual name.").arg(data.path()));
        only = value;
    }
    if (only)
        return only->items();
    return failure(Error::Kind::Malformed, QStringLiteral("There is no list at %1.").arg(data.path()));
}

Result<QVector<json::Value>> deadLettersIn(const json::Value &data)
{
    return listIn(data, {"messages", "items", "dead_letters", "deadLetters", "data"});
}

std::optional<QString> nextCursorIn(const json::Value &data)
{
    for (const char *name : {"next_cursor", "nextCursor", "cursor", "next"}) {
        const auto value = data.find(QString::fromLatin1(name));
        if (value && value->isNull())
            return QString();
        if (const auto text = value ? value->text() : Result<QString>(failure(Error())))
            return text->size() <= 4096 ? std::optional(*text) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<qint64> totalIn(const json::Value &data)
{
    for (const char *name : {"total", "total_count", "count"}) {
        const auto total = data.find(QString::fromLatin1(name));
        const auto count = total ? total->integer() : Result<qint64>(failure(Error()));
        if (count && *count >= 0)
            return *count;
    }
    return std::nullopt;
}

tl::expected<UtcTime, QString> momentIn(const json::Value &value, const TimeUnit &unit)
{
    if (unit.kind == TimeUnit::Kind::IsoTime)
        return isoMoment(value);
    if (unit.kind != TimeUnit::Kind::EpochTime)
        return tl::unexpected(QStringLiteral("%1 is a length of time, not a moment").arg(value.path()));
    const auto since = spanIn(value, unit);
    return since ? tl::expected<UtcTime, QString>(UtcTime(*since)) : tl::unexpected(since.error());
}

Result<QueueListing> readQueueList(const json::Value &data, const ConnectionId &connection)
{
    const auto items = listIn(data, {"queues", "items", "data", "results", "messages"});
    if (!items)
        return failure(items.error());
    QueueListing listing;
    for (const json::Value &item : *items) {
        auto queue = readQueue(item, connection);
        if (!queue)
            return failure(std::move(queue.error()));
        // A step in a path, not a segment of it: no client can ask for a queue of that name.
        if (queue->id.name == QLatin1String(".") || queue->id.name == QLatin1String(".."))
            continue;
        listing.queues.append(std::move(*queue));
    }
    listing.nextCursor = textAt(data, {"next_cursor", "nextCursor", "cursor", "next"});
    return listing;
}

void linkDeadLetters(QVector<WatchedQueue> &queues, const QHash<QString, QString> &learnt)
{
    QHash<QString, QStringList> origins;
    for (WatchedQueue &queue : queues) {
        if (queue.deadLetterQueues.isEmpty() && learnt.contains(queue.id.name))
            queue.deadLetterQueues = QStringList{learnt.value(queue.id.name)};
        for (const QString &deadLetters : queue.deadLetterQueues)
            origins[deadLetters] << queue.id.name;
    }
    QSet<QString> listed;
    for (WatchedQueue &queue : queues) {
        listed.insert(queue.id.name);
        queue.origins = origins.value(queue.id.name);
        queue.isDeadLetterQueue = !queue.origins.isEmpty();
    }
    for (WatchedQueue &queue : queues) {
        for (const QString &deadLetters : queue.deadLetterQueues) {
            if (!listed.contains(deadLetters))
                queue.findings << QStringLiteral("Its dead-letter queue \u201c%1\u201d is not in the list of queues.").arg(deadLetters);
        }
    }
}

Result<QueueSample> readStats(const json::Value &data, const FieldMap &fields, const QueueId &queue, UtcTime serverNow)
{
    if (!data.isObject() || !hasAnyExpected(data, fields)) {
        Error error;
        error.kind = Error::Kind::Malformed;
        error.where = data.path();
        error.what = QStringLiteral("The answer of queue.stats for %1 holds none of the fields it is published with.").arg(queue.name);
        error.kept = QStringLiteral("The last known values stay on screen, marked stale.");
        return failure(std::move(error));
    }
    const auto plan = [&fields](Figure figure) -> const FieldPlan & { return fields.plan(figure); };
    QueueSample sample;
    sample.queue = queue;
    sample.takenAt = serverNow;
    sample.depth = countOf(data, plan(Figure::Depth));
    sample.inFlight = countOf(data, plan(Figure::InFlight));
    sample.delayed = countOf(data, plan(Figure::Delayed));
    sample.consumers = countOf(data, plan(Figure::Consumers));
    sample.deadLetters = countOf(data, plan(Figure::DeadLetters));
    sample.arrivalsTotal = countOf(data, plan(Figure::Arrivals));
    sample.completionsTotal = countOf(data, plan(Figure::Completions));
    sample.retriesTotal = countOf(data, plan(Figure::Retries));
    sample.arrivalsPerMinute = rateOf(data, plan(Figure::ArrivalRate));
    sample.completionsPerMinute = rateOf(data, plan(Figure::CompletionRate));
    sample.retriesPerMinute = rateOf(data, plan(Figure::RetryRate));
    sample.oldestAge = ageOf(data, plan(Figure::OldestAge), serverNow);
    sample.oldestDeadLetterAge = ageOf(data, plan(Figure::OldestDeadLetterAge), serverNow);
    sample.ageIncludesInFlight = saysInFlightIsIncluded(plan(Figure::OldestAge).description).value_or(false);
    return sample;
}

std::optional<QString> deadLetterQueueIn(const json::Value &queueOrStats)
{
    const QString name = textAt(queueOrStats, {"dead_letter_queue", "deadLetterQueue", "dead_letter_queue_name", "dlq", "dlq_name", "dead_letter"});
    return name.isEmpty() ? std::nullopt : std::optional(name);
}

Result<DeadLetterCount> countDeadLetters(const json::Value &data)
{
    if (const auto total = totalIn(data))
        return DeadLetterCount{*total, true};
    const auto items = deadLettersIn(data);
    if (!items)
        return failure(items.error());
    return DeadLetterCount{items->size(), false};
}

} // namespace holdwatch::providers::infrai

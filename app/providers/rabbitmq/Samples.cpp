// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Samples.h"

namespace holdwatch::providers::rabbitmq {

namespace {

template<typename T>
Metric<T> reportedOr(const std::optional<T> &value, const QString &why)
{
    return value ? Metric<T>::reported(*value) : Metric<T>::notReported(why);
}

Metric<double> perMinute(const std::optional<double> &perSecond)
{
    if (!perSecond)
        return Metric<double>::notReported(QStringLiteral("The broker publishes no rate for this queue yet."));
    return Metric<double>::approximate(*perSecond * 60.0, QStringLiteral("the broker's own average over its last statistics interval"));
}

Metric<Millis> ageNotReported(const QueueRow &row)
{
    if (row.type == QLatin1String("quorum") || row.type == QLatin1String("stream"))
        return Metric<Millis>::notReported(QStringLiteral("RabbitMQ tells no head timestamp for %1 queues.").arg(row.type));
    return Metric<Millis>::notReported(QStringLiteral("The message at the head carries no timestamp, or is not in memory. Publishers must set the "
                                                      "timestamp property, or the broker stamp it on arrival."));
}

Metric<Millis> ageOf(const QueueRow &row, UtcTime now)
{
    if (row.headTimestamp != QueueRow::HeadTimestamp::Present)
        return ageNotReported(row);
    const UtcTime stamped{Seconds(row.headTimestampSeconds)};
    const Millis age = now - stamped;
    // The property is the publisher's: some write milliseconds, some have a wrong clock.
    constexpr Seconds tolerated(60), implausible(400LL * 24 * 3600);
    if (age < -tolerated || age > implausible)
        return Metric<Millis>::notReported(QStringLiteral("The publisher's timestamp at the head (%1) is no plausible unix time in seconds.").arg(row.headTimestampSeconds));
    return Metric<Millis>::approximate(std::max(age, Millis(0)), QStringLiteral("from the timestamp the publisher set on the oldest message; whole seconds"));
}

Metric<qint64> deadLettersIn(const QStringList &names, const QHash<QString, const WatchedQueue *> &queues, const QHash<QString, QueueRow> &rows)
{
    qint64 sum = 0;
    bool shared = false;
    for (const QString &name : names) {
        const QueueRow row = rows.value(name);
        if (!row.ready)
            return Metric<qint64>::notReported(QStringLiteral("There is no figure for %1.").arg(name));
        sum += *row.ready + row.unacknowledged.value_or(0);
        const WatchedQueue *target = queues.value(name);
        shared = shared || (target && target->origins.size() > 1);
    }
    const QString list = names.join(QStringLiteral(", "));
    if (shared)
        return Metric<qint64>::atMost(sum, QStringLiteral("%1 also takes dead letters of other queues").arg(list));
    return Metric<qint64>::derived(sum, QStringLiteral("messages in %1").arg(list));
}

} // namespace

QueueSample toSample(const WatchedQueue &queue, const QueueRow &row, UtcTime now)
{
    const QString noStatistics = QStringLiteral("The broker has no statistics for this queue yet.");
    QueueSample sample;
    sample.queue = queue.id;
    sample.takenAt = now;
    sample.depth = reportedOr(row.ready, noStatistics);
    sample.inFlight = reportedOr(row.unacknowledged, noStatistics);
    sample.delayed = Metric<qint64>::notReported(QStringLiteral("RabbitMQ keeps no count of delayed messages."));
    sample.consumers = reportedOr(row.consumers, noStatistics);
    const QString noCounter = QStringLiteral("Nothing of this kind has happened since the queue's process started.");
    sample.arrivalsTotal = reportedOr(row.publishTotal, noCounter);
    sample.completionsTotal = reportedOr(row.completedTotal, noCounter);
    sample.retriesTotal = reportedOr(row.redeliveredTotal, noCounter);
    sample.arrivalsPerMinute = perMinute(row.publishPerSecond);
    sample.completionsPerMinute = perMinute(row.completedPerSecond);
    sample.retriesPerMinute = perMinute(row.redeliveredPerSecond);
    sample.oldestAge = ageOf(row, now);
    sample.ageIncludesInFlight = true;
    sample.oldestDeadLetterAge = Metric<Millis>::notReported(QStringLiteral("Only a look at the dead letters would tell."));
    sample.deadLetters = Metric<qint64>::notReported(QStringLiteral("This queue has no dead-letter queue."));
    return sample;
}

void addDeadLetters(QVector<QueueSample> &samples, const QVector<WatchedQueue> &queues, const QHash<QString, QueueRow> &rows)
{
    QHash<QString, const WatchedQueue *> byName;
    for (const WatchedQueue &queue : queues)
        byName.insert(queue.id.name, &queue);
    for (QueueSample &sample : samples) {
        const WatchedQueue *queue = byName.value(sample.queue.name);
        if (queue && !queue->deadLetterQueues.isEmpty())
            sample.deadLetters = deadLettersIn(queue->deadLetterQueues, byName, rows);
    }
}

QVector<MetricMeaning> metricMeanings()
{
    const Millis statistics = Seconds(5); // collect_statistics_interval's default
    const auto meaning = [&](const char *metric, Obtained obtained, const char *text, const char *source) {
        return MetricMeaning{QString::fromLatin1(metric), obtained, QString::fromLatin1(text), QString::fromLatin1(source), statistics, Millis(0)};
    };
    return {
        meaning("depth", Obtained::Reported, "Messages ready to deliver.", "messages_ready"),
        meaning("in_flight", Obtained::Reported, "Delivered and not acknowledged.", "messages_unacknowledged"),
        meaning("delayed", Obtained::NotReported, "RabbitMQ keeps no count of delayed messages.", ""),
        meaning("oldest_age", Obtained::Approximate,
                "Since the timestamp the publisher set on the oldest message at the head or in flight; classic queues only, and only while that message is in memory.",
                "head_message_timestamp"),
        meaning("arrivals", Obtained::Approximate, "Published into the queue.", "message_stats.publish"),
        meaning("completions", Obtained::Approximate, "Acknowledged, plus delivered without acknowledgement.", "message_stats.ack, deliver_no_ack, get_no_ack"),
        meaning("consumers", Obtained::Reported, "Consumers attached now.", "consumers"),
        meaning("retries", Obtained::Approximate, "Redeliveries since the queue's process started.", "message_stats.redeliver"),
        meaning("dead_letters", Obtained::Derived, "Messages in the queues its dead-letter exchange leads to.", "bindings, messages of those queues"),
    };
}

} // namespace holdwatch::providers::rabbitmq

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Meanings.h"

#include <QRegularExpression>

namespace holdwatch::providers::infrai {

namespace {

QVector<Alias> exact(const QString &names)
{
    QVector<Alias> aliases;
    for (const QString &name : names.split(QLatin1Char(' ')))
        aliases.append({name, Obtained::Reported, {}});
    return aliases;
}

QVector<Alias> ageAliases()
{
    QVector<Alias> aliases = exact(QStringLiteral("oldest_message_age oldest_age age_of_oldest_message oldest_due_age oldest_message_at oldest_due_at "
                                                  "oldest_message_due_at oldest_at oldest_message_timestamp"));
    const QString enqueued = QStringLiteral("counts from when the message was published, not from when it was due");
    for (const char *name : {"oldest_enqueued_at", "oldest_published_at", "oldest_message_enqueued_at", "oldest_message_published_at"})
        aliases.append({QString::fromLatin1(name), Obtained::AtMost, enqueued});
    return aliases;
}

QVector<Meaning> makeMeanings()
{
    const auto text = [](const char *latin) { return QString::fromLatin1(latin); };
    return {
        {Figure::Depth, text("depth"), text("messages that are due and wait for a consumer"),
         exact(text("depth queue_depth message_count messages_ready ready ready_count messages pending available visible waiting number_of_messages"))},
        {Figure::InFlight, text("in_flight"), text("messages delivered and not yet acknowledged"),
         exact(text("in_flight inflight in_flight_count leased not_visible unacked unacknowledged reserved"))},
        {Figure::Delayed, text("delayed"), text("messages not yet due"), exact(text("delayed delayed_count scheduled scheduled_count"))},
        {Figure::OldestAge, text("oldest_age"), text("how long the oldest due message has waited"), ageAliases(), true},
        {Figure::Arrivals, text("arrivals"), text("messages published since the queue was created"),
         exact(text("published_total enqueued_total arrivals_total total_published total_enqueued sent_total"))},
        {Figure::Completions, text("completions"), text("messages acknowledged since the queue was created"),
         exact(text("completed_total acked_total acknowledged_total processed_total total_completed total_acked"))},
        {Figure::Consumers, text("consumers"), text("consumers the system counts as attached"),
         exact(text("consumers consumer_count active_consumers"))},
        {Figure::Retries, text("retries"), text("redeliveries since the queue was created"),
         exact(text("redelivered_total retries_total redeliveries_total retry_count retries redelivered redeliveries nack_count"))},
        {Figure::DeadLetters, text("dead_letters"), text("messages of this queue that gave up"),
         exact(text("dead_letters dlq_depth dlq_count dead_letter_count dead_letter_depth dead_lettered dlq_messages"))},
        {Figure::OldestDeadLetterAge, text("oldest_dead_letter_age"), text("how long the oldest dead letter has been one"),
         exact(text("oldest_dead_letter_age dlq_oldest_age dlq_oldest_message_age oldest_dead_letter_at dlq_oldest_message_at")), true},
        {Figure::ArrivalRate, text("arrivals_per_minute"), text("messages published a minute"),
         exact(text("arrivals_per published_per enqueued_per arrival_rate publish_rate")), false, true},
        {Figure::CompletionRate, text("completions_per_minute"), text("messages acknowledged a minute"),
         exact(text("completions_per completed_per acked_per completion_rate ack_rate")), false, true},
        {Figure::RetryRate, text("retries_per_minute"), text("redeliveries a minute"),
         exact(text("retries_per redelivered_per redeliveries_per retry_rate")), false, true},
    };
}

} // namespace

const QVector<Meaning> &meanings()
{
    static const QVector<Meaning> all = makeMeanings();
    return all;
}

std::optional<bool> saysInFlightIsIncluded(const QString &description)
{
    static const QRegularExpression inFlight(QStringLiteral("in[- ]?flight|leased|unack|unfinished"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression leftOut(QStringLiteral("exclud|without|not (count|includ)|except|leaves? out"), QRegularExpression::CaseInsensitiveOption);
    if (!inFlight.match(description).hasMatch())
        return std::nullopt;
    return !leftOut.match(description).hasMatch();
}

} // namespace holdwatch::providers::infrai

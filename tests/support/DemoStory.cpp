// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DemoStory.h"

#include <cmath>
#include <limits>

namespace holdwatch::test {

namespace {

QString q(const char *text)
{
    return QString::fromUtf8(text);
}

QVector<float> wave(double base, double swing, double phase)
{
    QVector<float> line;
    for (int i = 0; i < 40; ++i)
        line << (i == 17 ? std::numeric_limits<float>::quiet_NaN() : float(std::max(0.0, base + swing * std::sin(phase + i / 5.0) + base * i / 80.0)));
    return line;
}

void place(QueueStatus &status, const char *connection, const char *provider, Environment environment)
{
    status.queue.id.connection = ConnectionId(q(connection));
    status.sample.queue = status.queue.id;
    status.connectionName = q(connection);
    status.provider = q(provider);
    status.environment = environment;
}

QueueStatus deadSetOf(const QueueStatus &origin)
{
    QueueStatus status = origin;
    status.queue.id.name += q(".dlq");
    status.queue.displayName += q(".dlq");
    status.queue.isDeadLetterQueue = true;
    status.queue.origins = {origin.queue.id.name};
    status.sample.queue = status.queue.id;
    status.sample.depth = origin.sample.deadLetters;
    status.sample.oldestAge = Metric<Millis>::notReported(q("A dead-letter queue is not judged by age."));
    status.assessment = {};
    status.assessment.reason = q("12 dead letters, 2 of them in the last 10 minutes");
    return status;
}

} // namespace

QueueStatus demoQueue(const QString &name, Verdict verdict, Millis age, UtcTime now)
{
    QueueStatus status;
    status.queue.id = {ConnectionId(q("practice")), name};
    status.queue.displayName = name;
    status.queue.kind = q("standard");
    place(status, "practice", "practice", Environment::Practice);
    status.tolerance.owner = q("Bookings on call");
    status.tolerance.runbook = q("https://runbooks.example/queues/") + name;
    QueueSample &sample = status.sample;
    const size_t seed = qHash(name);
    sample.takenAt = now - Seconds(seed % 5);
    sample.depth = Metric<qint64>::reported(qint64(seed % 900));
    sample.inFlight = Metric<qint64>::reported(qint64(seed % 41));
    sample.delayed = Metric<qint64>::reported(qint64(seed % 7));
    sample.consumers = Metric<qint64>::reported(4);
    sample.deadLetters = Metric<qint64>::reported(verdict == Verdict::Healthy ? 0 : 12);
    sample.arrivalsPerMinute = Metric<double>::reported(40 + double(seed % 200) / 10);
    sample.completionsPerMinute = Metric<double>::derived(38.2, q("from totals of two samples"));
    sample.retriesPerMinute = Metric<double>::derived(double(seed % 40) / 10, q("from totals of two samples"));
    sample.oldestAge = Metric<Millis>::reported(age);
    status.assessment.at = sample.takenAt;
    status.assessment.verdict = verdict;
    status.assessment.cause = Cause::AgeInWindow;
    status.assessment.age = age;
    status.assessment.headroom = status.tolerance.holdWindow - age;
    status.assessment.earliestBreach = std::max<Millis>(Millis(0), *status.assessment.headroom);
    status.assessment.reason = q("age %1 of 15:00, steady").arg(formatDuration(age));
    status.sparkline = wave(double(seed % 300), 30, double(seed % 6));
    status.watchedSince = now - std::chrono::hours(27);
    return status;
}

QVector<QueueStatus> demoQueues(UtcTime now, int extra)
{
    QVector<QueueStatus> all;
    QueueStatus approaching = demoQueue(q("reservation-expiry"), Verdict::Approaching, Seconds(454), now);
    approaching.assessment.ageSlope = 0.9;
    approaching.assessment.projectedBreach = Seconds(510);
    approaching.assessment.confidence = 0.8;
    approaching.assessment.reason = q("age 7:34 of 15:00, rising 0.9 s/s for 4 min; earliest breach in 7:26, projected in about 8:30");
    approaching.sample.depth = Metric<qint64>::reported(8123);
    approaching.deadLettersDelta = 2;
    all << approaching << deadSetOf(approaching);

    QueueStatus watch = demoQueue(q("inventory-reservations"), Verdict::Watch, Seconds(220), now);
    watch.assessment.ageSlope = 0.28;
    watch.assessment.projectedBreach = Minutes(40);
    watch.assessment.confidence = 0.6;
    watch.assessment.reason = q("age 3:40 of 15:00, rising 0.28 s/s for 6 min; earliest breach in 11:20, projected in about 40 min");
    watch.notes = {q("mixed, urgent class not observable")};
    all << watch;

    QueueStatus cleanup = demoQueue(q("access-cleanup"), Verdict::Healthy, Seconds(2), now);
    cleanup.tolerance.holdWindow = Minutes(10);
    cleanup.assessment.headroom = Minutes(10) - Seconds(2);
    cleanup.timeToDrain = Seconds(40);
    all << cleanup;

    QueueStatus breached = demoQueue(q("checkout-capture"), Verdict::Breached, Seconds(1023), now);
    place(breached, "infrai-eu", "infrai", Environment::Production);
    breached.assessment.earliestBreach = Millis(0);
    breached.assessment.ageSlope = 0.6;
    breached.assessment.reason = q("age 17:03 of 15:00, past the window for 2:03 and rising 0.6 s/s for 11 min");
    breached.sample.consumers = Metric<qint64>::notReported(q("This system has no figure for attached consumers."));
    all << breached;

    QueueStatus recovering = demoQueue(q("refund-requests"), Verdict::Recovering, Seconds(520), now);
    place(recovering, "infrai-eu", "infrai", Environment::Production);
    recovering.assessment.ageSlope = -1.4;
    recovering.assessment.reason = q("was approaching; age 8:40 of 15:00, falling 1.4 s/s for 3 min");
    recovering.timeToDrain = Minutes(6);
    all << recovering;

    QueueStatus bound = demoQueue(q("email-receipts"), Verdict::Healthy, Seconds(200), now);
    place(bound, "infrai-eu", "infrai", Environment::Production);
    bound.sample.oldestAge = Metric<Millis>::atMost(Seconds(200), q("the queue was last seen empty 3:20 ago"));
    bound.assessment.reason = q("age at most 3:20 of 15:00: last seen empty 3:20 ago");
    all << bound;

    QueueStatus stale = demoQueue(q("orders"), Verdict::Stale, Seconds(130), now - Seconds(47));
    place(stale, "rabbit-staging", "rabbitmq", Environment::Staging);
    stale.queue.kind = q("quorum");
    stale.assessment.cause = Cause::NoFreshSample;
    stale.assessment.reason = q("no fresh sample for 47 s; the last one said age 2:10 of 15:00");
    all << stale;

    QueueStatus quiet = demoQueue(q("shop/shipping-labels"), Verdict::NotReported, Seconds(0), now - Seconds(3));
    place(quiet, "rabbit-staging", "rabbitmq", Environment::Staging);
    quiet.queue.kind = q("classic");
    quiet.sample.oldestAge = Metric<Millis>::notReported(q("The head message carries no timestamp. Ask the publisher to set one."));
    quiet.sample.retriesPerMinute = Metric<double>::notReported(q("Classic queues do not count redeliveries."));
    quiet.assessment.verdict = Verdict::NotReported;
    quiet.assessment.cause = Cause::AgeNotReported;
    quiet.assessment.age = std::nullopt;
    quiet.assessment.headroom = std::nullopt;
    quiet.assessment.earliestBreach = std::nullopt;
    quiet.assessment.reason = q("the source gives no age; depth 40 and dead letters 0 are watched");
    all << quiet;

    for (int i = 0; i < extra; ++i)
        all << demoQueue(q("tenant-%1-jobs").arg(i, 4, 10, QLatin1Char('0')), Verdict::Healthy, Seconds(1 + i % 50), now);
    return all;
}

QVector<ConnectionStatus> demoConnections(UtcTime now)
{
    using State = ConnectionStatus::State;
    ConnectionStatus practice;
    practice.id = ConnectionId(q("practice"));
    practice.name = practice.provider = q("practice");
    practice.environment = Environment::Practice;
    practice.state = State::Ok;
    practice.lastSuccess = now - Seconds(2);
    practice.nextAttempt = now + Seconds(3);
    practice.requestsPerMinute = 36;
    practice.queueCount = 4;

    ConnectionStatus infrai = practice;
    infrai.id = ConnectionId(q("infrai-eu"));
    infrai.name = q("infrai-eu");
    infrai.provider = q("infrai");
    infrai.environment = Environment::Production;
    infrai.requestsPerMinute = 12;
    infrai.costPerHourUsd = 0.0072;
    infrai.clockOffset = Millis(-420);
    infrai.queueCount = 3;
    infrai.state = State::Degraded;
    infrai.text = q("One capability changed: stats no longer says how many consumers are attached.");
    infrai.drift = {q("GET /v1/queue/{name}/stats: the field consumers is gone from the response schema; consumers are not reported.")};

    ConnectionStatus rabbit = practice;
    rabbit.id = ConnectionId(q("rabbit-staging"));
    rabbit.name = q("rabbit-staging");
    rabbit.provider = q("rabbitmq");
    rabbit.environment = Environment::Staging;
    rabbit.state = State::Unreachable;
    rabbit.text = q("rabbit.staging.example refused the connection. The last figures are kept and marked stale. Check that the management plugin runs.");
    rabbit.lastSuccess = now - Seconds(47);
    rabbit.nextAttempt = now + Seconds(47);
    rabbit.requestsPerMinute = 1.5;
    rabbit.queueCount = 2;
    return {practice, infrai, rabbit};
}

QVector<Alert> demoAlerts(UtcTime now)
{
    QVector<Alert> alerts;
    for (const QueueStatus &status : demoQueues(now)) {
        const Verdict verdict = status.assessment.verdict;
        if (verdict != Verdict::Approaching && verdict != Verdict::Breached)
            continue;
        Alert alert;
        alert.id = AlertId(status.queue.id.name + q("/age"));
        alert.queue = status.queue.id;
        alert.connectionName = status.connectionName;
        alert.queueName = status.queue.displayName;
        alert.cause = Cause::AgeInWindow;
        alert.verdict = verdict;
        alert.reason = status.assessment.reason;
        alert.openedAt = now - Minutes(verdict == Verdict::Breached ? 14 : 3);
        alert.changedAt = now - Minutes(2);
        alert.owner = status.tolerance.owner;
        alert.runbook = status.tolerance.runbook;
        if (verdict == Verdict::Breached) {
            alert.acknowledgedBy = q("mira");
            alert.acknowledgedAt = now - Minutes(6);
        }
        alerts << alert;
    }
    return alerts;
}

QVector<AlertLogEntry> demoLog(UtcTime now)
{
    using Kind = AlertLogEntry::Kind;
    const QueueId expiry{ConnectionId(q("practice")), q("reservation-expiry")};
    const QueueId capture{ConnectionId(q("infrai-eu")), q("checkout-capture")};
    const QueueId orders{ConnectionId(q("rabbit-staging")), q("orders")};
    return {
        {1, now - Minutes(31), Kind::VerdictChanged, capture, q("infrai-eu"), Verdict::Healthy, Verdict::Watch, Cause::AgeInWindow,
         q("age 2:50 of 15:00, rising 0.5 s/s for 5 min; earliest breach in 12:10, projected in about 24 min")},
        {2, now - Minutes(14), Kind::VerdictChanged, capture, q("infrai-eu"), Verdict::Watch, Verdict::Approaching, Cause::AgeInWindow,
         q("age 7:31 of 15:00, rising 0.6 s/s for 8 min; earliest breach in 7:29, projected in about 12:20")},
        {3, now - Minutes(14), Kind::Opened, capture, q("infrai-eu"), {}, Verdict::Approaching, Cause::AgeInWindow, q("Bookings on call was told.")},
        {4, now - Minutes(6), Kind::Acknowledged, capture, q("infrai-eu"), {}, Verdict::Approaching, Cause::AgeInWindow, q("mira acknowledged it.")},
        {5, now - Minutes(5), Kind::NoticeFailed, capture, q("infrai-eu"), {}, Verdict::Approaching, Cause::AgeInWindow,
         q("The webhook hooks.example answered 503. The alert stands; the next change is sent again.")},
        {6, now - Minutes(3), Kind::VerdictChanged, expiry, q("practice"), Verdict::Watch, Verdict::Approaching, Cause::AgeInWindow,
         q("age 7:34 of 15:00, rising 0.9 s/s for 4 min; earliest breach in 7:26, projected in about 8:30")},
        {7, now - Minutes(2), Kind::VerdictChanged, capture, q("infrai-eu"), Verdict::Approaching, Verdict::Breached, Cause::AgeInWindow,
         q("age 15:00 of 15:00, rising 0.6 s/s for 9 min")},
        {8, now - Seconds(47), Kind::VerdictChanged, orders, q("rabbit-staging"), Verdict::Healthy, Verdict::Stale, Cause::NoFreshSample,
         q("no fresh sample for 45 s; the last one said age 2:10 of 15:00")},
    };
}

} // namespace holdwatch::test

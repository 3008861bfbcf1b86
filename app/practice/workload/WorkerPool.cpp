// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/WorkerPool.h"

#include <algorithm>

namespace holdwatch::practice {
namespace {

constexpr Millis betweenQuestions{500}; ///< to an empty queue

/// Every return costs a message one of its retries, so a single 429 is sat out.
constexpr int refusalsBeforeReturn = 2;

constexpr Millis restartTime = Seconds(3); ///< of a worker's process

/// The queue has no way to dead-letter at once, so what will never succeed uses up its retries quickly.
constexpr Millis permanentDelay{1000};

QString classOf(const Error &error)
{
    switch (error.kind) {
    case Error::Kind::Unsupported: return QStringLiteral("unsupported-version");
    case Error::Kind::Malformed: return QStringLiteral("malformed");
    case Error::Kind::NotFound: return QStringLiteral("permanent-rejection");
    default: return QStringLiteral("transient-dependency");
    }
}

} // namespace

WorkerPool::WorkerPool(Settings settings, QueueEngine &queue, Ledger &ledger, const Clock &clock, Chance &chance)
    : m_settings(std::move(settings))
    , m_queue(queue)
    , m_ledger(ledger)
    , m_clock(clock)
    , m_chance(chance)
    , m_downstream(m_settings.downstreamPerSecond)
{
    setWorkers(m_settings.workers);
}

void WorkerPool::setWorkers(int count)
{
    m_wanted = count;
    while (static_cast<int>(m_workers.size()) < count)
        m_workers.push_back({QStringLiteral("%1-worker-%2").arg(m_settings.queue).arg(m_workers.size() + 1), {}, false, {}});
}

void WorkerPool::setFaults(const PoolFaults &faults)
{
    m_faults = faults;
    m_downstream.setShare(faults.downstreamShare);
}

Result<void> WorkerPool::advance(Millis now)
{
    m_trouble.reset();
    for (size_t place = 0; place < m_workers.size(); ++place)
        act(m_workers[place], static_cast<int>(place), now);
    while (static_cast<int>(m_workers.size()) > m_wanted && !m_workers.back().inHand)
        m_workers.pop_back();
    return m_trouble ? Result<void>(failure(*m_trouble)) : Result<void>();
}

void WorkerPool::act(Worker &worker, int place, Millis now)
{
    if (worker.stuck)
        letGoIfOver(worker, place, now);
    if (worker.stuck || now < worker.busyUntil)
        return;
    if (worker.inHand)
        finish(worker, now);
    if (place < m_wanted && now >= worker.busyUntil)
        take(worker, place, now);
}

void WorkerPool::take(Worker &worker, int place, Millis now)
{
    auto taken = m_queue.consume(m_settings.queue, 1, m_lease, worker.name);
    if (!taken) {
        note(failure(taken.error()));
        worker.busyUntil = now + betweenQuestions;
    } else if (taken->isEmpty()) {
        worker.busyUntil = now + betweenQuestions;
    } else {
        worker.inHand = taken->takeFirst();
        worker.refusals = 0;
        worker.stuck = place < m_faults.stuckWorkers;
        worker.busyUntil = now + fromSeconds(toSeconds(m_chance.around(m_settings.handling)) * m_faults.slowdown);
    }
}

void WorkerPool::finish(Worker &worker, Millis now)
{
    const Downstream::Answer answer = m_downstream.call(now);
    worker.busyUntil = now + answer.retryAfter;
    if (!answer.accepted && ++worker.refusals < refusalsBeforeReturn)
        return; // waits with the message in hand, as asked

    const Delivery delivery = *std::exchange(worker.inHand, std::nullopt);
    if (answer.accepted) {
        conclude(delivery, handle(delivery, worker.name));
        return;
    }
    const QString reason = QStringLiteral("rate limit: the downstream answered 429 with Retry-After: %1").arg(answer.retryAfter.count());
    conclude(delivery, {Ending::Return, reason, answer.retryAfter + m_chance.between(Millis(0), Millis(500)), QStringLiteral("rate-limit")});
}

void WorkerPool::letGoIfOver(Worker &worker, int place, Millis now)
{
    const bool leaseOver = m_clock.now() >= worker.inHand->leaseUntil;
    if (place < m_faults.stuckWorkers && !leaseOver)
        return;
    // The process was replaced: it knows nothing of the message any more, whose lease runs out by itself.
    worker.inHand.reset();
    worker.stuck = false;
    // Starting again takes a while, in which another worker meets the message.
    worker.busyUntil = now + restartTime;
}

WorkerPool::Verdict WorkerPool::handle(const Delivery &delivery, const QString &consumer)
{
    const auto command = readCommand(delivery.payload, m_faults.newestSchema);
    if (!command)
        return {Ending::Return, command.error().what, permanentDelay, classOf(command.error())};
    return execute(*command, delivery, consumer);
}

WorkerPool::Verdict WorkerPool::execute(const Command &command, const Delivery &delivery, const QString &consumer)
{
    const bool first = delivery.deliveryCount == 1;
    const bool failAfterClaim = first && m_chance.happens(m_faults.rollbacks);
    const auto execution = m_ledger.apply(command, {delivery.id, delivery.deliveryCount, consumer, m_clock.now()}, failAfterClaim);
    if (!execution) {
        const bool permanent = execution.error().kind == Error::Kind::NotFound;
        if (execution.error().kind == Error::Kind::Storage)
            note(failure(execution.error()));
        return {Ending::Return, execution.error().what, permanent ? permanentDelay : retryDelay(delivery.deliveryCount), classOf(execution.error())};
    }
    // A redelivery is always acknowledged, or a lost ack would repeat until the queue gives up on finished work.
    const bool lost = first && *execution != Execution::Duplicate && m_chance.happens(m_faults.lostAcks);
    return {lost ? Ending::WithholdAck : Ending::Ack, {}, {}};
}

void WorkerPool::conclude(const Delivery &delivery, const Verdict &verdict)
{
    if (verdict.ending == Ending::WithholdAck)
        return;
    const auto told = verdict.ending == Ending::Ack
        ? m_queue.ack(m_settings.queue, delivery.id, delivery.receipt)
        : m_queue.nack(m_settings.queue, delivery.id, delivery.receipt, verdict.delay, verdict.reason, verdict.errorClass);
    // A lease that ran out meanwhile is no trouble: the redelivery meets its key.
    if (!told && told.error().kind != Error::Kind::Conflict && told.error().kind != Error::Kind::NotFound)
        note(told);
}

Result<int> WorkerPool::clearLeftovers(int most)
{
    m_trouble.reset();
    const QString consumer = QStringLiteral("%1-worker-1").arg(m_settings.queue);
    const auto deliveries = m_queue.consume(m_settings.queue, most, std::nullopt, consumer);
    if (!deliveries)
        return failure(deliveries.error());
    for (const Delivery &delivery : *deliveries)
        conclude(delivery, handle(delivery, consumer));
    if (m_trouble)
        return failure(*m_trouble);
    return static_cast<int>(deliveries->size());
}

void WorkerPool::finishInHand()
{
    for (Worker &worker : m_workers) {
        if (!worker.inHand || worker.stuck)
            continue;
        const Delivery delivery = *std::exchange(worker.inHand, std::nullopt);
        conclude(delivery, handle(delivery, worker.name));
    }
}

Millis WorkerPool::retryDelay(int deliveryCount)
{
    // Exponential with full jitter, so that a batch that failed together does not come back together.
    constexpr Millis longest = Seconds(15);
    const Millis most = std::min<Millis>(longest, Seconds(1) * (1 << std::min(deliveryCount, 5)));
    return m_chance.between(Millis(300), most);
}

void WorkerPool::note(const Result<void> &outcome)
{
    if (!outcome)
        m_trouble = outcome.error();
}

} // namespace holdwatch::practice

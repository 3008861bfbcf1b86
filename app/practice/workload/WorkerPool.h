// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"
#include "app/practice/workload/Chance.h"
#include "app/practice/workload/Command.h"
#include "app/practice/workload/Downstream.h"
#include "app/practice/workload/Ledger.h"

#include <vector>

namespace holdwatch::practice {

/// What goes wrong in one pool right now.
struct PoolFaults
{
    double slowdown = 1;       ///< factor on handling times
    int stuckWorkers = 0;      ///< so many take a message and keep it
    double lostAcks = 0;       ///< share of applied commands whose ack is withheld
    double rollbacks = 0;      ///< share of first deliveries that fail after the claim
    double downstreamShare = 1;
    int newestSchema = holdwatch::practice::newestSchema; ///< that the consumer knows
    bool operator==(const PoolFaults &) const = default;
};

/// The idempotent consumer, several of it, on one queue. Each worker leases one message at a time, handles it
/// for a while, asks the downstream, lets the ledger run its transaction and only then acknowledges.
/// A 429 is obeyed: the worker waits, and returns the message at the second one. Failures are returned to the queue with a delay: the queue counts them and gives up in the end.
/// Two times: leases are the queue's (`Clock`), handling is workload time, given to `advance()`.
class WorkerPool
{
public:
    struct Settings
    {
        QString queue;
        int workers = 1;
        Millis handling{};
        double downstreamPerSecond = 0;
    };

    /// References must outlive the pool.
    WorkerPool(Settings settings, QueueEngine &queue, Ledger &ledger, const Clock &clock, Chance &chance);

    const QString &queue() const { return m_settings.queue; }
    void setWorkers(int count); ///< one that leaves finishes what it has in hand first
    void setFaults(const PoolFaults &faults);
    /// What the workers ask for: as long as handling can take. Unset: the queue's default.
    void setLease(std::optional<Seconds> lease) { m_lease = lease; }

    /// Lets the workers act up to workload time `now`. The error of queue or ledger, if there was one: the
    /// message concerned is back in the queue or comes back after its lease.
    Result<void> advance(Millis now);

    /// Handles up to `most` waiting messages at once, without handling times or downstream limit, and says
    /// how many there were: what a fresh start does with the leftovers of the last run.
    Result<int> clearLeftovers(int most);

    /// What a good worker does when asked to stop: finish what is in hand. Stuck workers do not.
    void finishInHand();

private:
    struct Worker
    {
        QString name;
        std::optional<Delivery> inHand;
        bool stuck = false;
        int refusals = 0;       ///< 429s met with the message in hand
        Millis busyUntil{}; ///< workload time: handling ends, or the next question to the queue
    };
    enum class Ending { Ack, WithholdAck, Return };
    struct Verdict
    {
        Ending ending = Ending::Ack;
        QString reason;
        Millis delay{};
        QString errorClass{};
    };

    void act(Worker &worker, int place, Millis now);
    void take(Worker &worker, int place, Millis now);
    void finish(Worker &worker, Millis now);
    void letGoIfOver(Worker &worker, int place, Millis now);
    Verdict handle(const Delivery &delivery, const QString &consumer);
    Verdict execute(const Command &command, const Delivery &delivery, const QString &consumer);
    void conclude(const Delivery &delivery, const Verdict &verdict);
    Millis retryDelay(int deliveryCount);
    void note(const Result<void> &outcome);

    Settings m_settings;
    QueueEngine &m_queue;
    Ledger &m_ledger;
    const Clock &m_clock;
    Chance &m_chance;
    Downstream m_downstream;
    PoolFaults m_faults;
    std::optional<Seconds> m_lease;
    std::vector<Worker> m_workers;
    int m_wanted = 0;
    std::optional<Error> m_trouble; ///< of the present advance
};

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/workload/Chance.h"
#include "app/practice/workload/Ledger.h"

namespace holdwatch::practice {

/// A short stretch of time in which producers act.
struct Stretch
{
    Millis from{};                     ///< workload time
    Millis to{};
    UtcTime clock{};                   ///< the queue's time at its end
    double arrivalFactor = 1;
    std::optional<Millis> poisonEvery; ///< unset: no poison
};

/// Makes work: records subjects and their commands in the ledger in one commit. Publishing is the relay's
/// part, so that a crash between the two loses nothing.
class Producer
{
public:
    virtual ~Producer() = default;
    virtual Result<void> advance(const Stretch &stretch) = 0;

protected:
    Producer(Ledger &ledger, Chance &chance) : m_ledger(ledger), m_chance(chance) {}
    Result<void> record(const QVector<OutboxEntry> &entries, UtcTime now);
    int schemaFor(const Stretch &stretch); ///< the version the next command is written in
    int arrivalsIn(const Stretch &stretch, double perMinute);

    Ledger &m_ledger;
    Chance &m_chance;

private:
    std::optional<Millis> m_lastPoison;
};

/// Creates holds, each with a delayed command to expire it; customers confirm some and extend others
/// meanwhile, which the command's conditional change then respects.
class ReservationDesk final : public Producer
{
public:
    ReservationDesk(Ledger &ledger, Chance &chance, double perMinute) : Producer(ledger, chance), m_perMinute(perMinute) {}
    Result<void> advance(const Stretch &stretch) override;

private:
    Result<void> customersDecide(const Stretch &stretch);
    double m_perMinute;
};

/// Takes orders whose stock must be reserved; one in five is urgent.
class OrderDesk final : public Producer
{
public:
    OrderDesk(Ledger &ledger, Chance &chance, double perMinute) : Producer(ledger, chance), m_perMinute(perMinute) {}
    Result<void> advance(const Stretch &stretch) override;

private:
    double m_perMinute;
};

/// Fires on a cadence, finds access grants that ran out and enqueues one bounded job for each. A run never
/// does the work itself and returns within its budget; what it did not reach is left for the next run.
class AccessScheduler final : public Producer
{
public:
    static constexpr Seconds runBudget{900};

    AccessScheduler(Ledger &ledger, Chance &chance, double perMinute, Millis cadence)
        : Producer(ledger, chance), m_perMinute(perMinute), m_cadence(cadence)
    {
    }
    Result<void> advance(const Stretch &stretch) override;

private:
    struct Run
    {
        Millis startedAt{};
        int remaining = 0;
    };
    void startRunIfDue(const Stretch &stretch);

    double m_perMinute;
    Millis m_cadence;
    Millis m_nextRun = Seconds(1);
    std::optional<Run> m_run; ///< a run never overlaps the one before
};

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Producers.h"

#include <algorithm>

namespace holdwatch::practice {
namespace {

constexpr Millis shortestHold = Seconds(2);
constexpr Millis longestHold = Seconds(18);
constexpr double confirmedShare = 0.15;
constexpr double extendedShare = 0.08;
constexpr int urgent = 5;
constexpr double urgentShare = 0.2;
constexpr int jobsPerStretch = 5;

} // namespace

Result<void> Producer::record(const QVector<OutboxEntry> &entries, UtcTime now)
{
    return entries.isEmpty() ? Result<void>() : m_ledger.record(entries, now);
}

int Producer::schemaFor(const Stretch &stretch)
{
    if (!stretch.poisonEvery) {
        m_lastPoison.reset();
        return usualSchema;
    }
    if (m_lastPoison && stretch.to < *m_lastPoison + *stretch.poisonEvery)
        return usualSchema;
    m_lastPoison = stretch.to;
    return newestSchema;
}

int Producer::arrivalsIn(const Stretch &stretch, double perMinute)
{
    return m_chance.arrivals(perMinute * stretch.arrivalFactor * toSeconds(stretch.to - stretch.from) / 60);
}

Result<void> ReservationDesk::advance(const Stretch &stretch)
{
    QVector<OutboxEntry> entries;
    for (int left = arrivalsIn(stretch, m_perMinute); left > 0; --left) {
        const Command command{Work::ExpireReservation, 0, 1, schemaFor(stretch)};
        entries.append({command, stretch.clock + m_chance.between(shortestHold, longestHold), 0});
    }
    return record(entries, stretch.clock).and_then([&] { return customersDecide(stretch); });
}

Result<void> ReservationDesk::customersDecide(const Stretch &stretch)
{
    constexpr int recent = 20; // among them some are still held, most of the time
    const qint64 last = m_ledger.lastSubject(Work::ExpireReservation);
    const auto someHold = [&] { return std::max<qint64>(1, last - m_chance.below(recent)); };

    Result<void> done;
    for (int left = arrivalsIn(stretch, m_perMinute * confirmedShare); left > 0 && last > 0; --left)
        done = done.and_then([&] { return m_ledger.confirmHold(someHold()).map([](bool) {}); });
    for (int left = arrivalsIn(stretch, m_perMinute * extendedShare); left > 0 && last > 0; --left) {
        const UtcTime newDueAt = stretch.clock + m_chance.between(shortestHold, longestHold);
        done = done.and_then([&] { return m_ledger.extendHold(someHold(), newDueAt).map([](bool) {}); });
    }
    return done;
}

Result<void> OrderDesk::advance(const Stretch &stretch)
{
    QVector<OutboxEntry> entries;
    for (int left = arrivalsIn(stretch, m_perMinute); left > 0; --left) {
        const Command command{Work::ReserveInventory, 0, 1, schemaFor(stretch)};
        entries.append({command, stretch.clock, m_chance.happens(urgentShare) ? urgent : 0});
    }
    return record(entries, stretch.clock);
}

Result<void> AccessScheduler::advance(const Stretch &stretch)
{
    startRunIfDue(stretch);
    if (!m_run)
        return {};
    QVector<OutboxEntry> entries;
    for (int left = std::min(jobsPerStretch, m_run->remaining); left > 0; --left)
        entries.append({{Work::RevokeAccess, 0, 1, schemaFor(stretch)}, stretch.clock, 0});
    m_run->remaining -= static_cast<int>(entries.size());
    if (m_run->remaining == 0 || stretch.to >= m_run->startedAt + runBudget)
        m_run.reset();
    return record(entries, stretch.clock);
}

void AccessScheduler::startRunIfDue(const Stretch &stretch)
{
    const bool down = stretch.arrivalFactor <= 0;
    if (down || m_run || stretch.to < m_nextRun)
        return;
    m_nextRun = stretch.to + m_cadence;
    const double expected = m_perMinute * stretch.arrivalFactor * toSeconds(m_cadence) / 60;
    m_run = Run{stretch.to, std::max(1, m_chance.arrivals(expected))};
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/PollSchedule.h"

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

bool needsAPerson(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::Unauthorized:
    case Error::Kind::Forbidden:
    case Error::Kind::PaymentRequired:
    case Error::Kind::Configuration:
    case Error::Kind::Unsupported: return true;
    default: return false;
    }
}

PollSchedule::PollSchedule(Millis interval, Millis deadline, net::Backoff::Random random)
    : m_interval(interval), m_deadline(deadline), m_random(random), m_backoff(std::move(random), interval, std::max(interval, longestBackoff))
{
}

bool PollSchedule::isDue(Millis now) const
{
    const auto at = nextAt();
    return at && now >= *at;
}

bool PollSchedule::isOverdue(Millis now) const
{
    return m_startedAt && now >= *m_startedAt + m_deadline;
}

PollSchedule::Hold PollSchedule::hold() const
{
    if (m_paused)
        return Hold::Paused;
    return m_needsAPerson ? Hold::ForAPerson : Hold::None;
}

std::optional<Millis> PollSchedule::nextAt() const
{
    if (isRunning() || hold() != Hold::None)
        return std::nullopt;
    return m_dueAt;
}

void PollSchedule::waitFor(Millis serverWantsUntil)
{
    m_serverWantsUntil = std::max(m_serverWantsUntil, serverWantsUntil);
    m_dueAt = std::max(m_dueAt, m_serverWantsUntil);
}

void PollSchedule::start(Millis now)
{
    m_startedAt = now;
}

void PollSchedule::succeed(Millis now)
{
    const Millis started = std::exchange(m_startedAt, std::nullopt).value_or(now);
    const Millis took = now - started;
    const Millis rest = took > slow ? std::min(took, m_interval) : Millis(0);
    m_backoff.succeeded();
    m_needsAPerson = false;
    m_serverWantsUntil = Millis(0);
    m_dueAt = std::max(started + withJitter(m_interval), now + rest);
}

void PollSchedule::fail(Millis now, const Error &error)
{
    m_startedAt.reset();
    m_needsAPerson = needsAPerson(error.kind);
    m_serverWantsUntil = error.retryAfter ? now + *error.retryAfter : Millis(0);
    m_dueAt = now + m_backoff.failed(error.retryAfter);
}

void PollSchedule::cancel(Millis now)
{
    m_startedAt.reset();
    m_dueAt = now;
}

void PollSchedule::pollNow(Millis now)
{
    m_needsAPerson = false;
    m_dueAt = std::max(now, m_serverWantsUntil);
}

void PollSchedule::setPaused(bool paused, Millis now)
{
    if (m_paused && !paused)
        pollNow(now);
    m_paused = paused;
}

Millis PollSchedule::withJitter(Millis length) const
{
    return fromSeconds(toSeconds(length) * (0.9 + 0.2 * m_random()));
}

} // namespace holdwatch::operations

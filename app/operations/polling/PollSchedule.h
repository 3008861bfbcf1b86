// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/Backoff.h"
#include "models/core/Error.h"

namespace holdwatch::operations {

/// When one connection is asked next. Pure: every time is `Clock::monotonic()`, handed in.
///
/// Between good polls: the interval, a tenth more or less by chance so that connections don't march in
/// step. An answer that took longer than `slow` is followed by a rest as long as itself (at most an
/// interval). After failures: exponential backoff, never sooner than the server asked. After a refusal
/// that only a person can mend (401, 402, 403, a wrong setting): not until asked.
class PollSchedule
{
public:
    enum class Hold {
        None,        ///< waits its turn, or is running
        ForAPerson,  ///< was refused; `pollNow` tries again
        Paused,
    };

    static constexpr Millis slow = Seconds(2);
    static constexpr Millis longestBackoff = Minutes(1); ///< a server that returns is noticed within this

    PollSchedule(Millis interval, Millis deadline, net::Backoff::Random random);

    bool isDue(Millis now) const;
    bool isRunning() const { return m_startedAt.has_value(); }
    bool isOverdue(Millis now) const; ///< running, and past its deadline
    Hold hold() const;
    std::optional<Millis> nextAt() const; ///< unset while running or held
    Millis interval() const { return m_interval; }
    Millis deadline() const { return m_deadline; }

    /// Until when the server asked to be left alone; 0 or past: it did not.
    Millis serverWantsUntil() const { return m_serverWantsUntil; }
    void waitFor(Millis serverWantsUntil); ///< it asked an earlier schedule of the same server

    void start(Millis now);
    void succeed(Millis now);
    void fail(Millis now, const Error &error);
    void cancel(Millis now); ///< our own doing: no failure, and the turn is not lost

    /// As soon as may be: a wait the server asked for is kept, any other is cut short.
    void pollNow(Millis now);
    void setPaused(bool paused, Millis now);

private:
    Millis withJitter(Millis length) const;

    Millis m_interval;
    Millis m_deadline;
    net::Backoff::Random m_random;
    net::Backoff m_backoff;
    Millis m_dueAt{};
    Millis m_serverWantsUntil{};
    std::optional<Millis> m_startedAt;
    bool m_needsAPerson = false;
    bool m_paused = false;
};

/// A refusal that asking again will not mend.
bool needsAPerson(Error::Kind kind);

} // namespace holdwatch::operations

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"
#include "models/redrive/RunBook.h"
#include "models/redrive/TokenBucket.h"

namespace holdwatch {

/// What the runner shall do next.
struct RunOrder
{
    enum class Kind {
        Wait,   ///< until `until` (monotonic), then ask again; any news may come earlier
        Look,   ///< see whether redriven messages are back; then `looked`
        Send,   ///< intend and attempt these, at most; then `attempted`
        Finish, ///< release, close the book; then after-watch or the end
    };
    Kind kind = Kind::Wait;
    QVector<int> ordinals; ///< of Send; of a bounded run empty
    int count = 0;         ///< of Send
    Millis until{0};       ///< of Wait
    QString text;          ///< what it waits for, for the screen
    bool operator==(const RunOrder &) const = default;
};

/// Decides, sends nothing: canaries first (one a class), watched to their end, then steps, a look and a reading of the signals
/// between them, a token bucket over everything, and every reason to stop. A pure state machine; time is handed in.
/// Stopping is the default: an order to go on is given only while every signal is fresh and good.
class RunDirector
{
public:
    /// `book` as it stands: a continued run goes on with what was never attempted.
    RunDirector(const RedrivePlan &plan, const RunBook &book, UtcTime deadline);

    RunOrder next(Millis monotonic, const RunSignals &seen);
    void intended(const QVector<int> &ordinals, UtcTime at);                    ///< their intent is durable
    void attempted(const QVector<ItemResult> &results, Millis monotonic);       ///< of an item run
    void movedByCount(ItemOutcome outcome, qint64 moved, Millis monotonic);     ///< of a bounded run
    void looked(const QVector<int> &returned, Millis monotonic);                ///< ordinals that are back
    void lookFailed(const Error &error);
    void recordFailed(const Error &error);
    void proveCanary(int ordinal); ///< a ledger effect was seen, or a person accepted it unproven
    void pause();
    void resume();
    void stop(RunState::StopCause cause, const QString &text);

    QVector<int> upcoming() const;         ///< of this step, in order, still to be sent: worth holding together
    QVector<int> unprovenCanaries() const; ///< sent, and waiting for their proof

    const RunState &state() const { return m_state; }
    const RunBook &book() const { return m_book; }

private:
    RunOrder watch(Millis monotonic, const RunSignals &seen);
    RunOrder send(Millis monotonic);
    std::optional<std::pair<RunState::StopCause, QString>> reasonToStop(const RunSignals &seen) const;
    void enterStep(int step, Millis monotonic);

    RedrivePlan m_plan;
    RunBook m_book;
    UtcTime m_deadline;
    TokenBucket m_bucket;
    RunState m_state;
    QVector<int> m_queue;   ///< of this step, still to be sent
    Millis m_watchUntil{0};
    bool m_needsLook = false;
    int m_errorsInRow = 0;
    int m_canariesOpen = 0;
};

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"
#include "models/redrive/Canaries.h"
#include "models/redrive/StopRules.h"
#include "models/redrive/TokenBucket.h"

namespace holdwatch {

/// What the runner shall do next.
struct RunOrder
{
    enum class Kind {
        Wait,   ///< until `until` (monotonic), then ask again; any news may come earlier
        Look,   ///< see whether redriven messages are back; then `looked` or `lookFailed`, and fresh signals with the next `next`
        Send,   ///< intend and attempt these, at most; then `attempted` or `movedByCount`, also when nothing was sent
        Finish, ///< release; state() says whether it is Stopped (what waits goes on waiting), AfterWatch (go on asking) or Finished
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
///
/// One order is open at a time: until it is answered `next` says Wait. A stop or a pause meanwhile holds from the next order on.
/// A stopped run keeps what waits, so that it can be continued by a new director over its book; only `close`, a person's word, or the
/// regular end makes it Left. Then follows the after-watch: Wait, one Look, Finish. Where nothing moved there is none.
///
/// Canaries: proof Ledger waits for `proveCanary` of each; NotSeenBack for the watch; AcceptedUnproven for nothing. A canary that was skipped or
/// failed is followed by another of its class; one whose answer was lost, or that is back, stops the run. Of a plan by count the canary is one
/// message, whichever; a whole queue has none.
class RunDirector
{
public:
    /// `book` as it stands: a continued run goes on with what was never attempted.
    RunDirector(const RedrivePlan &plan, const RunBook &book, UtcTime deadline);

    RunOrder next(Millis monotonic, const RunSignals &seen);
    /// Of an item run, in any order. Those of the order that have no result were not begun: they wait again. The runner writes them down as
    /// "waiting", or a record that is read back takes them for unknown.
    void attempted(const QVector<ItemResult> &results, Millis monotonic);
    void movedByCount(ItemOutcome outcome, qint64 moved, Millis monotonic);     ///< of a bounded run
    void looked(const QVector<int> &returned, Millis monotonic);                ///< ordinals that are back
    void lookFailed(const Error &error);
    void recordFailed(const Error &error);
    void proveCanary(int ordinal); ///< a ledger effect was seen, or a person accepted it unproven
    void pause();
    void resume();
    void stop(RunState::StopCause cause, const QString &text);
    void close(Millis monotonic); ///< a person gives up what waits; only of a run that is stopped or not started here

    const RunState &state() const { return m_state; }
    const RunBook &book() const { return m_book; }
    const QVector<int> &upcoming() const { return m_queue; } ///< of this step, in order, still to be sent: worth holding together
    QVector<int> openCanaries() const { return m_canaries.open(); } ///< sent and not proven yet

private:
    enum class Phase { Sending, Watching, Looking };

    void begin(Millis monotonic, const RunSignals &seen);
    RunOrder advance(Millis monotonic, const RunSignals &seen);
    RunOrder watch(Millis monotonic, const RunSignals &seen);
    RunOrder look();
    RunOrder send(Millis monotonic);
    RunOrder finish(Millis monotonic);
    RunOrder afterWatch(Millis monotonic, const RunSignals &seen);
    RunOrder wait(Millis until, const QString &text);
    RunOrder finishOrder() const;
    RunOrder stopNow(RunState::StopCause cause, const QString &text);
    Millis canaryWatch() const;
    bool mayLook() const;
    QString verdictOfLook() const;
    std::optional<StopReason> mustStop(Millis monotonic, const RunSignals &seen) const;
    bool isWatchOver(Millis monotonic) const;
    void enterStep(int step);
    void fillCanaries();
    void stepSent(Millis monotonic);
    void watchFrom(Millis monotonic, Millis span);
    void judge(const ItemResult &result);
    void halt();
    void endAfterWatch(const QString &verdict);
    void countMoved(qint64 moved, Millis monotonic);
    void refreshCounts();
    int sendable() const;
    bool isItemRun() const { return isByItem(m_plan); }

    RedrivePlan m_plan;
    RunBook m_book;
    UtcTime m_deadline;
    int m_burst;
    TokenBucket m_bucket;
    Canaries m_canaries;
    RunState m_state;
    RunState::Stage m_pausedFrom = RunState::Stage::Canary;
    Phase m_phase = Phase::Sending;
    RunOrder m_open;          ///< Look or Send that is not answered yet; else Wait
    QVector<int> m_queue;     ///< of this step, still to be sent
    int m_quota = 0;          ///< the same of a plan by count
    bool m_isDrained = false; ///< by count: the system had fewer than it was asked for
    bool m_checksDepth = false;
    std::optional<UtcTime> m_now;
    Millis m_startedAt{0};
    Millis m_watchUntil{0};
    int m_looks = 0;
    int m_returned = 0;       ///< since this director began
    int m_errorsInRow = 0;
    QVector<std::pair<Millis, qint64>> m_recent; ///< moved over the last minute
};

} // namespace holdwatch

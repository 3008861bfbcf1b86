// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedrivePlan.h"
#include "models/tolerance/Assessment.h"

namespace holdwatch {

/// What became of one message. Every item is in exactly one of these, so the sum closes.
enum class ItemOutcome {
    Waiting,  ///< not attempted yet
    Intended, ///< the intent is durable; no outcome yet. After a crash this is Unknown
    Moved,    ///< confirmed in the target, gone from the dead-letter queue
    Copied,   ///< confirmed in the target; the dead item stays
    Reset,
    NewRun,
    Returned, ///< was moved, and is back in the dead-letter queue
    Unknown,  ///< may have moved; never sent again by itself
    Skipped,  ///< was not there any more, or had changed: nothing was sent
    Failed,   ///< refused by the system before it moved: it is still where it was
    Left,     ///< the run ended before its turn
};

QString toWord(ItemOutcome outcome); ///< "waiting", "moved", "new-run", …
std::optional<ItemOutcome> outcomeFromWord(QStringView word);
bool isConfirmed(ItemOutcome outcome); ///< moved, copied, reset, new run

/// How the items of a run stand. planned = confirmed + returned + unknown + skipped + failed + left + waiting + intended.
struct RunCounts
{
    int planned = 0;
    int waiting = 0, intended = 0, confirmed = 0, returned = 0, unknown = 0, skipped = 0, failed = 0, left = 0;

    bool closes() const { return planned == waiting + intended + confirmed + returned + unknown + skipped + failed + left; }
    bool operator==(const RunCounts &) const = default;
};

struct ItemResult
{
    int ordinal = 0;
    ItemOutcome outcome = ItemOutcome::Waiting;
    UtcTime at{};
    QString detail;      ///< "confirmed by the broker", the error's sentence; bounded, no payload
    QString lineage;     ///< the new id, where the system gives one
    bool isThrottled = false; ///< of Failed: the system asked to be left alone for a while

    bool operator==(const ItemResult &) const = default;
};

/// How an unknown outcome was cleared up.
struct Reconciliation
{
    enum class Source { Read, Ledger, Word }; ///< a reading, the consumer's ledger, a person's word

    int ordinal = 0;
    ItemOutcome found = ItemOutcome::Unknown; ///< Moved, Skipped (never moved, still dead) or still Unknown
    Source source = Source::Read;
    QString by;
    QString note;
    bool operator==(const Reconciliation &) const = default;
};

/// What the director judges by, besides its own run. Unset means it can't be read: that stops a run.
struct RunSignals
{
    std::optional<Verdict> target;       ///< of the queue the messages go to
    std::optional<Millis> targetAge;     ///< oldest message
    std::optional<UtcTime> targetSampledAt;
    std::optional<qint64> deadDepth;
    std::optional<double> consumers;
    bool isThrottled = false;            ///< a 429 (or what stands for it) since the last step
    std::optional<int> secondEffects;    ///< unset: not observable
    UtcTime now{};

    bool operator==(const RunSignals &) const = default;
};

struct RunState
{
    enum class Stage { NotStarted, Canary, Stepping, Paused, Stopping, Stopped, AfterWatch, Finished };
    /// Why it stopped, for the screen and the record.
    enum class StopCause { None, Person, Returned, Errors, Throttled, Approaching, StaleSignal, SecondEffect, Deadline, RecordFailed, ProviderFailed, Restarted, QueueChanged };

    PlanId plan;
    Stage stage = Stage::NotStarted;
    StopCause cause = StopCause::None;
    QString text;        ///< one sentence: what it waits for, or why it stopped
    RunCounts counts;
    int step = 0;        ///< 0: canaries
    std::optional<UtcTime> startedAt, endedAt;
    std::optional<UtcTime> waitsUntil; ///< of a watch
    double perMinute = 0; ///< moved over the last minute
    qint64 movedByCount = 0; ///< of a bounded plan: what the system said it moved
    std::optional<RunSignals> lastSignals;
    bool isReviewDue = false; ///< break-glass, not reviewed
    QString verdict;     ///< of the after-watch; empty: not closed

    bool isOpen() const { return stage != Stage::NotStarted && stage != Stage::Stopped && stage != Stage::Finished; }
    bool operator==(const RunState &) const = default;
};

QString toWord(RunState::Stage stage); ///< "not-started", "canary", "after-watch", …
std::optional<RunState::Stage> stageFromWord(QStringView word);
QString toWord(RunState::StopCause cause); ///< "none", "person", "stale-signal", …
std::optional<RunState::StopCause> stopCauseFromWord(QStringView word);
QString toWord(Reconciliation::Source source); ///< "read", "ledger", "word"
std::optional<Reconciliation::Source> reconciliationSourceFromWord(QStringView word);

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::RunState)
Q_DECLARE_METATYPE(holdwatch::ItemResult)

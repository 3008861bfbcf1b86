// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/queue/QueueSample.h"
#include "models/redrive/Run.h"

#include <QCoroTask>

#include <stop_token>

namespace holdwatch::providers {

/// What a redrive from a dead set to a target does right now. From reads only.
struct RedriveTerms
{
    QString target;                 ///< QueueId::name; as asked for, or where the system sends it
    bool targetExists = false;
    std::optional<int> targetConsumers;
    std::optional<qint64> deadDepth;
    ItemOutcome outcome = ItemOutcome::Moved; ///< what a confirmed attempt is here
    QStringList changes;            ///< what becomes of a message besides its place, a sentence each: listed in the plan and signed
    QStringList notKept;            ///< of a bounded or whole-queue redrive: what can't be kept
    QStringList requests;           ///< the exact requests of one step, secrets left out
    QString lookEffect;             ///< what claiming and checking does to messages; empty: nothing
    std::optional<int> looksLeft;   ///< how many looks any message may still take before the system removes it
    QStringList refusals;           ///< why it can't be done at all (target missing, rights, kind of queue); empty: it can
};

/// What is asked to be moved.
struct RedriveItem
{
    int ordinal = 0;
    MessageId id;
    QByteArray digest;       ///< contentDigest; checked again before anything is sent
    QString target;          ///< QueueId::name
    QByteArray idempotencyKey; ///< of the request; the same for ever for this item of this run
    std::optional<QByteArray> payload; ///< of a corrected copy: sent in place of the original's
    std::optional<UtcTime> diedAt; ///< as planned; a reconciling tells by it that a message was away meanwhile
};

/// Which of the asked-for items are held now.
struct Claim
{
    QVector<int> held;    ///< ordinals
    QVector<int> missing; ///< not found, or its digest differs
    qint64 seen = 0;      ///< messages looked through
    QVector<QByteArray> others; ///< digests of the others that were seen, as far as that is free
    int looks = 0;
};

/// Role: moves chosen messages, one by one. Lives on the engine's thread; tasks of one dead set never overlap.
/// Order of work: publish (confirmed, and confirmed to have been routed) before delete. Writes are sent once.
class ItemRedriver
{
public:
    virtual ~ItemRedriver() = default;

    /// Reads only. `target` empty: each message's own origin.
    virtual QCoro::Task<Result<RedriveTerms>> itemTerms(WatchedQueue deadSet, QString target) = 0;
    /// Takes hold of the items so that nobody else can have them: a declared Look where the system needs one. What is
    /// held stays held until attempted or released, or the connection ends.
    virtual QCoro::Task<Result<Claim>> claim(WatchedQueue deadSet, QVector<RedriveItem> items) = 0;
    /// Attempts those held, in order, each once; looks at `stop` before each. One result for each that was begun, in that order;
    /// those not begun have none and stay held. A lost answer is Unknown. Never fails as a whole. May end early by itself where a
    /// further request makes no sense: throttled, not authorised, nobody there, an answer lost.
    virtual QCoro::Task<QVector<ItemResult>> attempt(WatchedQueue deadSet, QVector<RedriveItem> items, std::stop_token stop) = 0;
    /// Gives back what is held and was not moved.
    virtual QCoro::Task<Result<void>> release(WatchedQueue deadSet) = 0;
    /// Reads or looks as `lookEffect` says: is it still dead? Skipped: still there, or never left; Moved: gone from there and seen in the
    /// target or reported moved by the system; Unknown: can't be told.
    virtual QCoro::Task<Result<QVector<ItemResult>>> reconcile(WatchedQueue deadSet, QVector<RedriveItem> items) = 0;
};

/// What one bounded move did, in counts; outcomes of single messages are never invented.
struct BulkMove
{
    ItemOutcome outcome = ItemOutcome::Unknown; ///< Moved, Failed (nothing moved) or Unknown
    std::optional<qint64> moved;                ///< as the system says
    std::optional<qint64> remaining;
    std::optional<Error> error;
};

/// Role: moves the first so many, whichever they are.
class BulkRedriver
{
public:
    virtual ~BulkRedriver() = default;
    virtual QCoro::Task<Result<RedriveTerms>> bulkTerms(WatchedQueue deadSet) = 0; ///< reads only
    virtual bool hasBound() const = 0; ///< false: it takes the whole queue or nothing
    static constexpr qint64 wholeQueue = 0; ///< as `atMost`: all of them
    /// A Write, sent once. Nothing is sent (Failed) for `wholeQueue` where it has a bound, nor for a bound where it has none.
    /// `idempotencyKey` is the same for ever for this step of this run.
    virtual QCoro::Task<BulkMove> move(WatchedQueue deadSet, qint64 atMost, QByteArray idempotencyKey) = 0;
};

} // namespace holdwatch::providers

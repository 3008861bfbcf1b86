// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Run.h"

#include <QHash>

namespace holdwatch {

/// How every item of one run stands, built from its record: the same book whether a run is watched live or read
/// back after a crash. A value. What was intended and has no outcome when a record is read back is Unknown.
///
///     Waiting → Intended → confirmed → Returned        Waiting → Skipped (a claim did not find it)
///                        → Skipped, Failed              Intended → Waiting (it was not begun)
///                        → Unknown → confirmed, Skipped (reconciled)
///     close: Waiting → Left, Intended → Unknown         breakOff: Intended → Unknown, Waiting stays
///
/// Nothing else; an item goes to Intended once and never back from an attempt that may have moved it. Of a plan that moves by count the
/// book has no items but counts.
class RunBook
{
public:
    explicit RunBook(const RedrivePlan &plan = {});

    /// False, and nothing changed: one of them does not wait.
    bool intend(const QVector<int> &ordinals, UtcTime at);
    /// False, and nothing changed: no such item, or it may not go there (Moved → Waiting, Unknown → Intended …).
    bool record(const ItemResult &result);
    /// Only of an Unknown, to confirmed, Skipped or still Unknown. A person's word needs their name.
    bool reconcile(const Reconciliation &found, UtcTime at);
    /// An item that was moved is back. False: it was not known as moved.
    bool returned(int ordinal, UtcTime at, const QString &detail);
    /// The run is over: what waits is Left. What is intended becomes Unknown.
    void close(UtcTime at);
    /// The record ends here although the run had not: what is intended becomes Unknown, what waits goes on waiting.
    void breakOff(UtcTime at);

    /// Of a plan that moves by count. False, and nothing changed: one is open, its answer was lost, or it would be more than may be moved.
    bool intendCount(int atMost, UtcTime at);
    /// Outcome of the open one: Moved with what the system says, Failed (nothing moved), Unknown, or Waiting (it was not begun).
    bool recordCount(ItemOutcome outcome, qint64 moved, UtcTime at);
    bool reconcileCount(qint64 moved, UtcTime at); ///< of what was unknown, `moved` were; false: nothing is unknown
    qint64 movedByCount() const { return m_moved; }
    qint64 unknownByCount() const { return m_unknown; } ///< may have been moved on top

    const ItemResult &item(int ordinal) const { return m_items.at(ordinal); }
    const QVector<ItemResult> &items() const { return m_items; }
    RunCounts counts() const;
    /// How many more may be attempted: the plan's most, less all that was moved or may have been.
    qint64 allowance() const;
    QVector<int> waiting() const; ///< in the order of the plan
    QVector<int> unknown() const;

private:
    QVector<int> with(ItemOutcome outcome) const;
    void put(int ordinal, ItemOutcome outcome, UtcTime at, const QString &detail);
    bool has(int ordinal) const { return ordinal >= 0 && ordinal < m_items.size(); }

    QVector<ItemResult> m_items;
    RunCounts m_counts; ///< of the items
    qint64 m_most = 0;
    bool m_isByItem = true;
    qint64 m_moved = 0, m_unknown = 0, m_open = 0; ///< by count
    bool m_isClosed = false;
};

/// Finds redriven messages that are back among those that lie in the dead-letter queue now: by id where it is kept, else by key
/// and digest; `looks` of a message that was never away are no return. Equal digests are counted, not guessed.
struct DeadSighting
{
    MessageId id;
    QString key;
    QByteArray digest;
    std::optional<UtcTime> diedAt;
};
/// `othersBefore`: how many of each digest lay there beside those of the plan when the run began, as far as that is known. A copied
/// message that stays dead is back only when it died later than the plan says.
QVector<int> findReturned(const RedrivePlan &plan, const RunBook &book, const QVector<DeadSighting> &dead, const QHash<QByteArray, int> &othersBefore = {});

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Run.h"

#include <QHash>

namespace holdwatch {

/// How every item of one run stands, built from its record: the same book whether a run is watched live or read
/// back after a crash. A value. What was intended and has no outcome when a record is read back is Unknown.
class RunBook
{
public:
    explicit RunBook(const RedrivePlan &plan = {});

    void intend(const QVector<int> &ordinals, UtcTime at);
    /// False, and nothing changed: no such item, or it may not go there (Moved → Waiting, Unknown → Intended …).
    bool record(const ItemResult &result);
    bool reconcile(const Reconciliation &found, UtcTime at);
    /// An item that was moved is back.
    bool returned(int ordinal, UtcTime at, const QString &detail);
    /// The run is over: what waits is Left. What is intended becomes Unknown.
    void close(UtcTime at);
    /// The record ends here although the run had not: what is intended becomes Unknown, what waits goes on waiting.
    void breakOff(UtcTime at);

    const ItemResult &item(int ordinal) const { return m_items.at(ordinal); }
    const QVector<ItemResult> &items() const { return m_items; }
    RunCounts counts() const;
    QVector<int> waiting() const; ///< in the order of the plan
    QVector<int> unknown() const;

private:
    QVector<ItemResult> m_items;
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
QVector<int> findReturned(const RedrivePlan &plan, const RunBook &book, const QVector<DeadSighting> &dead);

} // namespace holdwatch

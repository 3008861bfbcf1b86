// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RunBook.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr qsizetype longestDetail = 500;

int &countOf(RunCounts &counts, ItemOutcome outcome)
{
    switch (outcome) {
    case ItemOutcome::Waiting: return counts.waiting;
    case ItemOutcome::Intended: return counts.intended;
    case ItemOutcome::Moved:
    case ItemOutcome::Copied:
    case ItemOutcome::Reset:
    case ItemOutcome::NewRun: return counts.confirmed;
    case ItemOutcome::Returned: return counts.returned;
    case ItemOutcome::Unknown: return counts.unknown;
    case ItemOutcome::Skipped: return counts.skipped;
    case ItemOutcome::Failed: return counts.failed;
    case ItemOutcome::Left: return counts.left;
    }
    return counts.unknown;
}

bool mayGo(ItemOutcome from, ItemOutcome to)
{
    if (from == ItemOutcome::Waiting)
        return to == ItemOutcome::Skipped;
    if (from != ItemOutcome::Intended)
        return false;
    return isConfirmed(to) || to == ItemOutcome::Unknown || to == ItemOutcome::Skipped || to == ItemOutcome::Failed || to == ItemOutcome::Waiting;
}

} // namespace

RunBook::RunBook(const RedrivePlan &plan) : m_most(mostMoved(plan)), m_isByItem(isByItem(plan))
{
    if (!m_isByItem)
        return;
    m_items.resize(plan.items.size());
    for (int ordinal = 0; ordinal < m_items.size(); ++ordinal)
        m_items[ordinal].ordinal = ordinal;
    m_counts.planned = m_counts.waiting = int(m_items.size());
}

void RunBook::put(int ordinal, ItemOutcome outcome, UtcTime at, const QString &detail)
{
    ItemResult &item = m_items[ordinal];
    --countOf(m_counts, item.outcome);
    ++countOf(m_counts, outcome);
    item.outcome = outcome;
    item.at = at;
    item.detail = detail.left(longestDetail);
}

bool RunBook::intend(const QVector<int> &ordinals, UtcTime at)
{
    QVector<int> each = ordinals;
    std::sort(each.begin(), each.end());
    const bool isTwice = std::adjacent_find(each.cbegin(), each.cend()) != each.cend();
    const bool allWait = std::all_of(each.cbegin(), each.cend(), [this](int ordinal) { return has(ordinal) && item(ordinal).outcome == ItemOutcome::Waiting; });
    if (isTwice || !allWait)
        return false;
    for (const int ordinal : each)
        put(ordinal, ItemOutcome::Intended, at, {});
    return true;
}

bool RunBook::record(const ItemResult &result)
{
    if (!has(result.ordinal) || !mayGo(item(result.ordinal).outcome, result.outcome))
        return false;
    put(result.ordinal, result.outcome, result.at, result.detail);
    m_items[result.ordinal].lineage = result.lineage;
    return true;
}

bool RunBook::reconcile(const Reconciliation &found, UtcTime at)
{
    if (!has(found.ordinal) || item(found.ordinal).outcome != ItemOutcome::Unknown)
        return false;
    if (!isConfirmed(found.found) && found.found != ItemOutcome::Skipped && found.found != ItemOutcome::Unknown)
        return false;
    if (found.source == Reconciliation::Source::Word && found.by.trimmed().isEmpty())
        return false;
    put(found.ordinal, found.found, at, found.note);
    return true;
}

bool RunBook::returned(int ordinal, UtcTime at, const QString &detail)
{
    if (!has(ordinal) || !isConfirmed(item(ordinal).outcome))
        return false;
    put(ordinal, ItemOutcome::Returned, at, detail);
    return true;
}

void RunBook::close(UtcTime at)
{
    breakOff(at);
    m_isClosed = true;
    for (const int ordinal : waiting())
        put(ordinal, ItemOutcome::Left, at, {});
}

void RunBook::breakOff(UtcTime at)
{
    for (const int ordinal : with(ItemOutcome::Intended))
        put(ordinal, ItemOutcome::Unknown, at, QStringLiteral("It was intended; how it ended is not recorded."));
    m_unknown += m_open;
    m_open = 0;
}

bool RunBook::intendCount(int atMost, UtcTime)
{
    if (m_isByItem || m_isClosed || m_open > 0 || m_unknown > 0 || atMost <= 0 || atMost > allowance())
        return false;
    m_open = atMost;
    return true;
}

bool RunBook::recordCount(ItemOutcome outcome, qint64 moved, UtcTime)
{
    const bool isMoved = isConfirmed(outcome);
    const bool isNothing = outcome == ItemOutcome::Failed || outcome == ItemOutcome::Waiting;
    if (m_open == 0 || moved < 0 || (!isMoved && !isNothing && outcome != ItemOutcome::Unknown) || (isNothing && moved > 0))
        return false;
    if (isMoved)
        m_moved += moved;
    else if (outcome == ItemOutcome::Unknown)
        m_unknown += m_open;
    m_open = 0;
    return true;
}

bool RunBook::reconcileCount(qint64 moved, UtcTime)
{
    if (m_unknown == 0 || moved < 0)
        return false;
    m_moved += moved;
    m_unknown = 0;
    return true;
}

RunCounts RunBook::counts() const
{
    if (m_isByItem)
        return m_counts;
    RunCounts counts;
    counts.confirmed = int(m_moved);
    counts.unknown = int(m_unknown);
    counts.intended = int(m_open);
    (m_isClosed ? counts.left : counts.waiting) = int(allowance());
    counts.planned = counts.confirmed + counts.unknown + counts.intended + counts.waiting + counts.left;
    return counts;
}

qint64 RunBook::allowance() const
{
    const qint64 used = m_isByItem ? m_counts.confirmed + m_counts.returned + m_counts.unknown + m_counts.intended : m_moved + m_unknown + m_open;
    return std::max<qint64>(0, m_most - used);
}

QVector<int> RunBook::waiting() const
{
    return with(ItemOutcome::Waiting);
}

QVector<int> RunBook::unknown() const
{
    return with(ItemOutcome::Unknown);
}

QVector<int> RunBook::with(ItemOutcome outcome) const
{
    QVector<int> found;
    for (const ItemResult &item : m_items) {
        if (item.outcome == outcome)
            found << item.ordinal;
    }
    return found;
}

} // namespace holdwatch

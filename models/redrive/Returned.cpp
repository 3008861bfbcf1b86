// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RunBook.h"

#include <QSet>

#include <algorithm>

namespace holdwatch {

namespace {

using Likeness = std::pair<QString, QByteArray>; ///< key and digest

/// The items of a plan that can't be told apart by what they carry.
struct Equals
{
    QVector<int> away; ///< moved, and not known to be back
    int there = 0;     ///< may lie in the dead-letter queue without ever having been moved, or are known to be back
};


class ReturnFinder
{
public:
    ReturnFinder(const RedrivePlan &plan, const RunBook &book) : m_plan(plan), m_book(book)
    {
        for (int ordinal = 0; ordinal < std::min(plan.items.size(), book.items().size()); ++ordinal) {
            const PlanItem &item = plan.items.at(ordinal);
            if (!item.id.isEmpty())
                m_byId.insert(item.id, ordinal);
            if (const QString &lineage = book.item(ordinal).lineage; !lineage.isEmpty())
                m_byId.insert(MessageId(lineage), ordinal);
        }
    }

    QVector<int> find(const QVector<DeadSighting> &dead, const QHash<QByteArray, int> &othersBefore)
    {
        QHash<Likeness, int> sightings;
        for (const DeadSighting &sighting : dead) {
            const auto known = sighting.id.isEmpty() ? m_byId.cend() : m_byId.constFind(sighting.id);
            if (known == m_byId.cend())
                ++sightings[{sighting.key, sighting.digest}];
            else if (isBack(*known, sighting))
                m_back << *known;
            m_seenById.insert(known == m_byId.cend() ? -1 : *known);
        }
        const QHash<Likeness, Equals> equals = likenesses();
        for (auto seen = sightings.cbegin(); seen != sightings.cend(); ++seen) {
            const Equals &group = equals.value(seen.key());
            const int news = *seen - group.there - othersBefore.value(seen.key().second, 0);
            for (int i = 0; i < std::min(news, int(group.away.size())); ++i)
                m_back << group.away.at(i);
        }
        std::sort(m_back.begin(), m_back.end());
        m_back.erase(std::unique(m_back.begin(), m_back.end()), m_back.end());
        return m_back;
    }

private:
    bool isBack(int ordinal, const DeadSighting &sighting) const
    {
        const ItemOutcome outcome = m_book.item(ordinal).outcome;
        if (!isConfirmed(outcome))
            return false;
        const bool left = outcome == ItemOutcome::Moved || sighting.id != m_plan.items.at(ordinal).id;
        const std::optional<UtcTime> &diedBefore = m_plan.items.at(ordinal).diedAt;
        return left || (sighting.diedAt && diedBefore && *sighting.diedAt > *diedBefore);
    }

    /// Those that were met by their id are settled and stand for nobody else.
    QHash<Likeness, Equals> likenesses() const
    {
        QHash<Likeness, Equals> equals;
        for (int ordinal = 0; ordinal < std::min(m_plan.items.size(), m_book.items().size()); ++ordinal) {
            if (m_seenById.contains(ordinal))
                continue;
            const PlanItem &item = m_plan.items.at(ordinal);
            const ItemOutcome outcome = m_book.item(ordinal).outcome;
            Equals &group = equals[{item.key, item.digest}];
            if (isConfirmed(outcome))
                group.away << ordinal;
            // One with an id of its own that waits would have been met by it.
            group.there += !isConfirmed(outcome) && (item.id.isEmpty() || outcome == ItemOutcome::Returned || outcome == ItemOutcome::Unknown);
        }
        return equals;
    }

    const RedrivePlan &m_plan;
    const RunBook &m_book;
    QHash<MessageId, int> m_byId;
    QSet<int> m_seenById;
    QVector<int> m_back;
};

} // namespace

QVector<int> findReturned(const RedrivePlan &plan, const RunBook &book, const QVector<DeadSighting> &dead, const QHash<QByteArray, int> &othersBefore)
{
    return ReturnFinder(plan, book).find(dead, othersBefore);
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/ArrivalBuckets.h"
#include "models/deadletters/LetterTable.h"
#include "models/filter/Expression.h"

#include <unordered_map>
#include <unordered_set>

namespace holdwatch {

/// By what letters are grouped, besides failure class and schema version.
struct Grouping
{
    bool byHandler = false;
    bool byQueue = false;
    bool byError = false; ///< the folded text
    bool operator==(const Grouping &) const = default;
};

/// What all letters of a group have in common. Ids of the table's texts; 0 where a letter has none, or where one does not group by it.
struct LetterGroupKey
{
    TextId failureClass = 0;
    TextId version = 0;
    TextId handler = 0;
    TextId queue = 0;
    TextId folded = 0; ///< `otherErrors`: more different texts than `LetterGroups::mostErrors`
    bool operator==(const LetterGroupKey &) const = default;
};

struct LetterGroup
{
    LetterGroupKey key;
    QString failureClass; ///< id
    QString version;
    QString handler;
    QString queue;
    QString folded;
    qint64 count = 0;
    qint64 distinctKeys = 0; ///< different idempotency keys; letters without one don't count
    qint64 withoutKey = 0;
    qint64 redriven = 0;     ///< letters that were redriven before
    qint64 redrives = 0;     ///< how often altogether
    qint64 firstDied = LetterTable::noTime; ///< milliseconds; noTime: not reported of any
    qint64 lastDied = LetterTable::noTime;
    qint64 nearestExpiry = LetterTable::noTime;
    qint64 withoutDeath = 0; ///< letters whose death is not reported: in no sparkline
    ArrivalCounts arrivals{};

    bool operator==(const LetterGroup &) const = default;
};

/// Groups of all rows of a table, kept up to date by `catchUp`. A group's number stays until the next rebuild. The table must outlive it.
class LetterGroups
{
public:
    static constexpr std::size_t mostErrors = 10'000; ///< groups; where more would come, the rest of a class and version is one group
    static constexpr TextId otherErrors = std::numeric_limits<TextId>::max();

    explicit LetterGroups(const LetterTable &table) : m_table(table) {}

    void setGrouping(const Grouping &grouping);
    const Grouping &grouping() const { return m_grouping; }

    /// Reads appended rows; everything anew if rows changed. True if it was anew: numbers of groups may be others.
    bool catchUp();

    const std::vector<LetterGroup> &groups() const { return m_groups; } ///< in order of first appearance
    qint64 total() const { return qint64(m_examined); }
    const ArrivalScale &scale() const { return m_scale; }
    quint32 groupOf(quint32 row) const { return m_groupOf[row]; } ///< of a row that was read

    std::vector<quint32> rowsOf(quint32 group) const;
    /// Letters that are past their class's useful-until at `now`, one figure a group: counted from publishing, else from
    /// death; unset where the class has none, or where no letter reports either time.
    std::vector<std::optional<qint64>> pastUseful(UtcTime now) const;
    std::vector<qint64> shownOf(const std::vector<quint32> &rows) const; ///< how many of these rows are in each group

    /// The filter that shows this group; letters with an equal version (3 and 3.0) too. Unset for `otherErrors`.
    std::optional<filter::Expression> filterFor(const LetterGroup &group) const;

private:
    struct KeyHash
    {
        std::size_t operator()(const LetterGroupKey &key) const;
    };
    void startAnew();
    quint32 groupFor(quint32 row);
    quint32 groupWithError(quint32 share, TextId folded);
    quint32 groupFor(const LetterGroupKey &key);
    LetterGroupKey keyOf(quint32 share) const;
    void count(quint32 group, quint32 row);
    void countKey(quint32 number, quint32 row);
    void countDeath(LetterGroup &group, qint64 died);

    const LetterTable &m_table;
    Grouping m_grouping;
    std::size_t m_examined = 0;
    quint64 m_revision = 0;
    std::vector<LetterGroup> m_groups;
    std::unordered_map<LetterGroupKey, quint32, KeyHash> m_numbers;
    std::vector<quint32> m_groupOfShare;      ///< without the error
    std::unordered_map<quint64, quint32> m_groupOfError; ///< share and folded text
    Column<quint32> m_groupOf;                ///< of each row
    Column<quint32> m_firstGroupOfKey;        ///< of each idempotency key
    std::array<std::unordered_set<quint64>, 64> m_otherGroupsOfKey; ///< of keys that are in more than one group; many sets, so that none takes long to grow
    ArrivalScale m_scale;
};

} // namespace holdwatch

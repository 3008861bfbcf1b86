// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterRow.h"
#include "models/deadletters/LetterGroups.h"

#include <bitset>
#include <map>

namespace holdwatch {

/// Which letters are chosen: numbers, not places in a list. So it stays what it was whatever is filtered, sorted,
/// grouped or appended; "all shown" means those that were shown then. A value; a million letters take 125 KB.
class LetterSelection
{
public:
    void add(LetterNumber number);
    void remove(LetterNumber number);
    void toggle(LetterNumber number);
    void clear();

    /// Rows are the table's: those of a group (LetterGroups::rowsOf) or those shown by a filter (DeadLetterModel::shown).
    void add(const LetterTable &table, const std::vector<quint32> &rows);
    void remove(const LetterTable &table, const std::vector<quint32> &rows);
    void keepOnly(const LetterTable &table, const std::vector<quint32> &rows);

    bool contains(LetterNumber number) const;
    bool isEmpty() const { return m_count == 0; }
    qint64 count() const { return m_count; }
    qint64 countIn(const LetterTable &table, const std::vector<quint32> &rows) const; ///< the others are chosen but not shown
    QVector<LetterNumber> numbers() const; ///< ascending

    bool operator==(const LetterSelection &) const = default;

private:
    static constexpr qint64 blockSize = 4096;
    using Block = std::bitset<blockSize>;
    static qint64 blockOf(LetterNumber number);

    std::map<qint64, Block> m_blocks; ///< none is empty
    qint64 m_count = 0;
};

} // namespace holdwatch

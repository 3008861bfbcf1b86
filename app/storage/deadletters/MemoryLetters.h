// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/VaultTypes.h"

#include <map>

namespace holdwatch::storage {

/// Letters of one snapshot that are not on the disk. Past the room it is given a letter's payload is let go of,
/// never the letter.
class MemoryLetters
{
public:
    /// False: its payload found no room.
    bool add(LetterWithRow letter, qint64 room);
    const LetterWithRow *find(LetterNumber number) const;
    std::vector<LetterWithRow> from(LetterNumber number, int limit) const;
    void saveRow(const DeadLetterRow &row);
    void clear();
    qint64 bytes() const { return m_bytes; }
    bool isEmpty() const { return m_letters.empty(); }

private:
    std::map<LetterNumber, LetterWithRow> m_letters;
    qint64 m_bytes = 0; ///< of payloads
};

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/MemoryLetters.h"

namespace holdwatch::storage {

bool MemoryLetters::add(LetterWithRow letter, qint64 room)
{
    const LetterNumber number = letter.row.number;
    if (const auto before = m_letters.find(number); before != m_letters.end())
        m_bytes -= before->second.letter.payload.size();
    const bool fits = m_bytes + letter.letter.payload.size() <= room;
    if (!fits) {
        letter.letter.payload.clear();
        letter.letter.payloadIsWhole = false;
    }
    m_bytes += letter.letter.payload.size();
    m_letters.insert_or_assign(number, std::move(letter));
    return fits;
}

const LetterWithRow *MemoryLetters::find(LetterNumber number) const
{
    const auto found = m_letters.find(number);
    return found == m_letters.end() ? nullptr : &found->second;
}

std::vector<LetterWithRow> MemoryLetters::from(LetterNumber number, int limit) const
{
    std::vector<LetterWithRow> letters;
    for (auto each = m_letters.lower_bound(number); each != m_letters.end() && int(letters.size()) < limit; ++each)
        letters.push_back(each->second);
    return letters;
}

void MemoryLetters::saveRow(const DeadLetterRow &row)
{
    if (const auto found = m_letters.find(row.number); found != m_letters.end())
        found->second.row = row;
}

void MemoryLetters::clear()
{
    m_letters.clear();
    m_bytes = 0;
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterSelection.h"

namespace holdwatch {

qint64 LetterSelection::blockOf(LetterNumber number)
{
    return number >> 12; // also right for numbers below 0
}

void LetterSelection::add(LetterNumber number)
{
    auto bit = m_blocks[blockOf(number)][std::size_t(number & (blockSize - 1))];
    m_count += !bit;
    bit = true;
}

void LetterSelection::remove(LetterNumber number)
{
    const auto block = m_blocks.find(blockOf(number));
    if (block == m_blocks.end())
        return;
    auto bit = block->second[std::size_t(number & (blockSize - 1))];
    m_count -= bit;
    bit = false;
    if (block->second.none())
        m_blocks.erase(block);
}

void LetterSelection::toggle(LetterNumber number)
{
    if (contains(number))
        remove(number);
    else
        add(number);
}

void LetterSelection::clear()
{
    m_blocks.clear();
    m_count = 0;
}

void LetterSelection::add(const LetterTable &table, const std::vector<quint32> &rows)
{
    for (const quint32 row : rows)
        add(table.numberAt(row));
}

void LetterSelection::remove(const LetterTable &table, const std::vector<quint32> &rows)
{
    for (const quint32 row : rows)
        remove(table.numberAt(row));
}

void LetterSelection::keepOnly(const LetterTable &table, const std::vector<quint32> &rows)
{
    LetterSelection kept;
    for (const quint32 row : rows) {
        if (contains(table.numberAt(row)))
            kept.add(table.numberAt(row));
    }
    *this = std::move(kept);
}

bool LetterSelection::contains(LetterNumber number) const
{
    const auto block = m_blocks.find(blockOf(number));
    return block != m_blocks.end() && block->second[std::size_t(number & (blockSize - 1))];
}

qint64 LetterSelection::countIn(const LetterTable &table, const std::vector<quint32> &rows) const
{
    return std::count_if(rows.begin(), rows.end(), [&](quint32 row) { return contains(table.numberAt(row)); });
}

QVector<LetterNumber> LetterSelection::numbers() const
{
    QVector<LetterNumber> all;
    all.reserve(m_count);
    for (const auto &[block, bits] : m_blocks) {
        for (std::size_t bit = bits._Find_first(); bit < bits.size(); bit = bits._Find_next(bit))
            all.append(block * blockSize + LetterNumber(bit));
    }
    return all;
}

} // namespace holdwatch

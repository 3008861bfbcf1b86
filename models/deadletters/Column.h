// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace holdwatch {

/// A vector that grows without copying and without room to spare: a million values in blocks. For plain types.
template<typename T>
class Column
{
public:
    void append(T value)
    {
        if (m_size == m_blocks.size() << shift)
            m_blocks.push_back(std::make_unique_for_overwrite<T[]>(blockSize));
        m_blocks[m_size >> shift][m_size & mask] = value;
        ++m_size;
    }
    /// Makes it this long; what is new is `value`.
    void growTo(std::size_t size, T value)
    {
        while (m_size < size)
            append(value);
    }
    T &operator[](std::size_t at) { return m_blocks[at >> shift][at & mask]; }
    const T &operator[](std::size_t at) const { return m_blocks[at >> shift][at & mask]; }
    std::size_t size() const { return m_size; }
    void clear()
    {
        m_blocks.clear();
        m_size = 0;
    }

private:
    static constexpr std::size_t shift = 14;
    static constexpr std::size_t blockSize = std::size_t(1) << shift;
    static constexpr std::size_t mask = blockSize - 1;

    std::vector<std::unique_ptr<T[]>> m_blocks;
    std::size_t m_size = 0;
};

} // namespace holdwatch

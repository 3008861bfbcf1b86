// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/SampleRow.h"

#include <vector>

namespace holdwatch::storage {

/// Keeps at most `limit` of the rows it is given in time order: while there are too many it doubles the
/// stride and keeps the row with the largest age of each stride, so that no peak is lost.
class Thinner
{
public:
    explicit Thinner(int limit) : m_limit(size_t(std::max(limit, 1))) {}

    void add(const SampleRow &row);
    qint64 stride() const { return m_stride; } ///< milliseconds; 0 = nothing was left out
    std::vector<SampleRow> take() { return std::move(m_rows); }

private:
    void push(const SampleRow &row);
    void widen();

    size_t m_limit;
    qint64 m_stride = 0;
    std::vector<SampleRow> m_rows;
};

} // namespace holdwatch::storage

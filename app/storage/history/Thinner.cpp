// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/Thinner.h"

#include "app/storage/history/Rollup.h"

namespace holdwatch::storage {

void Thinner::add(const SampleRow &row)
{
    push(row);
    while (m_rows.size() > m_limit)
        widen();
}

void Thinner::push(const SampleRow &row)
{
    const bool sameStride = m_stride > 0 && !m_rows.empty() && floorTo(m_rows.back().at, m_stride) == floorTo(row.at, m_stride);
    if (!sameStride) {
        m_rows.push_back(row);
        return;
    }
    // Equal or absent ages: the newer one says more.
    if (row.value(Figure::OldestAge).value_or(-1) >= m_rows.back().value(Figure::OldestAge).value_or(-1))
        m_rows.back() = row;
}

void Thinner::widen()
{
    const qint64 span = m_rows.back().at - m_rows.front().at;
    const qint64 average = std::max<qint64>(1, span / qint64(m_rows.size()));
    m_stride = std::max(m_stride, average) * 2;
    std::vector<SampleRow> all;
    all.swap(m_rows);
    for (const SampleRow &row : all)
        push(row);
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/LineIndex.h"

#include <algorithm>

namespace holdwatch::payload {

LineIndex::LineIndex(QByteArrayView bytes) : m_bytes(bytes)
{
    for (qsizetype at = 0; at < bytes.size(); ++m_count) {
        if (m_count % stride == 0)
            m_starts.push_back(at);
        const qsizetype feed = bytes.indexOf('\n', at);
        at = feed < 0 ? bytes.size() : feed + 1;
    }
}

ByteRange LineIndex::line(qsizetype number) const
{
    if (number < 0 || number >= m_count)
        return {m_bytes.size(), m_bytes.size()};
    qsizetype at = m_starts[size_t(number / stride)];
    for (qsizetype left = number % stride; left > 0; --left)
        at = m_bytes.indexOf('\n', at) + 1;
    const qsizetype feed = m_bytes.indexOf('\n', at);
    return {at, feed < 0 ? m_bytes.size() : feed};
}

qsizetype LineIndex::lineAt(qsizetype offset) const
{
    if (m_starts.empty())
        return 0;
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), std::max<qsizetype>(offset, 0));
    const qsizetype block = std::distance(m_starts.begin(), after) - 1;
    const auto before = m_bytes.sliced(m_starts[size_t(block)], std::min(offset, m_bytes.size()) - m_starts[size_t(block)]);
    return std::min(m_count - 1, block * stride + qsizetype(std::count(before.begin(), before.end(), '\n')));
}

} // namespace holdwatch::payload

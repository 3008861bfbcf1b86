// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"

namespace holdwatch::payload {

/// Finds lines in bytes that stay where they are. Remembers one line in `stride`, so that a text of nothing but
/// line feeds costs little; a look-up reads at most `stride` lines. Lines count from 0 and end with a line feed.
class LineIndex
{
public:
    static constexpr qsizetype stride = 64;

    explicit LineIndex(QByteArrayView bytes = {});

    qsizetype count() const { return m_count; }      ///< 0 only for nothing at all
    ByteRange line(qsizetype number) const;          ///< without its line feed
    qsizetype lineAt(qsizetype offset) const;        ///< of the line that holds this byte
private:
    QByteArrayView m_bytes;
    std::vector<qsizetype> m_starts; ///< of the lines 0, stride, 2 * stride, …
    qsizetype m_count = 0;
};

} // namespace holdwatch::payload

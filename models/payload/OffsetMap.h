// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"

namespace holdwatch::payload {

/// Where each part of a shown text comes from in its source, for texts that show their source in order.
/// Units are up to the caller: UTF-16 units of a display text, or bytes of a re-indented one.
/// Both ways take O(log pieces). Something shown that stands for nothing (indentation) maps to the source offset
/// that follows it; something of the source that is not shown maps to what is shown next.
class OffsetMap
{
public:
    /// `count` times in a row, `shown` units stand for `source` units and can't be told apart inside.
    void add(qsizetype shown, qsizetype source, qsizetype count = 1);

    qsizetype toSource(qsizetype shown) const; ///< the start of what is shown there; the source's end behind the end
    qsizetype toShown(qsizetype source) const;
    ByteRange toSource(const ByteRange &shown) const; ///< the smallest range that covers all of it
    ByteRange toShown(const ByteRange &source) const;
    ByteRanges toShown(const ByteRanges &source) const; ///< those that are shown at all

    qsizetype shownSize() const { return m_shown; }
    qsizetype sourceSize() const { return m_source; }

private:
    struct Piece
    {
        qsizetype shown;
        qsizetype source;
        qsizetype count;
        quint32 shownWidth;
        quint32 sourceWidth;
    };
    const Piece *pieceAtShown(qsizetype shown) const;
    const Piece *pieceAtSource(qsizetype source) const;

    std::vector<Piece> m_pieces;
    qsizetype m_shown = 0;
    qsizetype m_source = 0;
};

} // namespace holdwatch::payload

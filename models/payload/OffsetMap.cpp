// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/OffsetMap.h"

#include <algorithm>

namespace holdwatch::payload {

void OffsetMap::add(qsizetype shown, qsizetype source, qsizetype count)
{
    if (count <= 0 || (shown <= 0 && source <= 0))
        return;
    Piece *last = m_pieces.empty() ? nullptr : &m_pieces.back();
    if (last && qsizetype(last->shownWidth) == shown && qsizetype(last->sourceWidth) == source)
        last->count += count;
    else
        m_pieces.push_back({m_shown, m_source, count, quint32(shown), quint32(source)});
    m_shown += shown * count;
    m_source += source * count;
}

const OffsetMap::Piece *OffsetMap::pieceAtShown(qsizetype shown) const
{
    const auto after = std::upper_bound(m_pieces.begin(), m_pieces.end(), shown, [](qsizetype at, const Piece &piece) { return at < piece.shown; });
    return after == m_pieces.begin() ? nullptr : &*std::prev(after);
}

const OffsetMap::Piece *OffsetMap::pieceAtSource(qsizetype source) const
{
    const auto after = std::upper_bound(m_pieces.begin(), m_pieces.end(), source, [](qsizetype at, const Piece &piece) { return at < piece.source; });
    return after == m_pieces.begin() ? nullptr : &*std::prev(after);
}

qsizetype OffsetMap::toSource(qsizetype shown) const
{
    if (shown >= m_shown)
        return m_source;
    const Piece *piece = pieceAtShown(std::max<qsizetype>(shown, 0));
    if (!piece || piece->shownWidth == 0)
        return piece ? piece->source : 0;
    return piece->source + (shown - piece->shown) / piece->shownWidth * piece->sourceWidth;
}

qsizetype OffsetMap::toShown(qsizetype source) const
{
    if (source >= m_source)
        return m_shown;
    const Piece *piece = pieceAtSource(std::max<qsizetype>(source, 0));
    if (!piece || piece->sourceWidth == 0)
        return piece ? piece->shown : 0;
    return piece->shown + (source - piece->source) / piece->sourceWidth * piece->shownWidth;
}

ByteRange OffsetMap::toSource(const ByteRange &shown) const
{
    const ByteRange clipped{std::clamp<qsizetype>(shown.from, 0, m_shown), std::clamp<qsizetype>(shown.until, 0, m_shown)};
    if (clipped.isEmpty())
        return {toSource(clipped.from), toSource(clipped.from)};
    const Piece *last = pieceAtShown(clipped.until - 1);
    const qsizetype inside = last->shownWidth == 0 ? 0 : (clipped.until - 1 - last->shown) / last->shownWidth + 1;
    return {toSource(clipped.from), last->source + inside * last->sourceWidth};
}

ByteRange OffsetMap::toShown(const ByteRange &source) const
{
    const ByteRange clipped{std::clamp<qsizetype>(source.from, 0, m_source), std::clamp<qsizetype>(source.until, 0, m_source)};
    if (clipped.isEmpty())
        return {toShown(clipped.from), toShown(clipped.from)};
    const Piece *last = pieceAtSource(clipped.until - 1);
    const qsizetype inside = last->sourceWidth == 0 ? 0 : (clipped.until - 1 - last->source) / last->sourceWidth + 1;
    return {toShown(clipped.from), last->shown + inside * last->shownWidth};
}

ByteRanges OffsetMap::toShown(const ByteRanges &source) const
{
    ByteRanges shown;
    for (const ByteRange &range : source) {
        const ByteRange mapped = toShown(range);
        if (!mapped.isEmpty())
            shown.push_back(mapped);
    }
    return shown;
}

} // namespace holdwatch::payload

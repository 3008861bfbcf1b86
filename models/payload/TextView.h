// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"
#include "models/payload/OffsetMap.h"

#include <QString>

namespace holdwatch::payload {

/// What a message shows at first; the rest is loaded on demand.
inline constexpr qsizetype previewBytes = 256 * 1024;

/// Places of one kind: all are counted, the first hundred are listed.
struct Places
{
    static constexpr qsizetype mostListed = 100;

    qsizetype count = 0;
    std::vector<qsizetype> first;

    void add(qsizetype at);
};

/// What is odd about some bytes that are to be read as text. Offsets are in bytes.
struct TextFacts
{
    qsizetype size = 0;
    Places notUtf8;   ///< bytes that belong to no well-formed sequence
    Places nul;
    Places controls;  ///< C0 and C1 but tab, line feed, carriage return and NUL
    Places bidi;      ///< U+202A–202E, U+2066–2069, U+200E, U+200F, U+061C: they change the order in which text is read
    Places invisible; ///< other format characters and separators that show nothing
    bool startsWithMark = false; ///< a UTF-8 byte order mark
    qsizetype lines = 0;         ///< 0 only for nothing at all
    qsizetype longestLine = 0;   ///< without its line feed

    bool isUtf8() const { return notUtf8.count == 0; }
    bool isOdd() const;
    QStringList sentences() const; ///< one for each oddity, with the first place; empty if there is none
};

TextFacts factsOf(QByteArrayView bytes); ///< one pass

/// A text for the screen in which nothing is lost: bytes that are no UTF-8 stand as ‹FF›, controls and characters
/// that show nothing or turn the reading direction as ‹U+202E›, a hidden range as ●●●. Tab and line feed stay.
/// A source that itself contains such a mark can be told by `marks`.
struct DisplayText
{
    QString text;
    OffsetMap map;    ///< UTF-16 units of `text` ↔ bytes
    ByteRanges marks; ///< in units of `text`: what was written by us instead of the source's own characters
};

inline constexpr QStringView maskDots = u"\u25CF\u25CF\u25CF";

DisplayText displayOf(QByteArrayView bytes, const ByteRanges &hidden = {});

QString visible(QByteArrayView bytes, const ByteRanges &hidden = {});          ///< its text alone
QString visible(QStringView text);                                             ///< for texts that were decoded already
QString excerpt(QByteArrayView bytes, const ByteRange &range, qsizetype most, const ByteRanges &hidden = {}); ///< one line, `…` where cut

/// Where a piece of at most `wanted` bytes from `from` should end: behind a line if one ends in its last quarter,
/// else at a character's edge. Always moves on.
qsizetype pageEnd(QByteArrayView bytes, qsizetype from, qsizetype wanted = previewBytes);

} // namespace holdwatch::payload

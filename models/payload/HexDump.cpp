// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/HexDump.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

constexpr QChar dot(0x25CF);

QChar hexDigit(int value)
{
    return QLatin1Char("0123456789ABCDEF"[value & 15]);
}

} // namespace

HexDump::HexDump(QByteArrayView bytes, ByteRanges hidden) : m_bytes(bytes), m_hidden(std::move(hidden)) {}

bool HexDump::isHidden(qsizetype at) const
{
    const auto range = std::lower_bound(m_hidden.begin(), m_hidden.end(), at, [](const ByteRange &hidden, qsizetype byte) { return hidden.until <= byte; });
    return range != m_hidden.end() && range->contains(at);
}

HexRow HexDump::row(qsizetype number) const
{
    HexRow row;
    row.offset = number * width;
    const qsizetype end = std::min(row.offset + width, m_bytes.size());
    for (qsizetype at = row.offset; at < end; ++at) {
        if (at != row.offset)
            row.hex += at % 8 == 0 ? QStringLiteral("  ") : QStringLiteral(" ");
        const uchar byte = uchar(m_bytes[at]);
        if (isHidden(at)) {
            (row.hex += dot) += dot;
            row.printable += dot;
            continue;
        }
        (row.hex += hexDigit(byte >> 4)) += hexDigit(byte);
        row.printable += byte >= 0x20 && byte < 0x7F ? QChar(char16_t(byte)) : QChar(0xB7);
    }
    return row;
}

QString HexDump::offsetText(qsizetype offset)
{
    return QStringLiteral("%1").arg(offset, 6, 16, QLatin1Char('0')).toUpper();
}

} // namespace holdwatch::payload

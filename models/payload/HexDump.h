// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"

#include <QString>

namespace holdwatch::payload {

struct HexRow
{
    qsizetype offset = 0;
    QString hex;       ///< "7B 22 69 64", two bigger groups of eight; a hidden byte is "●●"
    QString printable; ///< ASCII as it is, everything else "·", a hidden byte "●"
};

/// Rows of sixteen bytes, made when asked for. Looks at the bytes where they are: they must outlive it.
class HexDump
{
public:
    static constexpr qsizetype width = 16;

    explicit HexDump(QByteArrayView bytes, ByteRanges hidden = {});

    qsizetype rowCount() const { return (m_bytes.size() + width - 1) / width; }
    HexRow row(qsizetype number) const;
    static QString offsetText(qsizetype offset); ///< "0001F0", at least six digits

private:
    bool isHidden(qsizetype at) const;

    QByteArrayView m_bytes;
    ByteRanges m_hidden;
};

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/Uuid.h"

#include <QRandomGenerator>
#include <QUuid>

namespace holdwatch::practice {

QString makeUuid7(UtcTime now)
{
    const auto millis = static_cast<quint64>(toEpochMillis(now));
    const quint64 random = QRandomGenerator::global()->generate64();
    const quint32 more = QRandomGenerator::global()->generate();
    const auto byte = [random](int shift) { return static_cast<uchar>(random >> shift); };
    return QUuid(static_cast<uint>(millis >> 16), static_cast<ushort>(millis), static_cast<ushort>(0x7000 | (more & 0x0fff)),
                 static_cast<uchar>(0x80 | (byte(56) & 0x3f)), byte(48), byte(40), byte(32), byte(24), byte(16), byte(8), byte(0))
        .toString(QUuid::WithoutBraces);
}

} // namespace holdwatch::practice

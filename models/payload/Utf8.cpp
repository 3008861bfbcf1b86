// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/Utf8.h"

#include <QByteArray>

#include <algorithm>

namespace holdwatch::payload {

namespace {

bool isContinuation(uchar byte) { return (byte & 0xC0) == 0x80; }

int sequenceSize(uchar lead)
{
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

bool isWellFormed(char32_t value, int size)
{
    switch (size) {
    case 2: return true;
    case 3: return value >= 0x800 && (value < 0xD800 || value > 0xDFFF);
    default: return value >= 0x10000 && value <= 0x10FFFF;
    }
}

} // namespace

CodePoint codePointAt(QByteArrayView bytes, qsizetype at)
{
    const auto *data = reinterpret_cast<const uchar *>(bytes.data()) + at;
    if (data[0] < 0x80)
        return {data[0], 1, true};
    const int size = sequenceSize(data[0]);
    if (size == 0 || size > bytes.size() - at)
        return {data[0], 1, false};
    char32_t value = data[0] & (0xFF >> (size + 1));
    for (int i = 1; i < size; ++i) {
        if (!isContinuation(data[i]))
            return {data[0], 1, false};
        value = value << 6 | (data[i] & 0x3F);
    }
    return isWellFormed(value, size) ? CodePoint{value, size, true} : CodePoint{data[0], 1, false};
}

qsizetype characterStart(QByteArrayView bytes, qsizetype at)
{
    if (at >= bytes.size())
        return bytes.size();
    for (qsizetype start = at - 1; start >= std::max<qsizetype>(0, at - 3); --start) {
        const CodePoint before = codePointAt(bytes, start);
        if (before.isValid && start + before.size > at)
            return start;
    }
    return std::max<qsizetype>(0, at);
}

void appendUtf8(QByteArray &to, char32_t value)
{
    if (value < 0x80) {
        to += char(value);
    } else if (value < 0x800) {
        to += char(0xC0 | value >> 6);
        to += char(0x80 | (value & 0x3F));
    } else if (value < 0x10000) {
        to += char(0xE0 | value >> 12);
        to += char(0x80 | (value >> 6 & 0x3F));
        to += char(0x80 | (value & 0x3F));
    } else {
        to += char(0xF0 | value >> 18);
        to += char(0x80 | (value >> 12 & 0x3F));
        to += char(0x80 | (value >> 6 & 0x3F));
        to += char(0x80 | (value & 0x3F));
    }
}

} // namespace holdwatch::payload

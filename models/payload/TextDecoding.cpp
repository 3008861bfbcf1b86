// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/Decoding.h"

#include "models/core/Format.h"

#include <array>

namespace holdwatch::payload {

namespace {

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = char(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

int base64Value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

Decoded stoppedAt(QByteArray bytes, qsizetype at, const QString &why)
{
    const QString seen = formatCount(bytes.size());
    return {std::move(bytes), false, QStringLiteral("Stopped at byte %1: %2. The %3 bytes before are shown.").arg(formatCount(at), why, seen)};
}

Decoded full(QByteArray bytes, qsizetype limit)
{
    return {std::move(bytes), false, QStringLiteral("Stopped after %1 bytes, the limit of one step.").arg(formatCount(limit))};
}

Decoded decodeBase64(QByteArrayView text, const DecodeLimits &limits)
{
    QByteArray bytes;
    bytes.reserve(std::min(text.size() / 4 * 3 + 3, limits.output));
    quint32 group = 0;
    int digits = 0;
    qsizetype at = 0;
    for (; at < text.size() && text[at] != '='; ++at) {
        if (isSpace(text[at]))
            continue;
        const int value = base64Value(text[at]);
        if (value < 0)
            return stoppedAt(std::move(bytes), at, QStringLiteral("no base64 character"));
        group = group << 6 | quint32(value);
        if (++digits % 4 == 0) {
            const std::array<char, 3> three{char(group >> 16), char(group >> 8), char(group)};
            bytes.append(three.data(), 3);
        }
        if (bytes.size() > limits.output)
            return full(bytes.first(limits.output), limits.output);
    }
    const int left = digits % 4;
    if (left == 2)
        bytes += char(group >> 4);
    if (left == 3)
        (bytes += char(group >> 10)) += char(group >> 2);
    const qsizetype padding = at;
    while (at < text.size() && (text[at] == '=' || isSpace(text[at])))
        ++at;
    if (at < text.size() || text.sliced(padding).count('=') > 2)
        return stoppedAt(std::move(bytes), padding, QStringLiteral("something behind the end of the base64"));
    if (left == 1)
        return stoppedAt(std::move(bytes), padding, QStringLiteral("one character is too many or some are missing"));
    // Bits that no byte takes must be zero, or two texts would decode alike without a word about it.
    const quint32 unused = left == 2 ? group & 0xF : left == 3 ? group & 0x3 : 0;
    if (unused != 0)
        return {std::move(bytes), false, QStringLiteral("The last character holds bits that belong to no byte.")};
    return {std::move(bytes), true, {}};
}

Decoded decodeHex(QByteArrayView text, const DecodeLimits &limits)
{
    QByteArray bytes;
    int high = -1;
    qsizetype at = text.startsWith("0x") || text.startsWith("0X") || text.startsWith("\\x") ? 2 : 0;
    for (; at < text.size(); ++at) {
        if (isSpace(text[at]))
            continue;
        const int value = hexValue(text[at]);
        if (value < 0)
            return stoppedAt(std::move(bytes), at, QStringLiteral("no hexadecimal digit"));
        if (high >= 0)
            bytes += char(high << 4 | value);
        high = high >= 0 ? -1 : value;
        if (bytes.size() > limits.output)
            return full(bytes.first(limits.output), limits.output);
    }
    if (high >= 0)
        return stoppedAt(std::move(bytes), text.size(), QStringLiteral("half a byte is left over"));
    return {std::move(bytes), true, {}};
}

Decoded decodePercent(QByteArrayView text, const DecodeLimits &limits)
{
    QByteArray bytes;
    qsizetype broken = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (bytes.size() >= limits.output)
            return full(std::move(bytes), limits.output);
        const int high = text[at] == '%' && at + 2 < text.size() ? hexValue(text[at + 1]) : -1;
        const int low = high >= 0 ? hexValue(text[at + 2]) : -1;
        if (low < 0) {
            broken += text[at] == '%';
            bytes += text[at];
            continue;
        }
        bytes += char(high << 4 | low);
        at += 2;
    }
    if (broken > 0)
        return {std::move(bytes), false, QStringLiteral("%1 percent signs are no encoding; they were left as they are.").arg(formatCount(broken))};
    return {std::move(bytes), true, {}};
}

} // namespace

Decoded decodeText(Encoding encoding, QByteArrayView bytes, const DecodeLimits &limits)
{
    switch (encoding) {
    case Encoding::Base64: return decodeBase64(bytes, limits);
    case Encoding::HexText: return decodeHex(bytes, limits);
    case Encoding::Percent: return decodePercent(bytes, limits);
    default: return {{}, false, QStringLiteral("%1 is no text encoding.").arg(toWord(encoding))};
    }
}

} // namespace holdwatch::payload

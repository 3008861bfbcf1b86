// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/decode/Unpacker.h"

#include "app/decode/Streams.h"
#include "models/core/Format.h"

namespace holdwatch::decode {

using payload::Decoded;
using payload::DecodeLimits;
using payload::Encoding;

namespace {

constexpr qsizetype piece = 64 * 1024;

Decoded stopped(QByteArray bytes, const Stream &stream, const QString &why)
{
    const QString sentence = QStringLiteral("Stopped: %1. Seen so far: %2 bytes out of the first %3 compressed ones.");
    const QString remark = sentence.arg(why, formatCount(bytes.size()), formatCount(stream.consumed()));
    return {std::move(bytes), false, remark};
}

bool isBomb(qsizetype output, const Stream &stream, const DecodeLimits &limits)
{
    return output > limits.ratioFrom && output / std::max<qsizetype>(stream.consumed(), 1) >= limits.ratio;
}

Decoded readAll(Stream &stream, QByteArrayView input, const DecodeLimits &limits)
{
    QByteArray bytes;
    std::array<char, piece> out;
    for (;;) {
        qsizetype written = 0;
        const Stream::State state = stream.read(out.data(), piece, written);
        const qsizetype room = limits.output - bytes.size();
        bytes.append(out.data(), std::min(written, room));
        if (written > room)
            return stopped(std::move(bytes), stream, QStringLiteral("it is larger than the %1 bytes one step may give").arg(formatCount(limits.output)));
        if (isBomb(bytes.size(), stream, limits))
            return stopped(std::move(bytes), stream, QStringLiteral("it grows more than %1 times, as a decompression bomb does").arg(formatCount(limits.ratio)));
        if (state == Stream::State::Broken)
            return stopped(std::move(bytes), stream, QStringLiteral("the data is damaged (%1)").arg(stream.complaint()));
        if (state == Stream::State::Starved)
            return stopped(std::move(bytes), stream, QStringLiteral("the data ends before its end"));
        if (state == Stream::State::Ended && !stream.nextMember())
            break;
    }
    const qsizetype behind = input.size() - stream.consumed();
    if (behind > 0)
        return {std::move(bytes), false, QStringLiteral("%1 bytes follow behind the compressed data and were left out.").arg(formatCount(behind))};
    return {std::move(bytes), true, {}};
}

} // namespace

Decoded Unpacker::decompress(Encoding encoding, QByteArrayView bytes, const DecodeLimits &limits) const
{
    if (!payload::isCompression(encoding))
        return {{}, false, QStringLiteral("%1 is no compression.").arg(payload::toWord(encoding))};
    const auto stream = encoding == Encoding::Zstd ? openZstd(bytes) : openDeflate(encoding, bytes);
    return readAll(*stream, bytes, limits);
}

} // namespace holdwatch::decode

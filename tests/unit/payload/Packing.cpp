// SPDX-License-Identifier: GPL-3.0-or-later
#include "Packing.h"

#include <zlib.h>
#include <zstd.h>

namespace holdwatch::payload {

namespace {

QByteArray deflated(const QByteArray &bytes, int windowBits)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("zlib does not start");
    QByteArray out(qsizetype(deflateBound(&stream, uLong(bytes.size()))) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = uInt(out.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        qFatal("zlib does not end");
    out.truncate(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return out;
}

QByteArray zstandard(const QByteArray &bytes)
{
    QByteArray out(qsizetype(ZSTD_compressBound(size_t(bytes.size()))), '\0');
    out.truncate(qsizetype(ZSTD_compress(out.data(), size_t(out.size()), bytes.data(), size_t(bytes.size()), 9)));
    return out;
}

} // namespace

QByteArray packed(Encoding encoding, const QByteArray &bytes)
{
    switch (encoding) {
    case Encoding::Base64: return bytes.toBase64();
    case Encoding::HexText: return bytes.toHex();
    case Encoding::Percent: return bytes.toPercentEncoding();
    case Encoding::Gzip: return deflated(bytes, 15 + 16);
    case Encoding::Zlib: return deflated(bytes, 15);
    case Encoding::RawDeflate: return deflated(bytes, -15);
    case Encoding::Zstd: break;
    }
    return zstandard(bytes);
}

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Decoding.h"

namespace holdwatch::decode {

/// The Decompressor of the program: gzip, zlib and raw deflate by zlib, zstd by libzstd. Stateless. Members and
/// frames that follow one another are read on, as gzip and zstd do. Memory is bounded by the output limit and by
/// a window of 32 MiB, which zstd asks for above level 19 only.
class Unpacker final : public payload::Decompressor
{
public:
    payload::Decoded decompress(payload::Encoding encoding, QByteArrayView bytes, const payload::DecodeLimits &limits) const override;
};

} // namespace holdwatch::decode

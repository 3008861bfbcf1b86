// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Decoding.h"

#include <array>

namespace holdwatch::decode {

/// One compressed stream being read, a piece of output at a time.
class Stream
{
public:
    enum class State { GoesOn, Ended, Starved, Broken };

    virtual ~Stream() = default;
    /// Fills at most `room` bytes at `out`, says how many in `written`.
    virtual State read(char *out, qsizetype room, qsizetype &written) = 0;
    virtual qsizetype consumed() const = 0;
    virtual QString complaint() const = 0; ///< once Broken
    /// After Ended: goes on with a further member if the rest begins with one.
    virtual bool nextMember() = 0;
};

std::unique_ptr<Stream> openDeflate(payload::Encoding encoding, QByteArrayView bytes);
std::unique_ptr<Stream> openZstd(QByteArrayView bytes);

} // namespace holdwatch::decode

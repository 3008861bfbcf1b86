// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/decode/Streams.h"

#include <zlib.h>

#include <limits>

namespace holdwatch::decode {

namespace {

using payload::Encoding;

int windowBits(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Gzip: return 15 + 16;
    case Encoding::Zlib: return 15;
    default: return -15;
    }
}

class DeflateStream final : public Stream
{
public:
    DeflateStream(Encoding encoding, QByteArrayView bytes) : m_bytes(bytes), m_isGzip(encoding == Encoding::Gzip)
    {
        m_isOpen = inflateInit2(&m_stream, windowBits(encoding)) == Z_OK;
    }
    ~DeflateStream() override
    {
        if (m_isOpen)
            inflateEnd(&m_stream);
    }
    Q_DISABLE_COPY_MOVE(DeflateStream)

    State read(char *out, qsizetype room, qsizetype &written) override
    {
        written = 0;
        if (!m_isOpen)
            return State::Broken;
        // avail_in has 32 bits, a payload may have more.
        const qsizetype offered = std::min<qsizetype>(m_bytes.size() - m_consumed, std::numeric_limits<int>::max());
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(m_bytes.data() + m_consumed));
        m_stream.avail_in = uInt(offered);
        m_stream.next_out = reinterpret_cast<Bytef *>(out);
        m_stream.avail_out = uInt(room);
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        m_consumed += offered - m_stream.avail_in;
        written = room - m_stream.avail_out;
        switch (result) {
        case Z_OK: return State::GoesOn;
        case Z_STREAM_END: return State::Ended;
        case Z_BUF_ERROR: return State::Starved;
        default: return State::Broken;
        }
    }

    qsizetype consumed() const override { return m_consumed; }

    QString complaint() const override
    {
        return m_stream.msg ? QString::fromLatin1(m_stream.msg) : QStringLiteral("the data needs something that is not there");
    }

    bool nextMember() override
    {
        return m_isGzip && m_bytes.sliced(m_consumed).startsWith("\x1F\x8B\x08") && inflateReset(&m_stream) == Z_OK;
    }

private:
    QByteArrayView m_bytes;
    bool m_isGzip;
    bool m_isOpen = false;
    z_stream m_stream{};
    qsizetype m_consumed = 0;
};

} // namespace

std::unique_ptr<Stream> openDeflate(Encoding encoding, QByteArrayView bytes)
{
    return std::make_unique<DeflateStream>(encoding, bytes);
}

} // namespace holdwatch::decode

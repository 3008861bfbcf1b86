// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/decode/Streams.h"

#include <zstd.h>

namespace holdwatch::decode {

namespace {

constexpr int largestWindowLog = 25;

class ZstdStream final : public Stream
{
public:
    explicit ZstdStream(QByteArrayView bytes) : m_bytes(bytes), m_context(ZSTD_createDCtx(), &ZSTD_freeDCtx)
    {
        if (m_context)
            ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, largestWindowLog);
    }

    State read(char *out, qsizetype room, qsizetype &written) override
    {
        written = 0;
        if (!m_context)
            return State::Broken;
        ZSTD_inBuffer in{m_bytes.data(), size_t(m_bytes.size()), size_t(m_consumed)};
        ZSTD_outBuffer to{out, size_t(room), 0};
        const size_t result = ZSTD_decompressStream(m_context.get(), &to, &in);
        const bool moved = to.pos > 0 || qsizetype(in.pos) > m_consumed;
        m_consumed = qsizetype(in.pos);
        written = qsizetype(to.pos);
        if (ZSTD_isError(result)) {
            m_complaint = QString::fromLatin1(ZSTD_getErrorName(result));
            return State::Broken;
        }
        if (result == 0)
            return State::Ended;
        return moved ? State::GoesOn : State::Starved;
    }

    qsizetype consumed() const override { return m_consumed; }
    QString complaint() const override { return m_complaint; }
    bool nextMember() override { return m_bytes.sliced(m_consumed).startsWith("\x28\xB5\x2F\xFD"); }

private:
    QByteArrayView m_bytes;
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> m_context;
    qsizetype m_consumed = 0;
    QString m_complaint = QStringLiteral("out of memory");
};

} // namespace

std::unique_ptr<Stream> openZstd(QByteArrayView bytes)
{
    return std::make_unique<ZstdStream>(bytes);
}

} // namespace holdwatch::decode

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace holdwatch::payload {

enum class Encoding : quint8 { Base64, HexText, Percent, Gzip, Zlib, RawDeflate, Zstd };

inline constexpr Encoding allEncodings[] = {Encoding::Base64, Encoding::HexText, Encoding::Percent, Encoding::Gzip,
                                            Encoding::Zlib, Encoding::RawDeflate, Encoding::Zstd};

QString toWord(Encoding encoding); ///< "base64", "gzip", "raw deflate"

/// What one step may cost. Decompression stops at whichever comes first.
struct DecodeLimits
{
    qsizetype output = 16 * 1024 * 1024;
    qsizetype ratio = 500;                   ///< output bytes for one input byte…
    qsizetype ratioFrom = 8 * 1024 * 1024;   ///< …once there are so many: rows that repeat reach more, but are smaller
};

/// What came out, even where it ended early: `remark` tells why, and how much was seen.
struct Decoded
{
    QByteArray bytes;
    bool isWhole = false;  ///< all of the input was understood and nothing was cut
    QString remark;        ///< empty if whole
};

/// Undoes compression. Implemented in app/decode, as models links no zlib. Thread-safe.
class Decompressor
{
public:
    virtual ~Decompressor() = default;
    virtual Decoded decompress(Encoding encoding, QByteArrayView bytes, const DecodeLimits &limits) const = 0;
};

/// The text encodings, without a Decompressor. Base64 takes both alphabets, missing padding and white space; hex text
/// takes 0x and white space; percent-encoding leaves what is no valid %XX as it is, and + too.
Decoded decodeText(Encoding encoding, QByteArrayView bytes, const DecodeLimits &limits = {});
bool isCompression(Encoding encoding);
bool beginsCompressed(QByteArrayView bytes); ///< with the mark of gzip, zstd or zlib; cheap

struct Guess
{
    Encoding encoding = Encoding::Base64;
    QString why; ///< "begins with 1F 8B 08"
};

/// What the bytes look like, likeliest first. Raw deflate has no mark, so it is never guessed. Reads at most a megabyte.
std::vector<Guess> guessEncodings(QByteArrayView bytes);

/// The original and what became of it, step by step; nothing is applied unless asked for.
class DecodingChain
{
public:
    struct Step
    {
        Encoding encoding = Encoding::Base64;
        Decoded result;
        qsizetype inputSize = 0;
        QString text() const; ///< "gzip: 1 204 bytes became 9 812", with the remark
    };
    static constexpr size_t mostSteps = 8;

    explicit DecodingChain(QByteArray original, const Decompressor *decompressor = nullptr, DecodeLimits limits = {}); ///< borrows it

    const QByteArray &original() const { return m_original; }
    const QByteArray &result() const { return m_steps.empty() ? m_original : m_steps.back().result.bytes; }
    const std::vector<Step> &steps() const { return m_steps; }
    bool canGoOn() const { return m_steps.size() < mostSteps; }

    std::vector<Guess> guesses() const { return guessEncodings(result()); } ///< for the next step
    /// The steps that lead to readable content or as far as guesses go: base64, gzip. Tries them on a copy.
    std::vector<Encoding> suggestion() const;

    bool apply(Encoding encoding); ///< false, and nothing changed, if nothing at all came out; see refusal()
    void undo();
    const QString &refusal() const { return m_refusal; }

private:
    Decoded decode(Encoding encoding, QByteArrayView bytes) const;

    QByteArray m_original;
    const Decompressor *m_decompressor;
    DecodeLimits m_limits;
    std::vector<Step> m_steps;
    QString m_refusal;
};

} // namespace holdwatch::payload

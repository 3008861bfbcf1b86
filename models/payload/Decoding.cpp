// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/Decoding.h"

#include "models/core/Format.h"
#include "models/payload/JsonText.h"
#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

constexpr qsizetype looked = 1024 * 1024;
constexpr qsizetype shortestText = 8; // below, half of all words are base64

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Text that a person can read: UTF-8 without controls. A cut through the last character is forgiven.
bool isReadable(QByteArrayView bytes)
{
    const TextFacts facts = factsOf(bytes.first(std::min(bytes.size(), looked)));
    const bool isCutThrough = bytes.size() > looked && facts.notUtf8.count <= 3 && facts.notUtf8.count > 0 && facts.notUtf8.first.front() >= looked - 3;
    return (facts.isUtf8() || isCutThrough) && facts.nul.count == 0 && facts.controls.count == 0;
}

std::optional<Guess> guessByMagic(QByteArrayView bytes)
{
    if (bytes.startsWith("\x1F\x8B\x08"))
        return Guess{Encoding::Gzip, QStringLiteral("begins with 1F 8B 08")};
    if (bytes.startsWith("\x28\xB5\x2F\xFD"))
        return Guess{Encoding::Zstd, QStringLiteral("begins with 28 B5 2F FD")};
    if (bytes.size() < 6 || (bytes[0] & 0x0F) != 8 || uchar(bytes[0]) > 0x78 || (bytes[1] & 0x20) != 0)
        return std::nullopt;
    if ((uchar(bytes[0]) * 256 + uchar(bytes[1])) % 31 == 0 && !isReadable(bytes))
        return Guess{Encoding::Zlib, QStringLiteral("begins with a zlib header")};
    return std::nullopt;
}

/// The beginning, cut so that whole groups of base64 and hex digits stay together, as far as white space lets one tell.
QByteArrayView beginning(QByteArrayView bytes)
{
    return bytes.first(std::min(bytes.size(), looked));
}

bool decodesWell(Encoding encoding, QByteArrayView text)
{
    const Decoded decoded = decodeText(encoding, text, {looked, 1, looked});
    return decoded.isWhole && decoded.bytes.size() * 2 >= shortestText && (guessByMagic(decoded.bytes) || isReadable(decoded.bytes));
}

std::optional<Guess> guessHex(QByteArrayView text)
{
    const auto digits = std::count_if(text.begin(), text.end(), [](char c) { return !isSpace(c); });
    if (digits < shortestText || !decodesWell(Encoding::HexText, digits % 2 == 0 ? text : text.chopped(1)))
        return std::nullopt;
    // A run of decimal digits is a number first; only a known beginning makes it something else.
    const bool hasLetters = std::any_of(text.begin(), text.end(), [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'f'; });
    if (!hasLetters && !guessByMagic(decodeText(Encoding::HexText, text).bytes))
        return std::nullopt;
    return Guess{Encoding::HexText, QStringLiteral("is hexadecimal digits that make sense")};
}

std::optional<Guess> guessBase64(QByteArrayView bytes)
{
    QByteArray text;
    for (const char c : beginning(bytes)) {
        if (!isSpace(c))
            text += c;
    }
    if (bytes.size() > looked)
        text.truncate(text.size() / 4 * 4);
    const bool isWord = std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    if (text.size() < shortestText || (isWord && text.size() < 24) || !decodesWell(Encoding::Base64, text))
        return std::nullopt;
    return Guess{Encoding::Base64, QStringLiteral("is base64 characters that make sense")};
}

std::optional<Guess> guessPercent(QByteArrayView text)
{
    if (!text.contains('%') || std::any_of(text.begin(), text.end(), isSpace))
        return std::nullopt;
    if (!decodeText(Encoding::Percent, text).isWhole)
        return std::nullopt;
    return Guess{Encoding::Percent, QStringLiteral("holds %XX and no spaces")};
}

} // namespace

QString toWord(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Base64: return QStringLiteral("base64");
    case Encoding::HexText: return QStringLiteral("hex text");
    case Encoding::Percent: return QStringLiteral("percent-encoding");
    case Encoding::Gzip: return QStringLiteral("gzip");
    case Encoding::Zlib: return QStringLiteral("zlib");
    case Encoding::RawDeflate: return QStringLiteral("raw deflate");
    case Encoding::Zstd: break;
    }
    return QStringLiteral("zstd");
}

bool isCompression(Encoding encoding)
{
    return encoding >= Encoding::Gzip;
}

bool beginsCompressed(QByteArrayView bytes)
{
    return guessByMagic(bytes.first(std::min<qsizetype>(bytes.size(), 64))).has_value();
}

std::vector<Guess> guessEncodings(QByteArrayView bytes)
{
    std::vector<Guess> guesses;
    if (const auto byMagic = guessByMagic(bytes))
        return {*byMagic};
    const QByteArrayView begin = beginning(bytes);
    for (const auto &guess : {guessHex(begin), guessBase64(bytes), guessPercent(begin)}) {
        if (guess)
            guesses.push_back(*guess);
    }
    return guesses;
}

QString DecodingChain::Step::text() const
{
    const QString sizes = QStringLiteral("%1: %2 bytes became %3.").arg(toWord(encoding), formatCount(inputSize), formatCount(result.bytes.size()));
    return result.remark.isEmpty() ? sizes : sizes + QLatin1Char(' ') + result.remark;
}

DecodingChain::DecodingChain(QByteArray original, const Decompressor *decompressor, DecodeLimits limits)
    : m_original(std::move(original)), m_decompressor(decompressor), m_limits(limits)
{
}

Decoded DecodingChain::decode(Encoding encoding, QByteArrayView bytes) const
{
    if (!isCompression(encoding))
        return decodeText(encoding, bytes, m_limits);
    return m_decompressor ? m_decompressor->decompress(encoding, bytes, m_limits)
                          : Decoded{{}, false, QStringLiteral("Decompression is not available here.")};
}

bool DecodingChain::apply(Encoding encoding)
{
    m_refusal.clear();
    if (!canGoOn()) {
        m_refusal = QStringLiteral("No more than %1 steps.").arg(mostSteps);
        return false;
    }
    const qsizetype inputSize = result().size();
    Decoded decoded = decode(encoding, result());
    if (decoded.bytes.isEmpty() && !decoded.isWhole) {
        m_refusal = decoded.remark;
        return false;
    }
    m_steps.push_back({encoding, std::move(decoded), inputSize});
    return true;
}

void DecodingChain::undo()
{
    if (!m_steps.empty())
        m_steps.pop_back();
}

std::vector<Encoding> DecodingChain::suggestion() const
{
    DecodingChain trial(result(), m_decompressor, m_limits);
    std::vector<Encoding> steps;
    while (m_steps.size() + steps.size() < mostSteps && !(isJson(trial.result()) && isReadable(trial.result()))) {
        const std::vector<Guess> guesses = trial.guesses();
        if (guesses.empty() || !trial.apply(guesses.front().encoding))
            break;
        steps.push_back(guesses.front().encoding);
    }
    return steps;
}

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/SecretScan.h"

#include "models/core/SecretShapes.h"
#include "models/payload/Decoding.h"
#include "models/payload/JsonText.h"
#include "models/payload/LooseFields.h"
#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

constexpr qsizetype longestShownName = 80;
constexpr qsizetype shortestText = 6;   // "pin=1" is five, and hides one digit
constexpr qsizetype shortestPacked = 12; // {"pin":"1"} is twelve in base64
constexpr qsizetype shortestWrapped = 40;

bool isAlnum(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isBase64(char c) { return isAlnum(c) || c == '+' || c == '/' || c == '-' || c == '_'; }
bool isHex(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isLocalPart(char c) { return isAlnum(c) || uchar(c) >= 0x80 || c == '.' || c == '_' || c == '+' || c == '-' || c == '%'; }
bool isHostPart(char c) { return isAlnum(c) || c == '-' || c == '.' || uchar(c) >= 0x80; }

/// Only whole ones: half a word of base64 is none.
QByteArray unpacked(Encoding encoding, QByteArrayView word)
{
    Decoded decoded = decodeText(encoding, word);
    return decoded.isWhole ? std::move(decoded.bytes) : QByteArray();
}

/// Most words that could be base64 are none: what they "decode" to shows it within a few bytes.
bool looksLikeText(QByteArrayView bytes)
{
    return std::none_of(bytes.begin(), bytes.end(), [](char c) { return uchar(c) < 0x20 && !isSpace(c); });
}

/// Words of a language and what joins them; base64 that long has other letters too.
bool isPlainWord(QByteArrayView digits)
{
    constexpr qsizetype surelyNoWord = 40;
    return digits.size() < surelyNoWord && std::all_of(digits.begin() + 1, digits.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '/'; });
}

bool holdsPercent(QByteArrayView word)
{
    for (qsizetype at = word.indexOf('%'); at >= 0 && at + 2 < word.size(); at = word.indexOf('%', at + 1)) {
        if (isHex(word[at + 1]) && isHex(word[at + 2]))
            return true;
    }
    return false;
}

} // namespace

void SecretScan::scan(QByteArrayView text, const ByteRange &within)
{
    if (within.size() < shortestText - 1)
        return;
    m_harmless.clear();
    m_fields.clear();
    m_ends.clear();
    findFields(text, within);
    if (within.size() < shortestText)
        return;
    findPacked(text, within);
    findShapes(text, within);
    findAddresses(text, within);
}

void SecretScan::hide(const ByteRange &range, const QString &name)
{
    if (!range.isEmpty())
        m_tell({range, name, false, false});
}

void SecretScan::findFields(QByteArrayView text, const ByteRange &within)
{
    const QByteArrayView part = within.of(text);
    if (!part.contains('=') && !part.contains(':') && !part.contains('>'))
        return;
    forEachSensitiveField(text, within, m_names, [&](const LooseField &field) {
        m_fields.push_back(field.value);
        hide(field.value, excerpt(text, field.name, longestShownName));
    });
}

void SecretScan::findShapes(QByteArrayView text, const ByteRange &within)
{
    const QByteArrayView part = within.of(text);
    const std::vector<Stretch> found = likelySecretsIn({part.data(), size_t(part.size())});
    for (const Stretch &stretch : found) {
        ByteRange range{within.from + qsizetype(stretch.from), within.from + qsizetype(stretch.until)};
        while (!range.isEmpty() && (text[range.until - 1] == ';' || text[range.until - 1] == ','))
            --range.until;
        const auto word = std::lower_bound(m_harmless.begin(), m_harmless.end(), range.from, [](const ByteRange &each, qsizetype from) { return each.until <= from; });
        if (word == m_harmless.end() || range.from < word->from || range.until > word->until)
            hide(range, QStringLiteral("what looks like a secret"));
        m_ends.push_back(range.until);
    }
    std::sort(m_ends.begin(), m_ends.end());
}

void SecretScan::findAddresses(QByteArrayView text, const ByteRange &within)
{
    if (!within.of(text).contains('@') || !m_names.matches("email"))
        return;
    for (qsizetype at = text.indexOf('@', within.from); at >= 0 && at < within.until; at = text.indexOf('@', at + 1)) {
        qsizetype from = at;
        while (from > within.from && isLocalPart(text[from - 1]))
            --from;
        qsizetype until = at + 1;
        while (until < within.until && isHostPart(text[until]))
            ++until;
        while (until > at + 1 && !isAlnum(text[until - 1]) && uchar(text[until - 1]) < 0x80)
            --until; // the full stop of a sentence
        const QByteArrayView host = text.sliced(at + 1, until - at - 1);
        const qsizetype dot = host.lastIndexOf('.');
        const bool isInUrl = std::binary_search(m_ends.begin(), m_ends.end(), at); // its user information is hidden already
        if (!isInUrl && from < at && dot > 0 && host.size() - dot > 2)
            hide({from, until}, QStringLiteral("e-mail address"));
    }
}

void SecretScan::findPacked(QByteArrayView text, const ByteRange &within)
{
    if (judgeWrapped(text, within))
        return;
    for (qsizetype at = within.from; at < within.until;) {
        if (isSpace(text[at])) {
            ++at;
            continue;
        }
        const qsizetype from = at;
        while (at < within.until && !isSpace(text[at]))
            ++at;
        if (at - from >= shortestPacked)
            judgeWord(text, {from, at});
    }
}

/// Base64 in lines, as in letters and certificates.
bool SecretScan::judgeWrapped(QByteArrayView text, const ByteRange &within)
{
    const QByteArrayView part = within.of(text);
    if (part.size() < shortestWrapped || !part.contains('\n') || !std::all_of(part.begin(), part.end(), [](char c) { return isBase64(c) || isSpace(c) || c == '='; }))
        return false;
    const QByteArray bytes = unpacked(Encoding::Base64, part);
    const QString name = bytes.isEmpty() ? QString() : secretIn(bytes);
    if (!name.isEmpty())
        hide(within, name);
    return !name.isEmpty();
}

void SecretScan::judgeWord(QByteArrayView text, const ByteRange &word)
{
    if (holdsPercent(word.of(text))) {
        const MaskList found = masksWithin(decodeText(Encoding::Percent, word.of(text)).bytes, m_names, m_depth + 1);
        const auto isInside = [&word](const ByteRange &field) { return word.contains(field.from); };
        // What stands there unencoded was found already, and hides less.
        if (qsizetype(found.masks().size()) > std::count_if(m_fields.begin(), m_fields.end(), isInside))
            return hide(word, QStringLiteral("%1, encoded").arg(found.masks().front().name));
    }
    for (qsizetype at = word.from; at < word.until;) {
        if (!isBase64(text[at])) {
            ++at;
            continue;
        }
        const qsizetype from = at;
        while (at < word.until && isBase64(text[at]))
            ++at;
        const qsizetype digits = at;
        while (at < word.until && text[at] == '=' && at - digits < 2)
            ++at;
        judgeRun(text, {from, at}, word);
    }
}

void SecretScan::judgeRun(QByteArrayView text, const ByteRange &run, const ByteRange &word)
{
    if (run.size() < shortestPacked)
        return;
    const QByteArrayView digits = run.of(text);
    if (isPlainWord(digits))
        return;
    QString name;
    if (std::all_of(digits.begin(), digits.end(), isHex))
        name = secretIn(unpacked(Encoding::HexText, digits));
    const QByteArray bytes = unpacked(Encoding::Base64, digits);
    if (name.isEmpty())
        name = secretIn(bytes);
    if (!name.isEmpty())
        return hide(run, name);
    if ((bytes.startsWith('{') || bytes.startsWith('[')) && isJson(bytes)) {
        const bool isPartOfToken = (run.from > word.from && text[run.from - 1] == '.') || (run.until < word.until && text[run.until] == '.');
        if (!isPartOfToken)
            m_harmless.push_back(run);
        return;
    }
    // The characters of base64 that paths and names are joined with.
    for (qsizetype from = run.from, at = from; at <= run.until; ++at) {
        if (at < run.until && isAlnum(text[at]))
            continue;
        if ((from > run.from || at < run.until) && at - from >= shortestPacked)
            judgeRun(text, {from, at}, word);
        from = at + 1;
    }
}

QString SecretScan::secretIn(QByteArrayView bytes) const
{
    if (bytes.isEmpty())
        return {};
    if (beginsCompressed(bytes))
        return QStringLiteral("compressed, so not looked into");
    if (!looksLikeText(bytes)) {
        QString name; // bytes with fields in them, as some formats have
        if (bytes.contains('=') || bytes.contains(':'))
            forEachSensitiveField(bytes, {0, bytes.size()}, m_names, [&](const LooseField &field) { name = QStringLiteral("%1, encoded").arg(excerpt(bytes, field.name, longestShownName)); });
        return name;
    }
    if (m_depth + 1 < deepestMasked) {
        const MaskList found = masksWithin(bytes, m_names, m_depth + 1);
        return found.isEmpty() ? QString() : QStringLiteral("%1, encoded").arg(found.masks().front().name);
    }
    const TextFacts facts = factsOf(bytes);
    return facts.isUtf8() && facts.controls.count == 0 && facts.nul.count == 0 ? QStringLiteral("encoded many times over") : QString();
}

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/TextPattern.h"

#include <algorithm>
#include <array>
#include <optional>

namespace holdwatch::filter {

namespace {

constexpr std::array<char16_t, 128> asciiFolds = [] {
    std::array<char16_t, 128> folds{};
    for (char16_t c = 0; c < 128; ++c)
        folds[c] = c >= u'A' && c <= u'Z' ? static_cast<char16_t>(c + 32) : c;
    return folds;
}();

char16_t fold(char16_t c)
{
    return c < 128 ? asciiFolds[c] : QChar(c).toCaseFolded().unicode();
}

bool isLike(const char16_t *text, const std::vector<char16_t> &folded)
{
    return std::equal(folded.begin(), folded.end(), text, [](char16_t want, char16_t have) { return want == have || want == fold(have); });
}

/// Follows one part through a text: Knuth, Morris and Pratt's automaton.
template<typename Part>
void step(const Part &part, qsizetype &matched, char16_t unit)
{
    while (matched > 0 && part.folded[matched] != unit)
        matched = part.fallback[matched];
    if (part.folded[matched] == unit)
        ++matched;
}

/// Past ASCII only these fold into it: the long s and the Kelvin sign, which begin with 0xC5 and 0xE2.
std::array<bool, 256> possibleFirstBytes(char16_t folded)
{
    std::array<bool, 256> bytes{};
    for (std::size_t byte = 0; byte < 128; ++byte)
        bytes[byte] = asciiFolds[byte] == folded;
    if (folded < 128) {
        bytes[0xC5] = folded == u's';
        bytes[0xE2] = folded == u'k';
    } else {
        std::fill(bytes.begin() + 128, bytes.end(), true);
    }
    return bytes;
}

class Utf16Units
{
public:
    explicit Utf16Units(QStringView text) : m_at(text.utf16()), m_end(m_at + text.size()) {}

    std::optional<char16_t> next() { return m_at == m_end ? std::nullopt : std::optional(fold(*m_at++)); }
    template<typename Part>
    void skipTo(const Part &part)
    {
        while (m_at != m_end && fold(*m_at) != part.folded[0])
            ++m_at;
    }

private:
    const char16_t *m_at;
    const char16_t *m_end;
};

/// Reads UTF-8 as UTF-16 units. A byte that belongs to no character becomes U+FFFF, which no text holds.
class Utf8Units
{
public:
    explicit Utf8Units(QByteArrayView bytes)
        : m_at(reinterpret_cast<const unsigned char *>(bytes.data())), m_end(m_at + bytes.size())
    {
    }

    std::optional<char16_t> next()
    {
        if (m_pending != 0)
            return std::exchange(m_pending, u'\0');
        if (m_at == m_end)
            return std::nullopt;
        return *m_at < 0x80 ? asciiFolds[*m_at++] : fold(longCharacter());
    }
    template<typename Part>
    void skipTo(const Part &part)
    {
        while (m_pending == 0 && m_at != m_end && !part.mayBegin[*m_at])
            ++m_at;
    }

private:
    char16_t longCharacter()
    {
        const unsigned char lead = *m_at++;
        const int following = lead >= 0xF0 && lead <= 0xF4 ? 3 : lead >= 0xE0 && lead < 0xF0 ? 2 : lead >= 0xC2 && lead < 0xE0 ? 1 : 0;
        if (following == 0 || m_end - m_at < following)
            return noCharacter;
        char32_t code = lead & (0x3F >> following);
        for (int i = 0; i < following; ++i) {
            if ((m_at[i] & 0xC0) != 0x80)
                return noCharacter;
            code = code << 6 | (m_at[i] & 0x3F);
        }
        constexpr std::array<char32_t, 4> smallest{0, 0x80, 0x800, 0x10000};
        if (code < smallest[following] || code > 0x10FFFF || QChar::isSurrogate(code))
            return noCharacter;
        m_at += following;
        if (!QChar::requiresSurrogates(code))
            return static_cast<char16_t>(code);
        m_pending = QChar::lowSurrogate(code);
        return QChar::highSurrogate(code);
    }

    static constexpr char16_t noCharacter = 0xFFFF;
    const unsigned char *m_at;
    const unsigned char *m_end;
    char16_t m_pending = 0;
};

} // namespace

TextPattern::TextPattern(const QStringList &parts)
{
    for (const QString &part : parts)
        m_parts.push_back(prepare(part));
    if (m_parts.empty())
        m_parts.emplace_back();
}

TextPattern::Part TextPattern::prepare(const QString &text)
{
    Part part;
    for (const QChar c : text)
        part.folded.push_back(fold(c.unicode()));
    if (!part.folded.empty())
        part.mayBegin = possibleFirstBytes(part.folded.front());
    part.fallback.assign(part.folded.size() + 1, 0);
    qsizetype matched = 0;
    for (qsizetype i = 1; i < text.size(); ++i) {
        step(part, matched, part.folded[i]);
        part.fallback[i + 1] = matched;
    }
    return part;
}

/// All parts from `first` up to `last`, one after the other.
template<typename Units>
bool TextPattern::found(Units units, const Part *first, const Part *last)
{
    for (const Part *part = first; part != last; ++part) {
        const qsizetype length = static_cast<qsizetype>(part->folded.size());
        for (qsizetype matched = 0; matched < length;) {
            if (matched == 0)
                units.skipTo(*part);
            const auto unit = units.next();
            if (!unit)
                return false;
            step(*part, matched, *unit);
        }
    }
    return true;
}

bool TextPattern::matchesWhole(QStringView text) const
{
    const auto &first = m_parts.front().folded;
    const qsizetype firstLength = static_cast<qsizetype>(first.size());
    if (m_parts.size() == 1)
        return text.size() == firstLength && isLike(text.utf16(), first);
    const auto &last = m_parts.back().folded;
    const qsizetype lastLength = static_cast<qsizetype>(last.size());
    if (text.size() < firstLength + lastLength || !isLike(text.utf16(), first) || !isLike(text.utf16() + text.size() - lastLength, last))
        return false;
    const Utf16Units between(text.sliced(firstLength, text.size() - firstLength - lastLength));
    return found(between, m_parts.data() + 1, m_parts.data() + m_parts.size() - 1);
}

bool TextPattern::foundIn(QStringView text) const
{
    return found(Utf16Units(text), m_parts.data(), m_parts.data() + m_parts.size());
}

bool TextPattern::foundInUtf8(QByteArrayView text) const
{
    return found(Utf8Units(text), m_parts.data(), m_parts.data() + m_parts.size());
}

} // namespace holdwatch::filter

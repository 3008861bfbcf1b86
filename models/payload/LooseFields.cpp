// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/LooseFields.h"

#include "models/payload/PairNames.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace holdwatch::payload {

namespace {

bool isNameByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.' || uchar(c) >= 0x80;
}
bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isQuote(char c) { return c == '"' || c == '\''; }
bool isLineEnd(char c) { return c == '\n' || c == '\r'; }

class Reader
{
public:
    Reader(QByteArrayView text, qsizetype until) : m_text(text), m_until(until) {}

    /// The value behind a name that ends at `at`; an empty range at `at` if none stands there.
    ByteRange valueBehind(qsizetype at) const
    {
        if (at < m_until && m_text[at] == '>')
            return {at + 1, endOf(at + 1, [](char c) { return c == '<'; })};
        qsizetype sign = skipBlanks(skipQuote(at));
        if (sign >= m_until || (m_text[sign] != '=' && m_text[sign] != ':'))
            return {at, at};
        const bool isHeader = m_text[sign] == ':';
        qsizetype start = skipBlanks(sign + 1);
        // In JSON the value may stand on the next line.
        if (isHeader && start < m_until && isLineEnd(m_text[start]) && skipQuote(at) != at)
            start = skipSpace(start);
        const qsizetype inside = skipQuote(start);
        if (inside != start)
            return {inside, closingQuote(start, inside)};
        if (isHeader)
            return {start, endOf(start, isLineEnd)};
        return {start, endOf(start, [](char c) { return isBlank(c) || isLineEnd(c) || isQuote(c) || c == '&' || c == ',' || c == ';'; })};
    }

private:
    template<typename Ends>
    qsizetype endOf(qsizetype at, Ends &&ends) const
    {
        while (at < m_until && !ends(m_text[at]))
            ++at;
        return at;
    }
    qsizetype skipBlanks(qsizetype at) const { return endOf(at, [](char c) { return !isBlank(c); }); }
    qsizetype skipSpace(qsizetype at) const { return endOf(at, [](char c) { return !isBlank(c) && !isLineEnd(c); }); }

    /// A quote with any number of backslashes before it counts as one quote.
    qsizetype skipQuote(qsizetype at) const
    {
        const qsizetype quote = endOf(at, [](char c) { return c != '\\'; });
        return quote < m_until && isQuote(m_text[quote]) ? quote + 1 : at;
    }

    /// The quote that ends what `opening` began: the same character behind at most as many backslashes.
    qsizetype closingQuote(qsizetype opening, qsizetype inside) const
    {
        const char quote = m_text[inside - 1];
        const qsizetype backslashes = inside - 1 - opening;
        for (qsizetype at = inside, run = 0; at < m_until; ++at) {
            if (m_text[at] == quote && run <= backslashes)
                return at - run;
            run = m_text[at] == '\\' ? run + 1 : 0;
        }
        return m_until;
    }

    QByteArrayView m_text;
    qsizetype m_until;
};

/// A name and a value beside each other, in either order: `name=password value=x`, `"value":"x","key":"password"`.
class LoosePair
{
public:
    /// The value to hide, once both are there and the name is sensitive.
    std::optional<LooseField> take(QByteArrayView text, const LooseField &field, const SensitiveNames &names)
    {
        const PairPart part = pairPartOf(field.name.of(text));
        if (part == PairPart::None)
            return std::nullopt;
        (part == PairPart::Name ? m_name : m_value) = field.value;
        if (!m_name || !m_value)
            return std::nullopt;
        const LooseField both{*std::exchange(m_name, {}), *std::exchange(m_value, {})};
        return names.matches(both.name.of(text)) ? std::optional(both) : std::nullopt;
    }

private:
    std::optional<ByteRange> m_name;
    std::optional<ByteRange> m_value;
};

} // namespace

void forEachSensitiveField(QByteArrayView text, const ByteRange &within, const SensitiveNames &names, const std::function<void(const LooseField &)> &tell)
{
    const Reader reader(text, within.until);
    LoosePair pair;
    for (qsizetype at = within.from; at < within.until;) {
        if (!isNameByte(text[at])) {
            ++at;
            continue;
        }
        const qsizetype start = at;
        while (at < within.until && isNameByte(text[at]))
            ++at;
        const ByteRange value = reader.valueBehind(at);
        const LooseField field{{start, at}, value};
        if (value.isEmpty())
            continue;
        if (names.matches(field.name.of(text))) {
            tell(field);
            at = value.until;
        } else if (const auto beside = pair.take(text, field, names)) {
            tell(*beside);
        }
    }
}

} // namespace holdwatch::payload

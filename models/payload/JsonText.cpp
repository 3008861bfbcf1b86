// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/JsonText.h"

#include "models/payload/TextView.h"
#include "models/payload/Utf8.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

using Kind = JsonToken::Kind;

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNumberByte(char c) { return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }
bool isWordByte(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

qsizetype digitsEnd(QByteArrayView text, qsizetype at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

bool isStrictNumber(QByteArrayView text)
{
    qsizetype at = text.startsWith('-') ? 1 : 0;
    const qsizetype whole = digitsEnd(text, at);
    if (whole == at || (text[at] == '0' && whole - at > 1))
        return false;
    at = whole;
    if (at < text.size() && text[at] == '.') {
        const qsizetype end = digitsEnd(text, at + 1);
        if (end == at + 1)
            return false;
        at = end;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        at += at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-') ? 2 : 1;
        const qsizetype end = digitsEnd(text, at);
        return end > at && end == text.size();
    }
    return at == text.size();
}

int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = char(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The four digits behind \u, or -1.
int unicodeEscape(QByteArrayView text, qsizetype at)
{
    if (at + 4 > text.size())
        return -1;
    int value = 0;
    for (qsizetype i = at; i < at + 4; ++i) {
        const int digit = hexValue(text[i]);
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

QString quotedByte(QByteArrayView text, qsizetype at)
{
    const CodePoint point = codePointAt(text, at);
    return visible(text.sliced(at, point.size));
}

struct Escape
{
    char32_t value = 0;
    int size = 0; ///< 0: no escape that JSON knows
};

Escape escapeAt(QByteArrayView text, qsizetype backslash)
{
    if (backslash + 1 >= text.size())
        return {};
    switch (text[backslash + 1]) {
    case '"': case '\\': case '/': return {char32_t(text[backslash + 1]), 2};
    case 'b': return {'\b', 2};
    case 'f': return {'\f', 2};
    case 'n': return {'\n', 2};
    case 'r': return {'\r', 2};
    case 't': return {'\t', 2};
    case 'u': break;
    default: return {};
    }
    const int high = unicodeEscape(text, backslash + 2);
    if (high < 0)
        return {};
    if (high >= 0xD800 && high < 0xDC00 && text.sliced(backslash + 6).startsWith("\\u")) {
        const int low = unicodeEscape(text, backslash + 8);
        if (low >= 0xDC00 && low < 0xE000)
            return {char32_t(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), 12};
    }
    return {char32_t(high), 6};
}

/// The high half before it has told of the whole pair already.
bool isLowHalfOfPair(QByteArrayView text, qsizetype backslash)
{
    return backslash >= 6 && text[backslash - 6] == '\\' && escapeAt(text, backslash - 6).size == 12;
}

} // namespace

JsonScanner::JsonScanner(QByteArrayView text) : m_text(text) {}

std::optional<JsonToken> JsonScanner::next()
{
    if (m_fault)
        return std::nullopt;
    if (m_at == 0 && m_text.startsWith("\xEF\xBB\xBF")) {
        note(0, QStringLiteral("a byte order mark"));
        return token(Kind::Mark, 3, m_expect);
    }
    while (m_at < m_text.size() && isSpace(m_text[m_at]))
        ++m_at;
    return m_at < m_text.size() ? read(m_text[m_at]) : stopAtEnd();
}

std::optional<JsonToken> JsonScanner::read(char c)
{
    const bool afterComma = std::exchange(m_afterComma, false);
    switch (m_expect) {
    case Expect::Nothing: return stop(m_at, QStringLiteral("%1 behind the end of the value").arg(quotedByte(m_text, m_at)));
    case Expect::Colon:
        return c == ':' ? token(Kind::Colon, 1, Expect::Value) : stop(m_at, QStringLiteral("%1 where a colon should be").arg(quotedByte(m_text, m_at)));
    case Expect::CommaOrEnd:
        if (c != ',')
            return close(c);
        m_afterComma = true;
        return token(Kind::Comma, 1, m_isObject.back() ? Expect::KeyOrEnd : Expect::ValueOrEnd);
    case Expect::KeyOrEnd:
        if (c == '"')
            return readString(Kind::Key, Expect::Colon);
        break;
    case Expect::ValueOrEnd:
        if (c != ']' && c != '}')
            return readValue(c);
        break;
    case Expect::Value: return readValue(c);
    }
    if (afterComma && (c == ']' || c == '}'))
        note(m_at, QStringLiteral("a comma before %1").arg(QLatin1Char(c)));
    return close(c);
}

std::optional<JsonToken> JsonScanner::readValue(char c)
{
    switch (c) {
    case '{': return open(Kind::ObjectStart);
    case '[': return open(Kind::ArrayStart);
    case '"': return readString(Kind::String, afterValue());
    case 't': return readWord("true", Kind::True);
    case 'f': return readWord("false", Kind::False);
    case 'n': return readWord("null", Kind::Null);
    case 'N': return readWord("NaN", Kind::Number);
    case 'I': return readWord("Infinity", Kind::Number);
    default: break;
    }
    if (m_text.sliced(m_at).startsWith("-Infinity"))
        return readWord("-Infinity", Kind::Number);
    if (isDigit(c) || c == '-' || c == '+' || c == '.')
        return readNumber();
    return stop(m_at, QStringLiteral("%1 where a value should be").arg(quotedByte(m_text, m_at)));
}

std::optional<JsonToken> JsonScanner::readString(Kind kind, Expect then)
{
    const qsizetype start = m_at;
    for (qsizetype at = start + 1; at < m_text.size(); ++at) {
        const char c = m_text[at];
        if (c == '"')
            return token(kind, at + 1 - start, then);
        if (c == '\\') {
            noteEscape(at);
            ++at;
        } else if (uchar(c) < 0x20) {
            note(at, QStringLiteral("%1 inside a string").arg(c == '\n' ? QStringLiteral("a line feed") : visible(m_text.sliced(at, 1))));
        }
    }
    return stop(start, QStringLiteral("a string that never ends"));
}

void JsonScanner::noteEscape(qsizetype at)
{
    const Escape escape = escapeAt(m_text, at);
    if (escape.size == 0)
        note(at, QStringLiteral("an escape that JSON does not know"));
    else if (escape.value >= 0xD800 && escape.value < 0xE000 && !isLowHalfOfPair(m_text, at))
        note(at, QStringLiteral("half a surrogate pair"));
}

std::optional<JsonToken> JsonScanner::readWord(QByteArrayView word, Kind kind)
{
    const qsizetype end = m_at + word.size();
    if (!m_text.sliced(m_at).startsWith(word) || (end < m_text.size() && isWordByte(m_text[end])))
        return stop(m_at, QStringLiteral("%1 where a value should be").arg(quotedByte(m_text, m_at)));
    if (kind == Kind::Number)
        note(m_at, QStringLiteral("%1, which JSON does not have").arg(QLatin1StringView(word.data(), word.size())));
    return token(kind, word.size(), afterValue());
}

std::optional<JsonToken> JsonScanner::readNumber()
{
    qsizetype end = m_at + 1;
    while (end < m_text.size() && isNumberByte(m_text[end]))
        ++end;
    const QByteArrayView number = m_text.sliced(m_at, end - m_at);
    if (!std::any_of(number.begin(), number.end(), isDigit) || (end < m_text.size() && isWordByte(m_text[end])))
        return stop(m_at, QStringLiteral("something that is no number where a value should be"));
    if (!isStrictNumber(number))
        note(m_at, QStringLiteral("a number that JSON does not write so"));
    return token(Kind::Number, number.size(), afterValue());
}

std::optional<JsonToken> JsonScanner::open(Kind kind)
{
    const bool isObject = kind == Kind::ObjectStart;
    auto opened = token(kind, 1, isObject ? Expect::KeyOrEnd : Expect::ValueOrEnd);
    m_isObject.push_back(isObject);
    m_deepest = std::max(m_deepest, depth());
    return opened;
}

std::optional<JsonToken> JsonScanner::close(char c)
{
    const bool fits = !m_isObject.empty() && c == (m_isObject.back() ? '}' : ']');
    if (!fits)
        return stop(m_at, QStringLiteral("%1 where %2 should be").arg(quotedByte(m_text, m_at), wanted()));
    const bool isObject = m_isObject.back();
    m_isObject.pop_back();
    return token(isObject ? Kind::ObjectEnd : Kind::ArrayEnd, 1, afterValue());
}

std::optional<JsonToken> JsonScanner::token(Kind kind, qsizetype size, Expect then)
{
    const JsonToken read{kind, {m_at, m_at + size}, depth()};
    m_at += size;
    m_expect = then;
    return read;
}

std::optional<JsonToken> JsonScanner::stop(qsizetype at, QString why)
{
    m_fault = JsonFault{at, std::move(why)};
    return std::nullopt;
}

std::optional<JsonToken> JsonScanner::stopAtEnd()
{
    if (m_expect == Expect::Nothing)
        return std::nullopt;
    if (m_isObject.empty())
        return stop(m_at, QStringLiteral("the end where a value should be"));
    const QString levels = depth() == 1 ? QStringLiteral("1 bracket") : QStringLiteral("%1 brackets").arg(depth());
    return stop(m_at, QStringLiteral("the end, with %1 still open").arg(levels));
}

void JsonScanner::note(qsizetype at, QString why)
{
    if (++m_toleratedCount <= mostNoted)
        m_tolerated.push_back({at, std::move(why)});
}

QString JsonScanner::wanted() const
{
    const QString end = m_isObject.empty() ? QString() : m_isObject.back() ? QStringLiteral("}") : QStringLiteral("]");
    switch (m_expect) {
    case Expect::KeyOrEnd: return QStringLiteral("a key or ") + end;
    case Expect::CommaOrEnd: return QStringLiteral("a comma or ") + end;
    default: return QStringLiteral("a value or ") + end;
    }
}

bool isJson(QByteArrayView text, JsonFault *why)
{
    JsonScanner scanner(text);
    while (scanner.next()) { }
    if (scanner.fault() && why)
        *why = *scanner.fault();
    return !scanner.fault();
}

QByteArray unescaped(QByteArrayView inside, OffsetMap &map)
{
    QByteArray bytes;
    bytes.reserve(inside.size());
    for (qsizetype at = 0; at < inside.size();) {
        const Escape escape = inside[at] == '\\' ? escapeAt(inside, at) : Escape{};
        const qsizetype before = bytes.size();
        if (escape.size == 0)
            bytes += inside[at++];
        else
            appendUtf8(bytes, escape.value);
        at += escape.size;
        map.add(bytes.size() - before, std::max<qsizetype>(escape.size, 1));
    }
    return bytes;
}

QByteArray unescaped(QByteArrayView quoted)
{
    QByteArrayView inside = quoted.startsWith('"') ? quoted.sliced(1) : quoted;
    if (inside.endsWith('"'))
        inside.chop(1);
    if (!inside.contains('\\'))
        return inside.toByteArray();
    OffsetMap map;
    return unescaped(inside, map);
}

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Canonical.h"

#include <array>
#include <charconv>
#include <cstring>

namespace holdwatch::json {

namespace {

std::optional<char> plainOf(char escaped)
{
    switch (escaped) {
    case '"': return '"';
    case '\\': return '\\';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return std::nullopt;
    }
}

constexpr std::array<qint8, 256> makeDigits()
{
    std::array<qint8, 256> digits{};
    digits.fill(-1);
    constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < 64; ++i)
        digits[static_cast<unsigned char>(alphabet[i])] = qint8(i);
    return digits;
}
constexpr auto digits = makeDigits();

/// Qt's decoder tolerates missing padding and stray bits in the last group, and takes three times as long.
std::optional<QByteArray> exactBase64(const char *at, const char *end)
{
    const auto size = end - at;
    if (size % 4 != 0)
        return std::nullopt;
    const int padding = size == 0 ? 0 : (end[-1] == '=') + (end[-1] == '=' && end[-2] == '=');
    const char *const stop = end - padding;
    QByteArray value(size / 4 * 3, Qt::Uninitialized);
    char *out = value.data();
    int wrong = 0;
    for (; at != end; at += 4) {
        int group = 0;
        for (int i = 0; i < 4; ++i) {
            const int digit = at + i < stop ? digits[static_cast<unsigned char>(at[i])] : 0;
            wrong |= digit;
            group = (group << 6) | (digit & 63);
        }
        *out++ = char(group >> 16);
        *out++ = char(group >> 8);
        *out++ = char(group);
    }
    // What is cut off must have been nothing.
    for (int i = 1; i <= padding; ++i)
        wrong |= value.at(value.size() - i) == 0 ? 0 : -1;
    value.chop(padding);
    return wrong < 0 ? std::nullopt : std::optional(value);
}

} // namespace

void CanonicalReader::fail(const QString &why)
{
    if (m_error)
        return;
    Error error;
    error.kind = Error::Kind::Malformed;
    error.what = why;
    error.where = QStringLiteral("byte %1").arg(m_at - m_begin);
    m_error = error;
}

bool CanonicalReader::take(char expected)
{
    if (m_error)
        return false;
    if (m_at == m_end || *m_at != expected) {
        fail(m_at == m_end ? QStringLiteral("It breaks off.") : QStringLiteral("“%1” is expected here.").arg(QLatin1Char(expected)));
        return false;
    }
    ++m_at;
    return true;
}

void CanonicalReader::startValue()
{
    if (!m_isAfterKey && !m_isFirst)
        take(',');
    m_isAfterKey = false;
    m_isFirst = false;
}

void CanonicalReader::open(char bracket)
{
    startValue();
    take(bracket);
    m_isFirst = true;
}

void CanonicalReader::close(char bracket)
{
    take(bracket);
    m_isFirst = false;
}

bool CanonicalReader::hasKey(const char *name) const
{
    const auto length = qsizetype(std::strlen(name));
    const char *at = m_at;
    if (m_error || m_end - at < length + 4)
        return false;
    if (!m_isFirst && *at++ != ',')
        return false;
    return *at == '"' && std::memcmp(at + 1, name, size_t(length)) == 0 && at[length + 1] == '"' && at[length + 2] == ':';
}

void CanonicalReader::key(const char *name)
{
    if (!hasKey(name))
        return fail(QStringLiteral("The field “%1” is expected here, and no other.").arg(QLatin1String(name)));
    m_at += (m_isFirst ? 0 : 1) + qsizetype(std::strlen(name)) + 3;
    m_isFirst = false;
    m_isAfterKey = true;
}

bool CanonicalReader::hasMore()
{
    return !m_error && m_at != m_end && *m_at != ']';
}

/// What stands between the quotes, as it stands there. Plain: printable ASCII without escapes.
QByteArray CanonicalReader::rawText(bool &isPlain)
{
    startValue();
    if (!take('"'))
        return {};
    const char *const from = m_at;
    while (m_at != m_end && *m_at != '"') {
        isPlain = isPlain && *m_at != '\\' && *m_at >= ' ';
        m_at += *m_at == '\\' && m_at + 1 != m_end ? 2 : 1;
    }
    const auto size = m_at - from;
    return take('"') ? QByteArray::fromRawData(from, size) : QByteArray();
}

QString CanonicalReader::text()
{
    bool isPlain = true;
    const QByteArray raw = rawText(isPlain);
    if (isPlain)
        return QString::fromLatin1(raw);
    const QString read = raw.contains('\\') ? unescaped(raw) : QString::fromUtf8(raw);
    CanonicalWriter again;
    again.text(read);
    if (again.written() != '"' + raw + '"')
        fail(QStringLiteral("A text is spelled in a way that is not used here."));
    return read;
}

QString CanonicalReader::unescaped(const QByteArray &raw)
{
    QByteArray out;
    out.reserve(raw.size());
    for (qsizetype i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\\') {
            out.append(raw[i]);
        } else if (const auto plain = i + 1 < raw.size() ? plainOf(raw[i + 1]) : std::nullopt) {
            out.append(*plain);
            ++i;
        } else {
            const QByteArray code = raw.mid(i, 6);
            const QByteArray byte = QByteArray::fromHex(code.mid(4));
            if (!code.startsWith("\\u00") || byte.size() != 1)
                fail(QStringLiteral("A text is escaped in a way that is not used here."));
            out.append(byte);
            i += 5;
        }
    }
    return QString::fromUtf8(out);
}

QByteArray CanonicalReader::bytes()
{
    startValue();
    if (!take('"'))
        return {};
    const auto *const quote = static_cast<const char *>(std::memchr(m_at, '"', size_t(m_end - m_at)));
    const auto value = quote ? exactBase64(m_at, quote) : std::nullopt;
    if (!value) {
        fail(QStringLiteral("This is not exact base64."));
        return {};
    }
    m_at = quote + 1;
    return *value;
}

qint64 CanonicalReader::integer()
{
    startValue();
    qint64 value = 0;
    if (m_error)
        return 0;
    const auto [stop, problem] = std::from_chars(m_at, m_end, value);
    const char first = m_at == m_end ? ' ' : *m_at == '-' && m_at + 1 != m_end ? m_at[1] : *m_at;
    const bool hasOddZero = first == '0' && stop - m_at > 1;
    if (problem != std::errc() || hasOddZero)
        fail(QStringLiteral("A whole number is expected here."));
    else
        m_at = stop;
    return m_error ? 0 : value;
}

bool CanonicalReader::boolean()
{
    startValue();
    for (const bool value : {true, false}) {
        const QByteArray word = value ? QByteArrayLiteral("true") : QByteArrayLiteral("false");
        if (m_error || m_end - m_at < word.size() || std::memcmp(m_at, word.constData(), size_t(word.size())) != 0)
            continue;
        m_at += word.size();
        return value;
    }
    fail(QStringLiteral("“true” or “false” is expected here."));
    return false;
}

void CanonicalReader::finish()
{
    if (m_at != m_end)
        fail(QStringLiteral("Something follows where the end is expected."));
}

} // namespace holdwatch::json

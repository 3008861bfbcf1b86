// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Canonical.h"

#include <charconv>
#include <cstring>
#include <iterator>

namespace holdwatch::json {

namespace {

/// Null where the character stands as it is.
const char *shortEscape(char character)
{
    switch (character) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return nullptr;
    }
}

void appendEscaped(QByteArray &out, const QByteArray &utf8)
{
    const char *from = utf8.constData();
    const char *const end = from + utf8.size();
    for (const char *at = from; at != end; ++at) {
        const bool isControl = static_cast<unsigned char>(*at) < 0x20;
        if (!isControl && *at != '"' && *at != '\\')
            continue;
        out.append(from, at - from);
        from = at + 1;
        if (const char *escape = shortEscape(*at))
            out.append(escape);
        else
            out.append("\\u00").append(QByteArray(1, *at).toHex());
    }
    out.append(from, end - from);
}

} // namespace

void CanonicalWriter::startValue()
{
    if (!m_isAfterKey && !m_isFirst)
        m_out.append(',');
    m_isAfterKey = false;
    m_isFirst = false;
}

void CanonicalWriter::open(char bracket)
{
    startValue();
    m_out.append(bracket);
    m_isFirst = true;
}

void CanonicalWriter::close(char bracket)
{
    m_out.append(bracket);
    m_isFirst = false;
}

void CanonicalWriter::key(const char *name)
{
    if (!m_isFirst)
        m_out.append(',');
    m_out.append('"').append(name, qsizetype(std::strlen(name))).append("\":", 2);
    m_isFirst = false;
    m_isAfterKey = true;
}

/// Nearly every text is plain: no detour over a copy in UTF-8.
bool CanonicalWriter::appendPlain(QStringView value)
{
    const qsizetype before = m_out.size();
    m_out.resize(before + value.size());
    char *out = m_out.data() + before;
    for (const QChar each : value) {
        const char16_t c = each.unicode();
        if (c < 0x20 || c > 0x7f || c == u'"' || c == u'\\') {
            m_out.truncate(before);
            return false;
        }
        *out++ = char(c);
    }
    return true;
}

void CanonicalWriter::text(QStringView value)
{
    startValue();
    m_out.append('"');
    if (!appendPlain(value)) {
        m_isSound = m_isSound && value.isValidUtf16();
        appendEscaped(m_out, value.toUtf8());
    }
    m_out.append('"');
}

void CanonicalWriter::bytes(const QByteArray &value)
{
    startValue();
    m_out.append('"').append(value.toBase64()).append('"');
}

void CanonicalWriter::integer(qint64 value)
{
    startValue();
    char text[20];
    const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
    m_out.append(text, end - text);
}

void CanonicalWriter::boolean(bool value)
{
    startValue();
    m_out.append(value ? "true" : "false");
}

} // namespace holdwatch::json

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Canonical.h"

#include <cstring>

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

void CanonicalWriter::text(QStringView value)
{
    startValue();
    m_isSound = m_isSound && value.isValidUtf16();
    m_out.append('"');
    appendEscaped(m_out, value.toUtf8());
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
    m_out.append(QByteArray::number(value));
}

void CanonicalWriter::boolean(bool value)
{
    startValue();
    m_out.append(value ? "true" : "false");
}

} // namespace holdwatch::json

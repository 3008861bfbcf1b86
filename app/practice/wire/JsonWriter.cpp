// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/JsonWriter.h"

namespace holdwatch::practice {

QByteArray quoted(const QString &text)
{
    QByteArray json("\"");
    for (const QChar c : text) {
        if (c == u'"' || c == u'\\')
            json.append('\\').append(c.toLatin1());
        else if (c >= u' ' && c <= u'~')
            json.append(c.toLatin1());
        else
            json.append("\\u").append(QByteArray::number(c.unicode(), 16).rightJustified(4, '0'));
    }
    return json.append('"');
}

JsonWriter &JsonWriter::name(const QString &text)
{
    separate();
    m_text.append(quoted(text)).append(':');
    m_needsComma = false;
    return *this;
}

JsonWriter &JsonWriter::string(const QString &text)
{
    return raw(quoted(text));
}

JsonWriter &JsonWriter::raw(const QByteArray &json)
{
    separate();
    m_text.append(json);
    m_needsComma = true;
    return *this;
}

JsonWriter &JsonWriter::open(char bracket)
{
    separate();
    m_text.append(bracket);
    m_needsComma = false;
    return *this;
}

JsonWriter &JsonWriter::close(char bracket)
{
    m_text.append(bracket);
    m_needsComma = true;
    return *this;
}

void JsonWriter::separate()
{
    if (m_needsComma)
        m_text.append(',');
}

} // namespace holdwatch::practice

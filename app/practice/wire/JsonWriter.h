// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace holdwatch::practice {

/// Writes JSON in the order it is told to, and takes ready JSON in as it is.
class JsonWriter
{
public:
    JsonWriter &beginObject() { return open('{'); }
    JsonWriter &endObject() { return close('}'); }
    JsonWriter &beginArray() { return open('['); }
    JsonWriter &endArray() { return close(']'); }
    JsonWriter &name(const QString &text);

    JsonWriter &string(const QString &text);
    JsonWriter &integer(qint64 value) { return raw(QByteArray::number(value)); }
    JsonWriter &number(double value) { return raw(QByteArray::number(value, 'g', 15)); }
    JsonWriter &boolean(bool value) { return raw(value ? QByteArrayLiteral("true") : QByteArrayLiteral("false")); }
    JsonWriter &null() { return raw(QByteArrayLiteral("null")); }
    JsonWriter &raw(const QByteArray &json); ///< a whole value

    const QByteArray &text() const { return m_text; }

private:
    JsonWriter &open(char bracket);
    JsonWriter &close(char bracket);
    void separate();

    QByteArray m_text;
    bool m_needsComma = false;
};

QByteArray quoted(const QString &text); ///< a JSON string, in ASCII

} // namespace holdwatch::practice

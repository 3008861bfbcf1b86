// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Canonical.h"
#include "models/core/Ids.h"
#include "models/core/Time.h"

#include <QStringList>
#include <QVector>

#include <limits>
#include <type_traits>

namespace holdwatch::storage {

/// A document's fields are listed once, by a `describe(archive, value)` template, sorted by key; FieldWriter writes that list and
/// FieldReader expects exactly it. So what is read is what would be written. An unset optional, and a field that says what
/// `unlessDefault` names, are left out.
class FieldWriter
{
public:
    static constexpr bool isReading = false;
    explicit FieldWriter(json::CanonicalWriter &writer) : m_writer(writer) {}

    template<typename T>
    void field(const char *key, const T &value)
    {
        m_writer.key(key);
        put(value);
    }
    template<typename T>
    void field(const char *key, const std::optional<T> &value)
    {
        if (value)
            field(key, *value);
    }
    template<typename T>
    void unlessDefault(const char *key, const T &value, const std::type_identity_t<T> &usual = {})
    {
        if (value != usual)
            field(key, value);
    }
    template<typename E, typename ToWord, typename FromWord>
    void word(const char *key, const E &value, ToWord toWordOf, FromWord)
    {
        field(key, toWordOf(value));
    }
    template<typename T>
    void list(const char *key, const QVector<T> &values, qsizetype)
    {
        field(key, values);
    }
    template<typename T>
    void put(const T &value)
    {
        if constexpr (std::is_same_v<T, QString>)
            m_writer.text(value);
        else if constexpr (std::is_same_v<T, QByteArray>)
            m_writer.bytes(value);
        else if constexpr (std::is_same_v<T, bool>)
            m_writer.boolean(value);
        else if constexpr (std::is_same_v<T, double>)
            m_writer.text(QString::number(value, 'g', QLocale::FloatingPointShortest));
        else if constexpr (std::is_integral_v<T>)
            m_writer.integer(value);
        else if constexpr (std::is_same_v<T, UtcTime>)
            m_writer.integer(toEpochMillis(value));
        else if constexpr (std::is_same_v<T, Millis>)
            m_writer.integer(value.count());
        else
            putOther(value);
    }

private:
    template<typename Tag>
    void putOther(const Id<Tag> &id) { m_writer.text(id.text()); }
    template<typename T>
    void putOther(const QList<T> &values)
    {
        m_writer.beginList();
        for (const T &value : values)
            put(value);
        m_writer.endList();
    }
    template<typename T>
    void putOther(const T &value)
    {
        m_writer.beginObject();
        describe(*this, value);
        m_writer.endObject();
    }

    json::CanonicalWriter &m_writer;
};

class FieldReader
{
public:
    static constexpr bool isReading = true;
    static constexpr qsizetype longestText = 64 * 1024;
    static constexpr qsizetype longestList = 10000;
    explicit FieldReader(json::CanonicalReader &reader) : m_reader(reader) {}

    bool isGood() const { return m_reader.isGood(); }
    void fail(const QString &why) { m_reader.fail(why); }

    template<typename T>
    void field(const char *key, T &value)
    {
        m_reader.key(key);
        take(value);
    }
    template<typename T>
    void field(const char *key, std::optional<T> &value)
    {
        value.reset();
        if (m_reader.hasKey(key))
            field(key, value.emplace());
    }
    template<typename T>
    void unlessDefault(const char *key, T &value, const std::type_identity_t<T> &usual = {})
    {
        value = usual;
        if (m_reader.hasKey(key))
            field(key, value);
    }
    template<typename E, typename ToWord, typename FromWord>
    void word(const char *key, E &value, ToWord, FromWord fromWordOf)
    {
        QString text;
        field(key, text);
        const std::optional<E> found = fromWordOf(text);
        if (!found)
            fail(QStringLiteral("“%1” of “%2” is not known here.").arg(text.left(60), QLatin1String(key)));
        value = found.value_or(E{});
    }
    template<typename T>
    void list(const char *key, QVector<T> &values, qsizetype most)
    {
        m_reader.key(key);
        takeList(values, most);
    }
    template<typename T>
    void take(T &value)
    {
        if constexpr (std::is_same_v<T, QString>)
            value = bounded(m_reader.text());
        else if constexpr (std::is_same_v<T, QByteArray>)
            value = m_reader.bytes();
        else if constexpr (std::is_same_v<T, bool>)
            value = m_reader.boolean();
        else if constexpr (std::is_same_v<T, double>)
            value = decimal(m_reader.text());
        else if constexpr (std::is_integral_v<T>)
            value = whole<T>(m_reader.integer());
        else if constexpr (std::is_same_v<T, UtcTime>)
            value = fromEpochMillis(m_reader.integer());
        else if constexpr (std::is_same_v<T, Millis>)
            value = Millis(m_reader.integer());
        else
            takeOther(value);
    }

private:
    template<typename T>
    T whole(qint64 value)
    {
        if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max())
            fail(QStringLiteral("A number is out of its range."));
        return static_cast<T>(value);
    }
    QString bounded(QString text)
    {
        if (text.size() > longestText)
            fail(QStringLiteral("A text is too long."));
        return text;
    }
    double decimal(const QString &text)
    {
        bool isNumber = false;
        const double value = text.toDouble(&isNumber);
        if (!isNumber || !qIsFinite(value))
            fail(QStringLiteral("A decimal number is expected here."));
        return value;
    }
    template<typename Tag>
    void takeOther(Id<Tag> &id) { id = Id<Tag>(bounded(m_reader.text())); }
    template<typename T>
    void takeOther(QList<T> &values) { takeList(values, longestList); }
    template<typename T>
    void takeList(QList<T> &values, qsizetype most)
    {
        values.clear();
        m_reader.beginList();
        while (m_reader.hasMore()) {
            if (values.size() == most)
                return fail(QStringLiteral("A list is too long."));
            take(values.emplace_back());
        }
        m_reader.endList();
    }
    template<typename T>
    void takeOther(T &value)
    {
        m_reader.beginObject();
        describe(*this, value);
        m_reader.endObject();
    }

    json::CanonicalReader &m_reader;
};

/// What `describe` takes: a value to be filled in, or one to be written.
template<typename Archive, typename T>
using Described = std::conditional_t<Archive::isReading, T, const T>;

/// A document's one form. Malformed: it holds something that form has no place for (half a character).
template<typename T>
Result<QByteArray> toCanonical(const T &value, qsizetype expectedSize = 1024)
{
    json::CanonicalWriter writer;
    writer.reserve(expectedSize);
    FieldWriter(writer).put(value);
    if (!writer.isSound())
        return failure(Error::Kind::Malformed, QStringLiteral("It holds a text that is no proper Unicode."));
    return writer.written();
}

/// Reads that form and nothing else: written again it must give the same bytes.
template<typename T>
Result<T> fromCanonical(const QByteArray &bytes)
{
    json::CanonicalReader reader(bytes);
    T value;
    FieldReader(reader).take(value);
    reader.finish();
    if (!reader.isGood())
        return failure(*reader.error());
    const auto again = toCanonical(value, bytes.size());
    if (!again || *again != bytes)
        return failure(Error::Kind::Malformed, QStringLiteral("It is not spelled as Holdwatch spells it."));
    return value;
}

/// For the format's version, which every document carries.
template<typename Archive>
void describeSchema(Archive &archive)
{
    int schema = 1;
    archive.field("schema", schema);
    if constexpr (Archive::isReading) {
        if (archive.isGood() && schema != 1)
            archive.fail(QStringLiteral("It was written for a newer Holdwatch (schema %1).").arg(schema));
    }
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/Dialect.h"
#include "app/practice/wire/JsonWriter.h"
#include "models/core/Time.h"

#include <nlohmann/json.hpp>

#include <span>
#include <variant>

namespace holdwatch::practice {

/// A name in each dialect; null where the dialect has no such field.
struct Names
{
    const char *a;
    const char *b;
    const char *c;
};

enum class Shape {
    Count,
    Text,
    Flag,
    Seconds, ///< a length of time, the same in all dialects
    Days,
    Moment,  ///< ISO 8601, or epoch milliseconds
    Age,     ///< seconds, milliseconds, or the moment it counts from
    Json,    ///< ready JSON, taken in byte for byte
};

using Value = std::variant<std::monostate, bool, qint64, QString, Millis, UtcTime, QByteArray>;

/// One field of an answer, once: how it is called, what it means, where its value comes from. Schema and
/// answer are both made from it, so they agree.
template<typename Record>
struct Field
{
    Names names;
    Shape shape;
    const char *meaning; ///< published as the description
    Value (*read)(const Record &record);
    bool nullable = false;
};

using Json = nlohmann::ordered_json;

/// How values are spelled in one dialect at one moment.
class WireFormat
{
public:
    WireFormat(Dialect dialect, UtcTime now) : m_dialect(dialect), m_now(now) {}

    Dialect dialect() const { return m_dialect; }
    UtcTime now() const { return m_now; }
    const char *nameIn(const Names &names) const; ///< may be null

    template<typename Record>
    void write(JsonWriter &to, std::span<const Field<Record>> fields, const Record &record) const
    {
        to.beginObject();
        writeMembers(to, fields, record);
        to.endObject();
    }

    /// The same without the braces, for a record with more in it than fields.
    template<typename Record>
    void writeMembers(JsonWriter &to, std::span<const Field<Record>> fields, const Record &record) const
    {
        for (const Field<Record> &field : fields) {
            if (const char *name = nameIn(field.names))
                writeValue(to.name(QString::fromLatin1(name)), field.shape, field.read(record));
        }
    }

    template<typename Record>
    Json schema(std::span<const Field<Record>> fields) const
    {
        Json properties = Json::object();
        Json required = Json::array();
        for (const Field<Record> &field : fields) {
            const char *name = nameIn(field.names);
            if (!name)
                continue;
            properties[name] = valueSchema(field.shape, field.meaning, field.nullable);
            required.push_back(name);
        }
        return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
    }

private:
    void writeValue(JsonWriter &to, Shape shape, const Value &value) const;
    void writeTime(JsonWriter &to, UtcTime time) const;
    Json valueSchema(Shape shape, const char *meaning, bool nullable) const;
    Json timeSchema() const;
    Json ageSchema() const;

    Dialect m_dialect;
    UtcTime m_now;
};

} // namespace holdwatch::practice

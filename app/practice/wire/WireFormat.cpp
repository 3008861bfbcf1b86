// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/WireFormat.h"

namespace holdwatch::practice {

namespace {

Json typed(const char *type, const char *unit = nullptr)
{
    Json schema{{"type", type}};
    if (unit)
        schema["x-unit"] = unit;
    return schema;
}

} // namespace

const char *WireFormat::nameIn(const Names &names) const
{
    switch (m_dialect) {
    case Dialect::A: return names.a;
    case Dialect::B: return names.b;
    case Dialect::C: return names.c;
    }
    return nullptr;
}

void WireFormat::writeValue(JsonWriter &to, Shape shape, const Value &value) const
{
    if (std::holds_alternative<std::monostate>(value)) {
        to.null();
        return;
    }
    switch (shape) {
    case Shape::Count: to.integer(std::get<qint64>(value)); break;
    case Shape::Text: to.string(std::get<QString>(value)); break;
    case Shape::Flag: to.boolean(std::get<bool>(value)); break;
    case Shape::Seconds: to.number(toSeconds(std::get<Millis>(value))); break;
    case Shape::Days: to.number(toSeconds(std::get<Millis>(value)) / 86400); break;
    case Shape::Moment: writeTime(to, std::get<UtcTime>(value)); break;
    case Shape::Json: to.raw(std::get<QByteArray>(value)); break;
    case Shape::Age:
        if (m_dialect == Dialect::A)
            to.number(toSeconds(std::get<Millis>(value)));
        else if (m_dialect == Dialect::B)
            to.integer(std::get<Millis>(value).count());
        else
            writeTime(to, m_now - std::get<Millis>(value));
        break;
    }
}

void WireFormat::writeTime(JsonWriter &to, UtcTime time) const
{
    if (m_dialect == Dialect::B)
        to.integer(toEpochMillis(time));
    else
        to.string(toIso(time));
}

Json WireFormat::valueSchema(Shape shape, const char *meaning, bool nullable) const
{
    Json schema;
    switch (shape) {
    case Shape::Count:
        schema = typed("integer");
        schema["minimum"] = 0;
        break;
    case Shape::Text: schema = typed("string"); break;
    case Shape::Flag: schema = typed("boolean"); break;
    case Shape::Seconds: schema = typed("number", "seconds"); break;
    case Shape::Days: schema = typed("number", "days"); break;
    case Shape::Moment: schema = timeSchema(); break;
    case Shape::Age: schema = ageSchema(); break;
    case Shape::Json: schema = Json::object(); break;
    }
    if (nullable)
        schema["type"] = {schema["type"], "null"};
    std::string description = meaning;
    if (shape == Shape::Age)
        description = std::string(m_dialect == Dialect::A ? "seconds since " : m_dialect == Dialect::B ? "milliseconds since " : "the moment when ") + meaning;
    schema["description"] = description;
    return schema;
}

Json WireFormat::timeSchema() const
{
    if (m_dialect == Dialect::B)
        return typed("integer", "milliseconds since 1970-01-01T00:00:00Z");
    Json schema = typed("string");
    schema["format"] = "date-time";
    return schema;
}

Json WireFormat::ageSchema() const
{
    if (m_dialect == Dialect::C)
        return timeSchema();
    Json schema = m_dialect == Dialect::A ? typed("number", "seconds") : typed("integer", "milliseconds");
    schema["minimum"] = 0;
    return schema;
}

} // namespace holdwatch::practice

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/practice/JsonSchema.h"

#include <QDateTime>
#include <QUuid>

#include <algorithm>

namespace holdwatch::test {

namespace {

using Json = nlohmann::json;

QString plain(const Json &value) { return QString::fromStdString(value.dump()); }

bool hasType(const Json &value, const std::string &type)
{
    if (type == "integer")
        return value.is_number_integer();
    if (type == "number")
        return value.is_number();
    if (type == "null")
        return value.is_null();
    return value.type_name() == type; // string, boolean, object, array
}

bool hasOneOf(const Json &value, const Json &types)
{
    if (types.is_string())
        return hasType(value, types.get<std::string>());
    return std::any_of(types.begin(), types.end(), [&](const Json &type) { return hasType(value, type.get<std::string>()); });
}

bool hasFormat(const Json &value, const std::string &format)
{
    if (!value.is_string())
        return true;
    const QString text = QString::fromStdString(value.get<std::string>());
    if (format == "date-time")
        return QDateTime::fromString(text, Qt::ISODateWithMs).isValid() && text.endsWith(QLatin1Char('Z'));
    return format == "uuid" && !QUuid::fromString(text).isNull();
}

QString membersOffence(const Json &schema, const Json &value, const QString &path)
{
    const Json properties = schema.value("properties", Json::object());
    for (const auto &[name, member] : value.items()) {
        const QString where = path + QLatin1Char('.') + QString::fromStdString(name);
        if (properties.contains(name)) {
            if (const QString offence = offenceAgainst(properties[name], member, where); !offence.isEmpty())
                return offence;
        } else if (!schema.value("additionalProperties", true)) {
            return where + QStringLiteral(": not in the schema");
        }
    }
    for (const Json &name : schema.value("required", Json::array())) {
        if (!value.contains(name.get<std::string>()))
            return path + QStringLiteral(": lacks ") + plain(name);
    }
    return {};
}

QString elementsOffence(const Json &schema, const Json &value, const QString &path)
{
    if (value.size() < schema.value("minItems", size_t(0)) || value.size() > schema.value("maxItems", SIZE_MAX))
        return path + QStringLiteral(": number of elements");
    for (size_t i = 0; schema.contains("items") && i < value.size(); ++i) {
        if (const QString offence = offenceAgainst(schema["items"], value[i], QStringLiteral("%1[%2]").arg(path).arg(i)); !offence.isEmpty())
            return offence;
    }
    return {};
}

QString unknownKeyword(const Json &schema)
{
    static const QStringList known{QStringLiteral("$schema"), QStringLiteral("type"), QStringLiteral("properties"), QStringLiteral("required"),
                                   QStringLiteral("additionalProperties"), QStringLiteral("items"), QStringLiteral("minItems"),
                                   QStringLiteral("maxItems"), QStringLiteral("minimum"), QStringLiteral("maximum"), QStringLiteral("enum"),
                                   QStringLiteral("const"), QStringLiteral("format"), QStringLiteral("description"), QStringLiteral("x-unit"),
                                   QStringLiteral("x-in")};
    for (const auto &[keyword, value] : schema.items()) {
        if (!known.contains(QString::fromStdString(keyword)))
            return QString::fromStdString(keyword);
    }
    return {};
}

} // namespace

QString offenceAgainst(const Json &schema, const Json &value, const QString &path)
{
    if (!schema.is_object())
        return path + QStringLiteral(": no schema");
    if (const QString keyword = unknownKeyword(schema); !keyword.isEmpty())
        return path + QStringLiteral(": unknown keyword ") + keyword;
    if (schema.contains("type") && !hasOneOf(value, schema["type"]))
        return path + QStringLiteral(": type of ") + plain(value);
    if (schema.contains("const") && value != schema["const"])
        return path + QStringLiteral(": not ") + plain(schema["const"]);
    if (schema.contains("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
        return path + QStringLiteral(": not one of ") + plain(schema["enum"]);
    if (schema.contains("format") && !hasFormat(value, schema["format"].get<std::string>()))
        return path + QStringLiteral(": format of ") + plain(value);
    if (value.is_number() && (value < schema.value("minimum", Json(-1e300)) || value > schema.value("maximum", Json(1e300))))
        return path + QStringLiteral(": out of range ") + plain(value);
    if (value.is_object())
        return membersOffence(schema, value, path);
    return value.is_array() ? elementsOffence(schema, value, path) : QString();
}

} // namespace holdwatch::test

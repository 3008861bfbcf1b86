// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/Arguments.h"

#include "app/practice/QueueEngine.h"

#include <algorithm>
#include <set>

namespace holdwatch::practice {

namespace {

using Type = Parameter::Type;
using Values = std::map<QString, JsonNode>;

tl::unexpected<Error> refused(const QString &where, const QString &what)
{
    Error error;
    error.kind = Error::Kind::Invalid;
    error.what = what;
    error.where = where;
    return failure(std::move(error));
}

JsonNode textNode(const QString &text)
{
    JsonNode node;
    node.type = JsonNode::Type::String;
    node.string = text;
    return node;
}

/// Query parameters are text; one that should be a number is read as JSON reads numbers.
JsonNode queryNode(const Capability &capability, const QString &name, const QString &text)
{
    const auto wantsNumber = [&](const Parameter &parameter) { return parameter.name == name && parameter.type == Type::Integer; };
    if (std::any_of(capability.parameters.begin(), capability.parameters.end(), wantsNumber)) {
        if (Result<JsonNode> number = readJson(text.toUtf8(), 1))
            return *number;
    }
    return textNode(text);
}

Values valuesOf(const JsonNode &object)
{
    Values values;
    for (const auto &[name, value] : object.members)
        values.insert_or_assign(name, value);
    return values;
}

Result<Values> bodyValues(const Request &request)
{
    if (request.method == "GET" || request.method == "DELETE" || request.body.trimmed().isEmpty())
        return Values();
    Result<JsonNode> body = readJson(request.body);
    if (!body)
        return failure(body.error());
    if (body->type != JsonNode::Type::Object)
        return refused(QStringLiteral("$"), QStringLiteral("The body must be a JSON object."));
    return valuesOf(*body);
}

const char *expectation(Type type)
{
    switch (type) {
    case Type::Text: return "a string";
    case Type::Integer: return "an integer";
    case Type::Number: return "a number";
    case Type::Flag: return "true or false";
    case Type::QueueType: return "\"standard\" or \"fifo\"";
    case Type::AnyJson: return "any JSON but null";
    case Type::Messages: return "an array of 1 to 100 objects";
    case Type::Ids: return "an array of 1 to 100 strings, none twice";
    }
    return "";
}

bool areDistinctTexts(const std::vector<JsonNode> &nodes)
{
    std::set<QString> seen;
    return std::all_of(nodes.begin(), nodes.end(), [&](const JsonNode &node) {
        return node.type == JsonNode::Type::String && node.string.isValidUtf16() && seen.insert(node.string).second;
    });
}

bool fits(Type type, const JsonNode &value)
{
    bool isInRange = false;
    switch (type) {
    case Type::Text: return value.type == JsonNode::Type::String && value.string.isValidUtf16();
    case Type::Integer: value.text.toLongLong(&isInRange); return value.type == JsonNode::Type::Number && isInRange;
    case Type::Number: value.text.toDouble(&isInRange); return value.type == JsonNode::Type::Number && isInRange;
    case Type::Flag: return value.type == JsonNode::Type::Bool;
    case Type::QueueType:
        return value.type == JsonNode::Type::String && (value.string == QLatin1String("standard") || value.string == QLatin1String("fifo"));
    case Type::AnyJson: return value.type != JsonNode::Type::Null;
    case Type::Messages:
        return value.type == JsonNode::Type::Array && !value.elements.empty() && value.elements.size() <= Limits::largestBatch
            && std::all_of(value.elements.begin(), value.elements.end(), [](const JsonNode &node) { return node.type == JsonNode::Type::Object; });
    case Type::Ids:
        return value.type == JsonNode::Type::Array && !value.elements.empty() && value.elements.size() <= Limits::largestBatch && areDistinctTexts(value.elements);
    }
    return false;
}

Result<void> checkOne(const Parameter &parameter, const JsonNode &value, const QString &where)
{
    if (!fits(parameter.type, value))
        return refused(where, QStringLiteral("%1 must be %2.").arg(where, QLatin1String(expectation(parameter.type))));
    const double number = value.text.toDouble();
    if (parameter.most > 0 && (number < parameter.least || number > parameter.most))
        return refused(where, QStringLiteral("%1 must be from %2 to %3.").arg(where).arg(parameter.least).arg(parameter.most, 0, 'f', 0));
    return {};
}

} // namespace

Result<Arguments> Arguments::read(const Capability &capability, const QStringList &pathNames, const Request &request)
{
    Result<Values> values = bodyValues(request);
    if (!values)
        return failure(values.error());
    for (const auto &[name, text] : request.query)
        values->insert_or_assign(name, queryNode(capability, name, text));
    qsizetype next = 0;
    for (const Parameter &parameter : capability.parameters) {
        if (parameter.place != Parameter::Place::Path)
            continue;
        const JsonNode inPath = textNode(pathNames.value(next++));
        const auto repeated = values->find(parameter.name);
        if (repeated != values->end() && repeated->second.string != inPath.string)
            return refused(parameter.name, QStringLiteral("%1 differs between path and body.").arg(parameter.name));
        values->insert_or_assign(parameter.name, inPath);
    }
    return check(capability.parameters, std::move(*values), QString());
}

Result<Arguments> Arguments::check(const std::vector<Parameter> &parameters, Values values, const QString &prefix)
{
    for (const Parameter &parameter : parameters) {
        const auto found = values.find(parameter.name);
        const QString where = prefix + parameter.name;
        if (found == values.end()) {
            if (parameter.required)
                return refused(where, QStringLiteral("%1 is missing.").arg(where));
            continue;
        }
        Result<void> good = checkOne(parameter, found->second, where);
        if (good && parameter.type == Type::Messages)
            good = checkElements(found->second, where);
        if (!good)
            return failure(good.error());
    }
    for (const auto &[name, value] : values) {
        const auto isIt = [&name = name](const Parameter &parameter) { return parameter.name == name; };
        if (std::none_of(parameters.begin(), parameters.end(), isIt))
            return refused(prefix + name.left(100), QStringLiteral("%1 is not a parameter here.").arg(prefix + name.left(100)));
    }
    Arguments arguments;
    arguments.m_values = std::move(values);
    return arguments;
}

Result<void> Arguments::checkElements(const JsonNode &list, const QString &where)
{
    for (size_t i = 0; i < list.elements.size(); ++i) {
        const auto good = check(messageParameters(), valuesOf(list.elements[i]), QStringLiteral("%1[%2].").arg(where).arg(i));
        if (!good)
            return failure(good.error());
    }
    return {};
}

const JsonNode *Arguments::find(const char *name) const
{
    const auto found = m_values.find(QString::fromLatin1(name));
    return found == m_values.end() ? nullptr : &found->second;
}

bool Arguments::has(const char *name) const
{
    return find(name) != nullptr;
}

QString Arguments::text(const char *name) const
{
    const JsonNode *value = find(name);
    return value ? value->string : QString();
}

std::optional<qint64> Arguments::integer(const char *name) const
{
    const JsonNode *value = find(name);
    return value ? std::optional(value->text.toLongLong()) : std::nullopt;
}

std::optional<double> Arguments::number(const char *name) const
{
    const JsonNode *value = find(name);
    return value ? std::optional(value->text.toDouble()) : std::nullopt;
}

Millis Arguments::seconds(const char *name) const
{
    return fromSeconds(number(name).value_or(0));
}

bool Arguments::flag(const char *name) const
{
    const JsonNode *value = find(name);
    return value && value->text == "true";
}

QByteArray Arguments::json(const char *name) const
{
    const JsonNode *value = find(name);
    return value ? value->text : QByteArray();
}

QStringList Arguments::texts(const char *name) const
{
    QStringList all;
    if (const JsonNode *list = find(name)) {
        for (const JsonNode &element : list->elements)
            all.append(element.string);
    }
    return all;
}

std::vector<Arguments> Arguments::messages() const
{
    std::vector<Arguments> all;
    if (const JsonNode *list = find("messages")) {
        for (const JsonNode &element : list->elements)
            all.emplace_back().m_values = valuesOf(element);
    }
    return all;
}

} // namespace holdwatch::practice

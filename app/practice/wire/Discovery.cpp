// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/Discovery.h"

#include "app/practice/wire/Answers.h"
#include "app/practice/wire/Capabilities.h"

#include <algorithm>

namespace holdwatch::practice {

namespace {

using Type = Parameter::Type;
using Place = Parameter::Place;

constexpr const char *dialectOfSchema = "https://json-schema.org/draft/2020-12/schema";

Json parametersSchema(const std::vector<Parameter> &parameters, bool withPlaces);

Json typeSchema(Type type)
{
    switch (type) {
    case Type::Text: return {{"type", "string"}};
    case Type::Integer: return {{"type", "integer"}};
    case Type::Number: return {{"type", "number"}};
    case Type::Flag: return {{"type", "boolean"}};
    case Type::QueueType: return {{"type", "string"}, {"enum", {"standard", "fifo"}}};
    case Type::AnyJson: return {{"type", {"object", "array", "string", "number", "boolean"}}};
    case Type::Messages:
        return {{"type", "array"}, {"minItems", 1}, {"maxItems", 100}, {"items", parametersSchema(messageParameters(), false)}};
    case Type::Ids: return {{"type", "array"}, {"minItems", 1}, {"maxItems", 100}, {"uniqueItems", true}, {"items", {{"type", "string"}}}};
    }
    return Json::object();
}

const char *placeWord(Place place)
{
    switch (place) {
    case Place::Path: return "path";
    case Place::Query: return "query";
    case Place::Body: return "body";
    }
    return "";
}

Json parametersSchema(const std::vector<Parameter> &parameters, bool withPlaces)
{
    Json properties = Json::object();
    Json required = Json::array();
    for (const Parameter &parameter : parameters) {
        Json schema = typeSchema(parameter.type);
        if (parameter.most > 0) {
            schema["minimum"] = parameter.least;
            schema["maximum"] = parameter.most;
        }
        schema["description"] = parameter.meaning;
        if (withPlaces)
            schema["x-in"] = placeWord(parameter.place);
        properties[parameter.name.toStdString()] = schema;
        if (parameter.required)
            required.push_back(parameter.name.toStdString());
    }
    return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

Json envelopeSchema(Json data)
{
    const Json metadata{{"type", "object"},
                        {"properties",
                         {{"cost_usd", {{"type", "number"}}},
                          {"latency_ms", {{"type", "number"}}},
                          {"vendor", {{"type", "string"}}},
                          {"cache_hit", {{"type", "boolean"}}},
                          {"request_id", {{"type", "string"}, {"format", "uuid"}}}}},
                        {"required", {"cost_usd", "latency_ms", "vendor", "cache_hit", "request_id"}}};
    return {{"type", "object"},
            {"properties", {{"ok", {{"const", true}}}, {"data", std::move(data)}, {"error", {{"type", "null"}}}, {"metadata", metadata}}},
            {"required", {"ok", "data", "error", "metadata"}}};
}

void addResponse(Json &detail, const WireFormat &format, Json data)
{
    if (format.dialect() == Dialect::C) {
        Json whole = envelopeSchema(std::move(data));
        whole["$schema"] = dialectOfSchema;
        detail["responses"]["200"]["schema"] = std::move(whole);
        return;
    }
    data["$schema"] = dialectOfSchema;
    if (format.dialect() == Dialect::A)
        detail["response"] = std::move(data);
    else
        detail["returns"]["schema"] = std::move(data);
}

Json billing(const Capability &capability)
{
    return {{"is_billable", capability.priceUsd > 0}, {"free", capability.priceUsd == 0}, {"unit", "call"}, {"price_usd", capability.priceUsd},
            {"currency", "USD"}, {"note", "play money of the practice queue; nobody is charged"}};
}

Json entry(const Capability &capability)
{
    return {{"id", capability.id.toStdString()}, {"method", capability.method.toStdString()}, {"path", capability.path.toStdString()},
            {"summary", capability.summary}, {"available", true}, {"regions", {"western"}}, {"vendors", {"practice"}},
            {"billing", billing(capability)}};
}

Json errors()
{
    Json all = Json::array();
    for (const ErrorCode &code : errorCodes())
        all.push_back({{"code", code.code}, {"status", code.status}, {"retryable", code.retryable}, {"description", code.meaning}});
    return all;
}

/// What the public documents leave open and this queue had to decide.
Json choices(Dialect dialect)
{
    Json all{"A lease that expires counts as a failed delivery, like a nack.",
            "max_retries failed deliveries are forgiven; the next one moves the message to the dead-letter queue.",
            "A nack's delay does not restart the age: it counts from when the message first became due in its queue.",
            "Retention counts from the due time in the present queue; it starts anew in the dead-letter queue and after a redrive.",
            "A redrive keeps id, payload, publish time, idempotency key and the record of failed deliveries; due time, delivery count and failures start anew.",
            "An idempotency key stays with a message that was published alone, not with one of a batch.",
            "A redrive without max_messages moves everything that no consumer holds.",
            "In a FIFO group the first unfinished message holds back the others, also while it is delayed or waits for a retry.",
            "queue.create requires an idempotency key; publish, publish_batch and redrive accept one; without one nothing is deduplicated.",
            "A message id of another queue and a finished one are both 404.",
            "An unknown parameter is refused with 422."};
    if (dialect != Dialect::C) {
        all.push_back("A redrive with message_ids moves each of them that lies dead, in one step, in the order they died; the others are named in the answer "
                      "with the reason and stay as they are. It can let a message of a FIFO group pass an earlier one that is not chosen.");
    }
    return all;
}

std::string curlExample(const Capability &capability)
{
    std::string line = "curl --cacert ca.pem -X " + capability.method.toStdString() + " -H \"Authorization: Bearer $INFRAI_API_KEY\"";
    if (capability.key != Capability::Key::None)
        line += " -H \"Idempotency-Key: $(uuidgen)\"";
    if (capability.method == "POST")
        line += " -H 'Content-Type: application/json' -d @body.json";
    return line + " \"$BASE" + capability.path.toStdString() + "\"";
}

} // namespace

QByteArray discoveryIndex(const WireFormat &format)
{
    Json all = Json::array();
    for (const Capability &capability : capabilities(format.dialect()))
        all.push_back(entry(capability));
    const Json index{{"version", "practice-1"}, {"generated_at", toIso(format.now()).toStdString()}, {"capabilities", std::move(all)}};
    return QByteArray::fromStdString(index.dump());
}

std::optional<QByteArray> discoveryDetail(const WireFormat &format, const QString &id)
{
    const auto &all = capabilities(format.dialect());
    const auto known = std::find_if(all.begin(), all.end(), [&](const Capability &capability) { return capability.id == id; });
    if (known == all.end())
        return std::nullopt;
    Json detail = entry(*known);
    detail["idempotent"] = known->method == "GET" || known->key != Capability::Key::None;
    detail["idempotency_key"] = known->key == Capability::Key::Required ? "required" : known->key == Capability::Key::Accepted ? "accepted" : "ignored";
    detail["params"] = parametersSchema(known->parameters, true);
    detail["params"]["$schema"] = dialectOfSchema;
    addResponse(detail, format, Answers(format).schema(id));
    detail["errors"] = errors();
    detail["choices"] = choices(format.dialect());
    detail["examples"] = {{"curl", curlExample(*known)}};
    return QByteArray::fromStdString(detail.dump());
}

} // namespace holdwatch::practice

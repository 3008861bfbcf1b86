// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Discovery.h"

namespace holdwatch::providers::infrai {

namespace {

constexpr int deepestSchemaPlace = 6;

QString textOf(const json::Value &object, const char *name)
{
    const auto value = object.find(QString::fromLatin1(name));
    return value ? value->text().value_or(QString()) : QString();
}

std::optional<double> priceOf(const json::Value &entry)
{
    const auto billing = entry.find(QStringLiteral("billing"));
    if (!billing)
        return std::nullopt;
    const auto free = billing->find(QStringLiteral("free"));
    if (free && free->boolean().value_or(false))
        return 0.0;
    const auto price = billing->find(QStringLiteral("price_usd"));
    const auto number = price ? price->number() : Result<double>(failure(Error()));
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<json::Value> at(const json::Value &from, const QString &dottedPath)
{
    std::optional<json::Value> value = from;
    for (const QString &step : dottedPath.split(QLatin1Char('.')))
        value = value ? value->find(step) : std::nullopt;
    return value;
}

/// The value is a schema, or wraps one as OpenAPI does.
std::optional<json::Value> schemaIn(const json::Value &value)
{
    if (Schema::looksLikeOne(value))
        return value;
    for (const char *wrapper : {"schema", "content.application/json.schema", "200.schema", "200.content.application/json.schema", "200", "2XX.schema",
                                "201.schema", "default.schema", "success", "success.schema", "json_schema", "data"}) {
        // "application/json" holds no dot, so it is one step.
        const auto inner = at(value, QString::fromLatin1(wrapper));
        if (inner && Schema::looksLikeOne(*inner))
            return inner;
    }
    return std::nullopt;
}

std::optional<json::Value> schemaAtKnownPlace(const json::Value &body)
{
    for (const char *place : {"response", "response_schema", "responseSchema", "returns", "responses", "output", "output_schema", "outputSchema", "result",
                              "result_schema", "schema.response", "schemas.response", "schema.output"}) {
        const auto value = at(body, QString::fromLatin1(place));
        const auto schema = value ? schemaIn(*value) : std::nullopt;
        if (schema)
            return schema;
    }
    return std::nullopt;
}

bool isAboutTheRequest(const QString &key)
{
    static const QStringList keys{QStringLiteral("params"), QStringLiteral("parameters"), QStringLiteral("request"), QStringLiteral("request_schema"),
                                  QStringLiteral("input"), QStringLiteral("input_schema"), QStringLiteral("body"), QStringLiteral("query"),
                                  QStringLiteral("errors"), QStringLiteral("error"), QStringLiteral("examples"), QStringLiteral("billing"),
                                  QStringLiteral("$defs"), QStringLiteral("definitions"), QStringLiteral("components")};
    return keys.contains(key);
}

void collectSchemas(const json::Value &value, int depth, QVector<json::Value> &found)
{
    if (depth > deepestSchemaPlace || found.size() > 1)
        return;
    if (Schema::looksLikeOne(value)) {
        found.append(value);
        return;
    }
    for (const QString &key : value.keys()) {
        if (!isAboutTheRequest(key))
            collectSchemas(*value.find(key), depth + 1, found);
    }
}

/// A schema of the whole envelope describes the figures one level deeper.
Schema withoutEnvelope(const Schema &schema)
{
    const auto data = schema.property(QStringLiteral("data"));
    return data && schema.property(QStringLiteral("ok")) ? *data : schema;
}

void findAnswer(Detail &detail, const json::Value &body)
{
    std::optional<json::Value> node = schemaAtKnownPlace(body);
    QVector<json::Value> others;
    if (!node)
        collectSchemas(body, 0, others);
    if (others.size() == 1)
        node = others.first();
    if (node)
        detail.answer = withoutEnvelope(Schema(*node, {*node, body}));
    else
        detail.whyNoSchema = others.isEmpty() ? QStringLiteral("the server publishes no schema of the answer")
                                              : QStringLiteral("the server publishes several schemas and doesn't say which is the answer's");
}

QString disagreementOf(const json::Value &body, Call call, const Route &route)
{
    const QString method = textOf(body, "method").toUpper();
    const QString path = textOf(body, "path");
    if (!method.isEmpty() && method.toLatin1() != methodOf(call))
        return QStringLiteral("%1 is a %2 in its detail document but a %3 in the index; it is not called.").arg(idOf(call), method.left(10), QString::fromLatin1(methodOf(call)));
    if (!path.isEmpty() && path != route.path)
        return QStringLiteral("%1 has the path %2 in its detail document but %3 in the index; it is not called.").arg(idOf(call), path.left(120), route.path);
    return {};
}

QStringList textsIn(const std::optional<json::Value> &list)
{
    constexpr qsizetype most = 100, longest = 500;
    QStringList texts;
    for (const json::Value &item : list ? list->items().value_or(QVector<json::Value>()) : QVector<json::Value>()) {
        const auto text = item.text();
        if (text && texts.size() < most)
            texts << text->left(longest);
    }
    return texts;
}

} // namespace

Result<Index> readIndex(const json::Value &body)
{
    const auto capabilities = body.at(QStringLiteral("capabilities"));
    const auto items = capabilities ? capabilities->items() : Result<QVector<json::Value>>(failure(capabilities.error()));
    if (!items)
        return failure(items.error());
    Index index;
    index.generatedAt = textOf(body, "generated_at").left(40);
    for (const json::Value &item : *items) {
        IndexEntry entry{textOf(item, "id"), textOf(item, "method").toUpper().toLatin1(), textOf(item, "path"), std::nullopt, priceOf(item)};
        const auto available = item.find(QStringLiteral("available"));
        const auto flag = available ? available->boolean() : Result<bool>(failure(Error()));
        if (flag)
            entry.available = *flag;
        if (!entry.method.isEmpty() && !entry.path.isEmpty())
            index.entries.append(std::move(entry));
    }
    if (index.entries.isEmpty())
        return failure(Error::Kind::Malformed, QStringLiteral("The server's discovery lists no capability that can be read."));
    return index;
}

Detail readDetail(const json::Value &body, Call call, const Route &route)
{
    Detail detail;
    detail.disagreement = disagreementOf(body, call, route);
    findAnswer(detail, body);
    detail.choices = textsIn(body.find(QStringLiteral("choices")));
    if (const auto params = body.find(QStringLiteral("params"))) {
        detail.params = Schema(*params, {*params, body});
        detail.required = textsIn(params->find(QStringLiteral("required")));
        for (const auto &[name, schema] : detail.params->properties()) {
            detail.parameters << name;
            if (const auto most = schema.maximum())
                detail.mostOf.insert(name, *most);
        }
    }
    return detail;
}

} // namespace holdwatch::providers::infrai

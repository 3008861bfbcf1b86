// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Schema.h"

namespace holdwatch::providers::infrai {

namespace {

constexpr int deepestComposition = 8;
constexpr qsizetype mostParts = 64;

QString textOf(const json::Value &node, const QString &keyword)
{
    const auto value = node.find(keyword);
    return value ? value->text().value_or(QString()) : QString();
}

} // namespace

Schema::Schema(json::Value node, QVector<json::Value> roots) : m_node(std::move(node)), m_roots(std::move(roots)) {}

bool Schema::looksLikeOne(const json::Value &value)
{
    const auto holds = [&value](const char *keyword, auto is) {
        const auto member = value.find(QString::fromLatin1(keyword));
        return member && ((*member).*is)();
    };
    return holds("properties", &json::Value::isObject) || holds("items", &json::Value::isObject) || value.find(QStringLiteral("$ref")).has_value()
        || holds("allOf", &json::Value::isArray) || holds("anyOf", &json::Value::isArray) || holds("oneOf", &json::Value::isArray);
}

QVector<json::Value> Schema::parts() const
{
    QVector<json::Value> parts;
    addParts(m_node, 0, parts);
    return parts;
}

void Schema::addParts(const json::Value &node, int depth, QVector<json::Value> &parts) const
{
    if (depth > deepestComposition || parts.size() >= mostParts || !node.isObject())
        return;
    parts.append(node);
    if (const auto reference = node.find(QStringLiteral("$ref"))) {
        if (const auto found = target(reference->text().value_or(QString())))
            addParts(*found, depth + 1, parts);
    }
    for (const QString &keyword : {QStringLiteral("allOf"), QStringLiteral("anyOf"), QStringLiteral("oneOf")}) {
        const auto list = node.find(keyword);
        const auto members = list ? list->items() : Result<QVector<json::Value>>();
        for (const json::Value &member : members.value_or(QVector<json::Value>()))
            addParts(member, depth + 1, parts);
    }
}

std::optional<json::Value> Schema::target(const QString &reference) const
{
    if (!reference.startsWith(QLatin1String("#/")))
        return std::nullopt;
    const QStringList steps = reference.mid(2).split(QLatin1Char('/'));
    for (const json::Value &root : m_roots) {
        std::optional<json::Value> at = root;
        for (QString step : steps) {
            step.replace(QLatin1String("~1"), QLatin1String("/")).replace(QLatin1String("~0"), QLatin1String("~"));
            at = at ? at->find(step) : std::nullopt;
        }
        if (at)
            return at;
    }
    return std::nullopt;
}

QSet<QString> Schema::types() const
{
    QSet<QString> types;
    for (const json::Value &part : parts()) {
        const auto type = part.find(QStringLiteral("type"));
        if (!type)
            continue;
        if (const auto word = type->text())
            types.insert(*word);
        for (const json::Value &each : type->items().value_or(QVector<json::Value>()))
            types.insert(each.text().value_or(QString()));
    }
    return types;
}

QVector<QPair<QString, Schema>> Schema::properties() const
{
    QVector<QPair<QString, Schema>> properties;
    for (const json::Value &part : parts()) {
        const auto group = part.find(QStringLiteral("properties"));
        for (const QString &name : group ? group->keys() : QStringList())
            properties.append({name, Schema(*group->find(name), m_roots)});
    }
    return properties;
}

std::optional<Schema> Schema::property(const QString &name) const
{
    for (const json::Value &part : parts()) {
        const auto group = part.find(QStringLiteral("properties"));
        if (const auto found = group ? group->find(name) : std::nullopt)
            return Schema(*found, m_roots);
    }
    return std::nullopt;
}

std::optional<Schema> Schema::items() const
{
    for (const json::Value &part : parts()) {
        const auto items = part.find(QStringLiteral("items"));
        if (items && items->isObject())
            return Schema(*items, m_roots);
    }
    return std::nullopt;
}

QString Schema::description() const
{
    return firstText({QStringLiteral("description"), QStringLiteral("title")});
}

QString Schema::unit() const
{
    return firstText({QStringLiteral("unit"), QStringLiteral("units"), QStringLiteral("x-unit"), QStringLiteral("x-units"), QStringLiteral("x_unit")});
}

QString Schema::format() const
{
    return firstText({QStringLiteral("format")});
}

std::optional<qint64> Schema::maximum() const
{
    for (const json::Value &part : parts()) {
        const auto value = part.find(QStringLiteral("maximum"));
        const auto number = value ? value->number() : Result<double>(failure(Error()));
        if (number && *number >= 0 && *number < 1e15)
            return static_cast<qint64>(*number);
    }
    return std::nullopt;
}

QString Schema::firstText(const QStringList &keywords) const
{
    for (const json::Value &part : parts()) {
        for (const QString &keyword : keywords) {
            const QString text = textOf(part, keyword);
            if (!text.isEmpty())
                return text;
        }
    }
    return {};
}

} // namespace holdwatch::providers::infrai

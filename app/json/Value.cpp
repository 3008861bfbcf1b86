// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Value.h"

#include <algorithm>

namespace holdwatch::json {

namespace {

Error malformed(const QString &path, QString what)
{
    Error error;
    error.kind = Error::Kind::Malformed;
    error.where = path;
    error.what = std::move(what);
    return error;
}

} // namespace

QString toWord(Value::Type type)
{
    switch (type) {
    case Value::Type::Boolean: return QStringLiteral("true or false");
    case Value::Type::Number: return QStringLiteral("a number");
    case Value::Type::Text: return QStringLiteral("a text");
    case Value::Type::Array: return QStringLiteral("a list");
    case Value::Type::Object: return QStringLiteral("an object");
    case Value::Type::Null: break;
    }
    return QStringLiteral("null");
}

Value::Value(std::shared_ptr<const Node> document, const Node *node, QString path)
    : m_document(std::move(document)), m_node(node), m_path(std::move(path))
{
}

Value::Type Value::type() const
{
    return static_cast<Type>(m_node->content.index());
}

std::optional<Value> Value::find(const QString &key) const
{
    const auto *object = std::get_if<Node::Object>(&m_node->content);
    if (!object)
        return std::nullopt;
    const auto member = std::find_if(object->rbegin(), object->rend(), [&key](const auto &each) { return each.first == key; });
    if (member == object->rend())
        return std::nullopt;
    return Value(m_document, &member->second, m_path + QLatin1Char('.') + key.left(80));
}

Result<Value> Value::at(const QString &key) const
{
    if (!isObject())
        return failure(wrongType(toWord(Type::Object)));
    if (auto member = find(key))
        return *std::move(member);
    return failure(malformed(m_path, QStringLiteral("%1 has no \u201c%2\u201d.").arg(m_path, key)));
}

QStringList Value::keys() const
{
    QStringList keys;
    if (const auto *object = std::get_if<Node::Object>(&m_node->content)) {
        for (const auto &member : *object)
            keys << member.first;
    }
    return keys;
}

Result<QVector<Value>> Value::items() const
{
    const auto *array = std::get_if<Node::Array>(&m_node->content);
    if (!array)
        return failure(wrongType(toWord(Type::Array)));
    QVector<Value> items;
    items.reserve(static_cast<qsizetype>(array->size()));
    for (size_t i = 0; i < array->size(); ++i)
        items.append(Value(m_document, &(*array)[i], QStringLiteral("%1[%2]").arg(m_path).arg(i)));
    return items;
}

Result<QString> Value::text() const
{
    if (const auto *text = std::get_if<QString>(&m_node->content))
        return *text;
    return failure(wrongType(toWord(Type::Text)));
}

Result<bool> Value::boolean() const
{
    if (const auto *boolean = std::get_if<bool>(&m_node->content))
        return *boolean;
    return failure(wrongType(toWord(Type::Boolean)));
}

Result<qint64> Value::integer() const
{
    const auto *number = std::get_if<Node::Number>(&m_node->content);
    if (number && number->whole)
        return *number->whole;
    if (number && isWhole())
        return failure(malformed(m_path, QStringLiteral("%1 is too large a number to count with.").arg(m_path)));
    return failure(wrongType(QStringLiteral("a whole number")));
}

Result<double> Value::number() const
{
    if (const auto *number = std::get_if<Node::Number>(&m_node->content))
        return number->value;
    return failure(wrongType(toWord(Type::Number)));
}

Result<QString> Value::numberText() const
{
    if (const auto *number = std::get_if<Node::Number>(&m_node->content))
        return number->digits;
    return failure(wrongType(toWord(Type::Number)));
}

bool Value::isWhole() const
{
    const auto *number = std::get_if<Node::Number>(&m_node->content);
    return number && std::all_of(number->digits.begin(), number->digits.end(), [](QChar c) { return c.isDigit() || c == QLatin1Char('-'); });
}

Error Value::wrongType(const QString &expected) const
{
    const auto *number = std::get_if<Node::Number>(&m_node->content);
    const QString found = number ? QStringLiteral("the number %1").arg(number->digits.left(40)) : toWord(type());
    return malformed(m_path, QStringLiteral("%1 is %2 where %3 is expected.").arg(m_path, found, expected));
}

} // namespace holdwatch::json

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit/AuditData.h"

namespace holdwatch {

using payload::JsonTree;

AuditData::Node AuditData::member(Node object, const char *name) const
{
    if (object == JsonTree::none || m_tree.type(object) != JsonTree::Type::Object)
        return JsonTree::none;
    const Node found = m_tree.member(object, QByteArrayView(name)).node;
    return found != JsonTree::none && m_tree.type(found) != JsonTree::Type::Null ? found : JsonTree::none;
}

bool AuditData::has(const char *name) const
{
    return member(m_tree.root(), name) != JsonTree::none;
}

QString AuditData::text(const char *name) const
{
    const Node node = member(m_tree.root(), name);
    return node == JsonTree::none ? QString() : shown(node);
}

std::optional<qint64> AuditData::numberAt(Node node) const
{
    if (node == JsonTree::none || m_tree.type(node) != JsonTree::Type::Number)
        return std::nullopt;
    bool isWhole = false;
    const qint64 number = m_tree.value(node).toLongLong(&isWhole);
    return isWhole ? std::optional(number) : std::nullopt;
}

std::optional<qint64> AuditData::number(const char *name) const
{
    return numberAt(member(m_tree.root(), name));
}

std::optional<qint64> AuditData::numberIn(const char *object, const char *name) const
{
    return numberAt(member(member(m_tree.root(), object), name));
}

QStringList AuditData::texts(const char *name) const
{
    QStringList texts;
    const Node list = member(m_tree.root(), name);
    if (list == JsonTree::none || m_tree.type(list) != JsonTree::Type::Array)
        return texts;
    for (const Node each : m_tree.children(list))
        texts << shown(each);
    return texts;
}

QVector<qint64> AuditData::numbers(const char *name) const
{
    QVector<qint64> numbers;
    const Node list = member(m_tree.root(), name);
    if (list == JsonTree::none || m_tree.type(list) != JsonTree::Type::Array)
        return numbers;
    for (const Node each : m_tree.children(list)) {
        if (const auto number = numberAt(each))
            numbers << *number;
    }
    return numbers;
}

QVector<AuditField> AuditData::fields() const
{
    QVector<AuditField> fields;
    const Node root = m_tree.root();
    if (root == JsonTree::none || m_tree.type(root) != JsonTree::Type::Object)
        return fields;
    for (const Node each : m_tree.children(root))
        fields.append({QString::fromUtf8(m_tree.key(each)), shown(each)});
    return fields;
}

QString AuditData::shown(Node node) const
{
    switch (m_tree.type(node)) {
    case JsonTree::Type::Null: return {};
    case JsonTree::Type::True: return QStringLiteral("yes");
    case JsonTree::Type::False: return QStringLiteral("no");
    case JsonTree::Type::String:
    case JsonTree::Type::Number: return QString::fromUtf8(m_tree.value(node));
    case JsonTree::Type::Object:
    case JsonTree::Type::Array: break;
    }
    // One level is read as words; what lies deeper stays as it is written, so nothing here recurses.
    QStringList parts;
    for (const Node each : m_tree.children(node)) {
        const QString value = m_tree.isContainer(each) ? QString::fromUtf8(m_tree.bytes(each).toByteArray()) : shown(each);
        parts << (m_tree.hasKey(each) ? QString::fromUtf8(m_tree.key(each)) + QLatin1Char(' ') + value : value);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace holdwatch

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace holdwatch::json {

struct Node;

/// A place in a parsed document, together with its path ("$.data.queues[3].depth"). Cheap to copy;
/// keeps its document alive; immutable. Nothing is ever coerced: a number in quotes is a text, and
/// asking it for a number is an error (Malformed, `where` = the path) that says what stands there.
class Value
{
public:
    enum class Type { Null, Boolean, Number, Text, Array, Object };

    Value(std::shared_ptr<const Node> document, const Node *node, QString path);

    Type type() const;
    bool isNull() const { return type() == Type::Null; }
    bool isObject() const { return type() == Type::Object; }
    bool isArray() const { return type() == Type::Array; }
    const QString &path() const { return m_path; }

    /// The member of that name; nothing if there is none or this is no object. Of equal names the last counts.
    std::optional<Value> find(const QString &key) const;
    Result<Value> at(const QString &key) const; ///< the same, but its absence is an error
    QStringList keys() const;                   ///< in the document's order; empty if this is no object

    Result<QVector<Value>> items() const;
    Result<QString> text() const;
    Result<bool> boolean() const;
    Result<qint64> integer() const;     ///< written without fraction or exponent, and inside 64 bits
    Result<double> number() const;      ///< any JSON number
    Result<QString> numberText() const; ///< the digits as they stand, however many

    bool isWhole() const; ///< a number written without fraction or exponent, of any length

private:
    Error wrongType(const QString &expected) const;

    std::shared_ptr<const Node> m_document;
    const Node *m_node;
    QString m_path;
};

/// The tree behind Value; made by parse() only.
struct Node
{
    struct Number
    {
        QString digits;
        double value = 0;
        std::optional<qint64> whole;
    };
    using Array = std::vector<Node>;
    using Object = std::vector<std::pair<QString, Node>>;

    std::variant<std::monostate, bool, Number, QString, Array, Object> content;
};

QString toWord(Value::Type type); ///< "a text", "an object", … as sentences need it

} // namespace holdwatch::json

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>
#include <QString>

#include <utility>
#include <vector>

namespace holdwatch::practice {

/// A JSON value as it stands in the text: its type, its exact bytes, and its parts. Numbers stay text,
/// so 1.10 and 1E400 pass through unharmed.
struct JsonNode
{
    enum class Type { Null, Bool, Number, String, Array, Object };

    Type type = Type::Null;
    QByteArray text; ///< the bytes as sent, without surrounding space
    QString string;  ///< decoded, for a string
    std::vector<JsonNode> elements;
    std::vector<std::pair<QString, JsonNode>> members;

    const JsonNode *member(const QString &name) const; ///< the last one of that name; null if absent
};

/// Reads exactly RFC 8259: UTF-8, nothing after the value, at most `deepest` levels. The error is
/// Malformed and names the byte.
Result<JsonNode> readJson(const QByteArray &text, int deepest = 64);

} // namespace holdwatch::practice

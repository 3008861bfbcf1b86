// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/Dialect.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace holdwatch::practice {

/// One parameter of a capability: checked from this and published from this.
struct Parameter
{
    enum class Type { Text, Integer, Number, Flag, QueueType, AnyJson, Messages, Ids };
    enum class Place { Path, Query, Body };

    QString name;
    Type type = Type::Text;
    bool required = false;
    const char *meaning = "";
    double least = 0;
    double most = 0; ///< 0: no bounds
    Place place = Place::Body;
    bool isInDialectC = true;
};

/// One route of the API. Ids and paths are those of the public fact sheet.
struct Capability
{
    enum class Key { None, Accepted, Required }; ///< an idempotency key

    QString id;
    QByteArray method;
    QString path; ///< with {queue} in it, for a name
    const char *summary = "";
    Key key = Key::None;
    double priceUsd = 0; ///< of one call, in play money
    std::vector<Parameter> parameters;

    /// The names in the path, decoded, if `encodedPath` has this shape.
    std::optional<QStringList> match(const QString &encodedPath) const;
};

const std::vector<Capability> &capabilities(Dialect dialect);
/// The parameters of one element of publish_batch's `messages`.
const std::vector<Parameter> &messageParameters();

/// What can be answered instead of success.
struct ErrorCode
{
    const char *code;
    int status;
    bool retryable;
    const char *meaning;
};
const std::vector<ErrorCode> &errorCodes();
const ErrorCode &errorCodeOf(int status); ///< 500's for an unknown one

} // namespace holdwatch::practice

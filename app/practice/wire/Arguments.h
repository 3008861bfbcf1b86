// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/wire/Capabilities.h"
#include "app/practice/wire/Http.h"
#include "app/practice/wire/JsonText.h"
#include "models/core/Time.h"

#include <map>

namespace holdwatch::practice {

/// The parameters of one call, checked against their table: every one known, of its type, in its range,
/// and none missing. Reading them can't fail.
class Arguments
{
public:
    /// Malformed for a body that is not sound JSON, Invalid (naming the parameter in `where`) for one that
    /// does not fit.
    static Result<Arguments> read(const Capability &capability, const QStringList &pathNames, const Request &request);

    bool has(const char *name) const;
    QString text(const char *name) const; ///< empty if absent
    std::optional<qint64> integer(const char *name) const;
    Millis seconds(const char *name) const; ///< zero if absent
    std::optional<double> number(const char *name) const;
    bool flag(const char *name) const;
    QByteArray json(const char *name) const; ///< byte for byte
    QStringList texts(const char *name) const;
    std::vector<Arguments> messages() const; ///< of publish_batch

private:
    static Result<Arguments> check(const std::vector<Parameter> &parameters, std::map<QString, JsonNode> values, const QString &prefix);
    static Result<void> checkElements(const JsonNode &list, const QString &where);
    const JsonNode *find(const char *name) const;

    std::map<QString, JsonNode> m_values;
};

} // namespace holdwatch::practice

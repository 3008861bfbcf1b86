// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <QString>

namespace holdwatch::test {

/// What is wrong with `value` by `schema` (the part of JSON Schema 2020-12 that the practice queue
/// publishes), as "path: what"; empty if nothing. A keyword that is not known here is an offence too, so a
/// schema can't promise what nobody checks.
QString offenceAgainst(const nlohmann::json &schema, const nlohmann::json &value, const QString &path = QStringLiteral("$"));

} // namespace holdwatch::test

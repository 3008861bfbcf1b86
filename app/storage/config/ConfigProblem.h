// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"

#include <QVector>

namespace holdwatch::storage {

/// Something about a configuration file that a person should mend. `error.where` is "connections.json:14:17";
/// no value of a field that may hold a secret is ever repeated in it.
struct ConfigProblem
{
    enum class Weight {
        Warning, ///< said, but the entry is used
        Refused, ///< the entry it stands in is left out; the others are used
    };
    Weight weight = Weight::Refused;
    QString entry; ///< name of the connection or queue; empty: the file as a whole
    Error error;

    bool operator==(const ConfigProblem &) const = default;
};

using ConfigProblems = QVector<ConfigProblem>;

/// "connections.json:14:17: poll_interval of "orders" must be a duration such as "15s"."
QString toSentence(const ConfigProblem &problem);

} // namespace holdwatch::storage

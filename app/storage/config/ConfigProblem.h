// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"

#include <QVector>

#include <optional>
#include <utility>
#include <vector>

namespace holdwatch::storage {

/// Something about a configuration file that a person should mend. `error.where` is "connections.json:14:17"
/// (of a value that is checked before it is saved: its key); no value of a field that may hold a secret is
/// ever repeated in it.
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

/// What is wrong with a value: the key it is written under, and a sentence without its full stop.
using Finding = std::pair<QString, QString>;
using Findings = std::vector<Finding>;

ConfigProblems problemsFrom(const Findings &findings, const QString &entry);

/// "connections.json:14:17: poll_interval must be a duration such as "15s" (in "orders")."
QString toSentence(const ConfigProblem &problem);

/// The first problem that keeps an entry out, and with it keeps us from writing the file anew.
std::optional<Error> firstRefusal(const ConfigProblems &problems);

} // namespace holdwatch::storage

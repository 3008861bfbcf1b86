// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConfigProblem.h"

#include <algorithm>

namespace holdwatch::storage {

ConfigProblems problemsFrom(const Findings &findings, const QString &entry)
{
    ConfigProblems problems;
    for (const auto &[key, sentence] : findings) {
        Error error;
        error.kind = Error::Kind::Configuration;
        error.where = key;
        error.what = sentence + QLatin1Char('.');
        problems.append({ConfigProblem::Weight::Refused, entry, error});
    }
    return problems;
}

QString toSentence(const ConfigProblem &problem)
{
    const QString sentence = toSentence(problem.error);
    return problem.error.where.isEmpty() ? sentence : problem.error.where + QStringLiteral(": ") + sentence;
}

std::optional<Error> firstRefusal(const ConfigProblems &problems)
{
    const auto found = std::find_if(problems.begin(), problems.end(), [](const ConfigProblem &problem) {
        return problem.weight == ConfigProblem::Weight::Refused;
    });
    return found == problems.end() ? std::nullopt : std::optional(found->error);
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/SchemaVersion.h"

namespace holdwatch::storage {

bool readSchemaVersion(ConfigObject &root, const ConfigDocument &document, int newest)
{
    const QString key = QStringLiteral("schema");
    qint64 schema = newest;
    root.read(key, schema);
    if (schema > newest)
        root.refuse(key, QStringLiteral("the file was written for a newer Holdwatch (schema %1, this one knows up to %2)").arg(schema).arg(newest));
    else if (schema < 1)
        root.refuse(key, QStringLiteral("schema must be 1"));
    return root.isGood() || document.text().isEmpty();
}

std::optional<Error> firstRefusal(const ConfigProblems &problems)
{
    for (const ConfigProblem &problem : problems) {
        if (problem.weight == ConfigProblem::Weight::Refused)
            return problem.error;
    }
    return std::nullopt;
}

Error refusedToOverwrite(const Error &fault)
{
    Error error = fault;
    error.what = QStringLiteral("Not saved, because the file holds something that could not be read and would be lost: %1: %2").arg(fault.where, fault.what);
    error.kept = QStringLiteral("The file is untouched.");
    error.next = QStringLiteral("Mend that place in the file, then save again.");
    return error;
}

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

} // namespace holdwatch::storage

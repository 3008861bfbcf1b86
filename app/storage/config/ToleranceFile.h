// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigProblem.h"
#include "models/core/Ids.h"
#include "models/core/Result.h"
#include "models/tolerance/Tolerance.h"

#include <QHash>

namespace holdwatch::storage {

/// What queues are judged by: their own tolerance, else the first rule that matches, else the
/// connection's default.
struct Tolerances
{
    QHash<QueueId, Tolerance> queues;
    QVector<ToleranceRule> rules;

    bool operator==(const Tolerances &) const = default;
};

/// The tolerance that rules `queue`. `connectionName` is what rules speak of; `fallback` the connection's default.
Tolerance toleranceFor(const Tolerances &tolerances, const QueueId &queue, const QString &connectionName, const Tolerance &fallback);

struct TolerancesRead
{
    Tolerances tolerances;
    ConfigProblems problems;
};

/// tolerances.json (see resources/schemas/tolerances.schema.json); same promises as ConnectionFile.
class ToleranceFile
{
public:
    explicit ToleranceFile(QString path) : m_path(std::move(path)) {}

    TolerancesRead read() const;
    Result<void> write(const Tolerances &tolerances) const;

    /// What `read` would refuse ("hold_window must be longer than zero"); nothing means it can be saved.
    static ConfigProblems check(const Tolerance &tolerance, const QString &entry);

private:
    QString m_path;
};

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Scenario.h"

#include <QDir>
#include <QFile>

/// Outside any namespace, because the macro declares a global function. The scenarios live in a static
/// library, whose resources nobody registers by himself.
static void registerScenarios()
{
    Q_INIT_RESOURCE(practice);
}

namespace holdwatch::practice {
namespace {

QDir scenarioFolder()
{
    registerScenarios();
    return QDir(QStringLiteral(":/practice/scenarios"));
}

} // namespace

QVector<ToleranceRule> Scenario::toleranceRules(const QString &connectionName) const
{
    QVector<ToleranceRule> rules;
    for (const QueuePlan &plan : queues)
        rules.append({connectionName, plan.name, plan.tolerance});
    return rules;
}

QString defaultScenarioId()
{
    return QStringLiteral("first-minutes");
}

QStringList scenarioIds()
{
    QStringList ids;
    for (const QString &file : scenarioFolder().entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        ids.append(file.chopped(5));
    ids.removeOne(defaultScenarioId());
    ids.prepend(defaultScenarioId());
    return ids;
}

Result<Scenario> loadScenario(const QString &id)
{
    if (!scenarioIds().contains(id)) {
        return failure(Error::Kind::Configuration, QStringLiteral("There is no practice scenario called \"%1\".").arg(id),
                       QStringLiteral("Choose one of: %1.").arg(scenarioIds().join(QStringLiteral(", "))));
    }
    QFile file(scenarioFolder().filePath(id + QStringLiteral(".json")));
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Kind::Configuration, QStringLiteral("The practice scenario \"%1\" can't be read.").arg(id));
    return readScenario(id + QStringLiteral(".json"), file.readAll());
}

} // namespace holdwatch::practice

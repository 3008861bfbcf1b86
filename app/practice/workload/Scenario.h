// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/workload/Faults.h"
#include "models/core/Result.h"
#include "models/tolerance/Tolerance.h"

#include <QHash>
#include <QStringList>
#include <QVector>

namespace holdwatch::practice {

/// One queue of a scenario: how much comes, who works on it, and by what it is judged.
struct QueuePlan
{
    QString name;
    Tolerance tolerance;
    int workers = 1;
    Millis handling{};          ///< mean; each message differs by up to 30 %
    double downstreamPerSecond = 0; ///< what the service behind the workers allows
    double arrivalsPerMinute = 0;
    std::optional<Millis> cadence;  ///< a scheduler fires this often; the rate is then what one minute's runs enqueue
    bool operator==(const QueuePlan &) const = default;
};

/// A stretch of the story: what holds while it lasts.
struct Step
{
    Millis lasts{};
    QString chapter;                  ///< one sentence for the screen
    FaultSwitches faults;
    QHash<QString, double> arrivals;  ///< factor on a queue's arrivals; absent = 1
    QHash<QString, int> workers;      ///< absent = the queue's own number
    bool operator==(const Step &) const = default;
};

using Episode = QVector<Step>;

/// A story for the practice queues, as data: an opening that is told once, then episodes for ever, in an
/// order drawn anew each round. All times are workload time.
struct Scenario
{
    QString id;
    QString title;
    QString description;
    QVector<QueuePlan> queues; ///< one for each kind of work, in the order of `allWork`
    FaultSettings faults;
    Episode opening;
    QVector<Episode> episodes; ///< never empty

    /// What a connection to the practice queue judges these queues by.
    QVector<ToleranceRule> toleranceRules(const QString &connectionName = {}) const;
    bool operator==(const Scenario &) const = default;
};

/// Reads a scenario file. The error's `where` is `file:line` for broken JSON, `file: key.path` for a wrong value.
Result<Scenario> readScenario(const QString &fileName, const QByteArray &json);

/// The scenarios that come with the program (resources/practice/scenarios), by id, the default one first.
QStringList scenarioIds();
Result<Scenario> loadScenario(const QString &id);
QString defaultScenarioId(); ///< "first-minutes"

} // namespace holdwatch::practice

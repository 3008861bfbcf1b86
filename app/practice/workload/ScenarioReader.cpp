// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Command.h"
#include "app/practice/workload/Scenario.h"
#include "app/practice/workload/ScenarioJson.h"

#include <algorithm>

namespace holdwatch::practice {
namespace {

constexpr double mostPerMinute = 1200; ///< every message costs synced commits
constexpr int mostWorkers = 32;

QueuePlan readQueue(ScenarioJson &reader, const QString &name, const Json &json)
{
    const QString key = QStringLiteral("queues.") + name;
    reader.allowOnly(json, key,
                     {QStringLiteral("hold_window"), QStringLiteral("reaction_time"), QStringLiteral("workers"), QStringLiteral("handling"),
                      QStringLiteral("downstream_per_s"), QStringLiteral("arrivals_per_min"), QStringLiteral("cadence"), QStringLiteral("owner"),
                      QStringLiteral("runbook")});
    QueuePlan plan;
    plan.name = name;
    plan.workers = reader.count(json, key, "workers", mostWorkers);
    plan.handling = reader.duration(json, key, "handling");
    plan.downstreamPerSecond = reader.number(json, key, "downstream_per_s", mostPerMinute);
    plan.arrivalsPerMinute = reader.number(json, key, "arrivals_per_min", mostPerMinute);
    plan.cadence = reader.durationIfThere(json, key, "cadence");
    plan.tolerance.holdWindow = reader.duration(json, key, "hold_window");
    plan.tolerance.reactionTime = reader.durationIfThere(json, key, "reaction_time");
    plan.tolerance.arrivalCadence = plan.cadence;
    plan.tolerance.owner = reader.textIfThere(json, key, "owner");
    plan.tolerance.runbook = reader.textIfThere(json, key, "runbook");
    return plan;
}

QStringList queueNames()
{
    QStringList names;
    std::transform(allWork.begin(), allWork.end(), std::back_inserter(names), [](Work work) { return factsOf(work).queue; });
    return names;
}

QVector<QueuePlan> readQueues(ScenarioJson &reader, const Json &root)
{
    QVector<QueuePlan> plans;
    const Json *queues = ScenarioJson::find(root, "queues");
    for (const QString &name : queueNames()) {
        const Json *queue = queues ? ScenarioJson::find(*queues, name.toLatin1().constData()) : nullptr;
        if (queue)
            plans.append(readQueue(reader, name, *queue));
        else
            reader.reject(QStringLiteral("queues.") + name, QStringLiteral("this queue is missing"));
    }
    if (queues)
        reader.allowOnly(*queues, QStringLiteral("queues"), queueNames());
    return plans;
}

FaultSettings readFaultSettings(ScenarioJson &reader, const Json &root)
{
    FaultSettings settings = usualFaultSettings();
    const Json *faults = ScenarioJson::find(root, "faults");
    if (!faults)
        return settings;
    QStringList ids;
    for (const Fault fault : allFaults) {
        ids.append(idOf(fault));
        const Json *json = ScenarioJson::find(*faults, idOf(fault).toLatin1().constData());
        if (!json)
            continue;
        const QString key = QStringLiteral("faults.") + idOf(fault);
        reader.allowOnly(*json, key, {QStringLiteral("strength"), QStringLiteral("queues")});
        const FaultSetting setting{reader.number(*json, key, "strength", 1000), reader.textsIfThere(*json, key, "queues")};
        for (const QString &queue : setting.queues) {
            if (!queueNames().contains(queue))
                reader.reject(key + QStringLiteral(".queues"), QStringLiteral("there is no queue \"%1\"").arg(queue));
        }
        settings.insert(fault, setting);
    }
    reader.allowOnly(*faults, QStringLiteral("faults"), ids);
    return settings;
}

FaultSwitches readSwitches(ScenarioJson &reader, const QString &key, const Json &step)
{
    FaultSwitches switches;
    for (const QString &id : reader.textsIfThere(step, key, "faults")) {
        if (const auto fault = faultFromId(id))
            switches.set(*fault, true);
        else
            reader.reject(key + QStringLiteral(".faults"), QStringLiteral("there is no fault \"%1\"").arg(id));
    }
    return switches;
}

/// An object of one number per queue, those that are there; `read` takes the queue's key.
template<typename Value, typename Read>
QHash<QString, Value> readPerQueue(ScenarioJson &reader, const QString &key, const Json *json, Read read)
{
    QHash<QString, Value> values;
    if (!json)
        return values;
    reader.allowOnly(*json, key, queueNames());
    for (const QString &queue : queueNames()) {
        const QByteArray name = queue.toLatin1();
        if (ScenarioJson::find(*json, name.constData()))
            values.insert(queue, read(*json, key, name.constData()));
    }
    return values;
}

Step readStep(ScenarioJson &reader, const QString &key, const Json &json)
{
    constexpr double largestFactor = 20;
    reader.allowOnly(json, key,
                     {QStringLiteral("for"), QStringLiteral("chapter"), QStringLiteral("faults"), QStringLiteral("arrivals"), QStringLiteral("workers")});
    Step step;
    step.lasts = reader.duration(json, key, "for");
    step.chapter = reader.text(json, key, "chapter");
    step.faults = readSwitches(reader, key, json);
    step.arrivals = readPerQueue<double>(reader, key + QStringLiteral(".arrivals"), ScenarioJson::find(json, "arrivals"),
                                         [&](const Json &object, const QString &at, const char *name) { return reader.number(object, at, name, largestFactor); });
    step.workers = readPerQueue<int>(reader, key + QStringLiteral(".workers"), ScenarioJson::find(json, "workers"),
                                     [&](const Json &object, const QString &at, const char *name) { return reader.count(object, at, name, mostWorkers); });
    return step;
}

Episode readEpisode(ScenarioJson &reader, const QString &key, const Json &list)
{
    Episode episode;
    if (!list.is_array())
        reader.reject(key, QStringLiteral("a list of steps is expected"));
    else {
        for (const Json &step : list)
            episode.append(readStep(reader, QStringLiteral("%1[%2]").arg(key).arg(episode.size()), step));
    }
    return episode;
}

Scenario readRoot(ScenarioJson &reader, const Json &root)
{
    reader.allowOnly(root, QString(),
                     {QStringLiteral("id"), QStringLiteral("title"), QStringLiteral("description"), QStringLiteral("queues"), QStringLiteral("faults"),
                      QStringLiteral("opening"), QStringLiteral("episodes")});
    Scenario scenario;
    scenario.id = reader.text(root, QString(), "id");
    scenario.title = reader.text(root, QString(), "title");
    scenario.description = reader.text(root, QString(), "description");
    scenario.queues = readQueues(reader, root);
    scenario.faults = readFaultSettings(reader, root);
    if (const Json *opening = ScenarioJson::find(root, "opening"))
        scenario.opening = readEpisode(reader, QStringLiteral("opening"), *opening);
    for (const Json &episode : reader.list(root, QString(), "episodes"))
        scenario.episodes.append(readEpisode(reader, QStringLiteral("episodes[%1]").arg(scenario.episodes.size()), episode));
    if (scenario.episodes.isEmpty() || std::any_of(scenario.episodes.begin(), scenario.episodes.end(), [](const Episode &e) { return e.isEmpty(); }))
        reader.reject(QStringLiteral("episodes"), QStringLiteral("at least one episode with at least one step is expected"));
    return scenario;
}

} // namespace

Error wrongScenario(const QString &where, const QString &what)
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.what = QStringLiteral("The practice scenario can't be used: %1.").arg(what);
    error.where = where;
    return error;
}

Result<Scenario> readScenario(const QString &fileName, const QByteArray &json)
{
    Json root;
    try {
        root = Json::parse(json.begin(), json.end());
    } catch (const Json::parse_error &error) {
        const auto before = json.left(static_cast<qsizetype>(std::min<size_t>(error.byte, json.size())));
        return failure(wrongScenario(QStringLiteral("%1:%2").arg(fileName).arg(before.count('\n') + 1), QStringLiteral("it is not valid JSON")));
    } catch (const Json::exception &) {
        return failure(wrongScenario(fileName, QStringLiteral("it holds a number that is out of range")));
    }
    ScenarioJson reader(fileName);
    const Scenario scenario = readRoot(reader, root);
    if (reader.problem())
        return failure(*reader.problem());
    return scenario;
}

} // namespace holdwatch::practice

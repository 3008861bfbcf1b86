// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ToleranceFile.h"

#include "app/storage/config/JsonWriting.h"
#include "app/storage/config/ToleranceFormat.h"
#include "models/core/Glob.h"

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr int newestSchema = 1;

void readQueue(ConfigObject &object, Tolerances &tolerances)
{
    QString connection;
    QueueId queue;
    object.read(QStringLiteral("connection"), connection);
    object.read(QStringLiteral("queue"), queue.name);
    queue.connection = ConnectionId(connection);
    object.setEntry(queue.name);
    object.require(QStringLiteral("connection"));
    object.require(QStringLiteral("queue"));
    if (tolerances.queues.contains(queue))
        object.refuse(QStringLiteral("queue"), QStringLiteral("this queue has a tolerance already, further up"));
    const Tolerance tolerance = readTolerance(object);
    object.finish();
    if (object.isGood())
        tolerances.queues.insert(queue, tolerance);
}

void readRule(ConfigObject &object, Tolerances &tolerances)
{
    ToleranceRule rule;
    object.read(QStringLiteral("connection"), rule.connection);
    object.read(QStringLiteral("queues"), rule.queueGlob);
    object.setEntry(rule.queueGlob.isEmpty() ? rule.connection : rule.queueGlob);
    rule.tolerance = readTolerance(object);
    object.finish();
    if (object.isGood())
        tolerances.rules.append(rule);
}

TolerancesRead readDocument(const ConfigDocument &document)
{
    TolerancesRead result;
    ConfigObject root(document, document.root(), {}, result.problems);
    if (!root.readSchema(newestSchema))
        return result;
    root.readObjects(QStringLiteral("queues"), [&result](ConfigObject &each) { readQueue(each, result.tolerances); });
    root.readObjects(QStringLiteral("rules"), [&result](ConfigObject &each) { readRule(each, result.tolerances); });
    root.finish();
    return result;
}

/// The entry of `list` that says the same of `first` and `second`, to be written over; else a new one.
OrderedJson entryWith(const OrderedJson &list, const char *first, const QString &firstValue, const char *second, const QString &secondValue)
{
    const auto says = [](const OrderedJson &entry, const char *key, const QString &value) {
        return entry.is_object() && entry.value(key, std::string()) == value.toStdString();
    };
    const auto found = std::find_if(list.begin(), list.end(), [&](const OrderedJson &entry) {
        return says(entry, first, firstValue) && says(entry, second, secondValue);
    });
    OrderedJson entry = found == list.end() ? OrderedJson::object() : *found;
    put(entry, first, firstValue);
    put(entry, second, secondValue);
    return entry;
}

OrderedJson queueList(const OrderedJson &before, const QHash<QueueId, Tolerance> &queues)
{
    QList<QueueId> ids = queues.keys();
    std::sort(ids.begin(), ids.end());
    auto list = OrderedJson::array();
    for (const QueueId &id : std::as_const(ids)) {
        OrderedJson entry = entryWith(before, "connection", id.connection.text(), "queue", id.name);
        writeTolerance(entry, queues.value(id));
        list.push_back(std::move(entry));
    }
    return list;
}

OrderedJson ruleList(const OrderedJson &before, const QVector<ToleranceRule> &rules)
{
    auto list = OrderedJson::array();
    for (const ToleranceRule &rule : rules) {
        OrderedJson entry = entryWith(before, "connection", rule.connection, "queues", rule.queueGlob);
        writeTolerance(entry, rule.tolerance);
        list.push_back(std::move(entry));
    }
    return list;
}

} // namespace

Tolerance toleranceFor(const Tolerances &tolerances, const QueueId &queue, const QString &connectionName, const Tolerance &fallback)
{
    const auto own = tolerances.queues.constFind(queue);
    if (own != tolerances.queues.cend())
        return *own;
    for (const ToleranceRule &rule : tolerances.rules) {
        if ((rule.connection.isEmpty() || rule.connection == connectionName) && (rule.queueGlob.isEmpty() || matchesGlob(rule.queueGlob, queue.name)))
            return rule.tolerance;
    }
    return fallback;
}

TolerancesRead ToleranceFile::read() const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return {{}, {{ConfigProblem::Weight::Refused, {}, document.error()}}};
    return readDocument(*document);
}

Result<void> ToleranceFile::write(const Tolerances &tolerances) const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return failure(refusedToOverwrite(document.error()));
    if (const auto fault = firstRefusal(readDocument(*document).problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = reread(document->text());
    root["schema"] = newestSchema;
    root["queues"] = queueList(listIn(root, "queues"), tolerances.queues);
    root["rules"] = ruleList(listIn(root, "rules"), tolerances.rules);
    return writeAtomically(m_path, toText(root));
}

ConfigProblems ToleranceFile::check(const Tolerance &tolerance, const QString &entry)
{
    return problemsFrom(findingsOf(tolerance), entry);
}

} // namespace holdwatch::storage

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/QueueFields.h"

#include "models/filter/Expression.h"
#include "models/queue/QueueCells.h"
#include "models/queue/QueueTableModel.h"

#include <algorithm>

namespace holdwatch {

namespace {

using filter::FieldInfo;
using filter::FieldType;
using filter::FieldValue;

constexpr qsizetype mostOffered = 50;

struct Described
{
    QueueField field;
    const char *name;
    const char *aliases; ///< separated by spaces
    FieldType type;
    const char *description;
    const char *samples = "";
};

constexpr Described described[] = {
    {QueueField::Queue, "queue", "name", FieldType::Text, "Name of the queue; orders* begins with it"},
    {QueueField::Connection, "connection", "conn", FieldType::Text, "Name of the connection"},
    {QueueField::Verdict, "verdict", "state", FieldType::Text, "Judgement on the hold window", "breached approaching watch recovering stale not-reported healthy"},
    {QueueField::Environment, "environment", "env", FieldType::Text, "Environment of the connection", "production staging development practice"},
    {QueueField::Age, "age", "oldest", FieldType::Duration, "How long the oldest message waits", ">5m >1h"},
    {QueueField::Depth, "depth", "ready waiting", FieldType::Number, "Messages ready to deliver", ">0 >1000 0"},
    {QueueField::Owner, "owner", "", FieldType::Text, "Who is asked first"},
    {QueueField::System, "system", "provider", FieldType::Text, "Kind of system, such as rabbitmq"},
    {QueueField::Kind, "kind", "type", FieldType::Text, "The system's own word for the kind of queue"},
    {QueueField::Cause, "cause", "", FieldType::Text, "What made the verdict", "age no-consumers no-arrivals dead-letters stale not-reported"},
    {QueueField::Note, "note", "", FieldType::Text, "What else is said of the queue; *storm* finds a word in it"},
    {QueueField::Headroom, "headroom", "left", FieldType::Duration, "What is left of the hold window", "<5m"},
    {QueueField::Earliest, "earliest", "", FieldType::Duration, "Earliest possible breach from now", "<10m"},
    {QueueField::Breach, "breach", "projected", FieldType::Duration, "Projected breach from now", "<30m *"},
    {QueueField::Drain, "drain", "", FieldType::Duration, "Time until the backlog is worked off", ">1h"},
    {QueueField::Window, "window", "hold-window", FieldType::Duration, "The hold window it is judged by", "15m"},
    {QueueField::Sampled, "sampled", "", FieldType::Duration, "How long ago the last sample was taken", ">1m"},
    {QueueField::InFlight, "in-flight", "unacked inflight", FieldType::Number, "Delivered and not acknowledged", ">0"},
    {QueueField::Delayed, "delayed", "", FieldType::Number, "Not yet due", ">0"},
    {QueueField::Consumers, "consumers", "", FieldType::Number, "Attached right now", "0 >0"},
    {QueueField::DeadLetters, "dead-letters", "dead dlq", FieldType::Number, "Messages that gave up", ">0"},
    {QueueField::Arrivals, "arrivals", "in", FieldType::Number, "Arrivals a minute", ">100"},
    {QueueField::Completions, "completions", "out", FieldType::Number, "Completions a minute", ">100"},
    {QueueField::Retries, "retries", "", FieldType::Number, "Redeliveries a minute", ">1"},
};

QString textOf(const QueueStatus &status, QueueField field)
{
    switch (field) {
    case QueueField::Queue: return status.queue.displayName;
    case QueueField::Connection: return status.connectionName;
    case QueueField::System: return status.provider;
    case QueueField::Kind: return status.queue.kind;
    case QueueField::Owner: return status.tolerance.owner;
    case QueueField::Environment: return toWord(status.environment);
    case QueueField::Cause: return toWord(status.assessment.cause);
    case QueueField::Verdict: return toWord(status.assessment.verdict).replace(QLatin1Char(' '), QLatin1Char('-'));
    default: return {};
    }
}

bool isOffered(QueueField field)
{
    return field == QueueField::Queue || field == QueueField::Connection || field == QueueField::System || field == QueueField::Kind || field == QueueField::Owner;
}

QStringList valuesIn(const QueueTableModel &queues, QueueField field, const QString &typed)
{
    QStringList values;
    for (int row = 0; row < queues.rowCount() && values.size() < mostOffered; ++row) {
        const QString text = textOf(queues.statusAt(row), field);
        if (!text.isEmpty() && text.startsWith(typed, Qt::CaseInsensitive) && !values.contains(text))
            values.append(text);
    }
    values.sort(Qt::CaseInsensitive);
    return values;
}

FieldInfo infoOf(const Described &each)
{
    const auto words = [](const char *text) { return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts); };
    FieldInfo info;
    info.id = filter::FieldId(each.field);
    info.name = QString::fromLatin1(each.name);
    info.aliases = words(each.aliases);
    info.type = each.type;
    info.description = QString::fromLatin1(each.description);
    info.samples = words(each.samples);
    return info;
}

} // namespace

filter::FieldCatalogue queueCatalogue(const QueueTableModel &queues)
{
    filter::FieldCatalogue catalogue;
    for (const Described &each : described) {
        FieldInfo info = infoOf(each);
        if (isOffered(each.field))
            info.values = [&queues, field = each.field](const QString &typed) { return valuesIn(queues, field, typed); };
        catalogue.add(std::move(info));
    }
    catalogue.close();
    return catalogue;
}

bool asksForTime(const filter::Expression &expression)
{
    if (expression.kind == filter::Expression::Kind::Field && expression.field.id == filter::FieldId(QueueField::Sampled))
        return true;
    return std::any_of(expression.children.begin(), expression.children.end(), asksForTime);
}

bool QueueSource::anyValue(filter::FieldId id, const filter::ValueTest &test) const
{
    const QueueField field = QueueField(id);
    if (field < QueueField::Age)
        return anyText(field, test);
    return field < QueueField::Depth ? anyDuration(field, test) : anyNumber(field, test);
}

bool QueueSource::anyText(QueueField field, const filter::ValueTest &test) const
{
    const auto holds = [&test](const QString &text) { return !text.isEmpty() && test(FieldValue::text(text)); };
    if (field == QueueField::Note)
        return std::any_of(m_status.notes.begin(), m_status.notes.end(), holds) || std::any_of(m_status.queue.findings.begin(), m_status.queue.findings.end(), holds);
    if (field == QueueField::Queue && holds(m_status.queue.id.name))
        return true;
    if (field == QueueField::Verdict && holds(toWord(m_status.assessment.verdict)))
        return true;
    return holds(textOf(m_status, field));
}

bool QueueSource::anyDuration(QueueField field, const filter::ValueTest &test) const
{
    const auto holds = [&test](const std::optional<Millis> &value) { return value && test(FieldValue::duration(*value)); };
    const Assessment &assessment = m_status.assessment;
    switch (field) {
    case QueueField::Age: return holds(m_status.sample.oldestAge.has() ? m_status.sample.oldestAge.optional() : assessment.age);
    case QueueField::Headroom: return holds(assessment.headroom);
    case QueueField::Earliest: return holds(assessment.earliestBreach);
    case QueueField::Breach: return holds(assessment.projectedBreach);
    case QueueField::Drain: return holds(m_status.timeToDrain);
    case QueueField::Window: return holds(m_status.tolerance.rulingWindow());
    case QueueField::Sampled: return holds(sampleAge(m_status, m_now));
    default: return false;
    }
}

bool QueueSource::anyNumber(QueueField field, const filter::ValueTest &test) const
{
    const auto count = [&test](const Metric<qint64> &metric) { return metric.has() && test(FieldValue::whole(metric.value())); };
    const auto rate = [&test](const Metric<double> &metric) {
        if (!metric.has())
            return false;
        const QString digits = QString::number(metric.value(), 'f', 3);
        return test(FieldValue::number(digits));
    };
    const QueueSample &sample = m_status.sample;
    switch (field) {
    case QueueField::Depth: return count(sample.depth);
    case QueueField::InFlight: return count(sample.inFlight);
    case QueueField::Delayed: return count(sample.delayed);
    case QueueField::Consumers: return count(sample.consumers);
    case QueueField::DeadLetters: return count(sample.deadLetters);
    case QueueField::Arrivals: return rate(sample.arrivalsPerMinute);
    case QueueField::Completions: return rate(sample.completionsPerMinute);
    case QueueField::Retries: return rate(sample.retriesPerMinute);
    default: return false;
    }
}

bool QueueSource::anyTextContains(const filter::TextPattern &pattern) const
{
    return pattern.foundIn(m_status.queue.id.name) || pattern.foundIn(m_status.queue.displayName) || pattern.foundIn(m_status.connectionName)
        || pattern.foundIn(m_status.provider) || pattern.foundIn(m_status.queue.kind) || pattern.foundIn(m_status.tolerance.owner);
}

} // namespace holdwatch

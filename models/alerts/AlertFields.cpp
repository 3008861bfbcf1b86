// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/AlertFields.h"

#include "models/alerts/AlertLogModel.h"
#include "models/filter/Expression.h"

#include <algorithm>

namespace holdwatch {

namespace {

using filter::FieldInfo;
using filter::FieldType;
using filter::FieldValue;

constexpr qsizetype mostOffered = 50;

QString hyphened(Verdict verdict)
{
    return toWord(verdict).replace(QLatin1Char(' '), QLatin1Char('-'));
}

FieldInfo info(AlertField field, const char *name, const char *alias, FieldType type, const char *description, const char *samples = "")
{
    FieldInfo made;
    made.id = filter::FieldId(field);
    made.name = QString::fromLatin1(name);
    made.aliases = QString::fromLatin1(alias).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    made.type = type;
    made.description = QString::fromLatin1(description);
    made.samples = QString::fromLatin1(samples).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return made;
}

QStringList namesIn(const AlertLogModel &log, const QString &typed, const QString &(*name)(const AlertLogEntry &))
{
    QStringList names;
    for (int row = 0; row < log.rowCount() && names.size() < mostOffered; ++row) {
        const QString &each = name(log.entryAt(row));
        if (!each.isEmpty() && each.startsWith(typed, Qt::CaseInsensitive) && !names.contains(each))
            names.append(each);
    }
    return names;
}

} // namespace

filter::FieldCatalogue alertCatalogue(const AlertLogModel &log)
{
    constexpr const char *verdicts = "breached approaching watch recovering stale not-reported healthy";
    filter::FieldCatalogue catalogue;
    FieldInfo queue = info(AlertField::Queue, "queue", "name", FieldType::Text, "Name of the queue; orders* begins with it");
    queue.values = [&log](const QString &typed) { return namesIn(log, typed, [](const AlertLogEntry &entry) -> const QString & { return entry.queue.name; }); };
    catalogue.add(queue);
    FieldInfo connection = info(AlertField::Connection, "connection", "conn", FieldType::Text, "Name of the connection");
    connection.values = [&log](const QString &typed) { return namesIn(log, typed, [](const AlertLogEntry &entry) -> const QString & { return entry.connectionName; }); };
    catalogue.add(connection);
    catalogue.add(info(AlertField::Verdict, "verdict", "to", FieldType::Text, "What it became", verdicts));
    catalogue.add(info(AlertField::From, "from", "", FieldType::Text, "What it was before", verdicts));
    catalogue.add(info(AlertField::What, "what", "", FieldType::Text, "What the line is about; *muted* finds a word in it", "*opened *closed acknowledged muted unmuted *failed"));
    catalogue.add(info(AlertField::Cause, "cause", "", FieldType::Text, "What made the verdict", "age no-consumers no-arrivals dead-letters stale not-reported retention"));
    catalogue.add(info(AlertField::Reason, "reason", "text", FieldType::Text, "The sentence; *word* finds a word in it"));
    catalogue.add(info(AlertField::At, "at", "time", FieldType::Time, "When", "today >-1h"));
    catalogue.add(info(AlertField::Age, "age", "", FieldType::Duration, "How long ago", "<1h <1d"));
    catalogue.close();
    return catalogue;
}

bool asksForAlertAge(const filter::Expression &expression)
{
    if (expression.kind == filter::Expression::Kind::Field && expression.field.id == filter::FieldId(AlertField::Age))
        return true;
    return std::any_of(expression.children.begin(), expression.children.end(), asksForAlertAge);
}

bool AlertSource::anyValue(filter::FieldId field, const filter::ValueTest &test) const
{
    const auto text = [&test](const QString &value) { return !value.isEmpty() && test(FieldValue::text(value)); };
    const auto verdict = [&text](Verdict value) { return text(toWord(value)) || text(hyphened(value)); };
    switch (AlertField(field)) {
    case AlertField::Queue: return text(m_entry.queue.name);
    case AlertField::Connection: return text(m_entry.connectionName);
    case AlertField::Verdict: return verdict(m_entry.to);
    case AlertField::From: return m_entry.from && verdict(*m_entry.from);
    case AlertField::What: return text(summaryOf(m_entry));
    case AlertField::Cause: return text(toWord(m_entry.cause));
    case AlertField::Reason: return text(m_entry.text);
    case AlertField::At: return test(FieldValue::time(m_entry.at));
    case AlertField::Age: return test(FieldValue::duration(m_now - m_entry.at));
    }
    return false;
}

bool AlertSource::anyTextContains(const filter::TextPattern &pattern) const
{
    return pattern.foundIn(m_entry.queue.name) || pattern.foundIn(m_entry.text) || pattern.foundIn(summaryOf(m_entry)) || pattern.foundIn(m_entry.connectionName);
}

} // namespace holdwatch

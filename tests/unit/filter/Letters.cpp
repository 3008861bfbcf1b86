// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/filter/Letters.h"

#include <algorithm>

namespace holdwatch::filter {

FieldCatalogue letterCatalogue()
{
    const auto info = [](FieldId id, const char *name, FieldType type, const char *description) {
        FieldInfo field;
        field.id = id;
        field.name = QString::fromLatin1(name);
        field.type = type;
        field.description = QString::fromLatin1(description);
        return field;
    };
    FieldInfo failureClass = info(Class, "class", FieldType::Text, "Failure class");
    failureClass.samples = QStringList{QStringLiteral("malformed"), QStringLiteral("rate limit"), QStringLiteral("unknown")};
    FieldInfo version = info(Version, "version", FieldType::Version, "Schema version");
    version.aliases = QStringList{QStringLiteral("v")};
    FieldInfo owner = info(Owner, "owner", FieldType::Text, "Who claimed it");
    owner.values = [](const QString &typed) { return QStringList{typed + QStringLiteral("-team"), QStringLiteral("checkout")}; };
    FieldCatalogue catalogue;
    catalogue.add(failureClass);
    catalogue.add(version);
    catalogue.add(info(Age, "age", FieldType::Duration, "Time since it died"));
    catalogue.add(info(Seen, "seen", FieldType::Time, "When it was first seen"));
    catalogue.add(info(Attempts, "attempts", FieldType::Number, "Deliveries"));
    catalogue.add(owner);
    catalogue.add(info(Queue, "queue", FieldType::Text, "Source queue"));
    return catalogue;
}

Moment noon()
{
    return {fromQDateTime(QDateTime(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC)), QTimeZone::utc()};
}

bool Letter::anyValue(FieldId field, const ValueTest &test) const
{
    switch (field) {
    case Class: return !failureClass.isNull() && test(FieldValue::text(failureClass));
    case Version: return !version.isNull() && test(FieldValue::text(version));
    case Age: return age && test(FieldValue::duration(*age));
    case Seen: return seen && test(FieldValue::time(*seen));
    case Attempts: return attempts && test(FieldValue::number(*attempts));
    case Owner: return !owner.isNull() && test(FieldValue::text(owner));
    case Queue: return std::any_of(queues.begin(), queues.end(), [&](const QString &queue) { return test(FieldValue::text(queue)); });
    default: return false;
    }
}

bool Letter::anyValueAt(const FieldPath &path, const ValueTest &test) const
{
    const QString written = message.value(path.segments.join(QLatin1Char('.')));
    if (written.isNull())
        return false;
    if (written == QLatin1String("{}"))
        return test(FieldValue::structure());
    const bool isText = written.startsWith(QLatin1Char('"'));
    return test(isText ? FieldValue::text(QStringView(written).sliced(1).chopped(1)) : FieldValue::number(written));
}

bool Letter::anyTextContains(const TextPattern &pattern) const
{
    return pattern.foundIn(body);
}

Expression parsed(const QString &text)
{
    const Parsed result = parse(text, letterCatalogue());
    if (!result)
        qFatal("%s: %s", qPrintable(text), qPrintable(result.error().sentence));
    return *result;
}

bool matches(const QString &filter, const FilterSource &row)
{
    return Matcher(parsed(filter), noon()).matches(row);
}

} // namespace holdwatch::filter

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/LetterMap.h"

#include <algorithm>

namespace holdwatch::providers::infrai {

namespace {

enum class Kind { Text, Number, Moment, List, Object, Any };

template<typename Field>
struct Wanted
{
    Field field;
    const char *word; ///< in the user's mapping
    Kind kind;
    const char *names; ///< guesses, in order of preference; snake case
};

const QVector<Wanted<LetterField>> &wantedOfLetter()
{
    static const QVector<Wanted<LetterField>> all{
        {LetterField::Id, "letter_id", Kind::Text, "message_id id"},
        {LetterField::Payload, "letter_payload", Kind::Any, "payload body message_body message content data"},
        {LetterField::Origin, "letter_origin", Kind::Text, "source_queue original_queue origin_queue origin queue queue_name"},
        {LetterField::Deliveries, "letter_deliveries", Kind::Number, "delivery_count deliveries receive_count attempt_count attempts attempt retry_count"},
        {LetterField::Error, "letter_error", Kind::Text, "last_error error_message failure_reason reason error last_failure"},
        {LetterField::ErrorClass, "letter_error_class", Kind::Text, "error_class error_type error_code failure_class failure_type"},
        {LetterField::HttpStatus, "letter_http_status", Kind::Number, "http_status status_code last_http_status last_status"},
        {LetterField::Key, "letter_key", Kind::Text, "idempotency_key dedup_key"},
        {LetterField::ContentType, "letter_content_type", Kind::Text, "content_type"},
        {LetterField::PublishedAt, "letter_published_at", Kind::Moment, "published_at enqueued_at created_at sent_at"},
        {LetterField::FirstFailedAt, "letter_first_failed_at", Kind::Moment, "first_failed_at first_failure_at"},
        {LetterField::DiedAt, "letter_died_at", Kind::Moment, "dead_lettered_at dead_at died_at failed_at last_failed_at moved_at"},
        {LetterField::ExpiresAt, "letter_expires_at", Kind::Moment, "expires_at retention_until delete_at"},
        {LetterField::Headers, "letter_headers", Kind::Object, "headers attributes message_attributes"},
        {LetterField::Attempts, "letter_attempts", Kind::List, "attempts attempt_history history failures errors"},
    };
    return all;
}

const QVector<Wanted<AttemptField>> &wantedOfAttempt()
{
    static const QVector<Wanted<AttemptField>> all{
        {AttemptField::At, "", Kind::Moment, "at failed_at time timestamp"},
        {AttemptField::Where, "", Kind::Text, "consumer worker handler queue"},
        {AttemptField::Reason, "", Kind::Text, "reason error message last_error"},
        {AttemptField::Count, "", Kind::Number, "count"},
    };
    return all;
}

bool fits(Kind kind, const QSet<QString> &types)
{
    const auto has = [&types](const char *type) { return types.contains(QLatin1String(type)); };
    if (types.isEmpty() || kind == Kind::Any)
        return true;
    switch (kind) {
    case Kind::Text: return has("string") || has("integer");
    case Kind::Number: return has("integer") || has("number");
    case Kind::Moment: return has("string") || has("integer") || has("number");
    case Kind::List: return has("array");
    case Kind::Object: return has("object") || has("array");
    case Kind::Any: break;
    }
    return true;
}

/// A schema-less moment tells its unit by its name's suffix, or is ISO 8601.
std::optional<TimeUnit> unitByName(const QString &name)
{
    const SplitName split = splitName(name);
    return split.unit ? std::optional(TimeUnit{TimeUnit::Kind::EpochTime, *split.unit}) : std::nullopt;
}

template<typename Field>
LetterPlan planOf(const Wanted<Field> &wanted, const Schema &item, const QString &mapped)
{
    LetterPlan plan;
    plan.note = QStringLiteral("the published answer of queue.dlq.list has no field for it");
    const QStringList names = mapped.isEmpty() ? QString::fromLatin1(wanted.names).split(QLatin1Char(' ')) : QStringList{mapped};
    const auto properties = item.properties();
    for (const QString &name : names) {
        const auto found = std::find_if(properties.begin(), properties.end(), [&](const auto &property) {
            return property.first == name || (mapped.isEmpty() && splitName(property.first).base == name);
        });
        if (found == properties.end() || !fits(wanted.kind, found->second.types()))
            continue;
        LetterPlan::Place place{found->first, std::nullopt};
        if (wanted.kind == Kind::Moment) {
            const auto unit = timeUnitOf(candidateOf({found->first}, found->second));
            if (!unit) {
                plan.note = unit.error();
                continue;
            }
            place.unit = *unit;
        }
        plan.places.append(place);
        break;
    }
    return plan;
}

template<typename Field>
LetterPlan planByNames(const Wanted<Field> &wanted, const QString &mapped)
{
    LetterPlan plan;
    plan.note = QStringLiteral("the answer has no field of a known name for it");
    const QStringList names = mapped.isEmpty() ? QString::fromLatin1(wanted.names).split(QLatin1Char(' ')) : QStringList{mapped};
    for (const QString &name : names)
        plan.places.append({name, wanted.kind == Kind::Moment ? unitByName(name) : std::nullopt});
    return plan;
}

/// The schema of one element of the page's list, whatever that is called.
std::optional<Schema> itemOf(const Schema &page)
{
    if (auto item = page.items())
        return item;
    for (const char *name : {"messages", "items", "dead_letters", "deadLetters", "data"}) {
        const auto list = page.property(QString::fromLatin1(name));
        if (auto item = list ? list->items() : std::nullopt)
            return item;
    }
    std::optional<Schema> only;
    for (const auto &[name, field] : page.properties()) {
        auto item = field.items();
        if (item && only)
            return std::nullopt;
        if (item)
            only = std::move(item);
    }
    return only;
}

} // namespace

LetterMap LetterMap::published(const Schema &page, const FieldMap::Mapping &mapping)
{
    const std::optional<Schema> item = itemOf(page);
    if (!item || item->properties().isEmpty())
        return byNames(mapping);
    LetterMap map;
    for (const auto &wanted : wantedOfLetter())
        map.m_letter[wanted.field] = planOf(wanted, *item, mapping.value(QString::fromLatin1(wanted.word)));
    const auto &attempts = map.m_letter[LetterField::Attempts].places;
    const auto list = attempts.isEmpty() ? std::nullopt : item->property(attempts.first().name);
    const auto attempt = list ? list->items() : std::nullopt;
    for (const auto &wanted : wantedOfAttempt())
        map.m_attempt[wanted.field] = attempt ? planOf(wanted, *attempt, {}) : planByNames(wanted, {});
    const auto &payload = map.m_letter[LetterField::Payload].places;
    const auto published = payload.isEmpty() ? std::nullopt : item->property(payload.first().name);
    const QSet<QString> types = published ? published->types() - QSet<QString>{QStringLiteral("null")} : QSet<QString>();
    map.m_payloadIsText = types == QSet<QString>{QStringLiteral("string")};
    return map;
}

LetterMap LetterMap::byNames(const FieldMap::Mapping &mapping)
{
    LetterMap map;
    for (const auto &wanted : wantedOfLetter())
        map.m_letter[wanted.field] = planByNames(wanted, mapping.value(QString::fromLatin1(wanted.word)));
    for (const auto &wanted : wantedOfAttempt())
        map.m_attempt[wanted.field] = planByNames(wanted, {});
    return map;
}

QByteArrayList LetterMap::payloadNames() const
{
    QByteArrayList names;
    for (const LetterPlan::Place &place : plan(LetterField::Payload).places)
        names << place.name.toUtf8();
    return names;
}

} // namespace holdwatch::providers::infrai

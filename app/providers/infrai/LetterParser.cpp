// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/LetterParser.h"

#include "app/json/Compact.h"
#include "app/providers/infrai/Parser.h"
#include "models/payload/JsonText.h"

#include <limits>

namespace holdwatch::providers::infrai {

namespace {

constexpr qsizetype longestText = 64 * 1024;
constexpr qsizetype mostAttempts = 1000;

struct Found
{
    json::Value value;
    LetterPlan::Place place;
};

/// The first of the plan's fields that the object has.
std::optional<Found> find(const json::Value &object, const LetterPlan &plan)
{
    for (const LetterPlan::Place &place : plan.places) {
        auto value = object.find(place.name);
        if (value && !value->isNull())
            return Found{*std::move(value), place};
    }
    return std::nullopt;
}

/// A text, or a number with its digits: an id may be either.
QString textOf(const json::Value &object, const LetterPlan &plan)
{
    for (const LetterPlan::Place &place : plan.places) {
        const auto value = object.find(place.name);
        if (!value || value->isNull() || value->isObject() || value->isArray() || value->type() == json::Value::Type::Boolean)
            continue;
        return json::compactText(*value, longestText);
    }
    return {};
}

std::optional<int> intOf(const json::Value &object, const LetterPlan &plan)
{
    for (const LetterPlan::Place &place : plan.places) {
        const auto value = object.find(place.name);
        const auto number = value ? value->integer() : Result<qint64>(failure(Error()));
        if (number && *number >= 0 && *number <= std::numeric_limits<int>::max())
            return static_cast<int>(*number);
    }
    return std::nullopt;
}

std::optional<UtcTime> momentOf(const json::Value &object, const LetterPlan &plan)
{
    const auto found = find(object, plan);
    if (!found)
        return std::nullopt;
    const auto moment = momentIn(found->value, found->place.unit.value_or(TimeUnit{TimeUnit::Kind::IsoTime, {}}));
    return moment ? std::optional(*moment) : std::nullopt;
}

void readPayload(DeadLetter &letter, const json::Value &item, const QByteArray &body, const json::Cut &cut, const LetterMap &map)
{
    const auto found = find(item, map.plan(LetterField::Payload));
    const auto place = found ? found->value.integer() : Result<qint64>(failure(Error()));
    if (!place || *place < 0 || static_cast<size_t>(*place) >= cut.parts.size()) {
        letter.payloadIsWhole = false;
        return;
    }
    const QByteArrayView raw = cut.parts[static_cast<size_t>(*place)].of(body);
    letter.payload = map.payloadIsText() && raw.startsWith('"') ? payload::unescaped(raw) : raw.toByteArray();
    letter.payloadSize = letter.payload.size();
}

void addHeader(DeadLetter &letter, const QString &name, const json::Value &value)
{
    const bool isText = value.type() == json::Value::Type::Text;
    letter.headers.append({name, json::compactText(value, longestText), isText ? QStringLiteral("string") : json::toWord(value.type()), {}});
}

/// An object of names, or a list of {name, value}.
void readHeaders(DeadLetter &letter, const json::Value &item, const LetterPlan &plan)
{
    const auto found = find(item, plan);
    if (!found)
        return;
    for (const QString &name : found->value.keys())
        addHeader(letter, name, *found->value.find(name));
    for (const json::Value &each : found->value.items().value_or(QVector<json::Value>())) {
        const auto name = each.find(QStringLiteral("name"));
        const auto value = each.find(QStringLiteral("value"));
        if (name && value)
            addHeader(letter, json::compactText(*name, longestText), *value);
    }
}

void readKey(DeadLetter &letter, const json::Value &item, const LetterPlan &plan)
{
    const auto found = find(item, plan);
    if (found && found->value.type() == json::Value::Type::Text)
        addHeader(letter, found->place.name, found->value);
}

void readAttempts(DeadLetter &letter, const json::Value &item, const LetterMap &map)
{
    for (const LetterPlan::Place &place : map.plan(LetterField::Attempts).places) {
        const auto list = item.find(place.name);
        if (!list || !list->isArray())
            continue;
        const auto items = *list->items();
        for (qsizetype i = 0; i < items.size() && i < mostAttempts; ++i) {
            const json::Value &each = items.at(i);
            letter.attempts.append({momentOf(each, map.plan(AttemptField::At)), textOf(each, map.plan(AttemptField::Where)), textOf(each, map.plan(AttemptField::Reason)),
                                    intOf(each, map.plan(AttemptField::Count)).value_or(1), QStringLiteral("%1[%2]").arg(place.name).arg(i)});
        }
        return;
    }
}

Metric<int> deliveriesOf(const json::Value &item, const LetterPlan &plan)
{
    if (const auto count = intOf(item, plan))
        return Metric<int>::reported(*count);
    return Metric<int>::notReported(plan.places.isEmpty() ? plan.note : QStringLiteral("the answer gives no number for it"));
}

Result<DeadLetter> letterFrom(const json::Value &item, const QByteArray &body, const json::Cut &cut, const LetterMap &map)
{
    if (!item.isObject()) {
        Error error;
        error.kind = Error::Kind::Malformed;
        error.where = item.path();
        error.what = QStringLiteral("%1 of queue.dlq.list is %2, not a message.").arg(item.path(), json::toWord(item.type()));
        return failure(std::move(error));
    }
    DeadLetter letter;
    letter.id = MessageId(textOf(item, map.plan(LetterField::Id)));
    letter.originQueue = textOf(item, map.plan(LetterField::Origin));
    letter.contentType = textOf(item, map.plan(LetterField::ContentType));
    letter.error = textOf(item, map.plan(LetterField::Error));
    letter.errorClass = textOf(item, map.plan(LetterField::ErrorClass));
    letter.httpStatus = intOf(item, map.plan(LetterField::HttpStatus));
    letter.deliveries = deliveriesOf(item, map.plan(LetterField::Deliveries));
    letter.publishedAt = momentOf(item, map.plan(LetterField::PublishedAt));
    letter.firstFailedAt = momentOf(item, map.plan(LetterField::FirstFailedAt));
    letter.diedAt = momentOf(item, map.plan(LetterField::DiedAt));
    letter.expiresAt = momentOf(item, map.plan(LetterField::ExpiresAt));
    letter.expiryNote = letter.expiresAt ? QStringLiteral("as the server says") : QStringLiteral("the server does not say when it is deleted");
    readPayload(letter, item, body, cut, map);
    readHeaders(letter, item, map.plan(LetterField::Headers));
    readKey(letter, item, map.plan(LetterField::Key));
    readAttempts(letter, item, map);
    return letter;
}

} // namespace

Result<LetterListing> readLetters(const json::Value &data, const QByteArray &body, const json::Cut &cut, const LetterMap &map, const QueueId &deadSet, const QString &origin)
{
    const auto items = deadLettersIn(data);
    if (!items)
        return failure(items.error());
    LetterListing listing;
    listing.nextCursor = nextCursorIn(data);
    listing.total = totalIn(data);
    for (const json::Value &item : *items) {
        auto letter = letterFrom(item, body, cut, map);
        if (!letter)
            return failure(std::move(letter.error()));
        letter->deadSet = deadSet;
        if (letter->originQueue.isEmpty())
            letter->originQueue = origin;
        listing.letters.append(*std::move(letter));
    }
    return listing;
}

} // namespace holdwatch::providers::infrai

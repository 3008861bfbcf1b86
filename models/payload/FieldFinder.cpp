// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/FieldFinder.h"

#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

constexpr QLatin1StringView headerPrefix("header:");

QByteArray folded(QByteArrayView name)
{
    QByteArray plain = name.toByteArray().toLower();
    return plain.replace('_', QByteArray()).replace('-', QByteArray());
}

std::vector<FieldPlace> placesOf(std::initializer_list<const char *> written)
{
    std::vector<FieldPlace> places;
    for (const char *text : written)
        places.push_back(*FieldPlace::parse(QString::fromLatin1(text)));
    return places;
}

void addOnce(std::vector<FoundField> &all, FoundField found)
{
    const bool isKnown = std::any_of(all.begin(), all.end(), [&found](const FoundField &known) { return known.place == found.place; });
    if (!isKnown)
        all.push_back(std::move(found));
}

void findHeader(std::vector<FoundField> &all, const FieldPlace &rule, const Headers &headers)
{
    std::optional<FoundField> found;
    const QByteArray wanted = folded(rule.name);
    for (const Header &header : headers) {
        if (header.value.isEmpty() || folded(header.name) != wanted)
            continue;
        if (found)
            found->isAmbiguous = true;
        else
            found = FoundField{header.value, {FieldPlace::Kind::Header, header.name}, rule, false};
    }
    if (found)
        addOnce(all, std::move(*found));
}

void findValue(std::vector<FoundField> &all, const FieldPlace &rule, const JsonTree &body, JsonTree::Found at)
{
    if (!at || body.isContainer(at.node) || body.type(at.node) == JsonTree::Type::Null)
        return;
    QByteArray value = body.value(at.node);
    if (!value.isEmpty())
        addOnce(all, {std::move(value), {FieldPlace::Kind::Pointer, body.pointer(at.node)}, rule, at.isAmbiguous});
}

void findMember(std::vector<FoundField> &all, const FieldPlace &rule, const JsonTree &body)
{
    if (body.isEmpty() || body.type(body.root()) != JsonTree::Type::Object)
        return;
    const QByteArray wanted = folded(rule.name);
    JsonTree::Found found;
    for (JsonTree::Node child = body.firstChild(body.root()); child != JsonTree::none; child = body.nextSibling(child, body.root())) {
        if (folded(body.key(child)) == wanted)
            found = {child, found.node != JsonTree::none};
    }
    findValue(all, rule, body, found);
}

} // namespace

std::optional<FieldPlace> FieldPlace::parse(const QString &written)
{
    const QString text = written.trimmed();
    if (text.startsWith(QLatin1Char('/'))) {
        const QByteArray pointer = text.toUtf8();
        return pointerTokens(pointer) ? std::optional(FieldPlace{Kind::Pointer, pointer}) : std::nullopt;
    }
    const bool isHeader = text.startsWith(headerPrefix, Qt::CaseInsensitive);
    const QByteArray name = (isHeader ? text.sliced(headerPrefix.size()).trimmed() : text).toUtf8();
    if (name.isEmpty())
        return std::nullopt;
    return FieldPlace{isHeader ? Kind::Header : Kind::Name, name};
}

QString FieldPlace::text() const
{
    const QString shown = visible(name);
    return kind == Kind::Header ? headerPrefix + shown : shown;
}

QString FoundField::whereText() const
{
    const QString shown = visible(place.name);
    const QString where = place.kind == FieldPlace::Kind::Header ? QStringLiteral("header ") + shown : shown;
    return isAmbiguous ? where + QStringLiteral(", which occurs more than once") : where;
}

FieldFinder::FieldFinder(std::vector<FieldPlace> places) : m_places(std::move(places)) {}

FieldFinder FieldFinder::ofIdempotencyKey()
{
    return FieldFinder(placesOf({"idempotency-key", "x-idempotency-key", "/metadata/idempotency_key", "/meta/idempotency_key", "/headers/idempotency_key",
                                 "/metadata/idempotencyKey", "/meta/idempotencyKey", "/data/idempotency_key", "/data/idempotencyKey", "dedup-id", "x-dedup-id",
                                 "deduplication-id", "message-deduplication-id", "x-deduplication-header", "dedup-key", "request-id", "x-request-id",
                                 "message-id", "x-message-id"}));
}

FieldFinder FieldFinder::ofSchemaVersion()
{
    return FieldFinder(placesOf({"schema-version", "x-schema-version", "/metadata/schema_version", "/meta/schema_version", "/headers/schema_version",
                                 "/metadata/schemaVersion", "/meta/schemaVersion", "dataschema", "ce-dataschema", "$schema", "event-version", "x-version",
                                 "version", "v"}));
}

std::vector<FoundField> FieldFinder::find(const Headers &headers, const JsonTree &body) const
{
    std::vector<FoundField> all;
    for (const FieldPlace &place : m_places) {
        if (place.kind != FieldPlace::Kind::Pointer)
            findHeader(all, place, headers);
        if (place.kind == FieldPlace::Kind::Name)
            findMember(all, place, body);
        else if (place.kind == FieldPlace::Kind::Pointer)
            findValue(all, place, body, body.at(place.name));
    }
    return all;
}

bool FieldFinder::disagree(const std::vector<FoundField> &found)
{
    return std::any_of(found.begin(), found.end(), [&found](const FoundField &field) { return field.value != found.front().value; });
}

bool FieldFinder::mayNameADelivery(const FoundField &found)
{
    const QByteArray name = folded(found.place.name);
    return name.endsWith("messageid") || name.endsWith("requestid");
}

} // namespace holdwatch::payload

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterRowMaker.h"

#include "models/payload/Masking.h"

#include <algorithm>

namespace holdwatch {

namespace {

using payload::FieldFinder;
using payload::FieldPlace;

/// A person's own places come before the common ones.
std::vector<FieldFinder> findersOf(const QStringList &own, const std::vector<FieldPlace> &common)
{
    std::vector<FieldFinder> finders;
    for (const QString &written : own) {
        if (auto place = FieldPlace::parse(written))
            finders.push_back(FieldFinder({std::move(*place)}));
    }
    for (const FieldPlace &place : common)
        finders.push_back(FieldFinder({place}));
    return finders;
}

std::vector<FieldPlace> commonHandlerPlaces()
{
    std::vector<FieldPlace> places;
    for (const char *written : {"header:handler-version", "header:x-handler-version", "header:consumer-version", "header:x-consumer-version", "header:x-worker-version",
                                "/metadata/handler_version", "/meta/handler_version", "handler_version"})
        places.push_back(*FieldPlace::parse(QString::fromLatin1(written)));
    return places;
}

payload::Headers headersOf(const DeadLetter &letter)
{
    payload::Headers headers;
    for (const LetterHeader &header : letter.headers)
        headers.push_back({header.name.toUtf8(), header.bytes.isEmpty() ? header.text.toUtf8() : header.bytes});
    return headers;
}

constexpr qsizetype longestMasked = 64 * 1024;

QString bounded(const QString &error, qsizetype longest = LetterRowMaker::longestError)
{
    if (error.size() <= longest)
        return error;
    qsizetype cut = longest - 1;
    if (error.at(cut - 1).isHighSurrogate())
        --cut;
    return error.first(cut) + QChar(0x2026);
}

std::optional<payload::FoundField> firstOf(const std::vector<FieldFinder> &finders, const payload::Headers &headers, const payload::JsonTree &body)
{
    for (const FieldFinder &finder : finders) {
        std::vector<payload::FoundField> found = finder.find(headers, body);
        if (!found.empty())
            return std::move(found.front());
    }
    return std::nullopt;
}

} // namespace

LetterRowMaker::LetterRowMaker(const ClassRules &rules, const QString &provider, const filter::Moment &moment)
    : m_matcher(rules, provider, moment), m_key(findersOf(rules.places.key, FieldFinder::ofIdempotencyKey().places())),
      m_version(findersOf(rules.places.version, FieldFinder::ofSchemaVersion().places())), m_handler(findersOf(rules.places.handlerVersion, commonHandlerPlaces())), m_names(sensitiveNamesOf(rules))
{
}

DeadLetterRow LetterRowMaker::row(const DeadLetter &letter, LetterNumber number) const
{
    DeadLetterRow row;
    row.number = number;
    row.id = letter.id;
    row.originQueue = letter.originQueue;
    row.error = rowError(letter.error, &m_names);
    row.contentType = letter.contentType;
    row.size = letter.payloadSize;
    row.deliveries = letter.deliveries.has() ? letter.deliveries.value() : -1;
    row.httpStatus = letter.httpStatus.value_or(0);
    row.publishedAt = letter.publishedAt;
    row.diedAt = letter.diedAt;
    row.expiresAt = letter.expiresAt;
    if (letter.payloadIsWhole)
        row.digest = contentDigest(letter);

    payload::JsonTree::Limits limits;
    limits.bytes = searchedBytes;
    const payload::JsonTree body(letter.payload, limits);
    const payload::Headers headers = headersOf(letter);
    if (const auto key = firstOf(m_key, headers, body)) {
        row.key = QString::fromUtf8(key->value);
        row.keyPlace = key->whereText();
    }
    if (const auto version = firstOf(m_version, headers, body)) {
        row.version = QString::fromUtf8(version->value);
        row.versionPlace = version->whereText();
    }
    if (const auto handler = firstOf(m_handler, headers, body))
        row.handlerVersion = QString::fromUtf8(handler->value);
    row.failureClass = m_matcher.classify(letter, row);
    return row;
}

QString rowError(const QString &error, const payload::SensitiveNames *masked)
{
    // Masked before it is cut: half a secret may no longer look like one.
    return masked ? bounded(payload::maskedProse(bounded(error, longestMasked), *masked)) : bounded(error);
}

payload::SensitiveNames sensitiveNamesOf(const ClassRules &rules)
{
    return rules.sensitiveNames.isEmpty() ? payload::SensitiveNames() : payload::SensitiveNames(rules.sensitiveNames);
}

DeadLetterRow makeRow(const DeadLetter &letter, LetterNumber number, const ClassRules &rules, const QString &provider, const filter::Moment &moment)
{
    return LetterRowMaker(rules, provider, moment).row(letter, number);
}

} // namespace holdwatch

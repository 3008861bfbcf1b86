// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterRowMaker.h"

#include <algorithm>

namespace holdwatch {

namespace {

using payload::FieldFinder;
using payload::FieldPlace;

/// A person's own places come before the common ones.
FieldFinder finderOf(const QStringList &own, const std::vector<FieldPlace> &common)
{
    std::vector<FieldPlace> places;
    for (const QString &written : own) {
        if (auto place = FieldPlace::parse(written))
            places.push_back(std::move(*place));
    }
    places.insert(places.end(), common.begin(), common.end());
    return FieldFinder(std::move(places));
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

QString bounded(const QString &error)
{
    if (error.size() <= LetterRowMaker::longestError)
        return error;
    qsizetype cut = LetterRowMaker::longestError - 1;
    if (error.at(cut - 1).isHighSurrogate())
        --cut;
    return error.first(cut) + QChar(0x2026);
}

std::optional<payload::FoundField> firstOf(std::vector<payload::FoundField> found)
{
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

} // namespace

LetterRowMaker::LetterRowMaker(const ClassRules &rules, const QString &provider, const filter::Moment &moment)
    : m_matcher(rules, provider, moment), m_key(finderOf(rules.places.key, FieldFinder::ofIdempotencyKey().places())),
      m_version(finderOf(rules.places.version, FieldFinder::ofSchemaVersion().places())), m_handler(finderOf(rules.places.handlerVersion, commonHandlerPlaces()))
{
}

DeadLetterRow LetterRowMaker::row(const DeadLetter &letter, LetterNumber number) const
{
    DeadLetterRow row;
    row.number = number;
    row.id = letter.id;
    row.originQueue = letter.originQueue;
    row.error = bounded(letter.error);
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
    if (const auto key = firstOf(m_key.find(headers, body))) {
        row.key = QString::fromUtf8(key->value);
        row.keyPlace = key->whereText();
    }
    if (const auto version = firstOf(m_version.find(headers, body))) {
        row.version = QString::fromUtf8(version->value);
        row.versionPlace = version->whereText();
    }
    if (const auto handler = firstOf(m_handler.find(headers, body)))
        row.handlerVersion = QString::fromUtf8(handler->value);
    row.failureClass = m_matcher.classify(letter, row);
    return row;
}

DeadLetterRow makeRow(const DeadLetter &letter, LetterNumber number, const ClassRules &rules, const QString &provider, const filter::Moment &moment)
{
    return LetterRowMaker(rules, provider, moment).row(letter, number);
}

} // namespace holdwatch

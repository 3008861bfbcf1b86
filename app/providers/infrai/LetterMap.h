// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/infrai/FieldMap.h"

namespace holdwatch::providers::infrai {

/// What this adapter looks for in one element of queue.dlq.list.
enum class LetterField {
    Id,
    Payload,
    Origin,
    Deliveries,
    Error,
    ErrorClass,
    HttpStatus,
    Key, ///< idempotency key
    ContentType,
    PublishedAt,
    FirstFailedAt,
    DiedAt,
    ExpiresAt,
    Headers,
    Attempts,
};

/// Fields of one attempt in the timeline.
enum class AttemptField { At, Where, Reason, Count };

/// Where a field may stand: names to be tried in order, each with its unit if it is a time.
struct LetterPlan
{
    struct Place
    {
        QString name;
        std::optional<TimeUnit> unit; ///< of a time; unset: the value itself must say it (ISO 8601)
    };
    QVector<Place> places; ///< empty: not reported
    QString note;          ///< why it is not
};

/// Which field of a dead letter is which. As with figures, the published schema decides whether a name exists, of
/// which type and in which unit; without a schema names alone are tried, because texts are shown as they are
/// and a moment must say its zone. The user's mapping goes first ("letter_payload" → field). Pure.
class LetterMap
{
public:
    static LetterMap published(const Schema &page, const FieldMap::Mapping &mapping);
    static LetterMap byNames(const FieldMap::Mapping &mapping = {});

    const LetterPlan &plan(LetterField field) const { return *m_letter.constFind(field); }
    const LetterPlan &plan(AttemptField field) const { return *m_attempt.constFind(field); }
    QByteArrayList payloadNames() const;
    /// The server publishes payloads as texts, not as JSON: what counts is what the text stands for.
    bool payloadIsText() const { return m_payloadIsText; }

private:
    QMap<LetterField, LetterPlan> m_letter;
    QMap<AttemptField, LetterPlan> m_attempt;
    bool m_payloadIsText = false;
};

} // namespace holdwatch::providers::infrai

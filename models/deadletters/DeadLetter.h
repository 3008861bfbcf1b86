// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Metric.h"

#include <QByteArray>
#include <QMetaType>
#include <QVector>

namespace holdwatch {

/// One header, property or attribute, as the system gave it.
struct LetterHeader
{
    QString name;
    QString text;     ///< as it is shown; of binary values hex
    QString kind;     ///< the system's own word for the type: "string", "long", "table", "Binary", …; empty: it has none
    QByteArray bytes; ///< exact, where the system gives bytes

    bool operator==(const LetterHeader &) const = default;
};

/// One step of how a message came to die.
struct LetterAttempt
{
    std::optional<UtcTime> at;
    QString where;  ///< queue, worker or handler
    QString reason; ///< the system's own word ("rejected", "expired", "maxlen", …) or error text
    int count = 1;  ///< how often this same step happened, where the system sums them up
    QString source; ///< the field that says so: "x-death[0]", "attempts[2]", "Holdwatch"

    bool operator==(const LetterAttempt &) const = default;
};

/// One dead letter as its system gave it out. A value; nothing in it was re-serialised.
struct DeadLetter
{
    MessageId id;        ///< the system's own; empty where it has none
    QueueId deadSet;     ///< where it lies
    QString originQueue; ///< QueueId::name of the queue it came from; empty: not said

    QByteArray payload;           ///< exact bytes; a beginning where `payloadIsWhole` is false
    qint64 payloadSize = 0;       ///< of the whole
    bool payloadIsWhole = true;
    QString contentType;
    QString contentEncoding;
    QVector<LetterHeader> headers;

    QVector<LetterAttempt> attempts; ///< oldest first
    QString error;                   ///< last error text as the source has it; untrusted
    QString errorClass;              ///< the source's own class or reason word
    std::optional<int> httpStatus;   ///< of the last failure, where the source says one
    Metric<int> deliveries;

    std::optional<UtcTime> publishedAt;
    std::optional<UtcTime> firstFailedAt;
    std::optional<UtcTime> diedAt;
    std::optional<UtcTime> expiresAt; ///< when retention deletes it
    QString expiryNote;               ///< how that is known ("queue x-message-ttl")

    bool operator==(const DeadLetter &) const = default;
};

/// SHA-256 over what makes two letters the same where there is no unique id: payload, content type and
/// encoding, and headers except those a broker or a redrive changes (x-death, x-delivery-count, x-redrive-count, how it
/// was routed, …), in the order of their names. Needs the whole payload.
QByteArray contentDigest(const DeadLetter &letter);

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::DeadLetter)

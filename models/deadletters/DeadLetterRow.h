// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/core/Time.h"

#include <QByteArray>
#include <QMetaType>
#include <QVector>

#include <optional>

namespace holdwatch {

/// A letter's place in its snapshot, from 0 in the order it was read. Never reused while the snapshot lives.
using LetterNumber = qint64;

/// One dead letter as lists show it: everything but its bytes. Texts are bounded (error: 2 KB).
struct DeadLetterRow
{
    LetterNumber number = 0;
    MessageId id;
    QString key;          ///< idempotency key; empty: none was found
    QString keyPlace;     ///< where ("header Idempotency-Key", "/meta/key")
    QString version;      ///< schema version; empty: none was found
    QString versionPlace;
    QString handlerVersion;
    QString failureClass; ///< id of the ClassRule's class: "malformed", "rate-limit", …, "unknown"
    QString originQueue;
    QString error;        ///< masked already; exact in DeadLetter::error
    QString contentType;
    qint64 size = 0;
    int deliveries = -1;  ///< −1: not reported
    int httpStatus = 0;   ///< 0: not reported
    std::optional<UtcTime> publishedAt;
    std::optional<UtcTime> diedAt;
    std::optional<UtcTime> expiresAt;
    std::optional<UtcTime> firstSeenAt; ///< by this Holdwatch, perhaps in an earlier sitting
    QByteArray digest;    ///< contentDigest; empty while only a part of the payload is here
    int redrives = 0;     ///< earlier authorised redrives of this letter that are known here

    bool operator==(const DeadLetterRow &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::DeadLetterRow)

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/RowMaking.h"

namespace holdwatch::operations {

storage::RowMaker rowMakerFor(const ClassRules &, const QString &)
{
    return [](const DeadLetter &letter, LetterNumber number) {
        DeadLetterRow row;
        row.number = number;
        row.id = letter.id;
        row.failureClass = QStringLiteral("unknown");
        row.originQueue = letter.originQueue;
        row.error = letter.error.left(2048);
        row.contentType = letter.contentType;
        row.size = letter.payloadSize;
        row.deliveries = letter.deliveries.has() ? letter.deliveries.value() : -1;
        row.httpStatus = letter.httpStatus.value_or(0);
        row.publishedAt = letter.publishedAt;
        row.diedAt = letter.diedAt;
        row.expiresAt = letter.expiresAt;
        if (letter.payloadIsWhole)
            row.digest = contentDigest(letter);
        return row;
    };
}

} // namespace holdwatch::operations

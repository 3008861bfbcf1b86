// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterRow.h"
#include "models/deadletters/LetterFields.h"
#include "models/filter/Parser.h"

#include <QRandomGenerator>

namespace holdwatch::test {

inline constexpr qint64 sampleEpoch = 1'764'500'000'000;

inline UtcTime sampleNow()
{
    return fromEpochMillis(sampleEpoch);
}

inline QString oneOf(QRandomGenerator &random, const QStringList &texts)
{
    return texts.at(random.bounded(int(texts.size())));
}

inline std::optional<UtcTime> someTime(QRandomGenerator &random)
{
    return random.bounded(5) == 0 ? std::nullopt : std::optional(fromEpochMillis(sampleEpoch - random.bounded(20) * 3'600'000));
}

/// Few different values, so that groups, ties and absent ones come up all the time.
inline DeadLetterRow randomRow(QRandomGenerator &random, LetterNumber number)
{
    DeadLetterRow row;
    row.number = number;
    row.id = MessageId(oneOf(random, {QString(), QStringLiteral("m-%1").arg(number), QStringLiteral("M-%1").arg(random.bounded(9)), QStringLiteral("\u4E2D%1").arg(number)}));
    row.key = oneOf(random, {QString(), QStringLiteral("k-1"), QStringLiteral("K-1"), QStringLiteral("k-%1").arg(random.bounded(50))});
    row.keyPlace = row.key.isEmpty() ? QString() : QStringLiteral("/key");
    row.version = oneOf(random, {QString(), QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("10"), QStringLiteral("2.0"), QStringLiteral("v3")});
    row.handlerVersion = oneOf(random, {QString(), QStringLiteral("1.9"), QStringLiteral("1.10")});
    row.failureClass = oneOf(random, {QStringLiteral("malformed"), QStringLiteral("rate-limit"), QStringLiteral("unknown"), QStringLiteral("Own")});
    row.originQueue = oneOf(random, {QString(), QStringLiteral("orders"), QStringLiteral("shop/orders"), QStringLiteral("B")});
    row.error = oneOf(random, {QString(), QStringLiteral("order %1 failed").arg(random.bounded(9)), QStringLiteral("timed out"), QStringLiteral("Zeit\u00FCberschreitung %1").arg(number)});
    row.contentType = oneOf(random, {QString(), QStringLiteral("application/json")});
    row.size = random.bounded(2000);
    row.deliveries = random.bounded(5) - 1;
    row.httpStatus = random.bounded(2) ? 0 : 400 + random.bounded(200);
    row.publishedAt = someTime(random);
    row.diedAt = someTime(random);
    row.expiresAt = someTime(random);
    row.firstSeenAt = someTime(random);
    row.redrives = random.bounded(3);
    if (random.bounded(2))
        row.digest = QByteArray(32, char(1 + random.bounded(100)));
    return row;
}

inline QVector<DeadLetterRow> randomRows(QRandomGenerator &random, LetterNumber from, int count)
{
    QVector<DeadLetterRow> rows;
    for (int i = 0; i < count; ++i)
        rows.append(randomRow(random, from + i));
    return rows;
}

inline QByteArray samplePayload(LetterNumber number)
{
    return "{\"order\":{\"id\":\"A-" + QByteArray::number(number) + "\",\"lines\":[{\"sku\":\"S-" + QByteArray::number(number % 3) + "\"}]},\"total\":" + QByteArray::number(number) + ".50}";
}

inline filter::Expression letterFilter(const QString &text)
{
    const auto parsed = filter::parse(text, letterCatalogue());
    if (!parsed)
        qFatal("No filter: %s", qPrintable(text + QLatin1String(": ") + parsed.error().sentence));
    return *parsed;
}

} // namespace holdwatch::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/DeadLetterVault.h"

#include <QDirIterator>
#include <QEventLoop>
#include <QFile>

namespace holdwatch::storage::test {

inline const QByteArray canary("canary-7f3a91-payload");
inline const QueueId deadSet{ConnectionId(QStringLiteral("shop")), QStringLiteral("orders.dlq")};

inline DeadLetter letter(int number, const QByteArray &payload = canary)
{
    DeadLetter each;
    each.id = MessageId(QStringLiteral("m-%1").arg(number));
    each.payload = payload + '-' + QByteArray::number(number);
    each.payloadSize = each.payload.size();
    each.contentType = QStringLiteral("application/json");
    each.headers = {{QStringLiteral("x-kind"), QStringLiteral("00ff"), QStringLiteral("Binary"), QByteArray("\0\xff", 2)}};
    each.attempts = {{fromEpochMillis(1'764'000'000'000), QStringLiteral("orders"), QStringLiteral("rejected"), 3, QStringLiteral("x-death[0]")}};
    each.error = QString::fromUtf8(canary) + QStringLiteral(" refused");
    each.httpStatus = 503;
    each.deliveries = Metric<int>::reported(3);
    return each;
}

inline QVector<DeadLetter> letters(int from, int count, const QByteArray &payload = canary)
{
    QVector<DeadLetter> all;
    for (int i = 0; i < count; ++i)
        all.append(letter(from + i, payload));
    return all;
}

/// A row maker that needs nothing else: the class is the first rule's.
inline RowMaker plainRows(const ClassRules &rules, const QString &)
{
    return [failureClass = rules.rules.isEmpty() ? QStringLiteral("unknown") : rules.rules.front().classId](const DeadLetter &from, LetterNumber number) {
        DeadLetterRow row;
        row.number = number;
        row.id = from.id;
        row.key = QStringLiteral("key-") + from.id.text();
        row.failureClass = failureClass;
        row.error = from.error;
        row.size = from.payloadSize;
        row.deliveries = from.deliveries.has() ? from.deliveries.value() : -1;
        row.expiresAt = from.expiresAt;
        row.digest = from.payloadIsWhole ? contentDigest(from) : QByteArray();
        return row;
    };
}

inline LetterPage page(const QVector<DeadLetter> &letters, UtcTime at, bool isFirst = true, qint64 seen = -1)
{
    LetterPage each;
    each.letters = letters;
    each.provider = QStringLiteral("practice");
    each.isFirst = isFirst;
    each.state.stage = ReadingState::Stage::Reading;
    each.state.capturedAt = at;
    each.state.seen = seen < 0 ? letters.size() : seen;
    return each;
}

/// Whether these bytes stand in any file of the folder, the write-ahead log included.
inline bool standsOnDisk(const QString &folder, const QByteArray &bytes)
{
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(bytes))
            return true;
    }
    return false;
}

/// Asks the vault and waits for the answer.
template<typename T, typename Question>
T asked(DeadLetterVault &vault, Question question)
{
    std::optional<T> answer;
    QEventLoop loop;
    vault.ask<T>(&loop, question, [&](T given) {
        answer.emplace(std::move(given));
        loop.quit();
    });
    loop.exec();
    return *std::move(answer);
}

} // namespace holdwatch::storage::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/LetterStory.h"

namespace holdwatch::test {

namespace {

struct Kind
{
    const char *error;
    const char *errorClass;
    int status;
    const char *payload; ///< %1: a number
};

const Kind kinds[] = {
    {"unsupported schema version 4: this consumer knows 1 to 3", "UnsupportedVersion", 0,
     R"({"schema_version":4,"idempotency_key":"hold-%1","order":{"id":"A-%1","total":1.10},"customer":{"email":"ada@example.com"},"items":[{"sku":"X1","qty":2}]})"},
    {"Unexpected token } in JSON at position 17", "SyntaxError", 0, R"({"schema_version":3,"idempotency_key":"hold-%1","order":{"id":"A-%1",})"},
    {"timeout after 30000 ms calling inventory", "TimeoutError", 0, R"({"schema_version":3,"idempotency_key":"hold-%1","order":{"id":"A-%1"},"note":"kept"})"},
    {"429 Too Many Requests from payments", "HttpError", 429, R"({"schema_version":3,"idempotency_key":"hold-%1","amount":99999999999999999999.10,"card":{"number":"4111111111111111","cvv":"123"}})"},
};

} // namespace

QVector<DeadLetter> letterStory(const QueueId &deadSet, UtcTime now, int count)
{
    QVector<DeadLetter> letters;
    for (int i = 0; i < count; ++i) {
        const Kind &kind = kinds[(i * 7) % 11 < 5 ? 0 : (i % 4)];
        DeadLetter letter;
        letter.id = MessageId(QStringLiteral("msg-%1").arg(1000 + i));
        letter.deadSet = deadSet;
        letter.originQueue = QStringLiteral("reservation-expiry");
        letter.payload = QString::fromLatin1(kind.payload).replace(QLatin1String("%1"), QString::number(4000 + i)).toUtf8();
        letter.payloadSize = letter.payload.size();
        letter.contentType = QStringLiteral("application/json");
        letter.headers = {{QStringLiteral("Authorization"), QStringLiteral("Bearer abc"), QStringLiteral("string"), {}},
                          {QStringLiteral("trace-id"), QStringLiteral("7f3a%1").arg(i), QStringLiteral("string"), {}}};
        letter.error = QString::fromLatin1(kind.error);
        letter.errorClass = QString::fromLatin1(kind.errorClass);
        if (kind.status > 0)
            letter.httpStatus = kind.status;
        letter.deliveries = Metric<int>::reported(6);
        letter.publishedAt = now - Minutes(90) + Seconds(40) * i;
        letter.diedAt = *letter.publishedAt + Minutes(4);
        letter.firstFailedAt = *letter.publishedAt + Seconds(20);
        letter.expiresAt = *letter.publishedAt + std::chrono::hours(24 * 3);
        for (int attempt = 0; attempt < 3; ++attempt)
            letter.attempts.append({*letter.firstFailedAt + Minutes(attempt), QStringLiteral("worker-%1").arg(attempt + 1), letter.error, 1, QStringLiteral("attempts[%1]").arg(attempt)});
        letters.append(letter);
    }
    return letters;
}

} // namespace holdwatch::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/StatusErrors.h"
#include "app/net/Throttling.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;

namespace {

Response answered(int status, const QByteArray &body, const QList<QPair<QByteArray, QByteArray>> &headers = {})
{
    Response response;
    response.status = status;
    response.body = body;
    response.headers = headers;
    return response;
}

} // namespace

/// A server that is asked too often does not always say 429.
class TestThrottling : public QObject
{
    Q_OBJECT

private slots:
    void knowsThrottlingInOtherClothes_data()
    {
        QTest::addColumn<Response>("response");
        QTest::newRow("429") << answered(429, {});
        QTest::newRow("503 without a word") << answered(503, {});
        QTest::newRow("503 with a date") << answered(503, {}, {{"retry-after", "Mon, 01 Dec 2025 10:00:30 GMT"}});
        QTest::newRow("403, namespaced type") << answered(403, "{\"__type\":\"com.amazonaws.sqs#RequestThrottled\",\"message\":\"x\"}");
        QTest::newRow("400, bare type") << answered(400, "{\"__type\":\"ThrottlingException\"}");
        QTest::newRow("400, older namespace") << answered(400, "{\"__type\":\"com.amazon.coral.service#ThrottlingException\"}");
        QTest::newRow("400, key management") << answered(400, "{\"__type\":\"com.amazonaws.sqs#KMS.ThrottlingException\"}");
        QTest::newRow("400, key management in one word") << answered(400, "{\"__type\":\"KMSThrottlingException\"}");
        QTest::newRow("400, code") << answered(400, "{\"code\":\"TooManyRequestsException\"}");
        QTest::newRow("400, nested code") << answered(400, "{\"error\":{\"code\":\"Throttling\"}}");
        QTest::newRow("400, nested code, capitals") << answered(400, "{\"Error\":{\"Code\":\"RequestLimitExceeded\"}}");
        QTest::newRow("400, header") << answered(400, {}, {{"x-amzn-errortype", "ThrottlingException:http://internal.example/coral/"}});
        QTest::newRow("400, query header") << answered(400, {}, {{"x-amzn-query-error", "Throttling;Sender"}});
        QTest::newRow("400, XML") << answered(400, "<?xml version=\"1.0\"?><ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code></Error></ErrorResponse>");
        QTest::newRow("500, XML") << answered(500, "\n<Error><Code> SlowDown </Code></Error>");
    }
    void knowsThrottlingInOtherClothes()
    {
        QFETCH(Response, response);
        QVERIFY(asksForFewerRequests(response));
        response.headers.append(qMakePair(QByteArray("retry-after"), QByteArray("12")));
        const Error error = statusError(response, QUrl(QStringLiteral("https://sqs.example.com")), QString(), {});
        QCOMPARE(toWord(error.kind), QStringLiteral("throttled"));
        QVERIFY(error.retryAfter.has_value());
        QCOMPARE(error.httpStatus.value(), response.status);
        const QString words = response.status == 503 ? QStringLiteral("for now (503)") : QStringLiteral("fewer requests (%1)").arg(response.status);
        QVERIFY2(error.what.contains(words), qPrintable(error.what));
    }

    void takesNothingElseForThrottling_data()
    {
        QTest::addColumn<Response>("response");
        QTest::newRow("403, no right") << answered(403, "{\"__type\":\"com.amazonaws.sqs#AccessDenied\",\"message\":\"Throttling is not your problem\"}");
        QTest::newRow("403, over a limit that waiting won't lift") << answered(403, "{\"__type\":\"OverLimit\"}");
        QTest::newRow("400, the word in a message") << answered(400, "{\"__type\":\"InvalidParameterValue\",\"message\":\"ThrottlingException\"}");
        QTest::newRow("400, the word in a sentence as code") << answered(400, "{\"code\":\"no Throttling here\"}");
        QTest::newRow("401") << answered(401, "{\"__type\":\"ThrottlingException\"}");
        QTest::newRow("404") << answered(404, "{\"__type\":\"ThrottlingException\"}");
        QTest::newRow("200") << answered(200, "{\"__type\":\"ThrottlingException\"}");
        QTest::newRow("403, a number as code") << answered(403, "{\"code\":429}");
        QTest::newRow("403, a web page") << answered(403, "<!doctype html><code>Throttling</code>");
        QTest::newRow("400, half an element") << answered(400, "<Error><Code>Throttling");
        QTest::newRow("400, an end before its beginning") << answered(400, "<x></Code><Code>Throttling");
        QTest::newRow("400, half an object") << answered(400, "{\"__type\":\"ThrottlingExcep");
        QTest::newRow("400, 100,000 brackets") << answered(400, QByteArray(100'000, '['));
        QTest::newRow("400, 12,000 nested objects") << answered(400, QByteArray("{\"a\":").repeated(12'000));
        QTest::newRow("400, far too long") << answered(400, "{\"__type\":\"Throttling\",\"x\":\"" + QByteArray(80'000, 'x') + "\"}");
        QTest::newRow("500, empty") << answered(500, {});
    }
    void takesNothingElseForThrottling()
    {
        QFETCH(Response, response);
        QVERIFY(!asksForFewerRequests(response));
        const Error error = statusError(response, QUrl(QStringLiteral("https://sqs.example.com")), QString(), {});
        QCOMPARE(toWord(error.kind), toWord(kindOf(response.status)));
    }

    void readsNoEndlessCode()
    {
        QVERIFY(!isThrottlingCode(QByteArray(10'000'000, 'a') + "Throttling"));
        QVERIFY(!isThrottlingCode({}));
    }
};

QTEST_GUILESS_MAIN(TestThrottling)
#include "TestThrottling.moc"

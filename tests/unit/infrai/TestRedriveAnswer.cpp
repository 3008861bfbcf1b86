// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/RedriveAnswer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::providers::infrai;
using Kind = Error::Kind;

/// What an answer to a write means, before anything is known of its content.
class TestRedriveAnswer : public QObject
{
    Q_OBJECT
private slots:
    void judgesByTheStatus_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<bool>("ends");
        for (const int status : {400, 404, 405, 410, 413, 422})
            QTest::addRow("%d moved nothing", status) << status << "failed" << false;
        for (const int status : {401, 402, 429})
            QTest::addRow("%d moved nothing and ends", status) << status << "failed" << true;
        for (const int status : {301, 307, 408, 409, 500, 502, 503, 504})
            QTest::addRow("%d may have moved it", status) << status << "unknown" << true;
    }
    void judgesByTheStatus()
    {
        QFETCH(int, status);
        QFETCH(QString, outcome);
        QFETCH(bool, ends);
        net::Response response;
        response.status = status;
        response.body = "{\"ok\":false,\"error\":{\"code\":\"X\",\"message\":\"no\"}}";
        response.headers = {{"retry-after", "7"}};
        const Judgement one = judgeOne(response, request(), QStringLiteral("m"), {});
        QCOMPARE(toWord(one.outcome), outcome);
        QCOMPARE(one.ends, ends);
        QCOMPARE(one.isThrottled, status == 429 || status == 503);
        QVERIFY(!one.detail.isEmpty());
        QVERIFY(!one.detail.contains(QStringLiteral("stale"))); // no words of a poll
        const Judgement many = judgeMany(response, request(), 5, {});
        QCOMPARE(toWord(many.outcome), outcome);
        QVERIFY(many.error && !many.moved);
    }

    void judgesByWhatKeptTheAnswerAway_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("outcome");
        for (const Kind kind : {Kind::Unreachable, Kind::TlsRefused, Kind::Timeout, Kind::Configuration})
            QTest::addRow("%s: not sent", qPrintable(toWord(kind))) << int(kind) << "failed";
        for (const Kind kind : {Kind::OutcomeUnknown, Kind::TooLarge, Kind::Malformed})
            QTest::addRow("%s: who knows", qPrintable(toWord(kind))) << int(kind) << "unknown";
    }
    void judgesByWhatKeptTheAnswerAway()
    {
        QFETCH(int, kind);
        QFETCH(QString, outcome);
        const Result<net::Response> lost = failure(Kind(kind), QStringLiteral("It was so."));
        QCOMPARE(toWord(judgeOne(lost, request(), QStringLiteral("m"), {}).outcome), outcome);
        QCOMPARE(toWord(judgeMany(lost, request(), {}, {}).outcome), outcome);
        QVERIFY(judgeOne(lost, request(), QStringLiteral("m"), {}).ends);
    }

    void countsWhatWasMoved_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<int>("moved");
        QTest::addColumn<int>("remaining");
        QTest::newRow("A") << QByteArray(R"({"redriven":2,"remaining":3})") << "moved" << 2 << 3;
        QTest::newRow("B") << QByteArray(R"({"moved":0,"left":3})") << "moved" << 0 << 3;
        QTest::newRow("C") << QByteArray(R"({"redriven":2})") << "moved" << 2 << -1;
        QTest::newRow("only yes") << QByteArray(R"({"redriven":true})") << "moved" << -1 << -1;
        QTest::newRow("only no") << QByteArray(R"({"redriven":false})") << "unknown" << -1 << -1;
        QTest::newRow("a text") << QByteArray(R"({"redriven":"2"})") << "unknown" << -1 << -1;
        QTest::newRow("negative") << QByteArray(R"({"redriven":-2})") << "unknown" << -1 << -1;
        QTest::newRow("a task") << QByteArray(R"({"task_id":"t1"})") << "unknown" << -1 << -1;
    }
    void countsWhatWasMoved()
    {
        QFETCH(QByteArray, data);
        QFETCH(QString, outcome);
        QFETCH(int, moved);
        QFETCH(int, remaining);
        const Judgement verdict = judgeMany(answered(data), request(), 5, {});
        QCOMPARE(toWord(verdict.outcome), outcome);
        QCOMPARE(verdict.moved.value_or(-1), moved);
        QCOMPARE(verdict.remaining.value_or(-1), remaining);
    }

    void saysThatMoreWereMovedThanAskedFor()
    {
        const Judgement verdict = judgeMany(answered(R"({"redriven":9})"), request(), 5, {});
        QCOMPARE(toWord(verdict.outcome), QStringLiteral("moved"));
        QVERIFY(verdict.error && verdict.error->what.contains(QStringLiteral("9")));
    }

private:
    static net::WriteRequest request()
    {
        net::WriteRequest request;
        request.url = QUrl(QStringLiteral("https://queue.example.com/v1/queue/dlq/redrive/orders"));
        return request;
    }
    static net::Response answered(const QByteArray &data)
    {
        net::Response response;
        response.status = 200;
        response.body = "{\"ok\":true,\"data\":" + data + '}';
        return response;
    }
};

QTEST_GUILESS_MAIN(TestRedriveAnswer)
#include "TestRedriveAnswer.moc"

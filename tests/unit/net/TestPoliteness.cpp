// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/Backoff.h"
#include "app/net/HttpDate.h"
#include "app/net/RetryAfter.h"
#include "app/net/ServerClock.h"
#include "app/net/StatusErrors.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;

class TestPoliteness : public QObject
{
    Q_OBJECT

    const UtcTime m_now = *parseHttpDate("Mon, 01 Dec 2025 10:00:00 GMT");

private slots:
    void readsTheThreeFormsOfAnHttpDate_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("iso"); // empty: refused
        const QString moment = QStringLiteral("1994-11-06T08:49:37.000Z");
        QTest::newRow("now") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT") << moment;
        QTest::newRow("RFC 850") << QByteArray("Sunday, 06-Nov-94 08:49:37 GMT") << moment;
        QTest::newRow("asctime") << QByteArray("Sun Nov  6 08:49:37 1994") << moment;
        QTest::newRow("RFC 850 of this century") << QByteArray("Monday, 01-Dec-25 10:00:00 GMT") << QStringLiteral("2025-12-01T10:00:00.000Z");
        QTest::newRow("RFC 850, leap day") << QByteArray("Tuesday, 29-Feb-00 10:00:00 GMT") << QStringLiteral("2000-02-29T10:00:00.000Z");
        QTest::newRow("in the hour that summer time skips") << QByteArray("Sun, 29 Mar 2026 02:30:00 GMT") << QStringLiteral("2026-03-29T02:30:00.000Z");
        QTest::newRow("no day of the week") << QByteArray("06 Nov 1994 08:49:37 GMT") << QString();
        QTest::newRow("ISO") << QByteArray("1994-11-06T08:49:37Z") << QString();
        QTest::newRow("rubbish") << QByteArray("soon") << QString();
        QTest::newRow("long rubbish") << QByteArray(100'000, 'x') << QString();
    }
    void readsTheThreeFormsOfAnHttpDate()
    {
        QFETCH(QByteArray, text);
        const auto parsed = parseHttpDate(text);
        QTEST(parsed ? toIso(*parsed) : QString(), "iso");
    }

    void readsRetryAfter_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("seconds"); // -1: none
        QTest::newRow("seconds") << QByteArray(" 7 ") << 7;
        QTest::newRow("zero is a short moment") << QByteArray("0") << 1;
        QTest::newRow("date") << QByteArray("Mon, 01 Dec 2025 10:00:42 GMT") << 42;
        QTest::newRow("date in the past") << QByteArray("Mon, 01 Dec 2025 09:00:00 GMT") << 1;
        QTest::newRow("date next year") << QByteArray("Tue, 01 Dec 2026 10:00:00 GMT") << 900;
        QTest::newRow("a day") << QByteArray("86400") << 900;
        QTest::newRow("more than fits") << QByteArray("99999999999999999999999") << 900;
        QTest::newRow("negative") << QByteArray("-5") << -1;
        QTest::newRow("fraction") << QByteArray("1.5") << -1;
        QTest::newRow("empty") << QByteArray() << -1;
        QTest::newRow("word") << QByteArray("later") << -1;
        QTest::newRow("blanks") << QByteArray(" \t ") << -1;
        QTest::newRow("a power") << QByteArray("1e99") << -1;
        QTest::newRow("hexadecimal") << QByteArray("0x10") << -1;
        QTest::newRow("infinite") << QByteArray("inf") << -1;
        QTest::newRow("400 digits") << QByteArray(400, '9') << 900;
        QTest::newRow("400 zeros and a 7") << QByteArray(400, '0') + '7' << 7;
        QTest::newRow("a megabyte of commas") << QByteArray(1'000'000, ',') << -1;
        QTest::newRow("date, RFC 850") << QByteArray("Monday, 01-Dec-25 10:00:42 GMT") << 42;
        QTest::newRow("date, asctime") << QByteArray("Mon Dec  1 10:00:42 2025") << 42;
        QTest::newRow("date, asctime, in the past") << QByteArray("Mon Dec  1 09:00:42 2025") << 1;
        QTest::newRow("date in the year 9999") << QByteArray("Fri, 31 Dec 9999 23:59:59 GMT") << 900;
        QTest::newRow("date at the beginning of time") << QByteArray("Thu, 01 Jan 1970 00:00:00 GMT") << 1;
        QTest::newRow("date that does not exist") << QByteArray("Mon, 31 Feb 2025 10:00:00 GMT") << -1;
        QTest::newRow("ISO date") << QByteArray("2025-12-01T10:00:42Z") << -1;
        QTest::newRow("two values") << QByteArray("5, 10") << 10;
        QTest::newRow("two values, the second is rubbish") << QByteArray("5, soon") << 5;
        QTest::newRow("a number and a date") << QByteArray("7, Mon, 01 Dec 2025 10:00:42 GMT") << 42;
        QTest::newRow("two dates") << QByteArray("Mon, 01 Dec 2025 10:00:42 GMT, Mon, 01 Dec 2025 10:00:02 GMT") << 42;
    }
    void readsRetryAfter()
    {
        QFETCH(QByteArray, text);
        const auto parsed = parseRetryAfter(text, m_now);
        QTEST(parsed ? static_cast<int>(parsed->count()) : -1, "seconds");
    }

    void backsOffByDoublingWithAChancePart()
    {
        Backoff low([] { return 0.0; }, Seconds(2), Seconds(60));
        Backoff high([] { return 0.999; }, Seconds(2), Seconds(60));
        QList<qint64> lows;
        for (int i = 0; i < 8; ++i) {
            lows << low.failed().count();
            QVERIFY(high.failed().count() < 2 * lows.last());
        }
        QCOMPARE(lows, (QList<qint64>{1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000}));
        low.succeeded();
        QCOMPARE(low.failed().count(), 1000);
    }

    void neverComesBackSoonerThanTheServerAsked()
    {
        Backoff low([] { return 0.0; });
        Backoff high([] { return 0.999; });
        QCOMPARE(low.failed(Seconds(30)), Millis(30'000));
        QVERIFY(high.failed(Seconds(30)) > Seconds(30));
        QVERIFY(high.failed(Seconds(30)) <= Millis(33'000));
    }

    void namesWhatAStatusMeans_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("kind");
        QTest::newRow("401") << 401 << QStringLiteral("unauthorized");
        QTest::newRow("402") << 402 << QStringLiteral("payment-required");
        QTest::newRow("403") << 403 << QStringLiteral("forbidden");
        QTest::newRow("404") << 404 << QStringLiteral("not-found");
        QTest::newRow("409") << 409 << QStringLiteral("conflict");
        QTest::newRow("422") << 422 << QStringLiteral("invalid");
        QTest::newRow("429") << 429 << QStringLiteral("throttled");
        QTest::newRow("500") << 500 << QStringLiteral("server-failed");
        QTest::newRow("302") << 302 << QStringLiteral("malformed");
        QTest::newRow("999") << 999 << QStringLiteral("malformed");
    }
    void namesWhatAStatusMeans()
    {
        QFETCH(int, status);
        Response response;
        response.status = status;
        const Error error = statusError(response, QUrl(QStringLiteral("https://api.example.com/v1/secret-path?x=1")), QString(), m_now);
        QTEST(toWord(error.kind), "kind");
        QCOMPARE(error.httpStatus.value(), status);
        QVERIFY(error.what.contains(QStringLiteral("api.example.com:443")));
        QVERIFY2(error.what.contains(QString::number(status)), qPrintable(error.what));
        QVERIFY(!error.what.contains(QStringLiteral("secret-path")));
        QVERIFY(!error.what.contains(QLatin1Char('%')));
    }

    void learnsTheServersClockFromWholeSeconds()
    {
        ServerClock clock;
        QVERIFY(!clock.offset());
        QCOMPARE(clock.serverNow(m_now), m_now);
        const Millis ahead(600'400);
        for (int i = 0; i < 20; ++i) {
            const UtcTime desktop = m_now + Millis(i * 5'070);
            clock.heard(std::chrono::floor<Seconds>(desktop + ahead), desktop);
        }
        QVERIFY2(std::chrono::abs(*clock.offset() - ahead) < Millis(400), qPrintable(QString::number(clock.offset()->count())));
        clock.heard(m_now, m_now); // somebody set the server's clock right
        QCOMPARE(clock.offset(), std::optional(Millis(0)));
    }

    void countsADateByTheServersOwnClock()
    {
        Response response;
        response.status = 503;
        response.headers = {{"retry-after", "Mon, 01 Dec 2025 10:00:30 GMT"}};
        response.serverTime = m_now;
        const Error error = statusError(response, QUrl(QStringLiteral("https://api.example.com")), QString(), m_now + Minutes(10));
        QCOMPARE(error.retryAfter.value(), Seconds(30));
        QCOMPARE(toWord(error.kind), toWord(Error::Kind::Throttled));
    }
};

QTEST_GUILESS_MAIN(TestPoliteness)
#include "TestPoliteness.moc"

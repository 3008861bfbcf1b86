// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/RequestLog.h"

#include <QLoggingCategory>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;

namespace {

QString told;

void remember(QtMsgType, const QMessageLogContext &context, const QString &message)
{
    told = QString::fromLatin1(context.category) + QLatin1Char('|') + message;
}

} // namespace

/// Without any redaction behind it: the line itself must hold nothing that is to be taken out.
class TestRequestLog : public QObject
{
    Q_OBJECT
    QtMessageHandler m_before = nullptr;
    Credential m_credential{Credential::Scheme::Basic, "canary-user", Secret(QByteArrayLiteral("canary-key"))};

    Request request() const
    {
        Request request;
        request.method = "POST";
        request.url = QUrl(QStringLiteral("https://api.example:8443/v1/queue/a%2Fb%0Ac/pull?token=canary-query&max=canary-number"));
        request.headers = {{"X-Other", "canary-header"}};
        request.body = "canary-body";
        request.credential = &m_credential;
        return request;
    }
    static Response answer()
    {
        Response response;
        response.status = 200;
        response.headers = {{"set-cookie", "canary-cookie"}};
        response.body = "canary-answer";
        return response;
    }

private slots:
    void initTestCase() { QLoggingCategory::setFilterRules(QStringLiteral("holdwatch.*=true")); }
    void init()
    {
        told.clear();
        m_before = qInstallMessageHandler(remember);
    }
    void cleanup() { qInstallMessageHandler(m_before); }

    void saysWhatWasAskedAndHowItEnded()
    {
        logRequest(request(), false, answer(), Millis(45));
        QCOMPARE(told, QStringLiteral("holdwatch.net|POST api.example:8443 /v1/queue/a%2Fb%0Ac/pull?\u2026 -> 200, 13 bytes, 45 ms"));
    }

    void aFailureIsAWordAndNotTheServersText()
    {
        Error error;
        error.kind = Error::Kind::Timeout;
        error.what = QStringLiteral("canary-text");
        logRequest(request(), true, failure(error), Millis(20'000));
        QVERIFY2(told.endsWith(QStringLiteral("-> timeout, 20000 ms")), qPrintable(told));
        QVERIFY(!told.contains(QStringLiteral("canary")));
    }

    void aWebhooksPathIsNotTold()
    {
        Request webhook = request();
        webhook.url = QUrl(QStringLiteral("https://hooks.example/services/canary-token"));
        webhook.credential = nullptr;
        logRequest(webhook, true, answer(), Millis(1));
        QVERIFY2(told.contains(QStringLiteral("hooks.example:443")), qPrintable(told));
        QVERIFY(!told.contains(QStringLiteral("canary")));
    }
};

QTEST_GUILESS_MAIN(TestRequestLog)
#include "TestRequestLog.moc"

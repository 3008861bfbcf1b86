// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "tests/support/Awaited.h"
#include "tests/support/ScriptedServer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

Q_DECLARE_METATYPE(holdwatch::test::ServerCertificate)

/// A server whose certificate fails gets not one byte of a request, and the person is told which
/// certificate it was and why.
class TestTlsRefusals : public QObject
{
    Q_OBJECT
private slots:
    void sendsNothingAndSaysWhy_data()
    {
        QTest::addColumn<ServerCertificate>("certificate");
        QTest::addColumn<QString>("word");
        QTest::newRow("expired") << m_authority.issue({.commonName = "old server", .validFromDays = -40, .validToDays = -3})
                                 << QStringLiteral("expired");
        QTest::newRow("not yet valid") << m_authority.issue({.validFromDays = 5, .validToDays = 30}) << QStringLiteral("not valid yet");
        QTest::newRow("wrong host") << m_authority.issue({.alternativeNames = "DNS:queue.example.com"}) << QStringLiteral("another host name");
        QTest::newRow("self-signed") << TestAuthority::selfSigned({}) << QStringLiteral("self-signed");
        QTest::newRow("another authority") << TestAuthority("Somebody else").issue() << QStringLiteral("issuer is not trusted");
    }
    void sendsNothingAndSaysWhy()
    {
        QFETCH(ServerCertificate, certificate);
        QFETCH(QString, word);
        ScriptedServer server(certificate);
        const auto answer = ask(server, true);
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(answer.error().what.contains(word), qPrintable(answer.error().what));
        QVERIFY2(answer.error().what.contains(QStringLiteral("valid 20")), qPrintable(answer.error().what));
        QCOMPARE(server.bytesReceived(), QByteArray());
        QVERIFY(server.connections() > 0);
    }

    void sendsNothingToAnAuthorityNobodyNamed()
    {
        ScriptedServer server(m_authority.issue());
        const auto answer = ask(server, false);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::TlsRefused));
        QCOMPARE(server.bytesReceived(), QByteArray());
    }

    void aPlainServerOnATlsPortIsRefused()
    {
        ScriptedServer server;
        server.setHandler([](const SeenRequest &) { return play::json("{}"); });
        QUrl url = server.url();
        url.setScheme(QStringLiteral("https"));
        connect(&server, &ScriptedServer::requested, this, [] { QFAIL("a request came through in the clear"); });
        WriteRequest write;
        write.url = url;
        write.idempotencyKey = "k";
        write.deadline = Millis(500);
        const auto answer = awaited(client(url, true)->write(write));
        QVERIFY(!answer);
        QVERIFY(answer.error().kind == Error::Kind::TlsRefused || answer.error().kind == Error::Kind::Timeout);
    }

    void refusesACaFileThatHoldsNoCertificate()
    {
        QCOMPARE(TlsTrust::withCaPem("hello", QStringLiteral("ca.pem")).error().kind, Error::Kind::Configuration);
        QCOMPARE(TlsTrust::withCaFile(QStringLiteral("/nonexistent/ca.pem")).error().where, QStringLiteral("/nonexistent/ca.pem"));
    }

private:
    std::unique_ptr<QtHttpClient> client(const QUrl &origin, bool trusted)
    {
        ConnectionOptions options;
        options.origin = origin;
        if (trusted)
            options.trust = *TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
        return std::make_unique<QtHttpClient>(options, m_clock);
    }

    Result<Response> ask(ScriptedServer &server, bool trusted)
    {
        const Credential credential{Credential::Scheme::Bearer, {}, Secret(QByteArrayLiteral("ifr_canary"))};
        WriteRequest write;
        write.method = "POST";
        write.url = server.url();
        write.body = "{}";
        write.idempotencyKey = "k";
        write.credential = &credential;
        const auto http = client(server.url(), trusted);
        return awaited(http->write(write));
    }

    TestAuthority m_authority;
    SystemClock m_clock;
};

QTEST_GUILESS_MAIN(TestTlsRefusals)
#include "TestTlsRefusals.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ServerProbe.h"
#include "tests/support/Awaited.h"
#include "tests/support/ConnectProxy.h"
#include "tests/support/OpenSslServer.h"
#include "tests/support/ScriptedServer.h"
#include "tests/support/Servers.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

using State = TlsFindings::State;

Q_DECLARE_METATYPE(holdwatch::test::ServerCertificate)

/// The steps of a connection test that stand below HTTP.
class TestServerProbe : public QObject
{
    Q_OBJECT

private slots:
    void looksUpTheName()
    {
        ServerProbe probe({}, QUrl(QStringLiteral("https://localhost:1/v1?x=secret")));
        const auto found = awaited(probe.lookUp());
        QVERIFY2(found, found ? "" : qPrintable(toSentence(found.error())));
        QCOMPARE(found->host, QStringLiteral("localhost"));
        QVERIFY(found->addresses.contains(QStringLiteral("127.0.0.1")) || found->addresses.contains(QStringLiteral("::1")));
        QCOMPARE(found->route, QStringLiteral("direct"));
        QVERIFY(!found->byProxy);
        QVERIFY(toSentence(*found).startsWith(QStringLiteral("localhost is ")));
    }

    void takesAnAddressAsItIs()
    {
        ServerProbe probe(direct(), QUrl(QStringLiteral("https://192.0.2.7")));
        const auto found = awaited(probe.lookUp());
        QVERIFY(found);
        QCOMPARE(found->addresses, QStringList{QStringLiteral("192.0.2.7")});
        QVERIFY(toSentence(*found).contains(QStringLiteral("no name to look up")));
    }

    void saysThatTheProxyLooksTheNameUp()
    {
        ConnectProxy proxy;
        ServerProbe probe(through(proxy.url()), QUrl(QStringLiteral("https://queue.example.invalid")));
        const auto found = awaited(probe.lookUp());
        QVERIFY(found);
        QVERIFY(found->byProxy);
        QCOMPARE(found->addresses, QStringList());
        QCOMPARE(toSentence(*found), QStringLiteral("queue.example.invalid is looked up by the http proxy 127.0.0.1:%1.").arg(proxy.port()));
        QCOMPARE(proxy.connections(), 0);
    }

    void refusesABadAddress()
    {
        ServerProbe probe({}, QUrl(QStringLiteral("https://me:pw@localhost")));
        QCOMPARE(awaited(probe.lookUp()).error().kind, Error::Kind::Configuration);
        QCOMPARE(awaited(probe.handshake()).error().kind, Error::Kind::Configuration);
        ServerProbe plain({}, QUrl(QStringLiteral("http://queue.example.com")));
        QCOMPARE(awaited(plain.handshake()).error().kind, Error::Kind::Configuration);
    }

    void showsATrustedChain()
    {
        ScriptedServer server(m_authority.issue({.commonName = "queue server"}));
        ServerProbe probe(trusting(), server.url());
        const auto found = awaited(probe.handshake());
        QVERIFY2(found, found ? "" : qPrintable(toSentence(found.error())));
        QVERIFY(found->state == State::Trusted);
        QVERIFY(!found->refusal);
        QCOMPARE(found->protocol, QStringLiteral("TLS 1.3"));
        QVERIFY(found->cipher.startsWith(QStringLiteral("TLS_")));
        QCOMPARE(found->chain.size(), 1);
        const PeerCertificate &own = found->chain.first();
        QCOMPARE(own.subject, QStringLiteral("queue server"));
        QCOMPARE(own.issuer, QStringLiteral("Holdwatch test authority"));
        QVERIFY(own.validFrom < SystemClock().now() && SystemClock().now() < own.validUntil);
        QVERIFY(own.alternativeNames.contains(QStringLiteral("localhost")));
        QVERIFY(own.alternativeNames.contains(QStringLiteral("127.0.0.1")));
        QCOMPARE(own.fingerprint.size(), 32 * 3 - 1);
        QVERIFY(!own.isSelfSigned);
        QCOMPARE(server.bytesReceived(), QByteArray());
        QVERIFY2(toSentence(*found).contains(QStringLiteral("issued by \u201cHoldwatch test authority\u201d")), qPrintable(toSentence(*found)));
    }

    void showsTheWholeChain()
    {
        OpenSslServer server(m_authority.issue(), {QStringLiteral("-cert_chain"), QStringLiteral("ca.pem")}, m_authority.pem());
        HOLDWATCH_NEED_SERVER(server.whyMissing());
        ServerProbe probe(trusting(), server.url());
        const auto found = awaited(probe.handshake());
        QVERIFY2(found, found ? "" : qPrintable(toSentence(found.error())));
        QCOMPARE(found->chain.size(), 2);
        QCOMPARE(found->chain.last().subject, QStringLiteral("Holdwatch test authority"));
        QVERIFY(found->chain.last().isSelfSigned);
        QVERIFY(found->chain.last().alternativeNames.isEmpty());
    }

    void showsAnUntrustedChainAndSendsNothing_data()
    {
        QTest::addColumn<ServerCertificate>("certificate");
        QTest::addColumn<QString>("word");
        QTest::newRow("expired") << m_authority.issue({.validFromDays = -40, .validToDays = -3}) << QStringLiteral("expired");
        QTest::newRow("not yet valid") << m_authority.issue({.validFromDays = 5}) << QStringLiteral("not valid yet");
        QTest::newRow("wrong host") << m_authority.issue({.alternativeNames = "DNS:queue.example.com"}) << QStringLiteral("another host name");
        QTest::newRow("self-signed") << TestAuthority::selfSigned({}) << QStringLiteral("self-signed");
        QTest::newRow("another authority") << TestAuthority("Somebody else").issue() << QStringLiteral("issuer is not trusted");
    }
    void showsAnUntrustedChainAndSendsNothing()
    {
        QFETCH(ServerCertificate, certificate);
        QFETCH(QString, word);
        ScriptedServer server(certificate);
        ServerProbe probe(trusting(), server.url());
        const auto found = awaited(probe.handshake());
        QVERIFY2(found, found ? "" : qPrintable(toSentence(found.error())));
        QVERIFY(found->state == State::Untrusted);
        QVERIFY(found->refusal.has_value());
        QCOMPARE(toWord(found->refusal->kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(toSentence(*found).contains(word), qPrintable(toSentence(*found)));
        QCOMPARE(found->chain.size(), 1);
        QCOMPARE(found->chain.first().subject, QStringLiteral("practice server"));
        QVERIFY(!found->chain.first().alternativeNames.isEmpty());
        QVERIFY(!found->protocol.isEmpty() && !found->cipher.isEmpty());
        QCOMPARE(server.bytesReceived(), QByteArray());
    }

    void cleansWhatACertificateSays()
    {
        ScriptedServer server(TestAuthority::selfSigned({.commonName = "<b>evil</b>\n\xe2\x80\xae" + QByteArray(20, 'x')}));
        ServerProbe probe(trusting(), server.url());
        const auto found = awaited(probe.handshake());
        QVERIFY(found);
        QCOMPARE(found->chain.first().subject, QStringLiteral("<b>evil</b> ") + QString(20, QLatin1Char('x')));
        QVERIFY(!toSentence(*found).contains(QChar(0x202e)));
    }

    void looksThroughTheProxy()
    {
        ScriptedServer server(m_authority.issue({.alternativeNames = "DNS:queue.example.invalid"}));
        ConnectProxy proxy;
        proxy.leadTo(static_cast<quint16>(server.url().port()));
        ConnectionOptions options = through(proxy.url());
        options.trust = trusting().trust;
        ServerProbe probe(options, QUrl(QStringLiteral("https://queue.example.invalid:8443")));
        const auto found = awaited(probe.handshake());
        QVERIFY2(found, found ? "" : qPrintable(toSentence(found.error())));
        QVERIFY(found->state == State::Trusted);
        QVERIFY(found->route.startsWith(QStringLiteral("http proxy 127.0.0.1:")));
        QVERIFY2(proxy.asked().startsWith("CONNECT queue.example.invalid:8443 "), proxy.asked().constData());
    }

    void saysThatPlainHttpNeedsNoHandshake()
    {
        ScriptedServer server;
        ConnectionOptions options;
        options.allowPlainLoopback = true;
        ServerProbe probe(options, server.url());
        const auto found = awaited(probe.handshake());
        QVERIFY(found);
        QVERIFY(found->state == State::NotUsed);
        QCOMPARE(toSentence(*found), QStringLiteral("No TLS, allowed for this machine."));
        QCOMPARE(server.connections(), 0);
    }

    void namesAServerWithoutTls()
    {
        ScriptedServer server;
        server.answerAnythingWith("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        QUrl url = server.url();
        url.setScheme(QStringLiteral("https"));
        ServerProbe probe({}, url);
        const auto found = awaited(probe.handshake());
        QVERIFY(!found);
        QCOMPARE(toWord(found.error().kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(found.error().what.contains(QStringLiteral("does not speak TLS")), qPrintable(toSentence(found.error())));
    }

    void saysWhenNobodyIsThere()
    {
        ScriptedServer server;
        QUrl url = server.url();
        url.setScheme(QStringLiteral("https"));
        server.stop();
        ServerProbe probe({}, url);
        const auto found = awaited(probe.handshake());
        QCOMPARE(toWord(found.error().kind), toWord(Error::Kind::Unreachable));
        QVERIFY(found.error().what.contains(QStringLiteral("Nothing accepts connections")));
    }

    void endsAtTheDeadline()
    {
        ScriptedServer server; // accepts, and never says a word of TLS
        QUrl url = server.url();
        url.setScheme(QStringLiteral("https"));
        ServerProbe probe({}, url);
        const auto found = awaited(probe.handshake(Millis(200)));
        QCOMPARE(toWord(found.error().kind), toWord(Error::Kind::Timeout));
        QVERIFY2(found.error().what.contains(QStringLiteral("within 200 ms")), qPrintable(found.error().what));
    }

    void canBeCancelled()
    {
        ScriptedServer server;
        QUrl url = server.url({}, QStringLiteral("localhost")); // a number needs no lookup that could be cancelled
        url.setScheme(QStringLiteral("https"));
        auto probe = std::make_unique<ServerProbe>(ConnectionOptions(), url);
        Running handshake(probe->handshake());
        Running lookup(probe->lookUp());
        probe->cancel();
        QCOMPARE(handshake.wait().error().kind, Error::Kind::Cancelled);
        QCOMPARE(lookup.wait().error().kind, Error::Kind::Cancelled);
        Running orphan(probe->handshake());
        probe.reset();
        QCOMPARE(orphan.wait().error().kind, Error::Kind::Cancelled);
    }

private:
    static ConnectionOptions direct()
    {
        ConnectionOptions options;
        options.proxyMode = ConnectionConfig::ProxyMode::None;
        return options;
    }
    static ConnectionOptions through(const QUrl &proxy)
    {
        ConnectionOptions options;
        options.proxyMode = ConnectionConfig::ProxyMode::Explicit;
        options.proxyUrl = proxy;
        return options;
    }
    ConnectionOptions trusting() const
    {
        ConnectionOptions options;
        options.trust = *TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
        return options;
    }

    TestAuthority m_authority;
};

QTEST_GUILESS_MAIN(TestServerProbe)
#include "TestServerProbe.moc"

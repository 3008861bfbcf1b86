// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "app/net/ServerProbe.h"
#include "tests/support/Awaited.h"
#include "tests/support/OpenSslServer.h"
#include "tests/support/Servers.h"

#include <QFile>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

using KeyKind = TestAuthority::KeyKind;

/// Servers that ask for a client certificate: it is shown to them, and without the right one the error
/// says what they want.
class TestClientCertificate : public QObject
{
    Q_OBJECT

private slots:
    void showsItsCertificate_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("kind");
        for (const char *version : {"-tls1_2", "-tls1_3"}) {
            QTest::addRow("EC key, %s", version) << QString::fromLatin1(version) << int(KeyKind::Ec);
            QTest::addRow("RSA key, %s", version) << QString::fromLatin1(version) << int(KeyKind::Rsa);
        }
    }
    void showsItsCertificate()
    {
        QFETCH(QString, version);
        QFETCH(int, kind);
        OpenSslServer server(m_authority.issue(), {version, QStringLiteral("-Verify"), QStringLiteral("1")}, m_authority.pem());
        HOLDWATCH_NEED_SERVER(server.whyMissing());
        const ConnectionOptions options = showing(m_authority.issue({.commonName = "operator desk", .usage = "clientAuth", .key = KeyKind(kind)}));
        const auto found = awaited(ServerProbe(options, server.url()).handshake());
        QVERIFY2(found, found ? "" : qPrintable(toSentence(found.error())));
        QVERIFY(found->state == TlsFindings::State::Trusted);
        QtHttpClient client(options, m_clock);
        const auto answer = awaited(client.read(question(server.url())));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, 200);
        QTRY_VERIFY(server.output().contains("CN = operator desk"));
    }

    void saysThatOneIsWanted_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("shown");
        QTest::addColumn<QString>("words");
        const QString none = QStringLiteral("client certificate");
        const QString wrong = QStringLiteral("did not accept the client certificate");
        for (const char *version : {"-tls1_2", "-tls1_3"}) {
            QTest::addRow("none, %s", version) << QString::fromLatin1(version) << 0 << none;
            QTest::addRow("another authority's, %s", version) << QString::fromLatin1(version) << 1 << wrong;
            QTest::addRow("one that is for servers, %s", version) << QString::fromLatin1(version) << 2 << wrong;
        }
    }
    void saysThatOneIsWanted()
    {
        QFETCH(QString, version);
        QFETCH(int, shown);
        QFETCH(QString, words);
        OpenSslServer server(m_authority.issue(), {version, QStringLiteral("-Verify"), QStringLiteral("1")}, m_authority.pem());
        HOLDWATCH_NEED_SERVER(server.whyMissing());
        ConnectionOptions options = trusting();
        if (shown == 1)
            options = showing(TestAuthority("Somebody else").issue({.usage = "clientAuth"}));
        if (shown == 2)
            options = showing(m_authority.issue({.usage = "serverAuth"}));
        const auto found = awaited(ServerProbe(options, server.url()).handshake(Minutes(1), Minutes(1)));
        QVERIFY(!found);
        QCOMPARE(toWord(found.error().kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(toSentence(found.error()).contains(words), qPrintable(toSentence(found.error())));
        QtHttpClient client(options, m_clock);
        const auto answer = awaited(client.read(question(server.url())));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(toSentence(answer.error()).contains(words), qPrintable(toSentence(answer.error())));
    }

    void aRefusedWriteIsNeverCalledDone_data()
    {
        QTest::addColumn<QString>("version");
        QTest::newRow("TLS 1.2") << QStringLiteral("-tls1_2");
        QTest::newRow("TLS 1.3") << QStringLiteral("-tls1_3");
    }
    void aRefusedWriteIsNeverCalledDone()
    {
        QFETCH(QString, version);
        OpenSslServer server(m_authority.issue(), {version, QStringLiteral("-Verify"), QStringLiteral("1")}, m_authority.pem());
        HOLDWATCH_NEED_SERVER(server.whyMissing());
        WriteRequest write;
        write.method = "POST";
        write.url = server.url();
        write.body = "{}";
        write.idempotencyKey = "key-1";
        QtHttpClient client(trusting(), m_clock);
        const auto answer = awaited(client.write(write));
        QVERIFY(!answer);
        // With TLS 1.3 the request may have left before the server said no.
        QVERIFY(answer.error().kind == Error::Kind::TlsRefused || answer.error().kind == Error::Kind::OutcomeUnknown);
        QVERIFY2(answer.error().what.contains(QStringLiteral("client certificate")) || answer.error().next.contains(QStringLiteral("client certificate")),
                 qPrintable(toSentence(answer.error())));
    }

    void refusesAnOldVersionOfTls()
    {
        OpenSslServer server(m_authority.issue(), {QStringLiteral("-tls1_1"), QStringLiteral("-cipher"), QStringLiteral("ALL:@SECLEVEL=0")});
        HOLDWATCH_NEED_SERVER(server.whyMissing());
        QtHttpClient client(trusting(), m_clock);
        const auto answer = awaited(client.read(question(server.url())));
        QVERIFY(!answer);
        QCOMPARE(toWord(answer.error().kind), toWord(Error::Kind::TlsRefused));
        QVERIFY2(answer.error().what.contains(QStringLiteral("version of TLS that is no longer safe")), qPrintable(toSentence(answer.error())));
        const auto found = awaited(ServerProbe(trusting(), server.url()).handshake());
        QCOMPARE(found.error().what, answer.error().what);
    }

private:
    ConnectionOptions trusting() const
    {
        ConnectionOptions options;
        options.trust = *TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
        return options;
    }
    ConnectionOptions showing(const ServerCertificate &identity)
    {
        ConnectionOptions options = trusting();
        QFile file(m_folder.filePath(QStringLiteral("client.pem")));
        if (!file.open(QIODevice::WriteOnly) || file.write(identity.certificate + identity.key) < 0)
            qFatal("no room for a test file");
        file.close();
        if (!options.trust.showClientCertificate(file.fileName(), {}, m_clock.now()))
            qFatal("the client certificate can't be read");
        return options;
    }
    static ReadRequest question(const QUrl &url)
    {
        ReadRequest read;
        read.url = url;
        return read;
    }

    TestAuthority m_authority;
    QTemporaryDir m_folder;
    SystemClock m_clock;
};

QTEST_GUILESS_MAIN(TestClientCertificate)
#include "TestClientCertificate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/QtHttpClient.h"
#include "app/net/ServerProbe.h"
#include "tests/support/Awaited.h"
#include "tests/support/ConnectProxy.h"
#include "tests/support/ScriptedServer.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

using ProxyMode = ConnectionConfig::ProxyMode;

namespace {

const QByteArray canary = QByteArrayLiteral("ifr_canary_71c0");

} // namespace

/// Which way requests take. The server has a name that exists nowhere, so only a proxy can lead to it, or
/// the address 0.0.0.0, which is this machine without being loopback.
class TestProxy : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        for (const char *name : {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"})
            qunsetenv(name);
        m_proxy = std::make_unique<ConnectProxy>();
        m_server = std::make_unique<ScriptedServer>(m_authority.issue({.alternativeNames = "DNS:queue.example.invalid,IP:0.0.0.0"}), QHostAddress::AnyIPv4);
        m_server->setHandler([](const SeenRequest &) { return play::json("{}"); });
        m_proxy->leadTo(static_cast<quint16>(m_server->url().port()));
    }
    void cleanup()
    {
        qunsetenv("https_proxy");
        qunsetenv("http_proxy");
    }

    void goesThroughTheProxyThatIsNamed()
    {
        const auto answer = read(options(ProxyMode::Explicit, m_proxy->url()), farAway());
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(answer->status, 200);
        QCOMPARE(m_server->requests().size(), 1);
        QVERIFY2(m_proxy->asked().startsWith("CONNECT queue.example.invalid:8443 "), m_proxy->asked().constData());
    }

    void neverShowsTheKeyToTheProxy()
    {
        QVERIFY(read(options(ProxyMode::Explicit, m_proxy->url()), farAway()));
        QCOMPARE(m_server->requests().first().headers.value("authorization"), "Bearer " + canary);
        QVERIFY(!m_proxy->tunnelled().isEmpty());
        for (const QByteArray &seen : {m_proxy->asked(), m_proxy->tunnelled()}) {
            QVERIFY(!seen.contains(canary));
            QVERIFY(!seen.toLower().contains("authorization"));
        }
    }

    void takesTheProxyOfTheEnvironment_data()
    {
        QTest::addColumn<QByteArray>("variable");
        QTest::newRow("https_proxy") << QByteArray("https_proxy");
        QTest::newRow("http_proxy alone") << QByteArray("http_proxy");
    }
    void takesTheProxyOfTheEnvironment()
    {
        QFETCH(QByteArray, variable);
        qputenv(variable.constData(), m_proxy->url().toEncoded());
        const ConnectionOptions system = options(ProxyMode::System);
        QCOMPARE(describeProxy(system, farAway()), QStringLiteral("http proxy 127.0.0.1:%1 (system)").arg(m_proxy->port()));
        const auto answer = read(system, farAway());
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(m_proxy->connections(), 1);
    }

    void goesDirectlyWhenToldTo()
    {
        qputenv("https_proxy", m_proxy->url().toEncoded());
        qputenv("http_proxy", m_proxy->url().toEncoded());
        const auto answer = read(options(ProxyMode::None), m_server->url({}, QStringLiteral("0.0.0.0")));
        QVERIFY2(answer, answer ? "" : qPrintable(toSentence(answer.error())));
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(m_proxy->connections(), 0);
    }

    void reachesThisMachineDirectlyWhateverTheProxy()
    {
        qputenv("https_proxy", m_proxy->url().toEncoded());
        for (ProxyMode mode : {ProxyMode::System, ProxyMode::Explicit}) {
            ScriptedServer near(m_authority.issue());
            near.setHandler([](const SeenRequest &) { return play::json("{}"); });
            QVERIFY(read(options(mode, m_proxy->url()), near.url()));
        }
        QCOMPARE(m_proxy->connections(), 0);
    }

    void namesTheProxyThatStopsIt_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("words");
        const QString stopped = QStringLiteral("did not let the connection pass");
        QTest::newRow("407") << QByteArray("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
                             << QStringLiteral("asks for a user name and password");
        QTest::newRow("403") << QByteArray("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n") << QStringLiteral("through the http proxy");
        QTest::newRow("404") << QByteArray("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") << QStringLiteral("through the http proxy");
        QTest::newRow("502") << QByteArray("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n") << stopped;
        QTest::newRow("503") << QByteArray("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n") << QStringLiteral("through the http proxy");
        QTest::newRow("rubbish") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n\r\n") << QStringLiteral("through the http proxy");
    }
    void namesTheProxyThatStopsIt()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, words);
        m_proxy->answerWith(answer);
        const ConnectionOptions way = options(ProxyMode::Explicit, m_proxy->url());
        const auto outcome = write(way, farAway(), Minutes(1));
        QVERIFY(!outcome);
        checkProxyError(outcome.error(), Error::Kind::Unreachable, words);
        const auto found = awaited(ServerProbe(way, farAway()).handshake(Minutes(1)));
        QVERIFY(!found);
        checkProxyError(found.error(), Error::Kind::Unreachable, words);
    }

    void namesTheProxyThatHangs()
    {
        m_proxy->hang();
        const ConnectionOptions way = options(ProxyMode::Explicit, m_proxy->url());
        checkProxyError(write(way, farAway(), Millis(300)).error(), Error::Kind::Timeout, QStringLiteral("within 300 ms"));
        checkProxyError(awaited(ServerProbe(way, farAway()).handshake(Millis(300))).error(), Error::Kind::Timeout, QStringLiteral("within 300 ms"));
    }

    void namesTheProxyThatIsNotThere()
    {
        const QUrl nobody = m_proxy->url();
        m_proxy = std::make_unique<ConnectProxy>();
        const ConnectionOptions way = options(ProxyMode::Explicit, nobody);
        const Error error = write(way, farAway(), Minutes(1)).error();
        QCOMPARE(toWord(error.kind), toWord(Error::Kind::Unreachable));
        QVERIFY2(error.what.contains(QStringLiteral("127.0.0.1:%1").arg(nobody.port())), qPrintable(error.what));
    }

    void hidesWhoWeAreAtTheProxy()
    {
        m_proxy->answerWith("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        qputenv("https_proxy", m_proxy->url(QStringLiteral("operator:hunter2")).toEncoded());
        const ConnectionOptions system = options(ProxyMode::System);
        QVERIFY(!describeProxy(system, farAway()).contains(QStringLiteral("hunter2")));
        checkProxyError(write(system, farAway(), Minutes(1)).error(), Error::Kind::Unreachable, QStringLiteral("(system)"));
        QVERIFY(!m_proxy->asked().contains(canary));
    }

private:
    static QUrl farAway() { return QUrl(QStringLiteral("https://queue.example.invalid:8443/v1")); }

    ConnectionOptions options(ProxyMode mode, const QUrl &proxy = {}) const
    {
        ConnectionOptions options;
        options.proxyMode = mode;
        options.proxyUrl = proxy;
        options.trust = *TlsTrust::withCaPem(m_authority.pem(), QStringLiteral("test"));
        return options;
    }

    Result<Response> read(ConnectionOptions options, const QUrl &url)
    {
        const Credential credential = bearer();
        ReadRequest read;
        read.url = url;
        read.credential = &credential;
        options.origin = url;
        QtHttpClient client(options, m_clock);
        return awaited(client.read(read));
    }

    Result<Response> write(ConnectionOptions options, const QUrl &url, Millis deadline)
    {
        const Credential credential = bearer();
        WriteRequest write;
        write.method = "POST";
        write.url = url;
        write.body = "{}";
        write.idempotencyKey = "key-1";
        write.credential = &credential;
        write.deadline = deadline;
        options.origin = url;
        QtHttpClient client(options, m_clock);
        return awaited(client.write(write));
    }

    static Credential bearer() { return {Credential::Scheme::Bearer, {}, Secret(QByteArray(canary.constData(), canary.size()))}; }

    void checkProxyError(const Error &error, Error::Kind kind, const QString &words)
    {
        const QString sentence = toSentence(error);
        QCOMPARE(toWord(error.kind), toWord(kind));
        QVERIFY2(sentence.contains(words), qPrintable(sentence));
        QVERIFY2(sentence.contains(QStringLiteral("http proxy 127.0.0.1:%1").arg(m_proxy->port())), qPrintable(sentence));
        QCOMPARE(error.where, QStringLiteral("queue.example.invalid:8443"));
        for (const QString &secret : {QStringLiteral("hunter2"), QStringLiteral("operator"), QString::fromLatin1(canary)})
            QVERIFY2(!(sentence + error.where).contains(secret), qPrintable(sentence));
        QCOMPARE(m_server->connections(), 0);
    }

    TestAuthority m_authority;
    SystemClock m_clock;
    std::unique_ptr<ConnectProxy> m_proxy;
    std::unique_ptr<ScriptedServer> m_server;
};

QTEST_GUILESS_MAIN(TestProxy)
#include "TestProxy.moc"

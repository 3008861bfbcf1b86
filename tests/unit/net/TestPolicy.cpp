// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ConnectionOptions.h"
#include "app/net/Redaction.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;

class TestPolicy : public QObject
{
    Q_OBJECT
private slots:
    void knowsThisMachine_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("loopback");
        QTest::newRow("localhost") << QStringLiteral("http://localhost:1/") << true;
        QTest::newRow("127.0.0.1") << QStringLiteral("http://127.0.0.1/") << true;
        QTest::newRow("127.9.9.9") << QStringLiteral("http://127.9.9.9/") << true;
        QTest::newRow("IPv6") << QStringLiteral("http://[::1]:80/") << true;
        QTest::newRow("a name that begins like it") << QStringLiteral("http://localhost.evil.example/") << false;
        QTest::newRow("an address that begins like it") << QStringLiteral("http://127.0.0.1.evil.example/") << false;
        QTest::newRow("a neighbour") << QStringLiteral("http://192.168.1.5/") << false;
    }
    void knowsThisMachine()
    {
        QFETCH(QString, url);
        QTEST(isLoopback(QUrl(url)), "loopback");
    }

    void originsDifferByHostPortOrScheme()
    {
        const QUrl origin(QStringLiteral("https://api.example.com/v1"));
        QVERIFY(sameOrigin(origin, QUrl(QStringLiteral("https://api.example.com:443/other"))));
        QVERIFY(!sameOrigin(origin, QUrl(QStringLiteral("https://api.example.com:8443/v1"))));
        QVERIFY(!sameOrigin(origin, QUrl(QStringLiteral("http://api.example.com:443/v1"))));
        QVERIFY(!sameOrigin(origin, QUrl(QStringLiteral("https://api.example.com.evil.example/v1"))));
    }

    void readsAConnection()
    {
        ConnectionConfig config;
        config.baseUrl = QUrl(QStringLiteral("https://api.example.com/v1?x=1"));
        config.http2 = false;
        const auto options = connectionOptionsFrom(config);
        QVERIFY(options);
        QCOMPARE(options->origin, QUrl(QStringLiteral("https://api.example.com")));
        QCOMPARE(options->http2, false);
    }

    void refusesAConnectionThatCantBeUsed_data()
    {
        QTest::addColumn<ConnectionConfig>("config");
        QTest::addColumn<QString>("where");
        ConnectionConfig good;
        good.baseUrl = QUrl(QStringLiteral("https://api.example.com/v1"));
        ConnectionConfig config = good;
        config.baseUrl = QUrl(QStringLiteral("https://key@api.example.com/v1"));
        QTest::newRow("user information") << config << QStringLiteral("url");
        config = good;
        config.caFile = QStringLiteral("/nonexistent.pem");
        QTest::newRow("missing certificate file") << config << QStringLiteral("ca_file");
        config = good;
        config.clientCertificateFile = QStringLiteral("/nonexistent.pem");
        QTest::newRow("missing client certificate file") << config << QStringLiteral("client_certificate_file");
        config = good;
        config.proxyMode = ConnectionConfig::ProxyMode::Explicit;
        config.proxyUrl = QUrl(QStringLiteral("http://u:p@proxy.example:3128"));
        QTest::newRow("password in the proxy") << config << QStringLiteral("proxy");
        config.proxyUrl = QUrl(QStringLiteral("ftp://proxy.example"));
        QTest::newRow("unknown proxy kind") << config << QStringLiteral("proxy");
    }
    void refusesAConnectionThatCantBeUsed()
    {
        QFETCH(ConnectionConfig, config);
        const auto options = connectionOptionsFrom(config);
        QVERIFY(!options);
        QCOMPARE(toWord(options.error().kind), toWord(Error::Kind::Configuration));
        QTEST(options.error().where, "where");
    }

    void saysWhichWayItGoes()
    {
        const QUrl far(QStringLiteral("https://api.example.com"));
        ConnectionOptions options;
        options.proxyMode = ConnectionConfig::ProxyMode::None;
        QCOMPARE(describeProxy(options, far), QStringLiteral("direct"));
        options.proxyMode = ConnectionConfig::ProxyMode::Explicit;
        options.proxyUrl = QUrl(QStringLiteral("http://proxy.example"));
        QCOMPARE(describeProxy(options, far), QStringLiteral("http proxy proxy.example:3128"));
        QCOMPARE(describeProxy(options, QUrl(QStringLiteral("https://localhost:5"))), QStringLiteral("direct"));
    }

    void hidesTheKeyInWhatAServerSays()
    {
        const Credential credential{Credential::Scheme::Basic, "guest", Secret(QByteArrayLiteral("pa55w0rd"))};
        const QString text = QStringLiteral("bad pa55w0rd\nor Z3Vlc3Q6cGE1NXcwcmQ= \u202e") + QString(500, QLatin1Char('x'));
        const QString safe = quoted(text, &credential, 60);
        QVERIFY2(safe.startsWith(QStringLiteral("bad \u2022\u2022\u2022 or \u2022\u2022\u2022 xx")), qPrintable(safe));
        QCOMPARE(safe.size(), 61);
    }

    void quotesNoUsualEncodingOfTheKeyEither()
    {
        const Credential credential{Credential::Scheme::Bearer, {}, Secret(QByteArrayLiteral("cAnaryKey/77x"))};
        const QByteArray &key = credential.secret.expose();
        for (const QByteArray &form : {key.toHex(), key.toHex().toUpper(), key.toBase64(), QByteArray("user:" + key).toBase64(), key.toPercentEncoding()}) {
            const QString safe = quoted(QStringLiteral("got ") + QString::fromLatin1(form) + QStringLiteral(" end"), &credential, 200);
            QVERIFY2(!safe.contains(QString::fromLatin1(form)), qPrintable(safe));
            QVERIFY2(safe.startsWith(QStringLiteral("got ")) && safe.endsWith(QStringLiteral("end")), qPrintable(safe));
        }
    }
};

Q_DECLARE_METATYPE(holdwatch::ConnectionConfig)

QTEST_GUILESS_MAIN(TestPolicy)
#include "TestPolicy.moc"

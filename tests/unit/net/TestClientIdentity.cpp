// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ClientIdentity.h"
#include "app/net/ConnectionOptions.h"
#include "tests/support/FakeClock.h"
#include "tests/support/TestCertificates.h"

#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::net;
using namespace holdwatch::test;

using KeyKind = TestAuthority::KeyKind;

/// Reading the certificate that we show to a server: what is wrong with a file is said before a request is sent.
class TestClientIdentity : public QObject
{
    Q_OBJECT

private slots:
    void readsACertificateAndItsKey_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("oneFile");
        QTest::newRow("EC, two files") << int(KeyKind::Ec) << false;
        QTest::newRow("EC, one file") << int(KeyKind::Ec) << true;
        QTest::newRow("RSA, two files") << int(KeyKind::Rsa) << false;
        QTest::newRow("RSA, one file") << int(KeyKind::Rsa) << true;
    }
    void readsACertificateAndItsKey()
    {
        QFETCH(int, kind);
        QFETCH(bool, oneFile);
        const ServerCertificate issued = m_authority.issue({.commonName = "desk", .usage = "clientAuth", .key = KeyKind(kind)});
        const QString certificate = file(oneFile ? issued.key + issued.certificate + m_authority.pem() : issued.certificate + m_authority.pem());
        const auto identity = readClientIdentity(certificate, oneFile ? QString() : file(issued.key), m_now);
        QVERIFY2(identity, identity ? "" : qPrintable(toSentence(identity.error())));
        QCOMPARE(identity->chain.size(), 2);
        QCOMPARE(identity->chain.first().subjectInfo(QSslCertificate::CommonName), QStringList{QStringLiteral("desk")});
        QVERIFY(!identity->key.isNull());
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("words");
        const QString ofCertificate = QStringLiteral("client_certificate_file");
        const QString ofKey = QStringLiteral("client_key_file");
        const ServerCertificate good = m_authority.issue({.usage = "clientAuth"});
        const ServerCertificate other = m_authority.issue({.usage = "clientAuth"});
        const ServerCertificate rsa = m_authority.issue({.usage = "clientAuth", .key = KeyKind::Rsa});
        const ServerCertificate edwards = m_authority.issue({.usage = "clientAuth", .key = KeyKind::Ed25519});
        const ServerCertificate old = m_authority.issue({.validFromDays = -40, .validToDays = -3, .usage = "clientAuth"});
        const ServerCertificate early = m_authority.issue({.validFromDays = 3, .validToDays = 40, .usage = "clientAuth"});
        const QString certificate = file(good.certificate);
        QTest::newRow("no certificate file") << QStringLiteral("/nonexistent.pem") << QString() << ofCertificate << QStringLiteral("can't be read");
        QTest::newRow("a folder") << m_folder.path() << QString() << ofCertificate << QStringLiteral("can't be read");
        QTest::newRow("not a certificate") << file("hello") << QString() << ofCertificate << QStringLiteral("no certificate in PEM");
        QTest::newRow("empty") << file({}) << QString() << ofCertificate << QStringLiteral("no certificate in PEM");
        QTest::newRow("binary") << file(QByteArray(4000, '\0')) << QString() << ofCertificate << QStringLiteral("no certificate in PEM");
        QTest::newRow("key and certificate mixed up") << file(good.key) << certificate << ofCertificate << QStringLiteral("no certificate in PEM");
        QTest::newRow("expired") << file(old.certificate) << file(old.key) << ofCertificate << QStringLiteral("expired on 20");
        QTest::newRow("not yet valid") << file(early.certificate) << file(early.key) << ofCertificate << QStringLiteral("not valid before 20");
        QTest::newRow("no key file") << certificate << QStringLiteral("/nonexistent.key") << ofKey << QStringLiteral("can't be read");
        QTest::newRow("no key in it") << certificate << file("hello") << ofKey << QStringLiteral("no private key");
        QTest::newRow("the certificate as key") << certificate << certificate << ofKey << QStringLiteral("no private key");
        QTest::newRow("no key beside the certificate") << certificate << QString() << ofCertificate << QStringLiteral("no private key");
        QTest::newRow("another key") << certificate << file(other.key) << ofKey << QStringLiteral("does not belong");
        QTest::newRow("a key of another kind") << certificate << file(rsa.key) << ofKey << QStringLiteral("does not belong");
        QTest::newRow("a key with a passphrase") << certificate << file(TestAuthority::withPassphrase(good.key, "open sesame")) << ofKey << QStringLiteral("passphrase");
        QTest::newRow("the same in one file") << file(good.certificate + TestAuthority::withPassphrase(good.key, "open sesame")) << QString()
                                              << ofCertificate << QStringLiteral("passphrase");
        QTest::newRow("a kind Qt can't use") << file(edwards.certificate) << file(edwards.key) << ofKey << QStringLiteral("can't be used");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, certificate);
        QFETCH(QString, key);
        QFETCH(QString, words);
        ConnectionConfig config;
        config.baseUrl = QUrl(QStringLiteral("https://queue.example.com"));
        config.clientCertificateFile = certificate;
        config.clientKeyFile = key;
        const auto options = connectionOptionsFrom(config);
        QVERIFY(!options);
        QCOMPARE(toWord(options.error().kind), toWord(Error::Kind::Configuration));
        QTEST(options.error().where, "where");
        QVERIFY2(options.error().what.contains(words), qPrintable(options.error().what));
        QVERIFY(!options.error().next.isEmpty());
        QVERIFY(!toSentence(options.error()).contains(QStringLiteral("PRIVATE KEY-")));
    }

    void judgesValidityByTheGivenClock()
    {
        const ServerCertificate issued = m_authority.issue({.usage = "clientAuth"});
        ConnectionConfig config;
        config.baseUrl = QUrl(QStringLiteral("https://queue.example.com"));
        config.clientCertificateFile = file(issued.certificate);
        config.clientKeyFile = file(issued.key);
        const FakeClock clock(m_now + Minutes(60 * 24 * 365));
        QVERIFY(!connectionOptionsFrom(config, clock));
        const auto options = connectionOptionsFrom(config);
        QVERIFY(options);
        QVERIFY(options->trust.hasClientCertificate());
        QVERIFY(options->trust == connectionOptionsFrom(config)->trust);
        QVERIFY(!(options->trust == TlsTrust()));
    }

private:
    QString file(const QByteArray &text)
    {
        QFile file(m_folder.filePath(QStringLiteral("%1.pem").arg(++m_files)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("no room for a test file");
        return file.fileName();
    }

    const UtcTime m_now = SystemClock().now();
    TestAuthority m_authority;
    QTemporaryDir m_folder;
    int m_files = 0;
};

QTEST_GUILESS_MAIN(TestClientIdentity)
#include "TestClientIdentity.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <memory>

namespace holdwatch::test {

/// A certificate and its private key, PEM.
struct ServerCertificate
{
    QByteArray certificate;
    QByteArray key;
};

/// A certificate authority made for one test run; nothing of it is stored.
class TestAuthority
{
public:
    explicit TestAuthority(const QByteArray &commonName = QByteArrayLiteral("Holdwatch test authority"));
    ~TestAuthority();

    QByteArray pem() const; ///< to be trusted by the client

    enum class KeyKind { Ec, Rsa, Ed25519 };
    struct Wish
    {
        QByteArray commonName = QByteArrayLiteral("practice server");
        QByteArray alternativeNames = QByteArrayLiteral("DNS:localhost,IP:127.0.0.1,IP:::1"); ///< as OpenSSL writes them
        int validFromDays = -1; ///< from today
        int validToDays = 30;
        QByteArray usage = QByteArrayLiteral("serverAuth"); ///< "clientAuth" for one that a client shows
        KeyKind key = KeyKind::Ec;
    };
    ServerCertificate issue(const Wish &wish) const;
    ServerCertificate issue() const { return issue(Wish()); }
    static ServerCertificate selfSigned(const Wish &wish);
    static QByteArray withPassphrase(const QByteArray &keyPem, const QByteArray &passphrase); ///< the same key, encrypted

private:
    struct Keys;
    std::unique_ptr<Keys> m_keys;
};

} // namespace holdwatch::test

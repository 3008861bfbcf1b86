// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/TlsTrust.h"

#include "app/net/CertificateText.h"
#include "app/net/ClientIdentity.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QStringList>

#include <algorithm>

namespace holdwatch::net {

namespace {

QString reasonOf(const QSslError &error)
{
    switch (error.error()) {
    case QSslError::CertificateExpired: return QStringLiteral("it has expired");
    case QSslError::CertificateNotYetValid: return QStringLiteral("it is not valid yet (or this desktop's clock is wrong)");
    case QSslError::HostNameMismatch: return QStringLiteral("it was issued for another host name");
    case QSslError::SelfSignedCertificate: return QStringLiteral("it is self-signed and not among the trusted ones");
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted: return QStringLiteral("its issuer is not trusted here");
    case QSslError::CertificateRevoked: return QStringLiteral("it has been revoked");
    default: return error.errorString();
    }
}

Error clientCertificateWanted(const QString &server, bool showedCertificate)
{
    Error error;
    error.kind = Error::Kind::TlsRefused;
    error.where = server;
    error.what = showedCertificate ? QStringLiteral("The server at %1 did not accept the client certificate it was shown.").arg(server)
                                   : QStringLiteral("The server at %1 asks for a client certificate, and this connection has none.").arg(server);
    error.next = showedCertificate ? QStringLiteral("Name one that the server's own authority issued, and check its expiry.")
                                   : QStringLiteral("Name the certificate and its key in the connection's settings.");
    return error;
}

} // namespace

bool refusesClientCertificate(const QString &detail)
{
    // OpenSSL's names of the TLS alerts that a server sends about the client's certificate.
    static constexpr const char *alerts[] = {"alert certificate required", "alert bad certificate", "alert unsupported certificate",
                                             "alert certificate revoked", "alert certificate expired", "alert certificate unknown",
                                             "alert unknown ca", "alert access denied"};
    return std::any_of(std::begin(alerts), std::end(alerts), [&detail](const char *alert) { return detail.contains(QLatin1String(alert)); });
}

Result<TlsTrust> TlsTrust::withCaFile(const QString &path)
{
    QFile file(path);
    constexpr qint64 largestBundle = 4 * 1024 * 1024;
    if (!file.open(QIODevice::ReadOnly)) {
        Error error;
        error.kind = Error::Kind::Configuration;
        error.what = QStringLiteral("The certificate file %1 can't be read: %2.").arg(path, file.errorString());
        error.next = QStringLiteral("Correct the path, or leave it empty to trust the system's certificates only.");
        error.where = path;
        return failure(std::move(error));
    }
    return withCaPem(file.read(largestBundle), path);
}

Result<TlsTrust> TlsTrust::withCaPem(const QByteArray &pem, const QString &name)
{
    if (QSslCertificate::fromData(pem, QSsl::Pem).isEmpty()) {
        Error error;
        error.kind = Error::Kind::Configuration;
        error.what = QStringLiteral("%1 holds no certificate in PEM form.").arg(name);
        error.next = QStringLiteral("Choose a file with \u201cBEGIN CERTIFICATE\u201d lines.");
        error.where = name;
        return failure(std::move(error));
    }
    TlsTrust trust;
    trust.m_extraPem = pem;
    return trust;
}

Result<void> TlsTrust::showClientCertificate(const QString &certificateFile, const QString &keyFile, UtcTime now)
{
    auto identity = readClientIdentity(certificateFile, keyFile, now);
    if (!identity)
        return failure(std::move(identity.error()));
    m_identity = std::make_shared<const ClientIdentity>(std::move(*identity));
    return {};
}

bool operator==(const TlsTrust &a, const TlsTrust &b)
{
    const bool sameIdentity = a.m_identity && b.m_identity ? *a.m_identity == *b.m_identity : a.m_identity == b.m_identity;
    return a.m_extraPem == b.m_extraPem && sameIdentity;
}

QSslConfiguration TlsTrust::configuration() const
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    if (!m_extraPem.isEmpty()) {
        // Reading the store takes a tenth of a second; one connection after another would pay it.
        static const QList<QSslCertificate> system = QSslConfiguration::systemCaCertificates();
        configuration.setCaCertificates(system + QSslCertificate::fromData(m_extraPem, QSsl::Pem));
    }
    if (m_identity) {
        configuration.setLocalCertificateChain(m_identity->chain);
        configuration.setPrivateKey(m_identity->key);
    }
    return configuration;
}

Error tlsRefused(const QList<QSslError> &complaints, const QString &server)
{
    QStringList reasons;
    QString link;
    for (const QSslError &complaint : complaints) {
        const QString reason = reasonOf(complaint);
        if (!reasons.contains(reason))
            reasons << reason;
        if (link.isEmpty() && !complaint.certificate().isNull())
            link = describe(complaint.certificate());
    }
    Error error;
    error.kind = Error::Kind::TlsRefused;
    error.where = server;
    error.kept = QStringLiteral("The key was not sent.");
    error.what = QStringLiteral("The server at %1 can't be trusted: %2").arg(server, reasons.join(QStringLiteral("; ")));
    error.what += link.isEmpty() ? QStringLiteral(".") : QStringLiteral(" (%1).").arg(link);
    error.next = QStringLiteral("Correct the server's certificate, or name the issuer's certificate file in the connection's settings.");
    return error;
}

Error handshakeFailed(const QString &detail, const QString &server, bool showedCertificate)
{
    const auto says = [&detail](const char *word) { return detail.contains(QLatin1String(word), Qt::CaseInsensitive); };
    Error error;
    error.kind = Error::Kind::TlsRefused;
    error.where = server;
    error.kept = QStringLiteral("The key was not sent.");
    if (refusesClientCertificate(detail))
        return clientCertificateWanted(server, showedCertificate);
    if (says("wrong version number") || says("http request") || says("packet length too long")) {
        error.what = QStringLiteral("What answers at %1 does not speak TLS.").arg(server);
        error.next = QStringLiteral("Check the port: it may be the one for plain http.");
        return error;
    }
    if (says("protocol version") || says("unsupported protocol") || says("version too low")) {
        error.what = QStringLiteral("The server at %1 only speaks a version of TLS that is no longer safe.").arg(server);
        error.next = QStringLiteral("Let the server speak TLS 1.2 or later.");
        return error;
    }
    error.what = QStringLiteral("No secure connection to %1 came about: the TLS handshake failed.").arg(server);
    error.next = says("handshake failure") && !showedCertificate
        ? QStringLiteral("If the server asks for a client certificate, name it in the connection's settings; otherwise check that it speaks TLS 1.2 or later.")
        : QStringLiteral("Check that the server speaks HTTPS (TLS 1.2 or later) on this port.");
    return error;
}

} // namespace holdwatch::net

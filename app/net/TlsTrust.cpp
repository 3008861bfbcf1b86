// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/TlsTrust.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QStringList>

namespace holdwatch::net {

namespace {

QString nameOf(const QSslCertificate &certificate, QSslCertificate::SubjectInfo part, bool issuer)
{
    const QStringList names = issuer ? certificate.issuerInfo(part) : certificate.subjectInfo(part);
    return names.join(QStringLiteral(", "));
}

QString displayName(const QSslCertificate &certificate, bool issuer)
{
    for (auto part : {QSslCertificate::CommonName, QSslCertificate::Organization}) {
        const QString name = nameOf(certificate, part, issuer);
        if (!name.isEmpty())
            return name.left(120);
    }
    return QStringLiteral("(no name)");
}

QString describe(const QSslCertificate &certificate)
{
    const QString days = QStringLiteral("yyyy-MM-dd");
    return QStringLiteral("certificate \u201c%1\u201d, issued by \u201c%2\u201d, valid %3 to %4")
        .arg(displayName(certificate, false), displayName(certificate, true),
             certificate.effectiveDate().toUTC().toString(days), certificate.expiryDate().toUTC().toString(days));
}

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

} // namespace

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
    if (reasons.isEmpty()) {
        error.what = QStringLiteral("No secure connection to %1 came about: the TLS handshake failed.").arg(server);
        error.next = QStringLiteral("Check that the server speaks HTTPS (TLS 1.2 or later) on this port.");
        return error;
    }
    error.what = QStringLiteral("The server at %1 can't be trusted: %2").arg(server, reasons.join(QStringLiteral("; ")));
    error.what += link.isEmpty() ? QStringLiteral(".") : QStringLiteral(" (%1).").arg(link);
    error.next = QStringLiteral("Correct the server's certificate, or name the issuer's certificate file in the connection's settings.");
    return error;
}

} // namespace holdwatch::net

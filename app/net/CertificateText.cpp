// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/CertificateText.h"

#include "app/net/Redaction.h"

#include <QCryptographicHash>

namespace holdwatch::net {

namespace {

constexpr qsizetype longestName = 120;
constexpr qsizetype mostNames = 100;
constexpr qsizetype longestChain = 20;

QStringList alternativeNamesOf(const QSslCertificate &certificate)
{
    QStringList names;
    const auto all = certificate.subjectAlternativeNames();
    for (const QString &name : all) {
        if (names.size() < mostNames)
            names << quoted(name, nullptr, longestName);
    }
    names.sort();
    return names;
}

PeerCertificate toPeerCertificate(const QSslCertificate &certificate)
{
    PeerCertificate peer;
    peer.subject = displayName(certificate, false);
    peer.issuer = displayName(certificate, true);
    peer.validFrom = fromQDateTime(certificate.effectiveDate());
    peer.validUntil = fromQDateTime(certificate.expiryDate());
    peer.fingerprint = QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':').toUpper());
    peer.isSelfSigned = certificate.isSelfSigned();
    return peer;
}

} // namespace

QString displayName(const QSslCertificate &certificate, bool ofIssuer)
{
    for (auto part : {QSslCertificate::CommonName, QSslCertificate::Organization}) {
        const QStringList names = ofIssuer ? certificate.issuerInfo(part) : certificate.subjectInfo(part);
        const QString name = quoted(names.join(QStringLiteral(", ")), nullptr, longestName);
        if (!name.isEmpty())
            return name;
    }
    return QStringLiteral("(no name)");
}

QString describe(const QSslCertificate &certificate)
{
    const QString days = QStringLiteral("yyyy-MM-dd");
    return QStringLiteral("certificate \u201c%1\u201d, issued by \u201c%2\u201d, valid %3 to %4")
        .arg(displayName(certificate, false), displayName(certificate, true), certificate.effectiveDate().toUTC().toString(days),
             certificate.expiryDate().toUTC().toString(days));
}

QVector<PeerCertificate> toPeerCertificates(const QList<QSslCertificate> &chain)
{
    QVector<PeerCertificate> peers;
    for (const QSslCertificate &certificate : chain.mid(0, longestChain))
        peers << toPeerCertificate(certificate);
    if (!peers.isEmpty())
        peers.first().alternativeNames = alternativeNamesOf(chain.first());
    return peers;
}

} // namespace holdwatch::net

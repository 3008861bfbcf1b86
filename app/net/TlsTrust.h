// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>

class QSslConfiguration;
class QSslError;

namespace holdwatch::net {

struct ClientIdentity;

/// Whom we believe: the system's certificate store and, for one connection, the certificates of one
/// more PEM bundle. There is no way to accept a certificate that fails. And what we show ourselves to a
/// server that asks for a client certificate.
class TlsTrust
{
public:
    TlsTrust() = default; ///< the system store alone

    /// Configuration error (with the file's name) if it can't be read or holds no certificate.
    static Result<TlsTrust> withCaFile(const QString &path);
    static Result<TlsTrust> withCaPem(const QByteArray &pem, const QString &name);

    /// Loads what the server may ask for; see readClientIdentity() in ClientIdentity.h for the files and errors.
    Result<void> showClientCertificate(const QString &certificateFile, const QString &keyFile, UtcTime now);
    bool hasClientCertificate() const { return m_identity != nullptr; }

    /// For Qt's network classes: verification on, TLS 1.2 or later.
    QSslConfiguration configuration() const;

    friend bool operator==(const TlsTrust &a, const TlsTrust &b);

private:
    QByteArray m_extraPem;
    std::shared_ptr<const ClientIdentity> m_identity; ///< null: none
};

/// Turns what the handshake complained about into an error for a person: which certificate of the
/// chain (subject, issuer, expiry), what is wrong with it, and that nothing secret was sent.
Error tlsRefused(const QList<QSslError> &complaints, const QString &server);

/// The same for a handshake that failed without a complaint about a certificate. `detail` is OpenSSL's own
/// text; from it come the sentences for a port without TLS, an old TLS, and a server that wants a
/// client certificate or another one.
Error handshakeFailed(const QString &detail, const QString &server, bool showedCertificate);

/// If `detail` says that the server refused our client certificate or the lack of one, which servers with
/// TLS 1.3 say only after the handshake.
bool refusesClientCertificate(const QString &detail);

} // namespace holdwatch::net

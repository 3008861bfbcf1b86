// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>
#include <QList>
#include <QString>

class QSslConfiguration;
class QSslError;

namespace holdwatch::net {

/// Whom we believe: the system's certificate store and, for one connection, the certificates of one
/// more PEM bundle. There is no way to accept a certificate that fails.
class TlsTrust
{
public:
    TlsTrust() = default; ///< the system store alone

    /// Configuration error (with the file's name) if it can't be read or holds no certificate.
    static Result<TlsTrust> withCaFile(const QString &path);
    static Result<TlsTrust> withCaPem(const QByteArray &pem, const QString &name);

    /// For Qt's network classes: verification on, TLS 1.2 or later.
    QSslConfiguration configuration() const;

    bool operator==(const TlsTrust &) const = default;

private:
    QByteArray m_extraPem;
};

/// Turns what the handshake complained about into an error for a person: which certificate of the
/// chain (subject, issuer, expiry), what is wrong with it, and that nothing secret was sent.
Error tlsRefused(const QList<QSslError> &complaints, const QString &server);

} // namespace holdwatch::net

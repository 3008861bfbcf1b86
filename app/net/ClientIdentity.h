// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QList>
#include <QSslCertificate>
#include <QSslKey>

namespace holdwatch::net {

/// The certificate we show to a server that asks for one, and its private key.
struct ClientIdentity
{
    QList<QSslCertificate> chain; ///< ours first, then what leads from it to the issuer
    QSslKey key;

    bool operator==(const ClientIdentity &) const = default;
};

/// Reads both from PEM files; an empty `keyFile` means that the key stands in `certificateFile` too. RSA and EC
/// keys, without a passphrase: there would be nobody to ask at night. A Configuration error names the key of the
/// configuration in `where` ("client_certificate_file" or "client_key_file"); a certificate that is not valid at
/// `now` is one too.
Result<ClientIdentity> readClientIdentity(const QString &certificateFile, const QString &keyFile, UtcTime now);

} // namespace holdwatch::net

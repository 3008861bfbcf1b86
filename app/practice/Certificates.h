// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QByteArray>

namespace holdwatch::practice {

/// The practice server's own certificate for localhost, 127.0.0.1 and ::1, and the authority that signed
/// it. The authority's key is thrown away at once, so nothing else can ever be signed by it.
struct ServerIdentity
{
    QByteArray authority;   ///< PEM; what a client trusts
    QByteArray certificate; ///< PEM
    QByteArray key;         ///< PEM
};

/// The identity kept in `folder` (ca.pem, server.pem, server-key.pem, each 0600), as long as it holds
/// together and is valid for another day; otherwise a new one, valid for a year.
Result<ServerIdentity> serverIdentity(const QString &folder, UtcTime now);

} // namespace holdwatch::practice

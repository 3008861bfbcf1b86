// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ServerIdentity.h"

#include <QSslCertificate>

namespace holdwatch::net {

// Certificates for people. Their texts come from outside and are cut and cleaned here.

/// Common name or organisation of the subject, or with `ofIssuer` of the issuer.
QString displayName(const QSslCertificate &certificate, bool ofIssuer);
/// "certificate “a”, issued by “b”, valid 2026-01-01 to 2027-01-01".
QString describe(const QSslCertificate &certificate);
/// The server's own comes first and alone keeps its alternative names. At most 20 are taken.
QVector<PeerCertificate> toPeerCertificates(const QList<QSslCertificate> &chain);

} // namespace holdwatch::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"
#include "models/core/Time.h"

#include <QStringList>
#include <QVector>

#include <optional>

namespace holdwatch {

/// What a server's name and certificates say, as plain values. Every text in them came from outside: it
/// is bounded and free of control characters, and is shown as plain text.

struct PeerCertificate
{
    QString subject; ///< common name, or else organisation
    QString issuer;  ///< the same of whoever signed it
    UtcTime validFrom;
    UtcTime validUntil;
    QStringList alternativeNames; ///< names and addresses it was issued for; of the server's own certificate only
    QString fingerprint;          ///< SHA-256, "AB:CD:…"
    bool isSelfSigned = false;

    bool operator==(const PeerCertificate &) const = default;
};

struct NameLookup
{
    QString host;
    QStringList addresses;  ///< empty with `byProxy`: the proxy looks the name up, and does not tell
    QString route;          ///< "direct" or "http proxy proxy.example:3128 (system)"
    bool byProxy = false;

    bool operator==(const NameLookup &) const = default;
};

struct TlsFindings
{
    enum class State {
        Trusted,
        Untrusted, ///< see `refusal`; nothing was sent
        NotUsed,   ///< plain http, allowed for this machine alone
    };
    State state = State::NotUsed;
    QString route;    ///< as in NameLookup
    QString protocol; ///< "TLS 1.3"
    QString cipher;   ///< "TLS_AES_256_GCM_SHA384"
    QString application; ///< what both sides chose to speak inside: "h2", "http/1.1", or empty
    QVector<PeerCertificate> chain; ///< as the server sent it, its own first
    std::optional<Error> refusal;   ///< why it is not trusted, for a person

    bool operator==(const TlsFindings &) const = default;
};

/// One plain sentence each, for the line of a connection test.
QString toSentence(const NameLookup &lookup);
QString toSentence(const TlsFindings &findings);

} // namespace holdwatch

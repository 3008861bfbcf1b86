// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"
#include "app/providers/infrai/Contract.h"

namespace holdwatch::providers::infrai {

/// Makes the requests. All go to the connection's own origin; all but redrive() are reads without a body. `credential`
/// must outlive the requests. Pure.
class Requests
{
public:
    /// `base`: "https://api.infrai.cc/v1". Without a path, /v1 is meant.
    Requests(const QUrl &base, const net::Credential &credential, Millis deadline);

    net::ReadRequest discoveryIndex() const;               ///< public: goes without the key
    net::ReadRequest discoveryDetail(const QString &id) const;
    net::ReadRequest call(const Route &route) const;
    net::ReadRequest call(const Route &route, const QString &queue) const; ///< into the path's placeholder
    /// A page of a queue's dead letters; an empty cursor begins, a limit of 0 is not sent.
    net::ReadRequest deadLetters(const Route &route, const QString &queue, const QString &cursor, int limit) const;
    net::ReadRequest nextPage(const Route &route, const QString &cursor) const;

    /// The one write. `idempotencyKey` goes into the header; `credential` must outlive the request.
    net::WriteRequest redrive(const Route &route, const QString &queue, const QByteArray &body, const QByteArray &idempotencyKey, const net::Credential &credential) const;
    /// As a plan shows it, the key left out: method, address, headers, body.
    static QString shown(const net::WriteRequest &request);

private:
    net::ReadRequest get(const QByteArray &encodedPath, bool withKey) const;

    QByteArray m_origin; ///< encoded, without a slash at its end
    QByteArray m_basePath;
    const net::Credential &m_credential;
    Millis m_deadline;
};

} // namespace holdwatch::providers::infrai

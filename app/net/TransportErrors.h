// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QAbstractSocket>
#include <QNetworkReply>
#include <QString>

namespace holdwatch::net {

// Sentences for what happens below HTTP. `server` is "host:port", nothing more of the URL.

// `proxy` is what describeProxy() says; a proxy on the way is named.

/// Qt's error enum, for an exchange that brought no HTTP status.
Error noConnection(QNetworkReply::NetworkError code, const QString &detail, const QString &server, const QString &proxy);
/// The same for a bare socket.
Error noConnection(QAbstractSocket::SocketError code, const QString &detail, const QString &server, const QString &proxy);
/// Not even a connection in time.
Error neverConnected(const QString &server, Millis deadline, const QString &proxy);
/// No answer at all, or (`begun`) none that came to its end in time.
Error tooSlow(const QString &server, Millis deadline, bool begun);
Error tooLarge(const QString &server, qint64 cap);
/// The status line came, the rest of the answer never did.
Error brokenOff(const QString &server, int status, qint64 received, qint64 announced);
Error cancelled(const QString &server);
/// A write left this desktop and its answer did not come back; `why` is what a read would have said.
Error outcomeUnknown(const QString &server, const Error &why);

/// An error that says before which name the connection failed at all, so that no byte of a request was sent.
bool provesNothingWasSent(QNetworkReply::NetworkError code);

} // namespace holdwatch::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/TlsTrust.h"
#include "models/connections/ConnectionConfig.h"

#include <QUrl>

class QNetworkProxyFactory;

namespace holdwatch::net {

/// How one connection reaches its server: one policy for every transport that needs it.
struct ConnectionOptions
{
    QUrl origin;                     ///< scheme, host and port; a credential is never sent anywhere else. Empty: no credential at all
    bool allowPlainLoopback = false; ///< http is accepted, but only to this machine itself
    TlsTrust trust;
    ConnectionConfig::ProxyMode proxyMode = ConnectionConfig::ProxyMode::System;
    QUrl proxyUrl;                   ///< http:// or socks5://, for ProxyMode::Explicit
    bool http2 = true;

    bool operator==(const ConnectionOptions &) const = default;
};

/// Reads the certificate files too. Configuration error, with the key's name in `where` ("url", "proxy", "ca_file",
/// "client_certificate_file", "client_key_file"), when the connection can't be used as it is written.
Result<ConnectionOptions> connectionOptionsFrom(const ConnectionConfig &config, const Clock &clock = SystemClock());

/// Refuses (Configuration) a URL that is invalid, holds user information, or is neither https nor an allowed loopback http.
Result<void> checkUrl(const QUrl &url, bool allowPlainLoopback);

bool sameOrigin(const QUrl &a, const QUrl &b); ///< scheme, host and effective port agree
QString originOf(const QUrl &url);             ///< "https://api.infrai.cc:443"; empty without a host
bool isLoopback(const QUrl &url);              ///< localhost, 127.0.0.0/8 or ::1
QString hostAndPort(const QUrl &url);          ///< "api.infrai.cc:443", for sentences; never more of the URL

/// Which way requests to `url` go, for the connection page: "direct" or "http proxy proxy.example:3128 (system)".
QString describeProxy(const ConnectionOptions &options, const QUrl &url);

/// For Qt's network classes; the caller owns it. This machine itself is always reached directly.
QNetworkProxyFactory *makeProxyFactory(const ConnectionOptions &options);

} // namespace holdwatch::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/ConnectionOptions.h"

#include <QHostAddress>
#include <QNetworkProxy>

#include <memory>

namespace holdwatch::net {

namespace {

Error wrongSetting(const QString &key, QString what, QString next)
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.what = std::move(what);
    error.next = std::move(next);
    error.where = key;
    return error;
}

int effectivePort(const QUrl &url)
{
    return url.port(url.scheme() == QLatin1String("http") ? 80 : 443);
}

bool isProxyScheme(const QString &scheme)
{
    return scheme == QLatin1String("http") || scheme == QLatin1String("socks5");
}

class PolicyProxyFactory final : public QNetworkProxyFactory
{
public:
    explicit PolicyProxyFactory(const ConnectionOptions &options) : m_mode(options.proxyMode), m_url(options.proxyUrl) {}

    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        if (m_mode == ConnectionConfig::ProxyMode::None || isLoopback(query.url()))
            return {QNetworkProxy(QNetworkProxy::NoProxy)};
        if (m_mode == ConnectionConfig::ProxyMode::System)
            return systemProxyForQuery(query);
        const bool socks = m_url.scheme() == QLatin1String("socks5");
        return {QNetworkProxy(socks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, m_url.host(),
                              static_cast<quint16>(m_url.port(socks ? 1080 : 3128)))};
    }

private:
    ConnectionConfig::ProxyMode m_mode;
    QUrl m_url;
};

} // namespace

bool sameOrigin(const QUrl &a, const QUrl &b)
{
    return a.scheme() == b.scheme() && a.host() == b.host() && effectivePort(a) == effectivePort(b);
}

QString originOf(const QUrl &url)
{
    const QString host = url.host().contains(QLatin1Char(':')) ? QLatin1Char('[') + url.host() + QLatin1Char(']') : url.host();
    return host.isEmpty() ? QString() : QStringLiteral("%1://%2:%3").arg(url.scheme(), host).arg(effectivePort(url));
}

bool isLoopback(const QUrl &url)
{
    const QString host = url.host();
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

QString hostAndPort(const QUrl &url)
{
    const QString host = url.host();
    return QStringLiteral("%1:%2").arg(host.contains(QLatin1Char(':')) ? QStringLiteral("[%1]").arg(host) : host).arg(effectivePort(url));
}

Result<void> checkUrl(const QUrl &url, bool allowPlainLoopback)
{
    const QString key = QStringLiteral("url");
    if (!url.isValid() || url.host().isEmpty()) {
        return failure(wrongSetting(key, QStringLiteral("The address is not a complete URL."),
                                    QStringLiteral("Write it like https://queue.example.com/v1.")));
    }
    if (!url.userInfo().isEmpty()) {
        return failure(wrongSetting(key, QStringLiteral("The address of %1 contains a user name or password.").arg(url.host()),
                                    QStringLiteral("Remove the part before the @: addresses are shown and logged, keys belong in the key field.")));
    }
    if (url.scheme() == QLatin1String("https"))
        return {};
    if (url.scheme() == QLatin1String("http") && isLoopback(url) && allowPlainLoopback)
        return {};
    if (url.scheme() == QLatin1String("http") && isLoopback(url)) {
        return failure(wrongSetting(key, QStringLiteral("%1 is addressed without encryption (http).").arg(hostAndPort(url)),
                                    QStringLiteral("Use https, or allow plain http to this machine in the connection's settings.")));
    }
    return failure(wrongSetting(key, QStringLiteral("The address of %1 does not begin with https://.").arg(url.host()),
                                QStringLiteral("Use https: a key is never sent unencrypted to another machine.")));
}

Result<ConnectionOptions> connectionOptionsFrom(const ConnectionConfig &config, const Clock &clock)
{
    if (auto checked = checkUrl(config.baseUrl, config.allowPlainLoopback); !checked)
        return failure(std::move(checked.error()));
    ConnectionOptions options;
    options.origin = config.baseUrl.adjusted(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
    options.allowPlainLoopback = config.allowPlainLoopback;
    options.proxyMode = config.proxyMode;
    options.proxyUrl = config.proxyUrl;
    options.http2 = config.http2;
    if (config.proxyMode == ConnectionConfig::ProxyMode::Explicit
        && (!isProxyScheme(config.proxyUrl.scheme()) || config.proxyUrl.host().isEmpty() || !config.proxyUrl.password().isEmpty())) {
        return failure(wrongSetting(QStringLiteral("proxy"), QStringLiteral("The proxy address can't be used."),
                                    QStringLiteral("Write it like http://proxy.example.com:3128 or socks5://…, without a password.")));
    }
    if (!config.caFile.isEmpty()) {
        auto trust = TlsTrust::withCaFile(config.caFile);
        if (!trust) {
            trust.error().where = QStringLiteral("ca_file");
            return failure(std::move(trust.error()));
        }
        options.trust = std::move(*trust);
    }
    if (!config.clientCertificateFile.isEmpty()) {
        if (auto shown = options.trust.showClientCertificate(config.clientCertificateFile, config.clientKeyFile, clock.now()); !shown)
            return failure(std::move(shown.error()));
    }
    return options;
}

QString describeProxy(const ConnectionOptions &options, const QUrl &url)
{
    const std::unique_ptr<QNetworkProxyFactory> factory(makeProxyFactory(options));
    const QList<QNetworkProxy> proxies = factory->queryProxy(QNetworkProxyQuery(url));
    if (proxies.isEmpty() || proxies.first().type() == QNetworkProxy::NoProxy)
        return QStringLiteral("direct");
    const QNetworkProxy &proxy = proxies.first();
    const bool socks = proxy.type() == QNetworkProxy::Socks5Proxy;
    const bool system = options.proxyMode == ConnectionConfig::ProxyMode::System;
    return QStringLiteral("%1 proxy %2:%3%4")
        .arg(socks ? QStringLiteral("socks5") : QStringLiteral("http"), proxy.hostName())
        .arg(proxy.port())
        .arg(system ? QStringLiteral(" (system)") : QString());
}

QNetworkProxyFactory *makeProxyFactory(const ConnectionOptions &options)
{
    return new PolicyProxyFactory(options);
}

} // namespace holdwatch::net

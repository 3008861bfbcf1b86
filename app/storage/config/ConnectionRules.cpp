// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConnectionRules.h"

#include "app/storage/config/ConnectionFile.h"

#include <QRegularExpression>

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr Millis longestInterval = std::chrono::hours(24);
constexpr Millis longestDeadline = std::chrono::hours(1);

bool isLoopback(const QString &host)
{
    // QUrl has brought every spelling of an IPv4 address to four numbers.
    static const QRegularExpression ipv4(QStringLiteral("^127(\\.\\d{1,3}){3}$"));
    return host == QLatin1String("localhost") || host == QLatin1String("::1") || ipv4.match(host).hasMatch();
}

std::optional<QString> faultOfAddress(const QString &key, const QUrl &url, bool mayBePlainOnLoopback, const QString &secure = QStringLiteral("https"), const QString &plain = QStringLiteral("http"))
{
    if (!url.isValid() || url.host().isEmpty())
        return QStringLiteral("%1 must be an address such as \"%2://queues.example.com\"").arg(key, secure);
    if (!url.userInfo().isEmpty())
        return QStringLiteral("%1 must not hold a user name or password; use \"user\" and \"key_env\"").arg(key);
    if (url.scheme() == secure)
        return std::nullopt;
    if (url.scheme() != plain)
        return QStringLiteral("%1 must begin with %2://").arg(key, secure);
    if (!isLoopback(url.host()))
        return QStringLiteral("%1 must begin with %2://, or the key would cross the network in the clear").arg(key, secure);
    if (!mayBePlainOnLoopback)
        return QStringLiteral("%1 is plain %2; on this machine that can be allowed with \"allow_plain_loopback\": true").arg(key, plain);
    return std::nullopt;
}

void findInAmqpAddress(Findings &findings, const ConnectionConfig &connection)
{
    const QString key = QStringLiteral("amqp_url");
    const QUrl &url = connection.amqpUrl;
    if (url.isEmpty())
        return;
    if (connection.provider != QLatin1String("rabbitmq"))
        findings.emplace_back(key, QStringLiteral("amqp_url is for the provider \"rabbitmq\" only"));
    else if (const auto fault = faultOfAddress(key, url, connection.allowPlainLoopback, QStringLiteral("amqps"), QStringLiteral("amqp")))
        findings.emplace_back(key, *fault);
    else if (url.hasQuery() || url.hasFragment() || url.path().size() > 1)
        findings.emplace_back(key, QStringLiteral("amqp_url must end after host and port; the virtual host is that of each queue"));
}

void findInAddresses(Findings &findings, const ConnectionConfig &connection)
{
    const bool needsAddress = connection.provider != QLatin1String("practice") || !connection.baseUrl.isEmpty();
    if (needsAddress) {
        if (const auto fault = faultOfAddress(QStringLiteral("url"), connection.baseUrl, connection.allowPlainLoopback))
            findings.emplace_back(QStringLiteral("url"), *fault);
        else if (connection.baseUrl.hasQuery() || connection.baseUrl.hasFragment())
            findings.emplace_back(QStringLiteral("url"), QStringLiteral("url must end before any \"?\" or \"#\""));
    }
    findInAmqpAddress(findings, connection);
    if (!connection.webhook.isEmpty()) {
        if (const auto fault = faultOfAddress(QStringLiteral("webhook"), connection.webhook, true))
            findings.emplace_back(QStringLiteral("webhook"), *fault);
    }
    if (connection.proxyMode != ConnectionConfig::ProxyMode::Explicit)
        return;
    const QString key = QStringLiteral("proxy");
    static const QStringList schemes{QStringLiteral("http"), QStringLiteral("socks5")};
    if (!connection.proxyUrl.isValid() || connection.proxyUrl.host().isEmpty() || !schemes.contains(connection.proxyUrl.scheme()))
        findings.emplace_back(key, QStringLiteral("proxy must be \"system\", \"none\" or an address such as \"http://proxy.example.com:3128\""));
    else if (!connection.proxyUrl.userInfo().isEmpty())
        findings.emplace_back(key, QStringLiteral("proxy must not hold a user name or password"));
}

void findInName(Findings &findings, const ConnectionConfig &connection, const QVector<ConnectionConfig> &others)
{
    const QString key = QStringLiteral("name");
    if (connection.name.trimmed().isEmpty()) {
        findings.emplace_back(key, QStringLiteral("each connection needs a name"));
        return;
    }
    const auto clashes = [&connection](const ConnectionConfig &other) {
        return other.name.compare(connection.name, Qt::CaseInsensitive) == 0 || other.id == connection.id;
    };
    if (std::any_of(others.begin(), others.end(), clashes))
        findings.emplace_back(key, QStringLiteral("another connection has this name already; names are unique"));
}

} // namespace

ConnectionId idForName(const QString &name)
{
    QString slug;
    for (const QChar c : name.normalized(QString::NormalizationForm_KD).toLower()) {
        if (c.isLetterOrNumber())
            slug += c;
        else if (!c.isMark() && !slug.isEmpty() && !slug.endsWith(QLatin1Char('-')))
            slug += QLatin1Char('-');
    }
    if (slug.endsWith(QLatin1Char('-')))
        slug.chop(1);
    return ConnectionId(slug.isEmpty() ? name.trimmed() : slug);
}

Findings findingsOf(const ConnectionConfig &connection, const QVector<ConnectionConfig> &others)
{
    Findings findings;
    findInName(findings, connection, others);
    if (connection.provider.isEmpty())
        findings.emplace_back(QStringLiteral("provider"), QStringLiteral("provider is missing; it names the kind of system, such as \"rabbitmq\""));
    findInAddresses(findings, connection);
    static const QRegularExpression variable(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
    if (!connection.keyVariable.isEmpty() && !variable.match(connection.keyVariable).hasMatch())
        findings.emplace_back(QStringLiteral("key_env"), QStringLiteral("key_env must be the name of an environment variable, never the key itself"));
    if (!connection.clientKeyFile.isEmpty() && connection.clientCertificateFile.isEmpty())
        findings.emplace_back(QStringLiteral("client_key_file"), QStringLiteral("client_key_file needs client_certificate_file beside it"));
    if (!connection.writeUsername.isEmpty() && !connection.separateWriteKey)
        findings.emplace_back(QStringLiteral("write_user"), QStringLiteral("write_user needs \"separate_write_key\": true beside it"));
    if (connection.pollInterval < Seconds(1))
        findings.emplace_back(QStringLiteral("poll_interval"), QStringLiteral("poll_interval must be at least 1s"));
    // Qt's timers count in 31 bits: a month would be none at all, and a request without an end.
    if (connection.pollInterval > longestInterval)
        findings.emplace_back(QStringLiteral("poll_interval"), QStringLiteral("poll_interval must be at most 1d"));
    if (connection.deadline > longestDeadline)
        findings.emplace_back(QStringLiteral("deadline"), QStringLiteral("deadline must be at most 1h"));
    if (connection.deadline < Seconds(1))
        findings.emplace_back(QStringLiteral("deadline"), QStringLiteral("deadline must be at least 1s"));
    if (!connection.hookCommand.isEmpty() && connection.hookCommand.front().trimmed().isEmpty())
        findings.emplace_back(QStringLiteral("hook"), QStringLiteral("hook must begin with the program to run"));
    for (const auto &[key, sentence] : findingsOf(connection.defaultTolerance))
        findings.emplace_back(QStringLiteral("tolerance"), QStringLiteral("tolerance: ") + sentence);
    return findings;
}

} // namespace holdwatch::storage

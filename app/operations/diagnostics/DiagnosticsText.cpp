// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/diagnostics/DiagnosticsText.h"

#include "app/net/ConnectionOptions.h"
#include "app/operations/KeySource.h"
#include "app/operations/diagnostics/HostNames.h"
#include "models/core/Format.h"

#include <QRegularExpression>

namespace holdwatch::operations {

namespace {

constexpr int labelWidth = 18;
constexpr int settingWidth = 28;

QString heading(const QString &title)
{
    return QLatin1Char('\n') + title + QLatin1Char('\n') + QString(title.size(), QLatin1Char('-')) + QLatin1Char('\n');
}

/// Text from outside can't forge a line or steer a terminal.
QString oneLine(QString text)
{
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format)
            c = QLatin1Char(' ');
    }
    return text.simplified();
}

QString line(const QString &label, const QString &value, int indent = 0)
{
    return QString(indent, QLatin1Char(' ')) + label.leftJustified(labelWidth) + QLatin1Char(' ') + oneLine(value) + QLatin1Char('\n');
}

QString yesOrNo(bool yes)
{
    return yes ? QStringLiteral("yes") : QStringLiteral("no");
}

QString serverOf(const QUrl &url)
{
    return url.host().isEmpty() ? QStringLiteral("not set") : net::hostAndPort(url);
}

QString proxyOf(const ConnectionConfig &config)
{
    switch (config.proxyMode) {
    case ConnectionConfig::ProxyMode::System: return QStringLiteral("as the system says");
    case ConnectionConfig::ProxyMode::None: return QStringLiteral("none");
    case ConnectionConfig::ProxyMode::Explicit: break;
    }
    return serverOf(config.proxyUrl);
}

/// A name that isn't one may be the key itself, put in the wrong place.
QString keyOf(const ConnectionConfig &config)
{
    static const QRegularExpression usualName(QStringLiteral("^[A-Z][A-Z0-9_]{0,39}$"));
    const QString variable = RunKeys::variableOf(config);
    if (variable.isEmpty())
        return QStringLiteral("not from the environment");
    return usualName.match(variable).hasMatch() ? QStringLiteral("environment variable ") + variable : QStringLiteral("environment variable of an unusual name");
}

/// Figures as they are; a text only where it is one of a few words, since any other may be anything.
QString settingText(const QString &key, const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Bool: return yesOrNo(value.toBool());
    case QMetaType::QByteArray: return QStringLiteral("(%1 bytes)").arg(value.toByteArray().size());
    case QMetaType::QString: return key == QLatin1String("appearance/theme") ? value.toString() : QStringLiteral("(text)");
    case QMetaType::QVariantMap: return QStringLiteral("(%1 entries)").arg(value.toMap().size());
    case QMetaType::QVariantList: return QStringLiteral("(%1 entries)").arg(value.toList().size());
    default: return value.toString();
    }
}

QString verdictsText(const QMap<Verdict, int> &verdicts)
{
    QStringList parts;
    for (auto count = verdicts.cbegin(); count != verdicts.cend(); ++count)
        parts << QStringLiteral("%1 %2").arg(count.value()).arg(toWord(count.key()));
    return parts.isEmpty() ? QStringLiteral("none seen") : parts.join(QStringLiteral(", "));
}

QString statusText(const ConnectionStatus &status)
{
    QString text = line(QStringLiteral("State"), toWord(status.state), 3);
    if (!status.text.isEmpty())
        text += line(QStringLiteral("It says"), status.text, 3);
    if (!status.system.isEmpty())
        text += line(QStringLiteral("System"), status.system, 3);
    text += line(QStringLiteral("Last success"), status.lastSuccess ? formatDateTime(*status.lastSuccess, Zone::Utc) : QStringLiteral("never"), 3);
    text += line(QStringLiteral("Requests"), formatRate(status.requestsPerMinute) + QStringLiteral(" a minute"), 3);
    if (status.clockOffset)
        text += line(QStringLiteral("Clock offset"), QStringLiteral("%1 ms").arg(status.clockOffset->count()), 3);
    for (const QString &drift : status.drift)
        text += line(QStringLiteral("Contract"), drift, 3);
    return text;
}

QString connectionText(int number, const DiagnosticsConnection &connection)
{
    const ConnectionConfig &config = connection.config;
    QString text = QStringLiteral("%1. %2\n").arg(number).arg(oneLine(config.name));
    text += line(QStringLiteral("Provider"), config.provider, 3);
    text += line(QStringLiteral("Environment"), toWord(config.environment), 3);
    text += line(QStringLiteral("Server"), serverOf(config.baseUrl), 3);
    text += line(QStringLiteral("Key"), keyOf(config), 3);
    text += line(QStringLiteral("Poll interval"), formatSpan(config.pollInterval) + QStringLiteral(", deadline ") + formatSpan(config.deadline), 3);
    text += line(QStringLiteral("Proxy"), proxyOf(config), 3);
    text += line(QStringLiteral("TLS"), QStringLiteral("own CA: %1, client certificate: %2, HTTP/2: %3")
                                            .arg(yesOrNo(!config.caFile.isEmpty()), yesOrNo(!config.clientCertificateFile.isEmpty()), yesOrNo(config.http2)), 3);
    text += line(QStringLiteral("Set as well"), QStringLiteral("user: %1, queue filter: %2, webhook: %3, hook: %4")
                                                    .arg(yesOrNo(!config.username.isEmpty()), yesOrNo(!config.queueFilter.isEmpty()), yesOrNo(!config.webhook.isEmpty()),
                                                         yesOrNo(!config.hookCommand.isEmpty())), 3);
    if (!connection.status)
        return text + line(QStringLiteral("State"), QStringLiteral("not watched by this command"), 3);
    return text + statusText(*connection.status) + line(QStringLiteral("Queues"), verdictsText(connection.verdicts), 3);
}

QString introduction(const DiagnosticsFacts &facts, const DiagnosticsOptions &options)
{
    const QString log = options.withoutLog ? QString() : QStringLiteral(", and the recent log");
    const QString hosts = options.withoutHosts ? QStringLiteral(" Host names are replaced by numbers.") : QString();
    return QStringLiteral("Holdwatch diagnostics, written %1 UTC\n\n"
                          "In here: versions, the desktop, settings, connections and how they are doing, counts of queues%2.\n"
                          "Never in here: keys, passwords, tokens, messages of a queue.%3\n")
        .arg(formatDateTime(facts.writtenAt, Zone::Utc), log, hosts);
}

QString stateOfStore(const DiagnosticsFacts &facts)
{
    QString text;
    if (facts.isWatching) {
        text += line(QStringLiteral("Polling"), facts.pollingPaused ? QStringLiteral("paused by hand") : QStringLiteral("not paused"));
        text += line(QStringLiteral("History"), facts.storageProblem.isEmpty() ? QStringLiteral("being written") : facts.storageProblem);
    } else {
        text += line(QStringLiteral("Polling"), QStringLiteral("not by this command"));
    }
    for (const QString &problem : facts.configurationProblems)
        text += line(QStringLiteral("Configuration"), problem);
    return text;
}

QStringList hostsOf(const DiagnosticsFacts &facts)
{
    QStringList hosts;
    for (const DiagnosticsConnection &connection : facts.connections)
        hosts << connection.config.baseUrl.host() << connection.config.proxyUrl.host() << connection.config.webhook.host();
    return hosts << facts.machine;
}

} // namespace

QString diagnosticsText(const DiagnosticsFacts &facts, const DiagnosticsOptions &options, const Redactor &redactor)
{
    QString text = introduction(facts, options) + heading(QStringLiteral("Versions and desktop"));
    for (const auto &[label, value] : facts.environment)
        text += line(label, value);
    text += heading(QStringLiteral("State")) + stateOfStore(facts);
    text += heading(QStringLiteral("Settings"));
    for (auto setting = facts.settings.cbegin(); setting != facts.settings.cend(); ++setting)
        text += line(setting.key().leftJustified(settingWidth), settingText(setting.key(), setting.value()));
    if (facts.settings.isEmpty())
        text += QStringLiteral("all at their defaults\n");
    text += heading(QStringLiteral("Connections"));
    int number = 0;
    for (const DiagnosticsConnection &connection : facts.connections)
        text += connectionText(++number, connection);
    if (facts.connections.isEmpty())
        text += QStringLiteral("none configured\n");
    if (!options.withoutLog)
        text += heading(QStringLiteral("Log")) + (facts.log.isEmpty() ? QStringLiteral("none\n") : facts.log);
    text = redactor.redact(text);
    if (facts.home.size() > 1)
        text.replace(facts.home, QStringLiteral("~"));
    return options.withoutHosts ? HostNames(hostsOf(facts)).hide(text) : text;
}

} // namespace holdwatch::operations

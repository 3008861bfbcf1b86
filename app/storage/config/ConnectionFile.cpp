// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConnectionFile.h"

#include "app/storage/config/ConnectionRules.h"
#include "app/storage/config/JsonWriting.h"

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr int newestSchema = 1;

void readUrl(ConfigObject &object, const QString &key, QUrl &url)
{
    QString text;
    object.read(key, text);
    if (!text.isEmpty())
        url = QUrl(text, QUrl::StrictMode);
    // The text is not repeated: a user may have written a password into it.
    if (!text.isEmpty() && !url.isValid())
        object.refuse(key, QStringLiteral("%1 is not a valid address").arg(key));
}

void readProxy(ConfigObject &object, ConnectionConfig &connection)
{
    QString text = QStringLiteral("system");
    object.read(QStringLiteral("proxy"), text);
    if (text == QLatin1String("system"))
        return;
    connection.proxyMode = text == QLatin1String("none") ? ConnectionConfig::ProxyMode::None : ConnectionConfig::ProxyMode::Explicit;
    if (connection.proxyMode == ConnectionConfig::ProxyMode::Explicit)
        readUrl(object, QStringLiteral("proxy"), connection.proxyUrl);
}

void readEnvironment(ConfigObject &object, ConnectionConfig &connection)
{
    const QString key = QStringLiteral("environment");
    QString word = toWord(connection.environment);
    object.read(key, word);
    if (const auto environment = environmentFromWord(word))
        connection.environment = *environment;
    else
        object.refuse(key, QStringLiteral("environment must be one of practice, development, staging, production"));
}

ConnectionConfig readFields(ConfigObject &object)
{
    ConnectionConfig connection;
    QString id;
    object.read(QStringLiteral("name"), connection.name);
    object.setEntry(connection.name);
    object.read(QStringLiteral("id"), id);
    connection.id = id.isEmpty() ? idForName(connection.name) : ConnectionId(id);
    object.read(QStringLiteral("provider"), connection.provider);
    readUrl(object, QStringLiteral("url"), connection.baseUrl);
    readUrl(object, QStringLiteral("amqp_url"), connection.amqpUrl);
    object.read(QStringLiteral("allow_plain_loopback"), connection.allowPlainLoopback);
    object.read(QStringLiteral("user"), connection.username);
    object.read(QStringLiteral("key_env"), connection.keyVariable);
    object.read(QStringLiteral("separate_write_key"), connection.separateWriteKey);
    object.read(QStringLiteral("write_user"), connection.writeUsername);
    if (isBuiltInPractice(connection)) {
        connection.environment = Environment::Practice;
        connection.pollInterval = practicePollInterval;
    }
    readEnvironment(object, connection);
    object.read(QStringLiteral("poll_interval"), connection.pollInterval);
    object.read(QStringLiteral("deadline"), connection.deadline);
    object.read(QStringLiteral("queues"), connection.queueFilter);
    object.read(QStringLiteral("ca_file"), connection.caFile);
    object.read(QStringLiteral("client_certificate_file"), connection.clientCertificateFile);
    object.read(QStringLiteral("client_key_file"), connection.clientKeyFile);
    readProxy(object, connection);
    object.read(QStringLiteral("http2"), connection.http2);
    object.readObject(QStringLiteral("tolerance"), [&connection](ConfigObject &tolerance) {
        connection.defaultTolerance = readTolerance(tolerance);
        tolerance.finish();
    });
    object.readObject(QStringLiteral("fields"), [&connection](ConfigObject &fields) {
        for (const QString &metric : fields.keys())
            fields.read(metric, connection.fieldMapping[metric]);
        fields.finish();
    });
    readUrl(object, QStringLiteral("webhook"), connection.webhook);
    object.read(QStringLiteral("hook"), connection.hookCommand);
    return connection;
}

/// Of what the built-in practice queue has no use for, nothing is passed over in silence.
void warnOfUnheeded(ConfigObject &object, const ConnectionConfig &connection)
{
    const QStringList given = object.keys();
    for (const char *key : {"allow_plain_loopback", "user", "key_env", "separate_write_key", "write_user", "ca_file", "client_certificate_file", "client_key_file", "proxy", "http2"}) {
        if (given.contains(QLatin1String(key)))
            object.warn(QLatin1String(key), QStringLiteral("%1 is not heeded: the built-in practice queue has a way and a key of its own").arg(QLatin1String(key)));
    }
    if (connection.environment != Environment::Practice)
        object.warn(QStringLiteral("environment"), QStringLiteral("environment is not heeded: the built-in practice queue is always practice"));
    if (given.contains(QStringLiteral("tolerance")) && connection.defaultTolerance == Tolerance())
        object.warn(QStringLiteral("tolerance"), QStringLiteral("tolerance says no more than what holds without it, so the scenario's own hold windows rule"));
}

void readConnection(ConfigObject &object, QVector<ConnectionConfig> &connections)
{
    const ConnectionConfig connection = readFields(object);
    if (object.isGood()) {
        for (const auto &[key, sentence] : findingsOf(connection, connections))
            object.refuse(key, sentence);
    }
    if (isBuiltInPractice(connection))
        warnOfUnheeded(object, connection);
    object.finish();
    if (object.isGood())
        connections.append(isBuiltInPractice(connection) ? asBuiltInPractice(connection) : connection);
}

ConnectionsRead readDocument(const ConfigDocument &document)
{
    ConnectionsRead result;
    ConfigObject root(document, document.root(), {}, result.problems);
    if (!root.readSchema(newestSchema))
        return result;
    root.readObjects(QStringLiteral("connections"), [&result](ConfigObject &each) { readConnection(each, result.connections); });
    root.finish();
    return result;
}

/// So that it is read back as it was: a "%20" shown as a space is no valid address any more.
QString textOf(const QUrl &url)
{
    return url.toString(QUrl::FullyEncoded);
}

QString proxyText(const ConnectionConfig &connection)
{
    switch (connection.proxyMode) {
    case ConnectionConfig::ProxyMode::None: return QStringLiteral("none");
    case ConnectionConfig::ProxyMode::Explicit: return textOf(connection.proxyUrl);
    case ConnectionConfig::ProxyMode::System: break;
    }
    return {}; // the default is left out
}

void writeFields(OrderedJson &object, const ConnectionConfig &connection)
{
    put(object, "name", connection.name);
    put(object, "id", connection.id == idForName(connection.name) ? QString() : connection.id.text());
    put(object, "provider", connection.provider);
    put(object, "url", textOf(connection.baseUrl));
    put(object, "amqp_url", textOf(connection.amqpUrl));
    put(object, "allow_plain_loopback", connection.allowPlainLoopback, false);
    put(object, "user", connection.username);
    put(object, "key_env", connection.keyVariable);
    put(object, "separate_write_key", connection.separateWriteKey, false);
    put(object, "write_user", connection.writeUsername);
    put(object, "environment", toWord(connection.environment));
    put(object, "poll_interval", connection.pollInterval);
    put(object, "deadline", connection.deadline);
    put(object, "queues", connection.queueFilter);
    put(object, "ca_file", connection.caFile);
    put(object, "client_certificate_file", connection.clientCertificateFile);
    put(object, "client_key_file", connection.clientKeyFile);
    put(object, "proxy", proxyText(connection));
    put(object, "http2", connection.http2, true);
    OrderedJson tolerance = object.value("tolerance", OrderedJson::object());
    // Its scenario has windows of its own, which a tolerance here would replace.
    if (!isBuiltInPractice(connection) || connection.defaultTolerance != Tolerance())
        writeTolerance(tolerance, connection.defaultTolerance);
    putUnlessEmpty(object, "tolerance", std::move(tolerance));
    OrderedJson fields = OrderedJson::object();
    QStringList metrics = connection.fieldMapping.keys();
    metrics.sort();
    for (const QString &metric : std::as_const(metrics))
        fields[metric.toStdString()] = connection.fieldMapping[metric].toStdString();
    putUnlessEmpty(object, "fields", std::move(fields));
    put(object, "webhook", textOf(connection.webhook));
    put(object, "hook", connection.hookCommand);
}

OrderedJson entryOf(const OrderedJson &list, const ConnectionId &id)
{
    const auto found = std::find_if(list.begin(), list.end(), [&id](const OrderedJson &entry) {
        const QString given = QString::fromStdString(entry.value("id", std::string()));
        return (given.isEmpty() ? idForName(QString::fromStdString(entry.value("name", std::string()))) : ConnectionId(given)) == id;
    });
    return found == list.end() ? OrderedJson::object() : *found;
}

} // namespace

ConnectionsRead ConnectionFile::read() const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return {{}, {{ConfigProblem::Weight::Refused, {}, document.error()}}};
    return readDocument(*document);
}

Result<void> ConnectionFile::write(const QVector<ConnectionConfig> &connections) const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return failure(refusedToOverwrite(document.error()));
    if (const auto fault = firstRefusal(readDocument(*document).problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = reread(document->text());
    const OrderedJson before = listIn(root, "connections");
    auto list = OrderedJson::array();
    for (const ConnectionConfig &connection : connections) {
        OrderedJson entry = entryOf(before, connection.id);
        writeFields(entry, connection);
        list.push_back(std::move(entry));
    }
    root["schema"] = newestSchema;
    root["connections"] = std::move(list);
    return writeAtomically(m_path, toText(root));
}

Findings ConnectionFile::findings(const ConnectionConfig &connection, const QVector<ConnectionConfig> &others)
{
    return findingsOf(connection, others);
}

Result<void> ConnectionFile::writeForSharing(const QString &path, const QVector<ConnectionConfig> &connections)
{
    OrderedJson root = OrderedJson::object();
    root["schema"] = newestSchema;
    auto list = OrderedJson::array();
    for (ConnectionConfig connection : connections) {
        connection.hookCommand.clear();
        connection.webhook.clear();
        OrderedJson entry = OrderedJson::object();
        writeFields(entry, connection);
        list.push_back(std::move(entry));
    }
    root["connections"] = std::move(list);
    return writeAtomically(path, toText(root));
}

ConfigProblems ConnectionFile::check(const ConnectionConfig &connection, const QVector<ConnectionConfig> &others)
{
    return problemsFrom(findingsOf(connection, others), connection.name);
}

} // namespace holdwatch::storage

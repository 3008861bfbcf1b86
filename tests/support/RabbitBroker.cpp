// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/RabbitBroker.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTimer>

#include <csignal>

#include <unistd.h>

namespace holdwatch::test {

namespace {

QString serverScript()
{
    const QDir lib(QStringLiteral("/usr/lib/rabbitmq/lib"));
    const QStringList versions = lib.entryList({QStringLiteral("rabbitmq_server-*")}, QDir::Dirs);
    return versions.isEmpty() ? QString() : lib.filePath(versions.last() + QStringLiteral("/sbin/rabbitmq-server"));
}

QString controlScript()
{
    return QString(serverScript()).replace(QStringLiteral("rabbitmq-server"), QStringLiteral("rabbitmqctl"));
}

quint16 freePort()
{
    QTcpServer probe;
    probe.listen(QHostAddress::LocalHost, 0);
    return probe.serverPort();
}

QString encoded(const QString &part)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(part));
}

bool run(const QString &program, const QStringList &arguments, const QString &folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    return process.waitForFinished(60'000) && process.exitCode() == 0;
}

} // namespace

RabbitBroker::RabbitBroker() = default;

RabbitBroker::~RabbitBroker()
{
    stop();
    m_epmd.kill();
    m_epmd.waitForFinished();
}

QString RabbitBroker::missing()
{
    if (serverScript().isEmpty())
        return QStringLiteral("RabbitMQ is not installed");
    for (const char *tool : {"epmd", "openssl", "setpriv"}) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            return QStringLiteral("%1 is not installed").arg(QLatin1String(tool));
    }
    return {};
}

QUrl RabbitBroker::url() const
{
    return QUrl(QStringLiteral("https://localhost:%1").arg(m_httpsPort));
}

QUrl RabbitBroker::amqpUrl() const
{
    return QUrl(QStringLiteral("amqp://127.0.0.1:%1").arg(m_amqpPort));
}

QUrl RabbitBroker::amqpsUrl() const
{
    return QUrl(QStringLiteral("amqps://localhost:%1").arg(m_amqpsPort));
}

QString RabbitBroker::caFile() const
{
    return path(QStringLiteral("ca.pem"));
}

bool RabbitBroker::writeFile(const QString &name, const QByteArray &content) const
{
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QProcessEnvironment RabbitBroker::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString home = m_dir.path();
    environment.insert(QStringLiteral("HOME"), home);
    environment.insert(QStringLiteral("RABBITMQ_NODENAME"), QStringLiteral("t%1@localhost").arg(m_amqpPort));
    environment.insert(QStringLiteral("RABBITMQ_MNESIA_BASE"), home + QStringLiteral("/mnesia"));
    environment.insert(QStringLiteral("RABBITMQ_LOG_BASE"), home + QStringLiteral("/log"));
    environment.insert(QStringLiteral("RABBITMQ_CONFIG_FILE"), home + QStringLiteral("/rabbitmq.conf"));
    environment.insert(QStringLiteral("RABBITMQ_ENABLED_PLUGINS_FILE"), home + QStringLiteral("/enabled_plugins"));
    environment.insert(QStringLiteral("RABBITMQ_CONF_ENV_FILE"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("RABBITMQ_PID_FILE"), home + QStringLiteral("/pid"));
    environment.insert(QStringLiteral("RABBITMQ_DIST_PORT"), QString::number(m_distPort));
    environment.insert(QStringLiteral("ERL_EPMD_ADDRESS"), QStringLiteral("127.0.0.1"));
    environment.insert(QStringLiteral("ERL_EPMD_PORT"), QString::number(m_epmdPort));
    environment.insert(QStringLiteral("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"), QStringLiteral("-kernel inet_dist_use_interface {127,0,0,1}"));
    environment.insert(QStringLiteral("RABBITMQ_SERVER_START_ARGS"), QStringLiteral("+S 2:2 +sbwt none"));
    return environment;
}

void RabbitBroker::prepareProcess(QProcess &process, const QStringList &command) const
{
    QStringList words = command;
    // The broker refuses to run as root, but its package brings a user for it.
    if (geteuid() == 0)
        words = QStringList{QStringLiteral("setpriv"), QStringLiteral("--reuid=rabbitmq"), QStringLiteral("--regid=rabbitmq"), QStringLiteral("--clear-groups")} + command;
    process.setProgram(words.takeFirst());
    process.setArguments(words);
    process.setProcessEnvironment(environment());
    process.setWorkingDirectory(m_dir.path());
}

bool RabbitBroker::prepare()
{
    if (m_amqpPort != 0)
        return true;
    m_amqpPort = freePort();
    m_amqpsPort = freePort();
    m_httpPort = freePort();
    m_httpsPort = freePort();
    m_distPort = freePort();
    m_epmdPort = freePort();
    const QString home = m_dir.path();
    QDir(home).mkpath(QStringLiteral("mnesia"));
    QDir(home).mkpath(QStringLiteral("log"));
    const auto openssl = [&](const char *words) { return run(QStringLiteral("openssl"), QString::fromLatin1(words).split(QLatin1Char(' ')), home); };
    const bool certificates = writeFile(QStringLiteral("ext"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        && openssl("req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=broker-test-ca -keyout ca.key -out ca.pem")
        && openssl("req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout srv.key -out srv.csr")
        && openssl("x509 -req -in srv.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile ext -out srv.pem");
    const QString configuration = QStringLiteral("listeners.tcp.1 = 127.0.0.1:%1\nlisteners.ssl.1 = 127.0.0.1:%5\n"
                                                 "ssl_options.cacertfile = %4/ca.pem\nssl_options.certfile = %4/srv.pem\nssl_options.keyfile = %4/srv.key\n"
                                                 "management.tcp.ip = 127.0.0.1\nmanagement.tcp.port = %2\n"
                                                 "management.ssl.ip = 127.0.0.1\nmanagement.ssl.port = %3\n"
                                                 "management.ssl.cacertfile = %4/ca.pem\nmanagement.ssl.certfile = %4/srv.pem\nmanagement.ssl.keyfile = %4/srv.key\n"
                                                 "collect_statistics_interval = 1000\ndefault_user = ops\ndefault_pass = ops-test\n")
                                      .arg(m_amqpPort).arg(m_httpPort).arg(m_httpsPort).arg(home).arg(m_amqpsPort);
    // The shell's standard input is ours: at its end, however it comes, the broker is told to stop.
    const QString script = QStringLiteral("'%1' &\nserver=$!\ncat >/dev/null\nkill -TERM \"$(cat '%2/pid' 2>/dev/null || echo $server)\"\nwait $server\n").arg(serverScript(), home);
    const bool written = certificates && writeFile(QStringLiteral("rabbitmq.conf"), configuration.toUtf8())
        && writeFile(QStringLiteral("enabled_plugins"), "[rabbitmq_management,rabbitmq_shovel,rabbitmq_shovel_management].\n")
        && writeFile(QStringLiteral("run.sh"), script.toUtf8());
    const bool owned = geteuid() != 0 || run(QStringLiteral("chown"), {QStringLiteral("-R"), QStringLiteral("rabbitmq:rabbitmq"), home}, home);
    prepareProcess(m_epmd, {QStringLiteral("epmd"), QStringLiteral("-port"), QString::number(m_epmdPort), QStringLiteral("-address"), QStringLiteral("127.0.0.1")});
    m_epmd.start();
    return written && owned && m_epmd.waitForStarted();
}

bool RabbitBroker::start()
{
    if (!prepare()) {
        m_problem = QStringLiteral("could not prepare the broker's folder");
        return false;
    }
    prepareProcess(m_server, {QStringLiteral("/bin/sh"), path(QStringLiteral("run.sh"))});
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.start();
    // Generous: a machine that builds something else beside it takes long to boot an Erlang VM.
    QDeadlineTimer deadline(300'000);
    while (!deadline.hasExpired() && m_server.state() != QProcess::NotRunning) {
        if (call("GET", QStringLiteral("/api/overview")).contains("rabbitmq_version"))
            return true;
        m_server.waitForFinished(200);
    }
    m_problem = QStringLiteral("the broker did not come up: %1").arg(QString::fromUtf8(m_server.readAll().right(2000)));
    return false;
}

void RabbitBroker::stop()
{
    if (m_server.state() == QProcess::NotRunning)
        return;
    m_server.closeWriteChannel();
    if (!m_server.waitForFinished(60'000))
        m_server.kill();
    m_server.waitForFinished();
}

void RabbitBroker::kill()
{
    QFile file(path(QStringLiteral("pid")));
    if (!file.open(QIODevice::ReadOnly))
        return;
    if (const auto pid = static_cast<pid_t>(file.readAll().trimmed().toLongLong()); pid > 1)
        ::kill(pid, SIGKILL);
    m_server.closeWriteChannel();
    m_server.waitForFinished(60'000);
}

QByteArray RabbitBroker::call(const QByteArray &method, const QString &path, const QByteArray &json)
{
    QNetworkAccessManager manager;
    QNetworkRequest request(QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_httpPort).arg(path), QUrl::StrictMode));
    request.setRawHeader("Authorization", "Basic " + (user() + ':' + password()).toBase64());
    request.setRawHeader("Content-Type", "application/json");
    request.setTransferTimeout(10'000);
    QNetworkReply *reply = manager.sendCustomRequest(request, method, json);
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    if (!reply->isFinished())
        loop.exec();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    QByteArray body = reply->readAll();
    reply->deleteLater();
    if (status < 200 || status > 299)
        return {};
    return body.isEmpty() ? QByteArrayLiteral("{}") : body;
}

bool RabbitBroker::declareQueue(const QString &vhost, const QString &name, const QByteArray &argumentsJson)
{
    const QByteArray body = R"({"durable":true,"auto_delete":false,"arguments":)" + argumentsJson + '}';
    return !call("PUT", QStringLiteral("/api/queues/%1/%2").arg(encoded(vhost), encoded(name)), body).isEmpty();
}

bool RabbitBroker::publish(const QString &vhost, const QString &queue, const QByteArray &payload, qint64 timestamp)
{
    QJsonObject properties{{QStringLiteral("delivery_mode"), 2}};
    if (timestamp != 0)
        properties.insert(QStringLiteral("timestamp"), timestamp);
    const QJsonObject body{{QStringLiteral("properties"), properties},
                           {QStringLiteral("routing_key"), queue},
                           {QStringLiteral("payload"), QString::fromUtf8(payload)},
                           {QStringLiteral("payload_encoding"), QStringLiteral("string")}};
    const QByteArray answer = call("POST", QStringLiteral("/api/exchanges/%1/amq.default/publish").arg(encoded(vhost)), QJsonDocument(body).toJson(QJsonDocument::Compact));
    return answer.contains("\"routed\":true");
}

bool RabbitBroker::publishBytes(const QString &vhost, const QString &queue, const QByteArray &payload, const QByteArray &propertiesJson)
{
    const QJsonObject body{{QStringLiteral("properties"), QJsonDocument::fromJson(propertiesJson).object()},
                           {QStringLiteral("routing_key"), queue},
                           {QStringLiteral("payload"), QString::fromLatin1(payload.toBase64())},
                           {QStringLiteral("payload_encoding"), QStringLiteral("base64")}};
    const QByteArray answer = call("POST", QStringLiteral("/api/exchanges/%1/amq.default/publish").arg(encoded(vhost)), QJsonDocument(body).toJson(QJsonDocument::Compact));
    return answer.contains("\"routed\":true");
}

bool RabbitBroker::rejectFirst(const QString &vhost, const QString &queue)
{
    const QByteArray answer = call("POST", QStringLiteral("/api/queues/%1/%2/get").arg(encoded(vhost), encoded(queue)),
                                   R"({"count":1,"ackmode":"reject_requeue_false","encoding":"auto"})");
    return answer.contains("payload_bytes");
}

QHash<QString, qint64> RabbitBroker::countsByCtl(const QString &vhost)
{
    QProcess control;
    prepareProcess(control, {controlScript(), QStringLiteral("-q"), QStringLiteral("-n"), QStringLiteral("t%1@localhost").arg(m_amqpPort), QStringLiteral("list_queues"),
                             QStringLiteral("-p"), vhost, QStringLiteral("--no-table-headers"), QStringLiteral("name"), QStringLiteral("messages")});
    control.start();
    control.waitForFinished(60'000);
    QHash<QString, qint64> counts;
    for (const QByteArray &line : control.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> columns = line.split('\t');
        if (columns.size() == 2)
            counts.insert(QString::fromUtf8(columns[0]), columns[1].trimmed().toLongLong());
    }
    return counts;
}

} // namespace holdwatch::test

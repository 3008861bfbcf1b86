// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

namespace holdwatch::test {

/// A real RabbitMQ of the machine's own package, loopback only, with TLS management, in a folder of its
/// own and on free ports. Ends with the test, however that ends: its shell watches our end of a pipe.
class RabbitBroker
{
public:
    RabbitBroker();
    ~RabbitBroker();

    /// Why no broker can be started here; empty when one can.
    static QString missing();

    /// Starts it, or starts it again on the same ports with its data kept. False with `problem()`.
    bool start();
    void stop();
    void kill(); ///< as when the power fails; start() brings it back
    QString problem() const { return m_problem; }

    QUrl url() const;         ///< https://localhost:port, the management API's root
    QUrl amqpUrl() const;     ///< amqp://127.0.0.1:port
    QUrl amqpsUrl() const;    ///< amqps://localhost:port; its certificate is good for 127.0.0.1 too
    QString caFile() const;   ///< trusts the certificates of `url()` and `amqpsUrl()`
    QByteArray user() const { return QByteArrayLiteral("ops"); }
    QByteArray password() const { return QByteArrayLiteral("ops-test"); }

    /// Sends to the management API over plain loopback and gives the answer's body; empty on failure.
    QByteArray call(const QByteArray &method, const QString &path, const QByteArray &json = {});
    bool declareQueue(const QString &vhost, const QString &name, const QByteArray &argumentsJson = "{}");
    /// Publishes to a queue by name; `timestamp` in unix seconds, 0 = none.
    bool publish(const QString &vhost, const QString &queue, const QByteArray &payload, qint64 timestamp = 0);
    /// The same with any bytes and properties (a JSON object: message_id, headers, expiration, …).
    bool publishBytes(const QString &vhost, const QString &queue, const QByteArray &payload, const QByteArray &propertiesJson = "{}");
    /// Takes the first message as a consumer would and rejects it for good; it goes where dead letters go.
    bool rejectFirst(const QString &vhost, const QString &queue);
    /// The broker's own tool: queue name → messages, read without the management API.
    QHash<QString, qint64> countsByCtl(const QString &vhost);

private:
    bool prepare();
    bool writeFile(const QString &name, const QByteArray &content) const;
    QProcessEnvironment environment() const;
    QString path(const QString &name) const { return m_dir.filePath(name); }
    void prepareProcess(QProcess &process, const QStringList &command) const;

    QTemporaryDir m_dir;
    QProcess m_epmd;
    QProcess m_server;
    quint16 m_amqpPort = 0;
    quint16 m_amqpsPort = 0;
    quint16 m_httpPort = 0;
    quint16 m_httpsPort = 0;
    quint16 m_distPort = 0;
    quint16 m_epmdPort = 0;
    QString m_problem;
};

} // namespace holdwatch::test
